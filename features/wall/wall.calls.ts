// The wall (大屏) `/wall`: everything that it shows in one answer, the forecast of a fire, and the sums of a grid's duty, which the monitor shows too. Names of who
// is on duty and in charge are in it; no telephone number, reporter or description is.

import { gridNo, id, numeric, row, wireTime } from '@lookout/contract';
import { z } from 'zod';
import { ALARM_KINDS, REAL_FIRE_TYPES } from '../alarm/alarm.ts';

export const dutySums = z.object({
  /** Alarms that wait to be judged. */
  unjudged: z.number(),
  /** Fires in progress. */
  burning: z.number(),
  /** Of those whose area is known or forecast; null: of none. */
  burningHectares: z.number().nullable(),
  /** Fires, since midnight in Beijing. */
  closedToday: z.number(),
  /** null: not to be seen by this caller; so with `peopleOut`. */
  openTasks: z.number().nullable(),
  peopleOut: z.number().nullable(),
  warnings: z.number(),
});

/** The newest picture of an alarm or of a fire's alarms. */
const picture = z.object({ url: z.string(), time: wireTime });

const wallAlarm = z.object({
  id: z.uuid(),
  kind: z.enum(ALARM_KINDS),
  gridNo: z.string(),
  gridName: z.string(),
  longitude: z.number(),
  latitude: z.number(),
  place: z.string(),
  observationTime: wireTime,
  arrivalTime: wireTime,
  /** `waiting`: to be judged; `of-burning`: it has joined a fire in progress and waits for nobody; `handled`: without a judgement. */
  state: z.enum(['waiting', 'of-burning', 'handled', 'real', 'false']),
  picture: picture.nullable(),
});
export type WallAlarm = z.output<typeof wallAlarm>;

export const wallFire = z.object({
  id: z.uuid(),
  /** Of the alarm that was judged real first. */
  gridNo: z.string(),
  gridName: z.string(),
  longitude: z.number(),
  latitude: z.number(),
  place: z.string(),
  /** By what it was seen, in the order of the sources. */
  kinds: z.array(z.enum(ALARM_KINDS)),
  alarms: z.number(),
  realFireType: z.enum(REAL_FIRE_TYPES).nullable(),
  /** First seen, and judged real. */
  sinceTime: wireTime,
  judgedTime: wireTime,
  /** Who acknowledged it; null: nobody. */
  inCharge: z.string().nullable(),
  /** Members of its tasks in hand: ordered and not yet received, under way, arrived. */
  people: z.object({ sent: z.number(), underWay: z.number(), there: z.number() }),
  /** Of its tasks in hand. */
  vehicles: z.number(),
  /** When the first of them is expected; a model's word. null: not to be said. */
  nextArrivalTime: wireTime.nullable(),
  /** Hectares: seen, or as its forecast says. null: not known. */
  area: z.object({ hectares: z.number(), basis: z.enum(['observed', 'forecast']) }).nullable(),
  /** The newest whose hours are not over; a model's word. `hours`: from its beginning. */
  forecast: z
    .object({ runId: z.uuid(), beginTime: wireTime, areas: z.array(z.object({ hours: z.number(), hectares: z.number() })) })
    .nullable(),
  picture: picture.nullable(),
});
export type WallFire = z.output<typeof wallFire>;

export const wall = z.object({
  gridNo: z.string(),
  gridName: z.string(),
  /** Of the link; null: an officer's own session. */
  name: z.string().nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  /** The demo world runs: what the wall shows is invented. */
  isDemo: z.boolean(),
  sums: dutySums,
  /** The newest first, `MOST_WALL_FIRES` at most; `sums.burning` counts all. */
  fires: z.array(wallFire),
  /** The newest arrivals first. */
  alarms: z.array(wallAlarm),
  /** Who has the desk of this grid; null: nobody. */
  onDuty: z.object({ fullName: z.string(), sinceTime: wireTime }).nullable(),
});
export type Wall = z.output<typeof wall>;

/** In turn of 18 s each that is a quarter of an hour. */
export const MOST_WALL_FIRES = 50;
export const MOST_WALL_ALARMS = 12;

const watches = { permission: { anyOf: ['watch-alarms'] }, scope: 'list', envelope: 'data', effect: 'read' } as const;

export const wallCalls = {
  wall: row({
    ...watches,
    method: 'POST',
    path: '/fire/api/wall',
    summary: '大屏 /wall：在燃火情、最近告警、态势汇总与值班人；since 之后没有变化时 wall 为 null',
    // Several lists in one answer.
    weight: 2,
    embeds: ['wall'],
    input: z.object({ gridNo: gridNo.nullish(), since: numeric(z.number().int().min(0)).nullish() }),
    reply: z.object({
      /** The newest number of the log: the next `since`. */
      last: z.number(),
      /** Epoch milliseconds by the server's clock. */
      now: z.number(),
      wall: wall.nullable(),
    }),
  }),
  wallForecast: row({
    method: 'GET',
    path: '/fire/api/wall/forecast',
    summary: '大屏 /wall：一起在燃火情最新的蔓延推演，各时的轮廓（模型推算，非观测）；没有时为 null',
    permission: { anyOf: ['support-decisions'] },
    embeds: ['wall'],
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    query: z.object({ id }),
    reply: z
      .object({
        runId: z.uuid(),
        beginTime: wireTime,
        /** GeoJSON MultiPolygon's coordinates, the earliest first. */
        outlines: z.array(
          z.object({ hours: z.number(), hectares: z.number(), coordinates: z.array(z.array(z.array(z.tuple([z.number(), z.number()])))) }),
        ),
      })
      .nullable(),
  }),
  dutySums: row({
    ...watches,
    method: 'GET',
    path: '/fire/api/dutySums',
    summary: '态势汇总：待研判、在燃、过火面积（公顷）、今日关闭、在办任务、巡护在岗、生效预警；无权看的为 null',
    query: z.object({ gridNo: gridNo.nullish() }),
    reply: dutySums,
  }),
};
