// Status, priority and the end of the window as small marks: a shape and a word each, never colour alone.
import { type NamedTask, type TaskState, taskStatus } from '@lookout/domain';
import { isOverdue } from './task-facts.ts';
import './tasks.css';
import { useTasksMessages } from './messages.ts';

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
    <span className="task-tag tag" data-overdue="true">
      {messages.overdue}
    </span>
  ) : null;
}

export function StateTag({ state }: { readonly state: TaskState }) {
  const messages = useTasksMessages();
  return (
    <span className="task-tag tag" data-state={state}>
      {messages.states[state]}
    </span>
  );
}
