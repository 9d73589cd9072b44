// The worker of thread-priority.test.ts.
import { giveWay } from './thread-priority.ts';
import { answerQuestions } from './worker-answers.ts';

const gives = giveWay();
answerQuestions<null, boolean>(async () => gives);
