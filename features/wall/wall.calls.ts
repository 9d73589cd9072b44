// The wall (大屏) `/wall`: all that it shows in one reply, the forecast of a fire, and the totals of a grid's duty, which the monitor also
// shows. The reply contains the names of the officers on duty and in charge, but no telephone numbers, reporters or descriptions.

import { gridNo, id, numeric, row, wireTime } from '@lookout/contract';
import { z } from 'zod';
import { ALARM_KINDS, REAL_FIRE_TYPES } from '../alarm/alarm.ts';

export const dutySums = z.object({
  /** Number of alarms waiting to be judged. */
  unjudged: z.number(),
  /** Fires in progress. */
  burning: z.number(),
  /** Total of the fires whose area is known or forecast; null: none is. */
  burningHectares: z.number().nullable(),
  /** Number of fires closed since midnight in Beijing. */
  closedToday: z.number(),
  /** null: this caller may not see it. The same applies to `peopleOut`. */
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
  /**
   * `waiting`: to be judged. `of-burning`: it has joined a fire in progress and needs no judgement. `handled`: handled without a judgement.
   */
  state: z.enum(['waiting', 'of-burning', 'handled', 'real', 'false']),
  picture: picture.nullable(),
});
export type WallAlarm = z.output<typeof wallAlarm>;

export const wallFire = z.object({
  id: z.uuid(),
  /** Grid of the alarm that was judged real first. */
  gridNo: z.string(),
  gridName: z.string(),
  longitude: z.number(),
  latitude: z.number(),
  place: z.string(),
  /** The kinds of alarms that detected it, in the order of the sources. */
  kinds: z.array(z.enum(ALARM_KINDS)),
  alarms: z.number(),
  realFireType: z.enum(REAL_FIRE_TYPES).nullable(),
  /** When it was first seen, and when it was judged real. */
  sinceTime: wireTime,
  judgedTime: wireTime,
  /** The officer who acknowledged it; null: not acknowledged. */
  inCharge: z.string().nullable(),
  /** Members of its open tasks: ordered and not yet received, on the way, arrived. */
  people: z.object({ sent: z.number(), underWay: z.number(), there: z.number() }),
  /** Vehicles of its open tasks. */
  vehicles: z.number(),
  /** The earliest expected arrival, a model estimate. null: unknown. */
  nextArrivalTime: wireTime.nullable(),
  /** Hectares, observed or from its forecast. null: not known. */
  area: z.object({ hectares: z.number(), basis: z.enum(['observed', 'forecast']) }).nullable(),
  /** The newest forecast whose period has not ended, a model estimate. `hours` counts from its beginning. */
  forecast: z
    .object({ runId: z.uuid(), beginTime: wireTime, areas: z.array(z.object({ hours: z.number(), hectares: z.number() })) })
    .nullable(),
  picture: picture.nullable(),
});
export type WallFire = z.output<typeof wallFire>;

export const wall = z.object({
  gridNo: z.string(),
  gridName: z.string(),
  /** Name of the link; null: an officer's own session. */
  name: z.string().nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  /** Whether the demo world is running, so that the wall shows invented data. */
  isDemo: z.boolean(),
  sums: dutySums,
  /** Newest first, at most `MOST_WALL_FIRES`. `sums.burning` counts all. */
  fires: z.array(wallFire),
  /** Newest arrivals first. */
  alarms: z.array(wallAlarm),
  /** The officer on duty for this grid; null: none. */
  onDuty: z.object({ fullName: z.string(), sinceTime: wireTime }).nullable(),
});
export type Wall = z.output<typeof wall>;

/** With turns of 18 s each, these take a quarter of an hour. */
export const MOST_WALL_FIRES = 50;
export const MOST_WALL_ALARMS = 12;

const watches = { permission: { anyOf: ['watch-alarms'] }, scope: 'list', envelope: 'data', effect: 'read' } as const;

export const wallCalls = {
  wall: row({
    ...watches,
    method: 'POST',
    path: '/fire/api/wall',
    summary: '大屏 /wall：在燃火情、最近告警、态势汇总与值班人；since 之后没有变化时 wall 为 null',
    // Higher weight, because one reply contains several lists.
    weight: 2,
    embeds: ['wall'],
    input: z.object({ gridNo: gridNo.nullish(), since: numeric(z.number().int().min(0)).nullish() }),
    reply: z.object({
      /** The newest sequence number of the log, to be sent as the next `since`. */
      last: z.number(),
      /** Epoch milliseconds on the server's clock. */
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
        /** Coordinates of a GeoJSON MultiPolygon, the earliest first. */
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
