// The mark of an exercise on alarms, tasks and messages.
import { z } from 'zod';

/** Present only on objects of an exercise: not a real fire, task or message. */
export const drillMark = { drill: z.literal(true).optional(), exerciseId: z.uuid().optional() };
