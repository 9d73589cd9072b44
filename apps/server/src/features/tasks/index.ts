// Dispatch and tasks: the handlers of contract `tasks`, the officer's side and the ranger's own.
import type { Contract } from '@lookout/contract';
import type { Store } from '@lookout/store';
import type { Handlers } from '../../serve/context.ts';
import type { Answers } from '../../services/answers.ts';
import type { Journal } from '../../services/journal.ts';
import type { Places } from '../../services/places.ts';
import { taskCancel } from './cancel.ts';
import { taskDispatch } from './dispatch.ts';
import { taskProgress } from './progress.ts';
import { taskReads } from './reads.ts';

export interface TaskDeps {
  readonly store: Store;
  readonly places: () => Places;
  readonly answers: Answers;
  readonly journal: Journal;
}

export const taskHandlers = (deps: TaskDeps): Handlers<Contract['tasks']> => ({
  ...taskDispatch(deps),
  ...taskReads(deps),
  ...taskCancel(deps),
  ...taskProgress(deps),
});
