import type { LiveUpdate } from '@lookout/contract';
import { isDrill } from '@lookout/domain';

/** Updates that change an exercise or what belongs to one. */
export const isExerciseNews = (update: LiveUpdate): boolean =>
  update.kind === 'exercise-changed' ||
  ('alarm' in update && isDrill(update.alarm)) ||
  (update.kind === 'task-changed' && isDrill(update.task));
