// Decision support (辅助决策): which fires need a decision first, and everything known of one fire and its surroundings in one reply.

import { gridNo, id, numeric, optionalText, row, schemaOf, time, withDrills } from '@lookout/contract';
import { z } from 'zod';
import { alarm } from '../alarm/own-alarm.schema.ts';
import { burning } from '../burning/burning.schema.ts';
import { seeingCamera } from '../camera/camera.schema.ts';
import { gridFireLevel } from '../danger/danger.schema.ts';
import { weather } from '../duty/duty.calls.ts';
import { ranger } from '../ranger/ranger.schema.ts';
import { ASSET_KINDS } from '../resource/resource.ts';
import { nearbyAsset } from '../resource/resource-care.schema.ts';
import { spreadBehaviour, spreadImpact, spreadRunLine } from '../spread/spread.schema.ts';
import type { FireToDecide } from './briefing.ts';
import { approach, forecastDay, forecastHour, forecastLevel, ground, level, nearPlace, sendingLine, way } from './decision.schema.ts';

/** The radii that the page offers, metres. */
export const BRIEFING_RADII = [5_000, 10_000, 20_000, 50_000] as const;
/** The most fires listed, the most dangerous first. */
export const MOST_FIRES = 100;

const fireToDecide = schemaOf<FireToDecide>()(z.object({ alarm, fireLevel: level.nullable() }));

export const briefing = z.object({
  /** When the briefing was compiled. */
  at: time,
  alarm,
  /** The sort order of the nearest. */
  by: z.literal('distance'),
  radiusMetres: z.number(),
  /** The other alarms of its fire, nearest first. */
  sameFire: z.array(z.object({ distanceMetres: z.number(), alarm })),
  /** Approved burnings whose window was open when the fire was seen. */
  burnings: z.array(z.object({ ...way, burning })),
  ground,
  /** With `errcode` and `errmsg` when the service refuses or does not answer. */
  weather,
  /** Empty if the service has no hours. */
  hours: z.array(forecastHour),
  days: z.array(forecastDay),
  /** The newest forecast of the fire that has not expired, with the places hit first (`spread` has all); null: none. A model's estimate. */
  forecast: z
    .object({
      run: spreadRunLine,
      /** At the end of its hours. */
      areaHectares: z.number(),
      /** The hour with the longest flames; null: the model gives none, or nothing spreads. */
      worst: spreadBehaviour.nullable(),
      hits: z.array(spreadImpact),
      hitCount: z.number(),
    })
    .nullable(),
  /** null: the fire has no forecast, or the hours of its forecast have passed. */
  approach: approach.nullable(),
  /** The newest day of the county; null: not monitored. */
  fireLevel: gridFireLevel.nullable(),
  /** The following days, computed from the weather forecast. */
  levels: z.array(forecastLevel),
  /** Of every kind, the nearest. */
  groups: z.array(z.object({ kind: z.enum(ASSET_KINDS), count: z.number(), list: z.array(nearbyAsset) })),
  /** null: the caller may not see rangers, and none are suggested. */
  rangerCount: z.number().nullable(),
  rangers: z.array(ranger),
  places: z.array(nearPlace),
  cameras: z.array(seeingCamera),
  suggestion: z.object({ wantedCount: z.number(), rangers: z.array(ranger), lines: z.array(sendingLine) }),
});
export type Briefing = z.output<typeof briefing>;

export const decisionCalls = {
  fires: row({
    method: 'POST',
    path: '/fire/api/decision/fires',
    summary: '待决策的火情：在燃的与未处理的，最危险的在前',
    permission: { anyOf: ['support-decisions'] },
    scope: 'list',
    envelope: 'list',
    effect: 'read',
    weight: 30,
    input: z.object({ gridNo: gridNo.nullish(), address: optionalText(200), withDrills }),
    reply: fireToDecide,
  }),
  briefing: row({
    method: 'POST',
    path: '/fire/api/decision/briefing',
    summary: '一起火情的辅助决策：是什么、天气、周边的人和物、看得见的摄像头、首派建议，一次给全',
    permission: { anyOf: ['support-decisions'] },
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    weight: 60,
    input: z.object({ fireId: id, radiusMetres: numeric(z.number().min(500).max(100_000)).default(10_000) }),
    reply: briefing,
  }),
  approach: row({
    method: 'POST',
    path: '/fire/api/decision/approach',
    summary:
      '接近火场：最新推演是否准许人员接近火头，以及建议的集结点（公路旁，火头后方或侧翼，离将燃范围 300 米以上）；派遣前查看；没有推演，或推演的时段已过，为 null。模型推算，不是观测',
    permission: { anyOf: ['support-decisions', 'dispatch'] },
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    weight: 5,
    input: z.object({ fireId: id }),
    reply: approach.nullable(),
  }),
};
