// 经过: who saw, acknowledged, judged, pushed, sent and closed an alarm, when, and from which desk. Follows live.
import type { WireAlarmAct } from '@lookout/contract';
import { Empty, Skeleton } from 'antd';
import { isBroken } from '../../stores/connection.ts';
import { LoadFailed } from '../LoadFailed.tsx';
import { useConnection } from '../services.ts';
import { detailLines } from './act-details.ts';
import './history.css';
import { useAlarmHistory } from './use-alarm-history.ts';
import { useHistoryWords } from './words.ts';

export function AlarmHistory({ alarmId }: { readonly alarmId: string }) {
  const words = useHistoryWords();
  const broken = isBroken(useConnection());
  const history = useAlarmHistory(alarmId);
  if (history.isPending) return <Skeleton active paragraph={{ rows: 4 }} title={false} />;
  if (!history.data) return <LoadFailed error={history.error} onRetry={() => void history.refetch()} />;
  return (
    <section className="history" aria-label={words.title}>
      {(broken || history.isError) && (
        <p className="history-stale note" role="status">
          {words.stale}
        </p>
      )}
      {history.data.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={`${words.empty}。${words.emptyHint}`} />
      ) : (
        <ol>
          {history.data.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a history is only ever added to at its end
            <Line key={index} entry={entry} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Line({ entry }: { readonly entry: WireAlarmAct }) {
  const words = useHistoryWords();
  const { act, at, fullName, desk, detail } = entry;
  const lines = detailLines(detail, words);
  return (
    <li data-act={act}>
      <p className="history-head">
        <strong>{words.acts[act]}</strong>
        <span>{fullName ?? words.system}</span>
        <time className="tabular" dateTime={`${at.replace(' ', 'T')}+08:00`}>
          {at}
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
          {words.desk}
          {desk}
        </p>
      )}
    </li>
  );
}
