// One task of a list, to be pressed: what, where, how urgent, and how far its people have come.
import type { NamedTask } from '@lookout/domain';
import { useServices } from '../../shared/services.ts';
import { useTasksMessages } from './messages.ts';
import { OverdueTag, PriorityTag, StatusTag } from './TaskTags.tsx';
import { shortTime, statesOf } from './task-facts.ts';

interface Props {
  readonly task: NamedTask;
  readonly onOpen: (taskId: string) => void;
  /** Every member with name and state (a fire's own tasks); else counts only. */
  readonly withNames?: boolean;
}

export function TaskCard({ task, onOpen, withNames = false }: Props) {
  const messages = useTasksMessages();
  const { now } = useServices();
  return (
    <button type="button" className="task-card stack" aria-label={messages.open(task.content)} onClick={() => onOpen(task.id)}>
      <span className="task-line line">
        <StatusTag task={task} />
        <PriorityTag priority={task.priority} />
        <OverdueTag task={task} now={now()} />
        <span className="gap" />
        <span className="tabular hint">{shortTime(task.createdAt, now())}</span>
      </span>
      <span className="clamp">{task.content}</span>
      {!withNames && <span className="hint cut">{task.address}</span>}
      <span className="task-states tabular">
        {withNames
          ? task.members.map(({ userId, fullName, state, stateAt }) => (
              <span key={userId} className="task-member" data-state={state}>
                {fullName} {messages.states[state]} {shortTime(stateAt, now())}
              </span>
            ))
          : statesOf(task).map(({ state, count }) => (
              <span key={state} className="task-member" data-state={state}>
                {messages.stateCount(messages.states[state], count)}
              </span>
            ))}
      </span>
    </button>
  );
}
