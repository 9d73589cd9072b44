// The mark of an exercise on alarms, tasks and messages, and the texts that its acts store. The texts are always Chinese: they are stored,
// and read by the people on duty, whatever language the browser displays.
import type { MaybeDrill } from './drill.ts';

/** The mark of an object of an exercise; real objects have none. */
export const writeDrill = ({ exerciseId }: MaybeDrill) => (exerciseId === undefined ? {} : { drill: true as const, exerciseId });

/** The inverse of `writeDrill`. */
export const readDrill = ({ exerciseId }: { readonly exerciseId?: string | undefined }): MaybeDrill =>
  exerciseId === undefined ? {} : { exerciseId };

/** Prefix of a short message about an alarm of an exercise. */
export const DRILL_PREFIX = '【演练】';

/** The note in the history of objects that the end of an exercise closes. */
export const EXERCISE_ENDED_NOTE = '演练结束';

/** The reason of the mode change after an exercise. */
export const exerciseEndedReason = (name: string): string => `${EXERCISE_ENDED_NOTE}：${name}`;

/** The actor that inserts the alarms of a script. */
export const EXERCISE_SCRIPT = '演练脚本';
