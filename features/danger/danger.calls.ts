// Fire-risk level (火险等级) by grid and day, in the five levels of LY/T 1172. In addition: the Canadian Fire Weather Index, the fuels of the
// FBP System, what drives a day, and how well the levels predicted where fires burned.

import {
  day,
  errorCode,
  gridNo,
  HEAVY,
  latitude,
  longitude,
  measure,
  numeric,
  requiredText,
  row,
  text,
  time,
  whyRefused,
  wireTime,
} from '@lookout/contract';
import { COVER_SCHEMES, LAND_COVERS } from '@lookout/domain';
import { z } from 'zod';
import { RATING_PARTS, RATING_TABLE_PARTS } from './danger-rating.ts';
import { LEVELS_RAISED, MOST_DAYS_AROUND, MOST_HOLIDAYS, MOST_STROKES } from './danger-rules.ts';
import { FIRE_DRIVERS } from './fire-weather.ts';

const level = z.literal([1, 2, 3, 4, 5]);
const intensityClass = z.literal([1, 2, 3, 4, 5, 6]);
const weatherSource = z.enum(['qweather', 'demo']);
const driving = z.object({ driver: z.enum(FIRE_DRIVERS), drop: z.number(), levels: z.number() });

const rating = z.object({
  /** A + B + C + D − E. */
  htz: z.number(),
  level,
  /** The points of each part; `season` is subtracted. */
  points: z.record(z.enum(RATING_PARTS), z.number()),
  /** The days before were not observed, so the dry spell may be longer and the index higher. */
  isAtLeast: z.boolean(),
});

/** The warned level: the level of the day, raised by the rules of the grid. */
const warned = z.object({
  level,
  /** Empty: the level was not raised. */
  raisedBy: z.array(
    z.discriminatedUnion('kind', [
      /** `days` from the holiday: negative before it, 0 within it, positive after it. */
      z.object({ kind: z.literal('holiday'), name: z.string(), days: z.number() }),
      z.object({ kind: z.literal('lightning'), strokes: z.number() }),
    ]),
  ),
});

