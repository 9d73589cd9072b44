// Runs in a worker thread and calculates forecasts (forecast.ts).
import { ok } from '@lookout/domain';
import { giveWay } from '@lookout/server/services/thread-priority.ts';
import { answerQuestions } from '@lookout/server/services/worker-answers.ts';
import { forecastOf, joinMembers, membersOf, preparedOf, type WorkerAnswer, type WorkerQuestion } from './forecast.ts';
import { agreementsOf } from './weighing.ts';

giveWay();
answerQuestions(async (asked: WorkerQuestion): Promise<WorkerAnswer> => {
  switch (asked.kind) {
    case 'single':
      return forecastOf(asked.question);
    case 'prepare':
      return ok(preparedOf(asked.question));
    case 'weigh':
      return agreementsOf(asked);
    case 'members':
      return membersOf(asked);
    case 'together':
      return joinMembers(asked);
  }
});
