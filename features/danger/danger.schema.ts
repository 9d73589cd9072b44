// The schemas of the fire-risk level, of the rules by which it is rated, and of the danger by cells.

import {
  errorCode,
  gridNo,
  latitude,
  longitude,
  measure,
  numeric,
  position,
  requiredText,
  schemaOf,
  text,
  time,
  wireTime,
} from '@lookout/contract';
import { COVER_SCHEMES, LAND_COVERS } from '@lookout/domain';
import { z } from 'zod';
import { type DrySpell, RATING_PARTS, RATING_TABLE_PARTS } from './danger-rating.ts';
import { type GridDangerRules, LEVELS_RAISED, MOST_DAYS_AROUND, MOST_STROKES } from './danger-rules.ts';
import type { VerifiedClass } from './danger-verification.ts';
import { FIRE_DRIVERS, type FireDriving, type GridFireLevel } from './fire-weather.ts';
import type { WarnedLevel } from './warned-level.ts';

const level = z.literal([1, 2, 3, 4, 5]);
const intensityClass = z.literal([1, 2, 3, 4, 5, 6]);
const weatherSource = z.enum(['qweather', 'demo']);
const driving = schemaOf<FireDriving>()(z.object({ driver: z.enum(FIRE_DRIVERS), drop: z.number(), levels: z.number() }));

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
const warned = schemaOf<WarnedLevel>()(
  z.object({
    level,
    raisedBy: z.array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('holiday'), name: z.string(), days: z.number() }),
        z.object({ kind: z.literal('lightning'), strokes: z.number() }),
      ]),
    ),
  }),
);

const noon = {
  temperatureCelsius: z.number(),
  humidityPercent: z.number(),
  windKilometresPerHour: z.number(),
  rainMillimetres: z.number(),
};
/** The codes and indices of the Canadian system. */
const indices = { fwi: z.number(), ffmc: z.number(), dmc: z.number(), dc: z.number(), isi: z.number(), bui: z.number() };
const drySpell = schemaOf<DrySpell>()(z.object({ days: z.number(), isAtLeast: z.boolean() }));

export const gridFireLevel = schemaOf<GridFireLevel>()(
  z.object({
    gridNo,
    gridName: z.string(),
    centre: position.nullable(),
    day: z.string(),
    level,
    indexLevel: level,
    ...indices,
    ...noon,
    driver: z.enum(FIRE_DRIVERS).nullable(),
    gapDays: z.number(),
    source: weatherSource,
    drivers: z.array(driving).exactOptional(),
    extremes: z
      .object({ highestCelsius: z.number(), lowestHumidityPercent: z.number(), strongestWindKilometresPerHour: z.number() })
      .exactOptional(),
    drySpell: drySpell.exactOptional(),
    rating: rating.nullable(),
    fuels: z.array(z.object({ fuel: z.string(), rateMetresPerMinute: z.number(), intensityKilowattsPerMetre: z.number(), intensityClass })),
    holidays: z.array(z.string()),
    lightning: z.number().nullable(),
    warned,
    forecastAt: time.exactOptional(),
  }),
);

/** A grid's day as the specification's call sends it. */
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
  ...indices,
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

export const holiday = z.object({
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

export const dangerRules = schemaOf<GridDangerRules>()(
  z.object({
    gridNo,
    gridName: z.string(),
    rating: ratingTable,
    ratingFrom: gridNo.nullable(),
    holidays: z.array(holiday),
    holidaysFrom: gridNo.nullable(),
    raising: dangerRaising,
    raisingFrom: gridNo.nullable(),
    own: z.object({ version: z.number(), changedBy: z.string(), changedAt: time }).nullable(),
  }),
);

export const STROKES_AT_ONCE = 10_000;
/** One stroke of a batch; each stroke is validated separately. */
export const strokeRow = z.object({
  longitude,
  latitude,
  time,
  /** Peak current with its sign, kA. */
  current: measure('strokeKiloamperes'),
});

const verifiedClass = schemaOf<VerifiedClass>()(
  z.object({
    level,
    gridDays: z.number(),
    shareOfGridDays: z.number(),
    alarms: z.number(),
    fires: z.number(),
    shareOfFires: z.number(),
    firesPerThousandGridDays: z.number().nullable(),
  }),
);

export const dangerVerification = z.object({
  gridNo,
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
  gridNo,
  gridName: z.string(),
  day: z.string(),
  by: z.enum(DANGER_GRID_BY),
  /** Always true: cells are never observed. */
  isModel: z.literal(true),
  /** The version of the rules by which cells are computed. */
  version: z.string(),
  /** For a forecast: when the weather service was queried. Absent: from observed weather. */
  forecastAt: time.optional(),
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
    weatherGrids: z.array(gridNo),
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

/** One cell of a danger grid, and what determines its danger. */
export const dangerCell = z.object({
  /** The grid whose image contains the cell. */
  gridNo,
  day: z.string(),
  isModel: z.literal(true),
  version: z.string(),
  forecastAt: time.optional(),
  /** The centre of the cell. */
  position,
  cellMetres: z.number(),
  /** The grid whose weather is used; null: no enclosing grid has weather. */
  weatherGrid: z.object({ gridNo, gridName: z.string(), noon: z.object(noon), heightMetres: z.number().nullable() }).nullable(),
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
      noon: z.object(noon),
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
  /** The dry spell of the grid whose weather is used; null: the day was computed by an older version. */
  drySpell: drySpell.nullable(),
});
