// Worker thread: shading and drawing a picture takes some hundred milliseconds, for which no alarm may wait.
import { answerQuestions } from '@lookout/server/services/worker-answers.ts';
import { drawMap, type MapDrawing } from './drawing.ts';

answerQuestions<MapDrawing, Uint8Array>(drawMap);
