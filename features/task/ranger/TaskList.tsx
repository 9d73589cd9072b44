// 我的任务: open tasks first, finished ones collapsed.

import { DrillTag, drillAttributes } from '@lookout/web/shared/DrillTag.tsx';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { byUrgency } from '../parts/task-facts.ts';
import type { NamedTask, TaskState } from '../task.ts';
import { useOwnTasksMessages } from './messages.ts';
import { isOpenFor } from './own-tasks.ts';
import type { MyTasks } from './use-my-tasks.ts';

interface Props {
  readonly myTasks: MyTasks;
  readonly stateOf: (task: NamedTask) => TaskState;
  readonly onOpen: (taskId: string) => void;
}

export function TaskList({ myTasks, stateOf, onOpen }: Props) {
  const messages = useOwnTasksMessages();
  const all = myTasks.tasks ?? [];
  const open = all.filter((task) => isOpenFor(task, stateOf(task))).sort(byUrgency);
  const ended = all.filter((task) => !isOpenFor(task, stateOf(task)));
  const rows = (tasks: readonly NamedTask[]) => (
    <ul className="patrol-list">
      {tasks.map((task) => (
        <li key={task.id}>
          <button type="button" className="patrol-task stack" {...drillAttributes(task)} onClick={() => onOpen(task.id)}>
            <TaskMarks task={task} state={stateOf(task)} />
            <span className="patrol-entry-text">{task.content}</span>
            <span className="patrol-second tabular">
              {task.address} · {messages.until(dayAndMinute(task.endsAt))}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
  return (
    <section className="patrol-card" aria-label={messages.title}>
      <h2>
        {messages.title} {open.length > 0 && <span className="patrol-badge">{open.length}</span>}
      </h2>
      {myTasks.fault === 'line' && myTasks.tasks !== null && all.length > 0 && <p className="patrol-hint">{messages.stale}</p>}
      {myTasks.fault === 'refused' && (
        <p className="patrol-hint" role="alert">
          {messages.failed}
        </p>
      )}
      {myTasks.tasks === null && myTasks.fault === null && <p role="status">{messages.loading}</p>}
      {myTasks.tasks === null && myTasks.fault === 'line' && (
        <p className="patrol-hint" role="alert">
          {messages.failed}
        </p>
      )}
      {myTasks.tasks !== null && open.length === 0 && (
        <div className="patrol-nothing">
          <p>{messages.none}</p>
          <p className="patrol-second">{messages.noneHint}</p>
        </div>
      )}
      {open.length > 0 && rows(open)}
      {ended.length > 0 && (
        <details className="patrol-ended">
          <summary>{messages.ended(ended.length)}</summary>
          {rows(ended)}
        </details>
      )}
    </section>
  );
}

/** The task's priority, and this ranger's state (or that the task was cancelled). */
export function TaskMarks({ task, state }: { readonly task: NamedTask; readonly state: TaskState }) {
  const { shared } = useOwnTasksMessages();
  const cancelled = task.cancelledAt !== null;
  return (
    <span className="patrol-marks">
      <DrillTag of={task} />
      <span className="tag" data-priority={task.priority}>
        {task.priority} {shared.priorities[task.priority]}
      </span>
      <span className="tag" data-state={cancelled ? 'cancelled' : state}>
        {cancelled ? shared.statuses.cancelled : shared.states[state]}
      </span>
    </span>
  );
}
