// The lines of a story, day by day: time, topic, text and actor, place, and the pictures, which can be opened.
import {
  AimOutlined,
  AlertOutlined,
  AuditOutlined,
  CloudOutlined,
  FileTextOutlined,
  FireOutlined,
  FlagOutlined,
  HighlightOutlined,
  MessageOutlined,
  ProfileOutlined,
  SplitCellsOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import { formatTime } from '@lookout/contract';
import { storyText, storyTexts } from '@lookout/report';
import { AuthedImage } from '@lookout/web/shared/AuthedImage.tsx';
import { useLanguage } from '@lookout/web/shared/language.ts';
import { ShowOnMap } from '@lookout/web/shared/ShowOnMap.tsx';
import { Button, Modal } from 'antd';
import { type ComponentType, useState } from 'react';
import type { StoryTopic } from '../fire-story.ts';
import { type StoryLine, storyTime } from '../fire-story.wire.ts';
import { useStoryMessages } from './messages.ts';
import { byDay } from './story.ts';

const ICONS: Readonly<Record<StoryTopic, ComponentType<{ readonly 'aria-hidden': true }>>> = {
  sighting: AlertOutlined,
  response: AuditOutlined,
  decision: SplitCellsOutlined,
  task: FlagOutlined,
  message: MessageOutlined,
  report: FileTextOutlined,
  plan: ProfileOutlined,
  drawing: HighlightOutlined,
  distress: WarningOutlined,
  forecast: FireOutlined,
  people: AimOutlined,
  weather: CloudOutlined,
};

interface Opened {
  readonly url: string;
  /** The picture's number within its line, from 1. */
  readonly number: number;
}

/** A flood of alarms has thousands of lines. Rendering all at once would block the page. */
const AT_ONCE = 500;

export function StoryLines({ lines }: { readonly lines: readonly StoryLine[] }) {
  const messages = useStoryMessages();
  const [most, setMost] = useState(AT_ONCE);
  const [opened, setOpened] = useState<Opened | null>(null);
  const hidden = lines.length - most;
  return (
    <section aria-label={messages.timeline}>
      {byDay(lines.slice(0, most)).map(({ day, lines: of }) => (
        <section key={day} className="story-day">
          <h2 className="tabular">{day}</h2>
          <ol>
            {of.map((line) => (
              <Line key={line.id} line={line} onOpen={setOpened} />
            ))}
          </ol>
        </section>
      ))}
      {hidden > 0 && <Button onClick={() => setMost(most + AT_ONCE)}>{messages.more(Math.min(hidden, AT_ONCE))}</Button>}
      <Modal
        open={opened !== null}
        footer={null}
        width="min(1200px, 92vw)"
        title={messages.picture(opened?.number ?? 1)}
        onCancel={() => setOpened(null)}
        destroyOnHidden
      >
        {opened !== null && <AuthedImage src={opened.url} alt={messages.picture(opened.number)} className="story-picture" />}
      </Modal>
    </section>
  );
}

function Line({ line, onOpen }: { readonly line: StoryLine; readonly onOpen: (picture: Opened) => void }) {
  const messages = useStoryMessages();
  const language = useLanguage();
  const { title, parts, who } = storyText(line, language);
  const Icon = ICONS[line.topic];
  const at = storyTime(line);
  return (
    <li data-topic={line.topic} data-record={line.by.kind === 'record'}>
      <time className="tabular" dateTime={at.toISOString()} title={formatTime(at)}>
        {formatTime(at).slice(11)}
        {line.happenedAt !== null && <span className="tag row-tag">{messages.knownAt(knownText(line))}</span>}
      </time>
      <span className="story-icon" title={storyTexts[language].topics[line.topic]}>
        <Icon aria-hidden={true} />
      </span>
      <div className="story-said">
        <p className="line">
          <strong>{title}</strong>
          <span className="second">{who}</span>
          <span className="gap" />
          {line.position !== null && <ShowOnMap position={line.position} />}
        </p>
        {line.formattedAddress !== null && <p className="second">{line.formattedAddress}</p>}
        {parts.length > 0 && <p>{parts.join(storyTexts[language].separator)}</p>}
        {line.pictures.length > 0 && (
          <p className="story-pictures">
            {line.pictures.map((url, index) => (
              <button key={url} type="button" title={messages.openPicture(index + 1)} onClick={() => onOpen({ url, number: index + 1 })}>
                <AuthedImage src={url} alt={messages.picture(index + 1)} />
              </button>
            ))}
          </p>
        )}
      </div>
    </li>
  );
}

/** `14:32`, with the date on another day. */
function knownText(line: StoryLine): string {
  const [happened, known] = [formatTime(storyTime(line)), formatTime(line.at)];
  return happened.slice(0, 10) === known.slice(0, 10) ? known.slice(11, 16) : known.slice(5, 16);
}
