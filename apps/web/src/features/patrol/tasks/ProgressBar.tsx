import { TASK_STATES, type TaskState } from '@lookout/domain';
import { hasReached } from '../../../entities/task/task-facts.ts';
import { useOwnTasksWords } from './words.ts';

/** Six steps in a row; those behind him are filled. */
export function ProgressBar({ state }: { readonly state: TaskState }) {
  const words = useOwnTasksWords();
  return (
    <ol className="steps-reached" aria-label={words.progress}>
      {TASK_STATES.map((step) => (
        <li key={step} data-reached={hasReached({ state }, step)} aria-current={step === state ? 'step' : undefined}>
          {words.shared.states[step]}
        </li>
      ))}
    </ol>
  );
}
