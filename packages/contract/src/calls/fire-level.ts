// Fire-risk level (火险等级): the Canadian Fire Weather Index by grid and day, in five levels.
import { FIRE_DRIVERS } from '@lookout/domain';
import { z } from 'zod';
import { day, gridNo, wireTime } from '../fields.ts';
import { row } from '../row.ts';

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
  /** A forecast: when the weather service was asked; absent: observed. */
  forecastTime: wireTime.optional(),
});
export type WireFireLevel = z.output<typeof fireLevel>;

export const fireLevelCalls = {
  fireLevel: row({
    method: 'GET',
    path: '/fire/api/fireAlarmLevel/getFireLevel',
    summary:
      '火险等级，某日（缺省为最近的观测日，其后三日为预报）：self 只网格本身，children 网格与其下级，counties 到县（没有县的市州为其本身）',
    permission: { anyOf: ['watch-alarms'] },
    embeds: ['danger'],
    scope: 'list',
    envelope: 'list',
    effect: 'read',
    query: z.object({ gridNo: gridNo.nullish(), day: day.nullish(), level: z.enum(['self', 'children', 'counties']).default('children') }),
    reply: fireLevel,
    reads: 'fire-level',
  }),
  fireLevelDays: row({
    method: 'GET',
    path: '/fire/api/fireAlarmLevel/days',
    summary: '一个网格逐日的火险等级，最近的在后',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'object',
    envelope: 'list',
    effect: 'read',
    query: z.object({ gridNo, beginDay: day.nullish(), endDay: day.nullish() }),
    reply: fireLevel,
    reads: 'fire-level',
  }),
};
