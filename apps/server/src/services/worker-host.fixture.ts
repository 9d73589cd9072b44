// The worker of worker-host.test.ts.
import { answerQuestions } from './worker-answers.ts';

answerQuestions<'answer' | 'fault' | 'die', string>(async (question) => {
  if (question === 'fault') throw Object.assign(new Error('no answer'), { detail: 7 });
  // The rejection is outside of any question, so it ends the worker, whose error is reported before its end.
  if (question === 'die') return new Promise(() => setImmediate(() => Promise.reject(new Error('the worker died'))));
  return 'an answer';
});
