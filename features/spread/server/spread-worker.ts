// Runs in a worker thread and calculates forecasts (job.ts).
import { ok } from '@lookout/domain';
import { giveWay } from '@lookout/server/services/thread-priority.ts';
import { answerQuestions } from '@lookout/server/services/worker-answers.ts';
import { growMembers, joinMembers, sharedGroundOf } from './ensemble.ts';
import type { WorkerAnswer, WorkerMessage } from './job.ts';
import { singleForecast } from './single.ts';
import { agreementsOf } from './weighing.ts';

giveWay();
answerQuestions(async (message: WorkerMessage): Promise<WorkerAnswer> => {
  switch (message.kind) {
    case 'single':
      return singleForecast(message.job);
    case 'prepare':
      return ok(sharedGroundOf(message.job));
    case 'weigh':
      return agreementsOf(message);
    case 'grow':
      return growMembers(message);
    case 'join':
      return joinMembers(message);
  }
});
