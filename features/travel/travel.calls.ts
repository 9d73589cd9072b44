// Who arrives first: travel times over roads and on foot, and how far a person can travel. The results are model estimates (decisions 0067,
// 0069).

import { errorCode, gridNo, id, latitude, longitude, numeric, position, row, sentPosition, time } from '@lookout/contract';
import { z } from 'zod';
import { taskJourney } from '../task/task-journey.schema.ts';
import { NO_JOURNEYS } from '../task/task-journey.ts';

/** Who may be sent: people from their newest position, resources from their place. */
export const TRAVEL_KINDS = [
  'ranger',
  'team',
  'materialRepository',
  'HelicopterPoint',
  'fireCommand',
  'checkStation',
  'inspectionPost',
  'watchTower',
] as const;
export type TravelKind = (typeof TRAVEL_KINDS)[number];

export const TRAVEL_MODES = ['foot', 'car', 'fire-engine', 'motorcycle', 'helicopter'] as const;
export type TravelMode = (typeof TRAVEL_MODES)[number];

/** All kinds that do not fly. */
export const LAND_KINDS = TRAVEL_KINDS.filter((kind) => kind !== 'HelicopterPoint');
export type LandKind = Exclude<TravelKind, 'HelicopterPoint'>;

/** The travel modes of each kind; the first is the default. Their actual vehicles are not recorded, so each row is an assumption. 待核对. */
export const TRAVEL_MODES_OF_KIND: Readonly<Record<TravelKind, readonly [TravelMode, ...TravelMode[]]>> = {
  ranger: ['motorcycle', 'foot'],
  team: ['fire-engine', 'car', 'foot'],
  materialRepository: ['fire-engine', 'car'],
  HelicopterPoint: ['helicopter'],
  fireCommand: ['car', 'foot'],
  checkStation: ['car', 'foot'],
  inspectionPost: ['motorcycle', 'foot'],
  watchTower: ['foot'],
};

export const TRAVEL_STAGES = ['road', 'foot', 'air'] as const;

/** Metres in a straight line; anyone farther away is not searched. Helicopters have a separate radius. */
export const TRAVEL_RADIUS_METRES = 50_000;
export const FLIGHT_RADIUS_METRES = 300_000;
/** The most rows listed. */
export const MOST_TRAVELLERS = 100;
/** The most tasks in one query. */
export const MOST_ASKED_TASKS = 200;
export const REACH_MINUTES = { least: 1, most: 240 } as const;
export const MOST_REACH_TIMES = 6;

/** The roads that the times are based on: none (everyone on foot), the demo's, imported ones, or imported ones together with the demo's. */
const roads = z.enum(['none', 'demo', 'imported', 'mixed']);
/** The start of the forecast whose fire the routes avoid; null: none. */
const forecastAt = time.nullable();
const degrees = z.tuple([z.number(), z.number()]);
const common = { method: 'POST', permission: { anyOf: ['support-decisions', 'dispatch'] }, scope: 'position', effect: 'read' } as const;

