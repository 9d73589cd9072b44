// The worker of right-of-way.test.ts. It waits until it is notified, and counts how often it reads the clock.

import { answerQuestions } from '@lookout/server/services/worker-answers.ts';
import { createStandAside } from './right-of-way.ts';

export interface WorkerOrder {
  readonly flag: Int32Array;
  readonly checks: Int32Array;
}

answerQuestions<WorkerOrder, number>(async ({ flag, checks }) => {
  const now = (): number => {
    Atomics.add(checks, 0, 1);
    return performance.now();
  };
  return createStandAside({ now, longestWaitMs: Number.POSITIVE_INFINITY })(flag);
});
