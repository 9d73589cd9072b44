// 任务详情: one task, live: the order, its members and their reports.

import { isNotFound } from '@lookout/client';
import { fileUrl, formatTime } from '@lookout/contract';
import { Coordinates } from '@lookout/web/shared/Coordinates.tsx';
import { DrillTag } from '@lookout/web/shared/DrillTag.tsx';
import { ReasonForm } from '@lookout/web/shared/form/ReasonForm.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { type MapPosition, ShowOnMap } from '@lookout/web/shared/ShowOnMap.tsx';
import { useClient, useRight, useServices } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { Alert, Button, Drawer, Empty, Modal, Skeleton } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { isInHand, type MemberStory, type NamedTask, TASK_STATES, type TaskState, type TaskStep, taskStatus } from '../task.ts';
import { isExpected } from '../task-journey.ts';
import { useTask, useTaskStories } from './task-records.ts';
import './tasks.css';
import { AuthedImage } from '@lookout/web/shared/AuthedImage.tsx';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { MemberJourney } from '../../travel/parts/MemberJourney.tsx';
import { useUnderWay } from '../../travel/parts/use-under-way.ts';
import { DispatchDialog } from './dispatch/DispatchDialog.tsx';
import { useTasksMessages } from './messages.ts';
import { PatrolMark } from './PatrolMark.tsx';
import { hasReached, isOverdue } from './task-facts.ts';

interface Props {
  readonly taskId: string;
  readonly onClose: () => void;
  /** Moves the map, on a page that has one; without it 在地图上看 links to the monitor. */
  readonly onShowOnMap?: ((position: MapPosition) => void) | undefined;
  /** Whether a map is visible next to the details, so that it can show the planned routes of rangers on their way. */
  readonly isBesideMap?: boolean;
}

export function TaskDetail({ taskId, onClose, onShowOnMap, isBesideMap = false }: Props) {
  const messages = useTasksMessages();
  const stories = useTaskStories(taskId);
  const task = useTask(taskId, stories.data);
  return (
    <Drawer open size={560} title={messages.detail} rootClassName="task-detail" onClose={onClose}>
      {isNotFound(stories.error) ? (
        <Empty description={`${messages.notFound}${marks().stop}${messages.notFoundHint}`} />
      ) : (
        <>
          {task && <Head task={task} onShowOnMap={onShowOnMap} />}
          {stories.isPending && <Skeleton active paragraph={{ rows: 6 }} />}
          {stories.isError && stories.data && <Alert type="warning" showIcon title={messages.stale} />}
          {stories.isError && !stories.data && <LoadFailed error={stories.error} onRetry={() => void stories.refetch()} />}
          {stories.data && (
            <>
              <h3>{messages.members(stories.data.length)}</h3>
              <MemberStories stories={stories.data} task={task} isBesideMap={isBesideMap} onShowOnMap={onShowOnMap} />
            </>
          )}
        </>
      )}
    </Drawer>
  );
}

function Head({ task, onShowOnMap }: { readonly task: NamedTask; readonly onShowOnMap: Props['onShowOnMap'] }) {
  const messages = useTasksMessages();
  const { now } = useServices();
  const mayCancel = useRight('dispatch');
  const { fields, counts } = messages;
  const rows: readonly (readonly [string, ReactNode])[] = [
    [fields.type, messages.types[task.type]],
    [fields.location, task.address],
    [fields.grid, task.gridName],
    [fields.coordinates, <Coordinates key="coordinates" position={task.position} />],
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
        <DrillTag of={task} />
        <StatusTag task={task} />
        <PriorityTag priority={task.priority} />
        <OverdueTag task={task} now={now()} />
        <span className="gap" />
        <ShowOnMap position={task.position} onShowOnMap={onShowOnMap} />
        {task.fireId !== null && (
          <Link className="link-button" to={`/manage/monitor?alarm=${task.fireId}&task=1`}>
            {messages.toFire}
          </Link>
        )}
      </p>
      <p className="task-text task-order">{task.content}</p>
      <PatrolMark task={task} />
      <dl className="facts">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
      <TaskPhotos ids={task.photos} title={messages.photos} />
      {mayCancel && isInHand(task) && (
        <div className="task-acts">
          <MorePeople task={task} />
          <CancelTask task={task} />
        </div>
      )}
    </div>
  );
}

interface StoriesProps {
  readonly stories: readonly MemberStory[];
  /** null: not loaded yet. */
  readonly task: NamedTask | null;
  readonly isBesideMap: boolean;
  readonly onShowOnMap?: ((position: MapPosition) => void) | undefined;
}

/** Each ranger's state and reports. */
function MemberStories({ stories, task, isBesideMap, onShowOnMap }: StoriesProps) {
  const tasks = useMemo(() => (task === null ? [] : [task]), [task]);
  const underWay = useUnderWay(tasks, true);
  const journeys = new Map(underWay.kind === 'known' ? underWay.journeys.map((one) => [one.userId, one]) : []);
  return (
    <ul className="task-stories">
      {stories.map((member) => (
        <li key={member.userId}>
          <p className="task-line line">
            <strong>{member.fullName}</strong>
            <span className="hint">{member.gridName}</span>
            <span className="gap" />
            <StateTag state={member.state} />
          </p>
          <Progress member={member} />
          {isExpected(member.state) && (
            <MemberJourney underWay={underWay} journey={journeys.get(member.userId)} isBesideMap={isBesideMap} />
          )}
          <Steps steps={member.steps.filter(({ state }) => state !== 'sent')} onShowOnMap={onShowOnMap} />
        </li>
      ))}
    </ul>
  );
}

