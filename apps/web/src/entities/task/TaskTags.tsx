// Status, priority and the end of the window as small marks: a shape and a word each, never colour alone.
import { type NamedTask, type TaskState, taskStatus } from '@lookout/domain';
import { isOverdue } from './task-facts.ts';
import './tasks.css';
import { useTasksWords } from './words.ts';

export function StatusTag({ task }: { readonly task: NamedTask }) {
  const words = useTasksWords();
  const status = taskStatus(task);
  return (
    <span className="task-tag tag" data-status={status}>
      {words.statuses[status]}
    </span>
  );
}

export function PriorityTag({ priority }: Pick<NamedTask, 'priority'>) {
  const words = useTasksWords();
  return (
    <span className="task-tag tag" data-priority={priority}>
      {priority} {words.priorities[priority]}
    </span>
  );
}

export function OverdueTag({ task, now }: { readonly task: NamedTask; readonly now: number }) {
  const words = useTasksWords();
  return isOverdue(task, now) ? (
    <span className="task-tag tag" data-overdue="true">
      {words.overdue}
    </span>
  ) : null;
}

export function StateTag({ state }: { readonly state: TaskState }) {
  const words = useTasksWords();
  return (
    <span className="task-tag tag" data-state={state}>
      {words.states[state]}
    </span>
  );
}
