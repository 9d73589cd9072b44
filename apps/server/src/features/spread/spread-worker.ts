// Runs in a worker thread: works forecasts out (forecast.ts).
import { giveWay } from '../../services/thread-priority.ts';
import { answerQuestions } from '../../services/worker-answers.ts';
import { forecastOf, membersOf, togetherOf, type WorkerAnswer, type WorkerQuestion } from './forecast.ts';
import { agreementsOf } from './weighing.ts';

giveWay();
answerQuestions(async (asked: WorkerQuestion): Promise<WorkerAnswer> => {
  if (asked.kind === 'single') return forecastOf(asked.question);
  if (asked.kind === 'weigh') return agreementsOf(asked);
  return asked.kind === 'members' ? membersOf(asked) : togetherOf(asked);
});