export const travelCalls = {
  nearest: row({
    ...common,
    path: '/resource/api/travel/nearest',
    summary:
      '谁最先到：按到场时间排列的人员、队伍、物资库与直升机点，附路线、走法；到不了的列在后面并说明原因（模型估算）；起火处与附近火情有推演时，避开火到之前会封闭的路（avoidsFire）',
    envelope: 'list',
    // The search takes a slot among the heavy calls.
    weight: 30,
    input: z.object({
      longitude,
      latitude,
      kinds: z
        .array(z.enum(TRAVEL_KINDS, errorCode('travel-kind', { kinds: TRAVEL_KINDS })))
        .min(1, errorCode('travel-kinds-needed'))
        .max(TRAVEL_KINDS.length, errorCode('items-at-most', { most: TRAVEL_KINDS.length })),
      limit: numeric(z.number().int().min(1).max(MOST_TRAVELLERS)).default(20),
    }),
    reply: z.object({
      kind: z.enum(TRAVEL_KINDS),
      id: z.string(),
      name: z.string(),
      longitude: z.number(),
      latitude: z.number(),
      /** For a person: the time of the position. */
      positionTime: z.string().nullable(),
      /** Straight-line distance, metres. */
      distance: z.number(),
      /** Seconds from now until arrival; null: cannot come, for the reason `why`. */
      seconds: z.number().nullable(),
      metres: z.number(),
      roadMetres: z.number(),
      footMetres: z.number(),
      flightMetres: z.number(),
      /** Ascent on foot. */
      climbMetres: z.number(),
      /** lng, lat; thinned. */
      path: z.array(degrees),
      /**
       * The parts of the path that are driven, walked and flown. Each extends from the end of the previous one to the point with index
       * `end`.
       */
      stages: z.array(z.object({ by: z.enum(TRAVEL_STAGES), end: z.number() })),
      words: z.object({ zh: z.string(), en: z.string() }),
      why: z.enum(NO_JOURNEYS).nullable(),
      /** True if the fire of the forecast closes the fastest route, and this is another one. */
      avoidsFire: z.boolean(),
      roads,
      /** The start of the forecast whose fire the routes avoid; null: none. */
      forecastTime: z.string().nullable(),
    }),
  }),
  back: row({
    ...common,
    path: '/resource/api/travel/back',
    summary:
      '返回路线：一人或一队从火场返回出发地的时间与路线，以及按最新蔓延推演返回路线何时被火切断（模型估算）；车停在其下车处，直升机不适用',
    envelope: 'data',
    weight: 10,
    input: z.object({
      goal: sentPosition,
      /** The place where the person comes from, and returns to. */
      from: sentPosition,
      kind: z.enum(LAND_KINDS, errorCode('travel-kind', { kinds: LAND_KINDS })),
    }),
    reply: z.object({
      /** Seconds for the return route; null: there is none, for the reason `why`. */
      seconds: z.number().nullable(),
      metres: z.number(),
      path: z.array(position),
      stages: z.array(z.object({ by: z.enum(TRAVEL_STAGES), end: z.number() })),
      words: z.object({ zh: z.string(), en: z.string() }),
      why: z.enum(NO_JOURNEYS).nullable(),
      /**
       * The latest departure before the fire cuts the route off, with a margin of 10 min; null: not within the forecast. It may be in the
       * past.
       */
      cutOffAt: time.nullable(),
      /** True if the fire cuts the route off before the person, sent now, arrives at the fire. */
      isCutOffOnArrival: z.boolean(),
      roads,
      forecastAt,
    }),
  }),
  underWay: row({
    method: 'POST',
    path: '/oa/api/travel/under-way',
    summary:
      '在途：已接收、尚未到达的护林员预计何时到（按各自轨迹，模型估算），先到的在前；withPath 附计划路线。有“查看护林员”或“派遣”权限的看本网格的任务，护林员看自己的',
    permission: { anyOf: ['see-rangers', 'dispatch', 'report-as-ranger'] },
    scope: 'list',
    envelope: 'list',
    effect: 'read',
    input: z.object({
      gridNo: gridNo.nullish(),
      taskIds: z
        .array(id)
        .max(MOST_ASKED_TASKS, errorCode('items-at-most', { most: MOST_ASKED_TASKS }))
        .nullish(),
      withPath: z.boolean().nullish(),
    }),
    reply: taskJourney,
  }),
  reach: row({
    ...common,
    path: '/resource/api/travel/reach',
    summary: '一队人或一架直升机在给定分钟数内到得了的范围（等时圈，模型估算）；按最新蔓延推演不走火将封闭的路',
    envelope: 'data',
    weight: 10,
    input: z.object({
      position: sentPosition,
      mode: z.enum(TRAVEL_MODES, errorCode('travel-mode', { modes: TRAVEL_MODES })),
      minutes: z
        .array(
          numeric(
            z
              .number()
              .min(REACH_MINUTES.least, errorCode('travel-minutes', REACH_MINUTES))
              .max(REACH_MINUTES.most, errorCode('travel-minutes', REACH_MINUTES)),
          ),
        )
        .min(1, errorCode('travel-minutes-count', { most: MOST_REACH_TIMES }))
        .max(MOST_REACH_TIMES, errorCode('travel-minutes-count', { most: MOST_REACH_TIMES })),
    }),
    reply: z.object({
      roads,
      forecastAt,
      /** In the order of the requested times. Empty coordinates: nothing can be reached. */
      areas: z.array(
        z.object({
          minutes: z.number(),
          /** GeoJSON, WGS 84. */
          area: z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(z.array(degrees))) }),
        }),
      ),
    }),
  }),
};
