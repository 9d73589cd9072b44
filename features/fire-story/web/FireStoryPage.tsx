// 火情经过: one column by time, grouped by day, with entries that became known later, pictures and places. It updates while it is open. Without
// a fire it lists the newest ones to choose from.

import { LIST_LIMIT } from '@lookout/contract';
import { storyTexts } from '@lookout/report';
import { copyToClipboard } from '@lookout/web/shared/clipboard.ts';
import { DrillTag } from '@lookout/web/shared/DrillTag.tsx';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useLanguage } from '@lookout/web/shared/language.ts';
import { Nothing, QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { ShowOnMap } from '@lookout/web/shared/ShowOnMap.tsx';
import { useClient, useConnection } from '@lookout/web/shared/services.ts';
import { ChoiceFilter, choices, GridFilter, ResetFilters, useGridFilter, WindowFilter } from '@lookout/web/shared/table/filters.tsx';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { decimalText } from '@lookout/web/shared/text/position-text.ts';
import { clockText, dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { isNarrowed, oneOf, useUrlState, windowOf } from '@lookout/web/shared/url-state.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { isBroken } from '@lookout/web/stores/connection.ts';
import { App, Button, Skeleton } from 'antd';
import { useCallback, useMemo } from 'react';
import { Link } from 'react-router';
import { INCIDENT_STATES } from '../../incident/incident.ts';
import { useIncident } from '../../incident/parts/use-incident.ts';
import type { LiveUpdate } from '../../live-messages.ts';
import { useStoryMessages } from './messages.ts';
import { SealButton } from './SealButton.tsx';
import { StoryLines } from './StoryLines.tsx';
import { continues, inTime, plainText, topicCounts, topicsIn, withTopic } from './story.ts';
import './fire-story.css';

export function FireStoryPage() {
  const id = useUrlState().get('id');
  return id === null ? <ChooseFire /> : <Story key={id} id={id} />;
}

const LISTED = 50;

function ChooseFire() {
  const messages = useStoryMessages();
  const client = useClient();
  const url = useUrlState();
  const filter = { gridNo: useGridFilter(url), state: oneOf(INCIDENT_STATES, url.get('state')), ...windowOf(url) };
  const fires = useCall(['fires-to-tell', filter], client.incident.incidentPage, { body: { ...filter, pageNo: 1, pageSize: LISTED } });
  const narrowed = isNarrowed(filter);
  return (
    <div className="page">
      <header>
        <h1>{messages.title}</h1>
      </header>
      <search className="page-bar">
        <WindowFilter url={url} labels={messages.filters} covers="until now" />
        <GridFilter url={url} />
        <ChoiceFilter
          url={url}
          name="state"
          label={messages.filters.state}
          width={120}
          options={choices(INCIDENT_STATES, messages.states)}
        />
        {narrowed && <ResetFilters url={url} names={['from', 'to', 'grid', 'state']} label={messages.filters.reset} />}
      </search>
      <h2 className="story-choose">{messages.choose}</h2>
      <QueryResult query={fires} isEmpty={({ list }) => list.length === 0} empty={narrowed ? messages.noneFound : messages.none}>
        {({ list, total }) => (
          <ul className="story-fires" aria-label={messages.choose}>
            {list.map(({ id, gridName, address, position, reasons, firstSeenAt, lastSeenAt, state, alarmIds }) => (
              <li key={id} className="panel">
                <Link className="line" to={`/fireStory?id=${id}`}>
                  <strong>{gridName}</strong>
                  <span className="tabular" title={decimalText(position, 4)}>
                    {address ?? decimalText(position, 4)}
                  </span>
                  <span className="second cut" title={reasons.join(marks().semicolon)}>
                    {reasons[0]}
                  </span>
                  <span className="tabular second">{messages.seen(dayAndMinute(firstSeenAt), dayAndMinute(lastSeenAt))}</span>
                  <span className="gap" />
                  <span className="tag row-tag tabular">{messages.alarms(alarmIds.length)}</span>
                  <span className="tag row-tag">{messages.states[state]}</span>
                </Link>
              </li>
            ))}
            {total > list.length && <li className="hint">{messages.moreFires(list.length, total)}</li>}
          </ul>
        )}
      </QueryResult>
    </div>
  );
}

/** Several updates of one act cause one call. */
const WAIT_MS = 500;

function useStory(id: string, alarmIds: readonly string[]) {
  const client = useClient();
  const query = useCall(
    ['fire-story', id],
    client.incident.incidentEvents,
    { query: { id, limit: LIST_LIMIT }, occasion: 'background' },
    { enabled: alarmIds.length > 0 },
  );
  const known = useMemo(() => new Set(alarmIds), [alarmIds]);
  const isRelevant = useCallback((update: LiveUpdate) => continues(update, known), [known]);
  useLiveRefetch(isRelevant, query.refetch, WAIT_MS);
  return query;
}

const NONE: readonly string[] = [];

function Story({ id }: { readonly id: string }) {
  const messages = useStoryMessages();
  const fire = useIncident(id, true);
  const story = useStory(id, fire.data?.alarmIds ?? NONE);
  const broken = isBroken(useConnection());
  const lines = useMemo(() => inTime(story.data ?? []), [story.data]);
  if (fire.isPending) return <Waiting />;
  if (fire.data === undefined) return <Failed error={fire.error} onRetry={() => void fire.refetch()} />;
  if (fire.data === null)
    return (
      <Framed>
        <Nothing {...messages.notYet} />
      </Framed>
    );
  if (story.isPending) return <Waiting />;
  if (story.data === undefined) return <Failed error={story.error} onRetry={() => void story.refetch()} />;
  const { gridName, position, firstSeenAt, lastSeenAt, state, alarmIds, alarms } = fire.data;
  return (
    <div className="page fire-story">
      <header>
        <div>
          <h1>
            {messages.title} · {gridName}
          </h1>
          <p className="line second tabular">
            {alarms[0] && <DrillTag of={alarms[0]} />}
            <span className="tag row-tag">{messages.states[state]}</span>
            <span>{messages.alarms(alarmIds.length)}</span>
            <span>{messages.seen(dayAndMinute(firstSeenAt), dayAndMinute(lastSeenAt))}</span>
            <ShowOnMap position={position} />
          </p>
        </div>
        <Actions id={id} name={gridName} lines={lines} updatedAt={story.dataUpdatedAt} />
      </header>
      {(broken || story.isError) && (
        <p className="note" role="status">
          {messages.stale}
        </p>
      )}
      <Filtered lines={lines} />
    </div>
  );
}

const Framed = ({ children }: { readonly children: React.ReactNode }) => {
  const { title } = useStoryMessages();
  return (
    <div className="page">
      <header>
        <h1>{title}</h1>
      </header>
      {children}
    </div>
  );
};

const Waiting = () => (
  <Framed>
    <Skeleton active paragraph={{ rows: 8 }} />
  </Framed>
);

function Failed({ error, onRetry }: { readonly error: Error | null; readonly onRetry: () => void }) {
  const { another } = useStoryMessages();
  return (
    <Framed>
      <LoadFailed error={error} onRetry={onRetry} />
      <p>
        <Link className="link-button" to="/fireStory">
          {another}
        </Link>
      </p>
    </Framed>
  );
}

interface StoryProps {
  readonly lines: ReturnType<typeof inTime>;
}

function Actions({ id, name, lines, updatedAt }: StoryProps & { readonly id: string; readonly name: string; readonly updatedAt: number }) {
  const messages = useStoryMessages();
  const language = useLanguage();
  const { message } = App.useApp();
  const copy = () =>
    copyToClipboard(window, plainText(lines, language)).then((isCopied) =>
      isCopied ? message.success(messages.copied) : message.error(messages.copyFailed),
    );
  return (
    <div className="line story-actions">
      <span className="hint tabular">{messages.updated(clockText(new Date(updatedAt), updatedAt))}</span>
      <Link className="link-button" to="/fireStory">
        {messages.another}
      </Link>
      <Button onClick={() => void copy()}>{messages.copy}</Button>
      <Button onClick={() => window.print()}>{messages.print}</Button>
      <SealButton id={id} name={name} />
    </div>
  );
}

function Filtered({ lines }: StoryProps) {
  const messages = useStoryMessages();
  const language = useLanguage();
  const url = useUrlState();
  const chosen = topicsIn(url.get('topics'));
  const shown = chosen.length === 0 ? lines : lines.filter(({ topic }) => chosen.includes(topic));
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form */}
      <div className="line story-chips" role="group" aria-label={messages.filter}>
        <Button size="small" aria-pressed={chosen.length === 0} onClick={() => url.set({ topics: null })}>
          {messages.all} {lines.length}
        </Button>
        {topicCounts(lines).map(({ topic, count }) => (
          <Button
            key={topic}
            size="small"
            aria-pressed={chosen.includes(topic)}
            onClick={() => url.set({ topics: withTopic(chosen, topic) })}
          >
            {messages.topic(storyTexts[language].topics[topic], count)}
          </Button>
        ))}
      </div>
      {shown.length === 0 ? <Nothing {...messages.nothing} /> : <StoryLines lines={shown} />}
    </>
  );
}
