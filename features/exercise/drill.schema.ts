// The mark of an exercise on alarms, tasks and messages.
import { z } from 'zod';

/** Only on what belongs to an exercise: it is no real fire, task or message. */
export const drillMark = { drill: z.literal(true).optional(), exerciseId: z.uuid().optional() };