export const fireLevel = z.object({
  gridNo: z.string(),
  gridName: z.string(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  /** `YYYY-MM-DD`, Beijing time. */
  day: z.string(),
  /** By LY/T 1172 if its inputs are known, otherwise `indexLevel`. This level is displayed, and alarms and warnings use it. */
  level,
  /** The level by the Canadian index. */
  indexLevel: level,
  fwi: z.number(),
  ffmc: z.number(),
  dmc: z.number(),
  dc: z.number(),
  isi: z.number(),
  bui: z.number(),
  /** °C, %, km/h and mm in 24 h at noon: the inputs of the index. */
  temperature: z.number(),
  humidity: z.number(),
  windSpeed: z.number(),
  rain: z.number(),
  /** The input that drives the day's index most, so that an officer knows what to watch. null: a mild day, nothing drives the index. */
  driver: z.enum(FIRE_DRIVERS).nullable(),
  /** Number of unobserved days before this one: the codes continue from the last known day. */
  gapDays: z.number(),
  source: weatherSource,
  /**
   * Every input that drives the day, strongest first: how much the index, and how many levels, would be lower without the input. Empty for
   * days computed by older versions.
   */
  drivers: z.array(driving),
  /** °C, % and km/h: extremes of the 24 h up to noon, or of the day for a forecast; null: computed by an older version. */
  temperatureMax: z.number().nullable(),
  humidityMin: z.number().nullable(),
  windSpeedMax: z.number().nullable(),
  /** Days without rain, including the day itself. */
  dryDays: z.number().nullable(),
  /** LY/T 1172, by the table in force for the grid; null under the same condition as the extremes. */
  rating: rating.nullable(),
  /**
   * Head of a fire on level terrain, in the fuels of the Canadian FBP System that represent the local vegetation. Modelled, not observed.
   * m/min and kW/m.
   */
  fuels: z.array(z.object({ fuel: z.string(), rate: z.number(), intensity: z.number(), intensityClass })),
  /** The names of holidays on which many people light fires. */
  holidays: z.array(z.string()),
  /** Strokes on the day; null: no feed had reported any by then, they are no longer retained, or the day is in the future. */
  lightning: z.number().nullable(),
  warned,
  /** For a forecast: when the weather service was queried. Absent: observed. */
  forecastTime: wireTime.optional(),
});
export type WireFireLevel = z.output<typeof fireLevel>;

const sourced = { source: requiredText(200, errorCode('danger-source-needed')), toConfirm: z.boolean() };
const points = z.array(numeric(z.number().min(0).max(200))).max(40);
const steps = z.object({ ...sourced, upTo: z.array(numeric(z.number().min(-100).max(500))).max(39), points });

export const ratingTable = z.object({
  temperature: steps,
  humidity: steps,
  dryDays: steps,
  wind: steps,
  season: z.object({ ...sourced, points }),
  levels: z.object({ ...sourced, upTo: z.array(numeric(z.number().min(-100).max(500))).max(39) }),
});

const holiday = z.object({
  ...sourced,
  name: requiredText(32, errorCode('holiday-name-needed')),
  /** `YYYY-MM-DD`, or `MM-DD` for every year; the last day is included. */
  from: text(10),
  to: text(10),
});

const raised = z.literal([...LEVELS_RAISED]);
const daysAround = numeric(z.number().int().min(0).max(MOST_DAYS_AROUND));

/** By how many levels a holiday and lightning raise the warned level. */
export const dangerRaising = z.object({
  ...sourced,
  holiday: z.object({ levels: raised, daysBefore: daysAround, daysAfter: daysAround }),
  lightning: z.object({ levels: raised, strokes: numeric(z.number().int().min(1).max(MOST_STROKES)) }),
});

export const dangerRules = z.object({
  gridNo: z.string(),
  gridName: z.string(),
  /** The table in force for the grid. */
  rating: ratingTable,
  /** The grid that set the table; null: the built-in table. */
  ratingFrom: z.string().nullable(),
  holidays: z.array(holiday),
  holidaysFrom: z.string().nullable(),
  raising: dangerRaising,
  /** null: nothing is raised. */
  raisingFrom: z.string().nullable(),
  /** The version of the rules set for exactly this grid; 0: none are set. */
  version: z.number(),
  updateUser: z.string().nullable(),
  updateTime: wireTime.nullable(),
});
export type WireDangerRules = z.output<typeof dangerRules>;

export const STROKES_AT_ONCE = 10_000;
/** One stroke of a batch; each stroke is validated separately. */
export const strokeRow = z.object({
  longitude,
  latitude,
  time,
  /** Peak current with its sign, kA. */
  current: measure('strokeKiloamperes'),
});

/** A level's share of the days and of the fires. */
const verifiedClass = z.object({
  level,
  /** Grids × days. */
  gridDays: z.number(),
  shareOfGridDays: z.number(),
  alarms: z.number(),
  /** Alarms of one fire count once. */
  fires: z.number(),
  shareOfFires: z.number(),
  /** null: no day had this level. */
  firesPerThousandGridDays: z.number().nullable(),
});

export const dangerVerification = z.object({
  gridNo: z.string(),
  gridName: z.string(),
  beginDay: z.string(),
  endDay: z.string(),
  /** Confirmed fires in the window and the grid. */
  fires: z.number(),
  alarms: z.number(),
  /** Fires at a place and on a day without a level; they are in no class. */
  firesWithout: z.object({ fwi: z.number(), rating: z.number() }),
  fwi: z.array(verifiedClass),
  /** By the level that today's rules would have warned of; without raising, identical to `fwi`. */
  warned: z.array(verifiedClass),
  /** Days of grids whose rules raise by lightning, but for which no strokes are known (any more). Lightning raised nothing on them. */
  gridDaysWithoutLightning: z.number(),
  rating: z.array(verifiedClass),
});

/** By LY/T 1172 (1–5), by the level of the Canadian index (1–5), or by the intensity of a fire in the local vegetation (1–6). */
export const DANGER_GRID_BY = ['rating', 'index', 'intensity'] as const;

export const dangerGrid = z.object({
  gridNo: z.string(),
  gridName: z.string(),
  day: z.string(),
  by: z.enum(DANGER_GRID_BY),
  /** Always true: cells are never observed. */
  isModel: z.literal(true),
  /** The version of the rules by which cells are computed. */
  version: z.string(),
  /** For a forecast: when the weather service was queried. Absent: from observed weather. */
  forecastTime: wireTime.optional(),
  /** Side length of a cell. */
  cellMetres: z.number(),
  columns: z.number(),
  rows: z.number(),
  /** Outer edges of the image, degrees. */
  west: z.number(),
  south: z.number(),
  east: z.number(),
  north: z.number(),
  /** PNG as a data URL, one pixel per cell, north up, transparent where there is no class. */
  image: z.string(),
  /** The colour and the number of cells of each class. */
  legend: z.array(z.object({ class: z.number(), colour: z.string(), cells: z.number() })),
  /** Cells of the grid that are in no class: no weather, unknown land cover, or nothing that burns. */
  cellsWithout: z.number(),
  inputs: z.object({
    /** The grids whose weather was used. */
    weatherGrids: z.array(z.string()),
    weatherSources: z.array(weatherSource),
    /** Names of the land-cover files; empty: none are known for this area. */
    landCover: z.array(z.string()),
    /** The source of the elevations: whether they are measured. */
    ground: z.enum(['demo', 'imported', 'mixed', 'none']),
    /** The tables of LY/T 1172 that were used; null: another scheme was used. */
    rating: z
      .object({
        /** 待核对: parts still to be confirmed. */
        toConfirm: z.array(z.enum(RATING_TABLE_PARTS)),
        /** In at least one grid the dry spell may be longer, and the level higher. */
        isAtLeast: z.boolean(),
      })
      .nullable(),
  }),
});

/** °C, %, km/h, and mm in 24 h. */
const noon = z.object({ temperature: z.number(), humidity: z.number(), windSpeed: z.number(), rain: z.number() });

/** One cell of a danger grid, and what determines its danger. */
export const dangerCell = z.object({
  /** The grid whose image contains the cell. */
  gridNo: z.string(),
  day: z.string(),
  isModel: z.literal(true),
  version: z.string(),
  forecastTime: wireTime.optional(),
  /** The centre of the cell, degrees. */
  longitude: z.number(),
  latitude: z.number(),
  cellMetres: z.number(),
  /** The grid whose weather is used; null: no enclosing grid has weather. */
  weatherGrid: z.object({ gridNo: z.string(), gridName: z.string(), noon, heightMetres: z.number().nullable() }).nullable(),
  weatherSource: weatherSource.nullable(),
  /** null: not known. */
  heightMetres: z.number().nullable(),
  ground: z.enum(['demo', 'imported', 'mixed', 'none']),
  /** 0: level terrain, or the surrounding elevations are not known. The cell then has no aspect. */
  slopeDegrees: z.number(),
  /** The direction that the slope faces, degrees from north. */
  aspectDegrees: z.number(),
  /** null: not known at this place. */
  cover: z.object({ scheme: z.enum(COVER_SCHEMES), value: z.number(), kind: z.enum(LAND_COVERS).nullable(), file: z.string() }).nullable(),
  /** The FBP fuel that represents the cover; null: nothing burns, or the cover is not known. */
  fuel: z.string().nullable(),
  /** null: in no class, because there is no weather or nothing that burns. */
  danger: z
    .object({
      /** By LY/T 1172 if known, otherwise `indexLevel`. */
      level,
      indexLevel: level,
      fwi: z.number(),
      /** null: the land cover is not known. */
      intensityClass: intensityClass.nullable(),
      /** The noon weather, adjusted to the cell's elevation and slope. */
      noon,
      /** Strongest first, as for the grid. */
      drivers: z.array(driving),
      /** The cell's level, raised in the same way as that of the weather's grid. */
      warned,
      /** LY/T 1172; null: the day was stored without the values that it rates. */
      rating: rating
        .extend({
          /** The lookup value of each part: °C and % at the cell's elevation and slope; days, Beaufort and month as for the grid. */
          values: z.record(z.enum(RATING_PARTS), z.number()),
          /** 待核对: parts still to be confirmed. */
          toConfirm: z.array(z.enum(RATING_TABLE_PARTS)),
        })
        .nullable(),
    })
    .nullable(),
  /** The dry days of the weather's grid; null: computed by an older version. */
  dryDays: z.number().nullable(),
  /** The days before were not observed, so the number may be higher. */
  dryDaysAtLeast: z.boolean(),
});

export const fireLevelCalls = {
  fireLevel: row({
    method: 'GET',
    path: '/fire/api/fireAlarmLevel/getFireLevel',
    summary:
      '火险等级，某日（缺省为最近的观测日，其后七日为预报，以天气服务所及为限）：self 只网格本身，children 网格与其下级，counties 到县（没有县的市州为其本身）',
    permission: { anyOf: ['watch-alarms'] },
    embeds: ['danger', 'wall'],
    scope: 'list',
    envelope: 'list',
    effect: 'read',
    weight: 5,
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
  dangerGrid: row({
    method: 'GET',
    path: '/fire/api/fireAlarmLevel/grid',
    summary:
      '一个市州或县的火险格网图（约1公里，PNG，附范围、图例与输入）：气象按高度与坡向推到每格；by 为 rating（LY/T 1172：气温与湿度推到每格，风、连旱、季节为县的；缺省）、index（加拿大 FWI 的等级）或 intensity（地类对应可燃物的火头强度级）。模型推算，非观测',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    weight: HEAVY,
    query: z.object({ gridNo, day: day.nullish(), by: z.enum(DANGER_GRID_BY).default('rating') }),
    reply: dangerGrid,
  }),
  dangerCell: row({
    method: 'GET',
    path: '/fire/api/fireAlarmLevel/cell',
    summary:
      '火险格网图中一处所在的格（gridNo 的图；全国与省取该处所在市州的）：等级与强度级、LY/T 1172 各项的值与分、按规则的预警等级、推到此格的气象、海拔、坡度坡向、地类、成因；该处不在任何一格内的（在网格以外，或该处所在市州这一天没有格网图）为 null。与格网图同一规则；模型推算，非观测',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    weight: 5,
    query: z.object({ gridNo, longitude, latitude, day: day.nullish() }),
    reply: dangerCell.nullable(),
  }),
  dangerRules: row({
    method: 'GET',
    path: '/fire/api/fireAlarmLevel/rules',
    summary:
      '对一个网格有效的火险规则：LY/T 1172 计分表、节假日，及节假日与雷电把预警等级抬高几级，各附出处与是否待核对；本级未设的从上级，都未设的为产品自带',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    query: z.object({ gridNo }),
    reply: dangerRules,
  }),
  saveDangerRules: row({
    method: 'POST',
    path: '/fire/api/fireAlarmLevel/rules',
    summary:
      '设定一个网格的火险规则；rating、holidays、raising 为 null 的从上级；version 为所见本级设定的版本（没有为 0），不符时为 409，附现有的',
    permission: { anyOf: ['dispatch'] },
    scope: 'object',
    envelope: 'data',
    effect: 'write',
    act: 'save-danger-rules',
    input: z.object({
      gridNo,
      rating: ratingTable.nullable(),
      holidays: z
        .array(holiday)
        .max(MOST_HOLIDAYS, errorCode('items-at-most', { most: MOST_HOLIDAYS }))
        .nullable(),
      raising: dangerRaising.nullable(),
      version: numeric(z.number().int().min(0)),
    }),
    reply: dangerRules,
  }),
  putLightning: row({
    method: 'POST',
    path: '/fire/api/lightning/ingest',
    summary: '接收雷电定位（成批）：逐行报告，同一时间同一位置只记一次，保存 90 日',
    permission: { feedOr: ['act-on-alarms'], national: true },
    scope: 'none',
    envelope: 'data',
    effect: 'write',
    act: 'upload-lightning',
    body: 'large-json',
    input: z.array(z.unknown(), errorCode('strokes-needed')).max(STROKES_AT_ONCE, errorCode('items-at-most', { most: STROKES_AT_ONCE })),
    reply: z.object({
      received: z.number(),
      accepted: z.number(),
      duplicates: z.number(),
      rejected: z.array(z.object({ index: z.number(), path: z.string(), ...whyRefused })),
    }),
  }),
  verifyFireLevels: row({
    method: 'GET',
    path: '/fire/api/fireAlarmLevel/verification',
    summary:
      '火险等级的检验：一段时间内（缺省 90 日，至多 366 日）各级的网格日数与所起的属实火情，FWI、按现行规则抬高后的预警等级、LY/T 1172 各一表',
    permission: { anyOf: ['see-statistics'] },
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    weight: HEAVY,
    query: z.object({ gridNo, beginDay: day.nullish(), endDay: day.nullish() }),
    reply: dangerVerification,
  }),
};
