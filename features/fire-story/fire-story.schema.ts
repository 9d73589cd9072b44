// Schema of a line of a fire's story. A page loads the reader (fire-story.ts) without it.

import { position, time } from '@lookout/contract';
import { z } from 'zod';
import { OBJECTS_OF_STORY, STORY_KINDS, STORY_TOPICS } from './fire-story.ts';

export const storyLine = z.object({
  /** The line's sequence number in the log; a line without an actor has that of the line before it. */
  seq: z.number(),
  id: z.string(),
  /** When it became known to the system. */
  at: time,
  /** When it happened, where that was earlier. */
  happenedAt: time.nullable(),
  kind: z.enum(STORY_KINDS),
  topic: z.enum(STORY_TOPICS),
  by: z.object({
    /** `record`: measured, without an actor. */
    kind: z.enum(['officer', 'feed', 'system', 'record']),
    userId: z.string().nullable(),
    name: z.string().nullable(),
    post: z.string().nullable(),
    desk: z.string().nullable(),
  }),
  object: z.object({ kind: z.enum(OBJECTS_OF_STORY), id: z.string() }),
  /** The alarms of the fire that the line concerns: several when one act concerned several alarms. */
  alarmIds: z.array(z.string()),
  position: position.nullable(),
  formattedAddress: z.string().nullable(),
  pictures: z.array(z.string()),
  /** Number of its video recordings; they are played from the alarm. */
  recordings: z.number(),
  /** The detail depends on the kind. That of an alarm is the same as in its history. */
  detail: z.record(z.string(), z.unknown()),
});
export type WireStoryLine = z.output<typeof storyLine>;
