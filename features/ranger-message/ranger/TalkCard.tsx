// 消息: the desk's messages by fire, the ranger's replies with their state, and a form for a message of his own.
import { characterCount } from '@lookout/domain';
import type { Notice } from '@lookout/web/patrol/notice.ts';
import type { PatrolDevice } from '@lookout/web/patrol/use-patrol-device.ts';
import { newKey, newUuid } from '@lookout/web/shared/new-key.ts';
import { useNow } from '@lookout/web/shared/services.ts';
import { ReadyTexts } from '@lookout/web/shared/text/ReadyTexts.tsx';
import { clockText } from '@lookout/web/shared/time-text.ts';
import { type FormEvent, useId, useState, useSyncExternalStore } from 'react';
import { MOST_MESSAGE_CHARACTERS, type RangerMessage } from '../ranger-message.ts';
import { useTalkMessages } from './messages.ts';
import { type MessageLine, type OwnFire, ownFires, type Talk, talksOf } from './own-message-log.ts';

interface Props {
  readonly device: PatrolDevice;
  readonly known: readonly RangerMessage[];
  /** The last poll failed. */
  readonly isStale: boolean;
  readonly tasks: Parameters<typeof ownFires>[1];
  readonly reports: readonly OwnFire[];
  readonly notify: (notice: Notice) => void;
}

export function TalkCard({ device, known, isStale, tasks, reports, notify }: Props) {
  const messages = useTalkMessages();
  const { entries } = useSyncExternalStore(device.messages.subscribe, device.messages.get);
  const talks = talksOf(known, entries, device.aheadMilliseconds());
  const fires = ownFires(talks, tasks, reports);
  return (
    <section className="patrol-card" aria-label={messages.title}>
      <h2>{messages.title}</h2>
      {isStale && talks.length > 0 && <p className="patrol-hint">{messages.stale}</p>}
      {talks.length === 0 && (
        <div className="patrol-nothing">
          <p>{messages.none}</p>
          <p className="patrol-second">{messages.noneHint}</p>
        </div>
      )}
      {talks.map((talk) => (
        <TalkLines
          key={talk.fireId}
          talk={talk}
          onRetry={(key) => void device.messages.retry(key)}
          onDiscard={(key) => void device.messages.discard(key)}
        />
      ))}
      {fires.length > 0 && <Compose device={device} fires={fires} notify={notify} />}
    </section>
  );
}

interface TalkLinesProps {
  readonly talk: Talk;
  readonly onRetry: (entryKey: string) => void;
  readonly onDiscard: (entryKey: string) => void;
}

function TalkLines({ talk, onRetry, onDiscard }: TalkLinesProps) {
  return (
    <div className="talk">
      <h3>{talk.fireName}</h3>
      <ul>
        {talk.lines.map((line) => (
          <Line key={line.id} line={line} onRetry={onRetry} onDiscard={onDiscard} />
        ))}
      </ul>
    </div>
  );
}

function Line({ line, onRetry, onDiscard }: { readonly line: MessageLine } & Omit<TalkLinesProps, 'talk'>) {
  const messages = useTalkMessages();
  const now = useNow();
  const { from, content, at, state, why, entryKey } = line;
  return (
    <li data-own={from === null}>
      <p>{content}</p>
      <p className="patrol-second tabular">
        {from ?? messages.me} · {clockText(new Date(at), now)}
        {state !== null && (
          <>
            {' · '}
            <span className="talk-state" data-state={state}>
              {messages.states[state]}
            </span>
          </>
        )}
      </p>
      {why !== null && <p className="patrol-fault">{why}</p>}
      {state === 'refused' && entryKey !== null && (
        <div className="patrol-actions">
          <button type="button" className="plain-button" onClick={() => onRetry(entryKey)}>
            {messages.retry}
          </button>
          <button type="button" className="plain-button" onClick={() => onDiscard(entryKey)}>
            {messages.discard}
          </button>
        </div>
      )}
    </li>
  );
}

interface ComposeProps {
  readonly device: PatrolDevice;
  readonly fires: readonly OwnFire[];
  readonly notify: (notice: Notice) => void;
}

function Compose({ device, fires, notify }: ComposeProps) {
  const messages = useTalkMessages();
  const [chosen, setChosen] = useState<string | null>(null);
  const [content, setContent] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();
  const fire = fires.find(({ fireId }) => fireId === chosen) ?? fires[0];
  const length = characterCount(content.trim());
  const isTooLong = length > MOST_MESSAGE_CHARACTERS;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (fire === undefined) return;
    if (length === 0 || isTooLong) return setFault(length === 0 ? messages.empty : messages.tooLong);
    const text = content.trim();
    setContent('');
    const result = await device.messages.submit({
      key: newKey(),
      messageId: newUuid(),
      owner: device.owner,
      writtenAt: Date.now(),
      photos: [],
      ...fire,
      content: text,
    });
    // A refused message is listed among the messages, with the reason.
    if (result.kind === 'not-kept') {
      setContent(text);
      setFault(messages.notKept);
    } else if (result.kind !== 'refused') notify({ text: result.kind === 'sent' ? messages.sent : messages.queued, tone: 'good' });
  };

  return (
    <form className="patrol-field plain-field" aria-label={messages.title} noValidate onSubmit={(event) => void submit(event)}>
      {fires.length > 1 && (
        <>
          <label htmlFor={`${id}f`}>{messages.fire}</label>
          <select id={`${id}f`} value={fire?.fireId} onChange={({ target }) => setChosen(target.value)}>
            {fires.map(({ fireId, fireName }) => (
              <option key={fireId} value={fireId}>
                {fireName}
              </option>
            ))}
          </select>
        </>
      )}
      <label htmlFor={`${id}c`}>{messages.content}</label>
      <ReadyTexts
        kind="ranger-message"
        label={messages.ready}
        disabled={false}
        onAdd={(how) => {
          setContent(how);
          setFault(null);
        }}
      />
      <textarea
        id={`${id}c`}
        rows={2}
        value={content}
        placeholder={messages.placeholder}
        aria-invalid={isTooLong || fault !== null}
        aria-describedby={`${id}e`}
        onChange={({ target }) => {
          setContent(target.value);
          setFault(null);
        }}
      />
      <div className="patrol-under">
        <span id={`${id}e`} className="patrol-fault">
          {isTooLong ? messages.tooLong : fault}
        </span>
        <span className="patrol-second tabular">{messages.count(length)}</span>
      </div>
      <div className="patrol-actions">
        <button type="submit" className="plain-button plain-primary">
          {messages.send}
        </button>
      </div>
    </form>
  );
}
