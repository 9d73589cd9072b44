import type { NamedTask, TaskState } from '@lookout/domain';
import { useOwnTasksMessages } from './messages.ts';

/** How urgent, and how far he himself has come (or that it was called off). */
export function TaskMarks({ task, state }: { readonly task: NamedTask; readonly state: TaskState }) {
  const { shared } = useOwnTasksMessages();
  const cancelled = task.cancelledAt !== null;
  return (
    <span className="patrol-marks">
      <span className="tag" data-priority={task.priority}>
        {task.priority} {shared.priorities[task.priority]}
      </span>
      <span className="tag" data-state={cancelled ? 'cancelled' : state}>
        {cancelled ? shared.statuses.cancelled : shared.states[state]}
      </span>
    </span>
  );
}
