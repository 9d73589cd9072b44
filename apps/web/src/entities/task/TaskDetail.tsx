// 任务详情: everything of one task, live: what was asked for, who was sent, and what each of them has said.
import { CallFailed } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import { isInHand, type NamedTask } from '@lookout/domain';
import { formatDecimal, formatDms } from '@lookout/geo';
import { Alert, Drawer, Empty, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LoadFailed } from '../../shared/LoadFailed.tsx';
import { type MapPlace, ShowPlace } from '../../shared/ShowPlace.tsx';
import { useRight, useServices } from '../../shared/services.ts';
import { marks } from '../../shared/text/marks.ts';
import { CancelTask } from './CancelTask.tsx';
import { MemberStories } from './MemberStories.tsx';
import { TaskPhotos } from './TaskPhotos.tsx';
import { OverdueTag, PriorityTag, StatusTag } from './TaskTags.tsx';
import { useTask, useTaskStories } from './task-queries.ts';
import './tasks.css';
import { useTasksMessages } from './messages.ts';

export type { MapPlace } from '../../shared/ShowPlace.tsx';

interface Props {
  readonly taskId: string;
  readonly onClose: () => void;
  /** Where a map stands already it is moved; else 在地图上看 leads to the monitor. */
  readonly onShowPlace?: ((place: MapPlace) => void) | undefined;
}

const NOT_THERE = 404;
const isNotThere = (error: unknown): boolean =>
  error instanceof CallFailed && error.outcome.kind === 'error' && error.outcome.code === NOT_THERE;

export function TaskDetail({ taskId, onClose, onShowPlace }: Props) {
  const messages = useTasksMessages();
  const stories = useTaskStories(taskId);
  const task = useTask(taskId, stories.data);
  return (
    <Drawer open size={560} title={messages.detail} rootClassName="task-detail" onClose={onClose}>
      {isNotThere(stories.error) ? (
        <Empty description={`${messages.notFound}${marks().stop}${messages.notFoundHint}`} />
      ) : (
        <>
          {task && <Head task={task} onShowPlace={onShowPlace} />}
          {stories.isPending && <Skeleton active paragraph={{ rows: 6 }} />}
          {stories.isError && stories.data && <Alert type="warning" showIcon title={messages.stale} />}
          {stories.isError && !stories.data && <LoadFailed error={stories.error} onRetry={() => void stories.refetch()} />}
          {stories.data && (
            <>
              <h3>{messages.members(stories.data.length)}</h3>
              <MemberStories stories={stories.data} onShowPlace={onShowPlace} />
            </>
          )}
        </>
      )}
    </Drawer>
  );
}

function Head({ task, onShowPlace }: { readonly task: NamedTask; readonly onShowPlace: Props['onShowPlace'] }) {
  const messages = useTasksMessages();
  const { now } = useServices();
  const mayCancel = useRight('dispatch');
  const { fields, counts } = messages;
  const { lng, lat } = task.position;
  const rows: readonly (readonly [string, ReactNode])[] = [
    [fields.type, messages.types[task.type]],
    [fields.place, task.address],
    [fields.grid, task.gridName],
    [
      fields.coordinates,
      `${formatDecimal(lng)}, ${formatDecimal(lat)}${marks().brackets(`${formatDms(lng, 'lng')} ${formatDms(lat, 'lat')}`)}`,
    ],
    [fields.window, messages.window(formatTime(task.startsAt), formatTime(task.endsAt))],
    [fields.operator, task.operatorName],
    [fields.created, formatTime(task.createdAt)],
    [fields.people, counts.people(task.peopleCount)],
    [fields.vehicles, counts.vehicles(task.vehicleCount)],
    [fields.equipment, counts.equipment(task.equipmentCount)],
    ...(task.reserve === null ? [] : [[fields.reserve, task.reserve] as const]),
    ...(task.cancelledAt === null
      ? []
      : [[fields.cancelled, formatTime(task.cancelledAt)] as const, [fields.cancelReason, task.cancelReason ?? ''] as const]),
  ];
  return (
    <div className="task-head stack">
      <p className="task-line line">
        <StatusTag task={task} />
        <PriorityTag priority={task.priority} />
        <OverdueTag task={task} now={now()} />
        <span className="gap" />
        <ShowPlace place={task.position} onShowPlace={onShowPlace} />
        {task.fireId !== null && (
          <Link className="link-button" to={`/manage/monitor?alarm=${task.fireId}&task=1`}>
            {messages.toFire}
          </Link>
        )}
      </p>
      <p className="task-said task-order">{task.content}</p>
      <dl className="facts">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
      <TaskPhotos ids={task.photos} title={messages.photos} />
      {mayCancel && isInHand(task) && <CancelTask task={task} />}
    </div>
  );
}