/** The six states in a row. The reached ones are filled. */
function Progress({ member }: { readonly member: MemberStory }) {
  const messages = useTasksMessages();
  return (
    <ol className="task-progress steps-reached">
      {TASK_STATES.map((state) => (
        <li key={state} data-reached={hasReached(member, state)} aria-current={member.state === state ? 'step' : undefined}>
          {messages.states[state]}
        </li>
      ))}
    </ol>
  );
}

function Steps({ steps, onShowOnMap }: { readonly steps: readonly TaskStep[]; readonly onShowOnMap: StoriesProps['onShowOnMap'] }) {
  const messages = useTasksMessages();
  if (steps.length === 0) return <p className="hint">{messages.noSteps}</p>;
  return (
    <ol className="task-steps">
      {steps.map((step) => (
        <li key={step.id}>
          <p className="task-line line">
            <span className="tabular hint">{formatTime(step.at)}</span>
            <span>{messages.states[step.state]}</span>
            <span className="gap" />
            {step.position && <ShowOnMap position={step.position} onShowOnMap={onShowOnMap} />}
          </p>
          {step.text && <p className="task-text">{step.text}</p>}
          <TaskPhotos ids={step.photos} title={messages.stepPhotos} />
        </li>
      ))}
    </ol>
  );
}

// Photos of a task or a step: thumbnails that open enlarged.

function TaskPhotos({ ids, title }: { readonly ids: readonly string[]; readonly title: string }) {
  const messages = useTasksMessages();
  const [large, setLarge] = useState<number | null>(null);
  if (ids.length === 0) return null;
  const shown = large === null ? undefined : ids[large];
  return (
    <div className="task-photos">
      {ids.map((id, index) => (
        <button key={id} type="button" className="picture-button" aria-label={messages.enlarge(index + 1)} onClick={() => setLarge(index)}>
          <AuthedImage src={fileUrl(id)} alt={messages.photo(index + 1)} className="task-photo" />
        </button>
      ))}
      {shown !== undefined && large !== null && (
        <Modal open centered width={900} footer={null} title={`${title} · ${messages.photo(large + 1)}`} onCancel={() => setLarge(null)}>
          <AuthedImage src={fileUrl(shown)} alt={messages.photo(large + 1)} className="task-photo-large" />
        </Modal>
      )}
    </div>
  );
}

// 再派人: sends more people with a further task for the same place or fire.

function MorePeople({ task }: { readonly task: NamedTask }) {
  const messages = useTasksMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{messages.more}</Button>
      {isOpen && <DispatchDialog target={{ kind: 'more', task }} onClose={() => setOpen(false)} />}
    </>
  );
}

// 取消任务: confirmed in place with a reason. On failure the typed reason is kept.

const MOST_REASON = 200;

function CancelTask({ task }: { readonly task: NamedTask }) {
  const messages = useTasksMessages();
  const client = useClient();
  const [isConfirming, setIsConfirming] = useState(false);
  // The change returns as a live update. A desk without live updates (no right to the alarms) refetches.
  const sending = useSend({ refetch: ['tasks'], failure: messages.cancelFailed, rests: true });
  const cancel = async (reason: string) => {
    if (await sending.send(() => client.task.taskCancel({ body: { id: task.id, reason }, silent: true }), messages.cancelled))
      setIsConfirming(false);
  };

  if (!isConfirming)
    return (
      <Button danger onClick={() => setIsConfirming(true)}>
        {messages.cancel}
      </Button>
    );
  return (
    <ReasonForm
      className="task-cancel"
      sending={sending}
      ask={messages.cancelTitle}
      label={messages.cancelReason}
      placeholder={messages.cancelReasonPlaceholder}
      missing={messages.needReason}
      most={MOST_REASON}
      submit={messages.cancelYes}
      look={{ type: 'primary', danger: true }}
      cancel={messages.cancelNo}
      onSubmit={cancel}
      onCancel={() => setIsConfirming(false)}
    />
  );
}

// Status, priority and overdue tags, shown by text and shape, never by colour alone.

export function StatusTag({ task }: { readonly task: NamedTask }) {
  const messages = useTasksMessages();
  const status = taskStatus(task);
  return (
    <span className="task-tag tag" data-status={status}>
      {messages.statuses[status]}
    </span>
  );
}

export function PriorityTag({ priority }: Pick<NamedTask, 'priority'>) {
  const messages = useTasksMessages();
  return (
    <span className="task-tag tag" data-priority={priority}>
      {priority} {messages.priorities[priority]}
    </span>
  );
}

export function OverdueTag({ task, now }: { readonly task: NamedTask; readonly now: number }) {
  const messages = useTasksMessages();
  return isOverdue(task, now) ? (
    <span className="task-tag tag" data-overdue="true" title={messages.overdueSince(formatTime(task.endsAt))}>
      {messages.overdue} <span className="tabular">{dayAndMinute(task.endsAt)}</span>
    </span>
  ) : null;
}

function StateTag({ state }: { readonly state: TaskState }) {
  const messages = useTasksMessages();
  return (
    <span className="task-tag tag" data-state={state}>
      {messages.states[state]}
    </span>
  );
}
