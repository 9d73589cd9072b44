// Decision support (辅助决策): which fires need it first, and everything known of one and its surroundings in one answer.

import { gridNo, id, numeric, optionalText, row, wireTime, withDrills } from '@lookout/contract';
import { z } from 'zod';
import { anyAlarm } from '../alarm/alarm.schema.ts';
import { burning } from '../burning/burning.calls.ts';
import { seeingCamera } from '../camera/camera.schema.ts';
import { fireLevel } from '../danger/danger.calls.ts';
import { weather } from '../duty/duty.calls.ts';
import { VECTOR_LAYER_KINDS } from '../map-layer/map-layer.ts';
import { ranger } from '../ranger/ranger.schema.ts';
import { nearbyResource, wireAssetKind } from '../resource/resource.schema.ts';
import { spreadBehaviour, spreadHeader, spreadImpact } from '../spread/spread.schema.ts';
import { ATTACKS } from '../spread/spread.ts';
import { ASSEMBLY_SIDES } from './approach.ts';
import type { SENDING_TOPICS } from './sending.ts';

/** The radii a page offers, metres. */
export const BRIEFING_RADII = [5_000, 10_000, 20_000, 50_000] as const;
/** Fires listed at most, the most dangerous first. */
export const MOST_FIRES = 100;

const level = z.literal([1, 2, 3, 4, 5]);
/** Metres, and degrees clockwise from north, from the fire. */
const way = { distance: z.number(), bearing: z.number() };

const forecastHour = z.object({
  time: wireTime,
  icon: z.string(),
  text: z.string(),
  windScale: z.string(),
  windDir: z.string(),
  windFromDegrees: z.number().nullable(),
  temp: z.number(),
  humidity: z.number(),
  rain: z.number().nullable(),
});
const forecastDay = forecastHour.omit({ time: true, temp: true }).extend({ day: z.string(), tempMax: z.number(), tempMin: z.number() });

/** A village, road or other feature of an imported layer. */
const nearPlace = z.object({
  id: z.string(),
  kind: z.enum(VECTOR_LAYER_KINDS),
  name: z.string(),
  layerName: z.string(),
  /** Drawn by the demo, or not measured. */
  schematic: z.boolean(),
  /** Its nearest point. */
  longitude: z.number(),
  latitude: z.number(),
  ...way,
  /** null: the layer does not say. */
  inhabitants: z.number().nullable(),
  households: z.number().nullable(),
});
export type WireNearPlace = z.output<typeof nearPlace>;

const count = z.object({ count: z.number() });
const namedWay = z.object({ name: z.string(), distanceMetres: z.number(), bearingDegrees: z.number() });
const line = <T extends (typeof SENDING_TOPICS)[number], C extends string, P extends z.ZodType>(topic: T, code: C, params: P) =>
  z.object({ topic: z.literal(topic), code: z.literal(code), params });
/** Domain `SendingLine`: a reason with its parameters, worded by the page. */
const sendingLine = z.union([
  line('people', 'base', count),
  line('people', 'verdict', count),
  line('people', 'fire-level', count.extend({ level })),
  line('people', 'wind', count.extend({ force: z.number() })),
  line('people', 'slope', count.extend({ degrees: z.number() })),
  line('people', 'dry-air', count.extend({ humidityPercent: z.number() })),
  line('people', 'guides', count),
  line('people', 'already-sent', count),
  line('people', 'too-few', z.object({ wanted: z.number(), found: z.number() })),
  line('team', 'first', namedWay),
  line('team', 'nearest', namedWay),
  line('team', 'command', namedWay),
  line('team', 'none', z.object({})),
  line('take', 'pump', namedWay),
  line('take', 'no-water', z.object({ withinMetres: z.number() })),
  line('take', 'store', namedWay),
  line('safety', 'head', z.object({ attack: z.enum(ATTACKS), flameLengthMetres: z.number().nullable() })),
  line('safety', 'wind', z.object({ force: z.number(), fromDegrees: z.number().nullable() })),
  line('safety', 'slope', z.object({ degrees: z.number() })),
  line('safety', 'dry-air', z.object({ humidityPercent: z.number() })),
  line('safety', 'danger-source', namedWay),
  line('safety', 'village', namedWay.extend({ inhabitants: z.number().nullable(), isDownwind: z.boolean() })),
]);

