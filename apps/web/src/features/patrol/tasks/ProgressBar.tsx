import { TASK_STATES, type TaskState } from '@lookout/domain';
import { hasReached } from '../../../entities/task/task-facts.ts';
import { useOwnTasksMessages } from './messages.ts';

/** Six steps in a row; those behind him are filled. */
export function ProgressBar({ state }: { readonly state: TaskState }) {
  const messages = useOwnTasksMessages();
  return (
    <ol className="steps-reached" aria-label={messages.progress}>
      {TASK_STATES.map((step) => (
        <li key={step} data-reached={hasReached({ state }, step)} aria-current={step === state ? 'step' : undefined}>
          {messages.shared.states[step]}
        </li>
      ))}
    </ol>
  );
}
