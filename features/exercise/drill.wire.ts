// The mark of an exercise on alarms, tasks and messages, and the words that its acts write. Always Chinese: they are stored, and read by the people
// on duty, whatever language a desk shows.
import type { MaybeDrill } from './drill.ts';

/** The mark of what belongs to an exercise; what is real has none. */
export const writeDrill = ({ exerciseId }: MaybeDrill) => (exerciseId === undefined ? {} : { drill: true as const, exerciseId });

/** The inverse of `writeDrill`. */
export const readDrill = ({ exerciseId }: { readonly exerciseId?: string | undefined }): MaybeDrill =>
  exerciseId === undefined ? {} : { exerciseId };

/** Before a short message about an alarm of an exercise. */
export const DRILL_PREFIX = '【演练】';

/** In the history of what the end of an exercise closes. */
export const EXERCISE_ENDED_NOTE = '演练结束';

/** The reason of the mode after an exercise. */
export const exerciseEndedReason = (name: string): string => `${EXERCISE_ENDED_NOTE}：${name}`;

/** The actor that puts the alarms of a script in. */
export const EXERCISE_SCRIPT = '演练脚本';
