// A grid's fire-risk level of a day as it travels, by its schema.
import { FIRE_DRIVERS } from '@lookout/domain';
import { z } from 'zod';

export const fireLevel = z.object({
  gridNo: z.string(),
  gridName: z.string(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  /** `YYYY-MM-DD`, Beijing time. */
  day: z.string(),
  level: z.literal([1, 2, 3, 4, 5]),
  fwi: z.number(),
  ffmc: z.number(),
  dmc: z.number(),
  dc: z.number(),
  isi: z.number(),
  bui: z.number(),
  /** °C, %, km/h and mm in 24 h at noon: what the index was worked out from. */
  temperature: z.number(),
  humidity: z.number(),
  windSpeed: z.number(),
  rain: z.number(),
  /** Which input drives the day's index most: named so that an officer knows what to watch. null: nothing does, the day is mild. */
  driver: z.enum(FIRE_DRIVERS).nullable(),
  /** Days before this one that nobody observed: the codes went on from the last known day. */
  gapDays: z.number(),
  source: z.enum(['qweather', 'demo']),
});
export type WireFireLevel = z.output<typeof fireLevel>;
