// 实时预警: the queue of open alarms, 360 px at the right; on small screens a rail.
import { BellOutlined, CheckOutlined, DoubleRightOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import { formatTime } from '@lookout/contract';
import { Button, Skeleton } from 'antd';
import { alarmRecords } from '../../entities/alarm/alarm-records.ts';
import { IconButton } from '../../shared/IconButton.tsx';
import { useConnection, useLoadState, useRecords, useServices } from '../../shared/services.ts';
import { AlarmList } from './AlarmList.tsx';
import { FiresInProgress } from './answer/FiresInProgress.tsx';
import { TasksInHand } from './answer/TasksInHand.tsx';
import { FilterBar } from './FilterBar.tsx';
import { SHOW_ALL } from './filter.ts';
import { useMessages } from './messages.ts';
import type { AlarmOpener } from './open-alarm.ts';
import type { Queue } from './queue.ts';
import { countUnread } from './unread.ts';
import { useDesk, useDeskState } from './use-desk.ts';

interface Props {
  readonly queue: Queue;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly opener: AlarmOpener;
  readonly onKeys: () => void;
}

export function WarningPanel({ queue, open, onToggle, opener, onKeys }: Props) {
  const messages = useMessages();
  const desk = useDesk();
  const alarms = useRecords(alarmRecords);
  const marks = useDeskState((state) => state.marks);
  const unread = countUnread(marks, alarms);

  if (!open)
    return (
      <button
        type="button"
        className="warning-rail side-panel panel"
        aria-expanded={false}
        title={messages.panel.expand}
        onClick={onToggle}
      >
        <BellOutlined />
        <span className="rail-title">{messages.panel.title}</span>
        <span className="tabular hint">{queue.shown.length}</span>
        {unread > 0 && <UnreadBadge count={unread} />}
      </button>
    );

  return (
    <aside className="warning-panel side-panel panel" aria-label={messages.panel.title}>
      <header className="warning-head line">
        <h1>{messages.panel.title}</h1>
        {unread > 0 && <UnreadBadge count={unread} />}
        <span className="gap" />
        <IconButton label={messages.panel.keys} icon={<QuestionCircleOutlined />} onClick={onKeys} />
        <IconButton label={messages.panel.markRead} icon={<CheckOutlined />} disabled={unread === 0} onClick={desk.markAllRead} />
        <IconButton label={messages.panel.fold} icon={<DoubleRightOutlined />} aria-expanded onClick={onToggle} />
      </header>
      <FiresInProgress alarms={alarms} opener={opener} />
      <TasksInHand />
      <FilterBar bySource={queue.bySource} />
      <p className="warning-count tabular hint">
        <span>{messages.panel.shown(queue.shown.length, queue.total)}</span>
        <LastUpdated />
      </p>
      <QueueBody queue={queue} opener={opener} />
    </aside>
  );
}

function UnreadBadge({ count }: { readonly count: number }) {
  const messages = useMessages();
  return (
    <span className="unread-badge tabular">
      <span aria-hidden="true">{count > 999 ? '999+' : count}</span>
      <span className="visually-hidden">{messages.panel.unread(count)}</span>
    </span>
  );
}

function LastUpdated() {
  const messages = useMessages();
  const { updatedAt } = useConnection();
  return <span>{updatedAt === null ? messages.panel.never : messages.panel.updated(formatTime(new Date(updatedAt)).slice(11))}</span>;
}

/** What is there to see, or why there is nothing. Alarms that are known are shown whatever became of the line. */
function QueueBody({ queue, opener }: { readonly queue: Queue; readonly opener: AlarmOpener }) {
  const messages = useMessages();
  const desk = useDesk();
  const { reloadRecords } = useServices();
  const load = useLoadState(alarmRecords);
  const failed = load === 'failed' && (
    <div className="warning-note" role="alert">
      <strong>{messages.panel.failed}</strong>
      <p>{messages.panel.failedHint}</p>
      <Button type="primary" onClick={reloadRecords}>
        {messages.panel.retry}
      </Button>
    </div>
  );
  if (queue.shown.length > 0)
    return (
      <>
        {failed}
        <AlarmList alarms={queue.shown} opener={opener} />
      </>
    );
  if (failed) return failed;
  if (load !== 'loaded')
    return (
      <div className="warning-note" role="status" aria-label={messages.panel.loading}>
        <Skeleton active paragraph={{ rows: 8 }} title={false} />
      </div>
    );
  if (queue.total > 0)
    return (
      <div className="warning-note">
        <strong>{messages.panel.filtered}</strong>
        <p>{messages.panel.filteredHint(queue.total)}</p>
        <Button type="primary" onClick={() => desk.setFilter(SHOW_ALL)}>
          {messages.panel.clearFilter}
        </Button>
      </div>
    );
  return (
    <div className="warning-note">
      <strong>{messages.panel.empty}</strong>
      <p>{messages.panel.emptyHint}</p>
    </div>
  );
}
