// Worker thread: shading and drawing a picture takes some hundred milliseconds, which must not delay an alarm.
import { answerQuestions } from '@lookout/server/services/worker-answers.ts';
import { drawMap, type MapDrawing } from './drawing.ts';

answerQuestions<MapDrawing, Uint8Array>(drawMap);
