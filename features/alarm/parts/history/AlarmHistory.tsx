// 经过: who saw, acknowledged, judged, pushed, dispatched and closed an alarm, when, and at which desk. Updated live.

import { formatTime } from '@lookout/contract';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient, useConnection, useServices } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { isBroken } from '@lookout/web/stores/connection.ts';
import { Empty, Skeleton } from 'antd';
import type { LiveUpdate } from '../../../live-messages.ts';
import type { AlarmHistoryLine } from '../../alarm-events.ts';
import { actOfEvent } from '../../alarm-history.wire.ts';
import { detailLines } from './line-details.ts';
import '../alarm.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useHistoryMessages } from './messages.ts';

export function AlarmHistory({ alarmId }: { readonly alarmId: string }) {
  const messages = useHistoryMessages();
  const broken = isBroken(useConnection());
  const history = useAlarmHistory(alarmId);
  if (history.isPending) return <Skeleton active paragraph={{ rows: 4 }} title={false} />;
  if (!history.data) return <LoadFailed error={history.error} onRetry={() => void history.refetch()} />;
  return (
    <section className="history" aria-label={messages.title}>
      {(broken || history.isError) && (
        <p className="history-stale note" role="status">
          {messages.stale}
        </p>
      )}
      {history.data.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={`${messages.empty}${marks().stop}${messages.emptyHint}`} />
      ) : (
        <HistoryLines lines={history.data} />
      )}
    </section>
  );
}

export const HistoryLines = ({ lines }: { readonly lines: readonly AlarmHistoryLine[] }) => (
  <ol>
    {lines.map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a history only grows at its end
      <Line key={index} line={line} />
    ))}
  </ol>
);

function Line({ line }: { readonly line: AlarmHistoryLine }) {
  const messages = useHistoryMessages();
  const { kind, at, fullName, desk } = line;
  const act = actOfEvent[kind];
  const lines = detailLines(line, messages);
  return (
    <li data-act={act}>
      <p className="history-head">
        <strong>{messages.acts[act]}</strong>
        {/* A judgement without a person was taken over from the fire. */}
        <span>{fullName ?? (kind === 'alarm.judged' ? messages.alarm.inherited : messages.system)}</span>
        <time className="tabular" dateTime={at.toISOString()}>
          {formatTime(at)}
        </time>
      </p>
      {lines.length > 0 && (
        <dl className="facts">
          {lines.map(({ field, label, text }) => (
            <div key={field}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {desk !== null && (
        <p className="history-desk">
          {messages.desk}
          {desk}
        </p>
      )}
    </li>
  );
}

/** Whether an update is about this alarm or a task dispatched for it. */
export function concerns(update: LiveUpdate, alarmId: string): boolean {
  switch (update.kind) {
    case 'alarm-changed':
    case 'alarm-reported':
      return update.alarm.id === alarmId;
    case 'alarm-gone':
      return update.alarmId === alarmId;
    case 'task-changed':
      return update.task.fireId === alarmId;
    case 'second-look-changed':
      return update.look.state === 'done' && update.look.alarmIds.includes(alarmId);
    default:
      return false;
  }
}

/** Refetched on every live update that concerns the alarm. */
function useAlarmHistory(alarmId: string) {
  const client = useClient();
  const { onLive } = useServices();
  const history = useQuery({
    queryKey: ['alarm-history', alarmId],
    queryFn: ({ signal }) => client.alarm.history({ query: { id: alarmId }, silent: true, occasion: 'background', signal }),
  });
  const { refetch } = history;
  useEffect(
    () =>
      onLive((updates) => {
        if (updates.some((update) => concerns(update, alarmId))) void refetch();
      }),
    [onLive, refetch, alarmId],
  );
  return history;
}
