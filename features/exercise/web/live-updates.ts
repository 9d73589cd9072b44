import type { LiveUpdate } from '../../live-messages.ts';
import { isDrill } from '../drill.ts';

/** Updates that change an exercise or its objects. */
export const isExerciseUpdate = (update: LiveUpdate): boolean =>
  update.kind === 'exercise-changed' ||
  ('alarm' in update && isDrill(update.alarm)) ||
  (update.kind === 'task-changed' && isDrill(update.task));