/** What the newest forecast of a fire says to those who are sent there. A model's word. */
const approach = z.object({
  beginTime: wireTime,
  endTime: wireTime,
  /** In the worst hour to come; `nobody`: people must not come near the head. null: the model does not say. */
  attack: z.enum(ATTACKS).nullable(),
  flameLengthMetres: z.number().nullable(),
  /** Where to gather: on a road, behind the head or at its side, 300 m and four flame lengths from what will burn. null: none is known. */
  assembly: z
    .object({
      longitude: z.number(),
      latitude: z.number(),
      ...way,
      /** null: where the head runs to is not known. */
      side: z.enum(ASSEMBLY_SIDES).nullable(),
      road: z.object({ zh: z.string(), en: z.string() }),
    })
    .nullable(),
});
export type WireApproach = z.output<typeof approach>;

/** null: there is no forecast of the fire, or its hours are over. */
const fireApproach = z.object({ approach: approach.nullable() });

export const briefing = z.object({
  /** When it was put together. */
  time: wireTime,
  alarm: anyAlarm,
  /** What the nearest are sorted by. */
  by: z.literal('distance'),
  radius: z.number(),
  /** The other alarms of its fire, nearest first. */
  sameFire: z.array(z.object({ distance: z.number(), alarm: anyAlarm })),
  /** Approved, and their window open when the fire was seen. */
  burnings: z.array(z.object({ ...way, burning })),
  /** Height above sea level, slope, and where it faces; null: unknown. */
  ground: z.object({ height: z.number().nullable(), slope: z.number().nullable(), aspect: z.number().nullable() }),
  /** With `errcode` and `errmsg` when the service refuses or does not answer. */
  weather,
  /** Empty when the service has none. */
  hours: z.array(forecastHour),
  days: z.array(forecastDay),
  /** Its newest forecast that is not over, with the first that are hit (`spread` has all); null: none. A model's word. */
  forecast: z
    .object({
      run: spreadHeader,
      /** At the end of its hours. */
      areaHectares: z.number(),
      /** The hour with the longest flames; null: not told, or nothing spreads. */
      worst: spreadBehaviour.nullable(),
      hits: z.array(spreadImpact),
      hitCount: z.number(),
    })
    .nullable(),
  ...fireApproach.shape,
  /** Of the county, its newest day; null: not watched. */
  fireLevel: fireLevel.nullable(),
  /** The days after that, worked out from the forecast. */
  levels: z.array(z.object({ day: z.string(), level, fwi: z.number() })),
  groups: z.array(z.object({ resourceType: wireAssetKind, resourceName: z.string(), count: z.number(), list: z.array(nearbyResource) })),
  /** null: the caller may see no rangers, and none are suggested. */
  rangerCount: z.number().nullable(),
  rangers: z.array(ranger),
  places: z.array(nearPlace),
  cameras: z.array(seeingCamera),
  suggestion: z.object({ wantedCount: z.number(), rangers: z.array(ranger), lines: z.array(sendingLine) }),
});
export type WireBriefing = z.output<typeof briefing>;

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
    reply: z.object({ alarm: anyAlarm, level: level.nullable() }),
    reads: 'fire-to-decide',
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
    reads: 'briefing',
  }),
  approach: row({
    method: 'POST',
    path: '/fire/api/decision/approach',
    summary:
      '接近火场：最新推演是否准许人员接近火头，以及建议的集结点（公路旁，火头后方或侧翼，离将燃范围 300 米以上）；派遣前查看，模型推算，不是观测',
    permission: { anyOf: ['support-decisions', 'dispatch'] },
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    weight: 5,
    input: z.object({ fireId: id }),
    reply: fireApproach,
    reads: 'fire-approach',
  }),
};
