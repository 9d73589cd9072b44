// Schemas of forecasts of fires and of the table of fuels.

import { gridNo, position, schemaOf, time } from '@lookout/contract';
import { BORDER_LEVELS, COVER_SCHEMES } from '@lookout/domain';
import { z } from 'zod';
import { ATTACKS, CROWN_STATES, MOISTURE_CLASSES, SEEN_KINDS, SPREAD_MODELS, SPREAD_STATES, type SpreadBehaviour } from './spread.ts';

const place = z.tuple([z.number(), z.number()]);
const fuelMoisture = z.object({
  oneHour: z.number(),
  tenHour: z.number(),
  hundredHour: z.number(),
  liveHerbaceous: z.number(),
  liveWoody: z.number(),
});
const origin = z.enum(['demo', 'imported', 'mixed', 'none']);
const weatherHour = z.object({
  time,
  windSpeedMetresPerSecond: z.number(),
  windFromDegrees: z.number(),
  temperatureCelsius: z.number(),
  humidityPercent: z.number(),
  moisturePercent: fuelMoisture,
});

/** The weather service's forecast at a fire, as a run would use it. */
export const fireWeather = z.object({
  /** null: no forecast. */
  source: z.enum(['qweather', 'demo']).nullable(),
  /** The factor by which the wind was multiplied for the terrain at the fire. */
  windFactor: z.number(),
  hours: z.array(weatherHour),
});
export type ServiceWeather = z.output<typeof fireWeather>;

/** An observation of where a fire burns. */
export const seenOfFire = z.object({
  kind: z.enum(SEEN_KINDS),
  /** The id of the alarm, or of the plot of the burnt area. */
  id: z.string(),
  time,
  /** GeoJSON (RFC 7946), WGS 84 degrees. For a burnt area, its outline. */
  geometry: z.union([
    z.object({ type: z.literal('Point'), coordinates: place }),
    z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(place)) }),
  ]),
  /** For a place: the ellipse that contains it in 95 % of cases. */
  ellipse: z.object({ semiMajorMetres: z.number(), semiMinorMetres: z.number(), bearingDegrees: z.number() }).nullable(),
});
export type ShownSeen = z.output<typeof seenOfFire>;

/** The observations of a fire, by time, and those by which the next forecast would be corrected. */
export const fireSeen = z.object({
  /** The forecast that would be corrected; null: none. */
  last: z.object({ id: z.uuid(), begin: time, askedAt: time }).nullable(),
  seen: z.array(
    seenOfFire.extend({
      /** Observed since that forecast's start, and not known when it was requested. */
      fresh: z.boolean(),
    }),
  ),
});
export type FireSeen = z.output<typeof fireSeen>;

/** The error of a forecast, by observations after its start. */
const spreadError = z.object({
  /** Compared with the burnt area drawn last within its hours. */
  perimeter: z
    .object({
      time,
      forecastHectares: z.number(),
      seenHectares: z.number(),
      /** The forecast area divided by the observed area. */
      areaBias: z.number().nullable(),
      /** `jaccard`: the intersection divided by the union. `sorensen`: twice the intersection divided by the sum of both areas. 0–1. */
      jaccard: z.number().nullable(),
      sorensen: z.number().nullable(),
      /** Positive: the forecast is late. null: the forecast reaches no part of the front. */
      arrivalBiasMinutes: z.number().nullable(),
      /** The share of the front that the forecast reaches within its hours. */
      frontReached: z.number().nullable(),
    })
    .nullable(),
  /** Compared with hotspots, camera fixes and reports within its hours. */
  places: z
    .object({
      count: z.number(),
      /**
       * The share of places within whose ellipse the forecast had arrived by then: by the median of the members, and `withinEarly` by their
       * earliest tenth.
       */
      within: z.number(),
      withinEarly: z.number(),
      /** The mean distance from the median's burned area at that time. */
      meanMetresOff: z.number().nullable(),
    })
    .nullable(),
});

/** GeoJSON (RFC 7946), WGS 84 degrees. */
const ignitionPart = z.object({ type: z.string(), coordinates: z.array(z.unknown()) });

/** The inputs of a run, with the versions of its data. */
const inputs = z.object({
  /** The seed of the random numbers by which the members of an ensemble differ. */
  seed: z.number(),
  model: z.object({ name: z.enum(SPREAD_MODELS), version: z.string() }),
  ignition: z.object({
    source: z.enum(['fire', 'drawn', 'entered']),
    /** What burns from the start. */
    geometry: z.union([ignitionPart, z.object({ type: z.literal('GeometryCollection'), geometries: z.array(ignitionPart) })]),
    /** What ignites later. */
    later: z.array(z.object({ time, geometry: ignitionPart })),
  }),
  ellipse: z.object({ semiMajorMetres: z.number(), semiMinorMetres: z.number(), bearingDegrees: z.number() }).nullable(),
  weather: z.object({
    source: z.enum(['qweather', 'demo', 'entered']),
    windFactor: z.number().nullable(),
    moisture: z.enum(['fosberg', 'entered']),
    /** The classes that were entered. The others are calculated from temperature and humidity. */
    enteredMoisture: z.array(z.enum(MOISTURE_CLASSES)),
    /** The user who entered weather or moisture; null: nothing was entered, or the run is older than this field. */
    enteredBy: z.string().nullable(),
    hours: z.array(weatherHour),
  }),
  ground: z.object({
    longitude: z.number(),
    latitude: z.number(),
    halfMetres: z.number(),
    cellMetres: z.number(),
    elevation: z.object({ origin, version: z.string() }),
    landCover: z.object({ origin, version: z.string(), files: z.array(z.string()) }),
    /**
     * Imported tree cover and height, and the share of the terrain that has them (0–1); null: none, so that all values are assumed by
     * class.
     */
    canopy: z.object({ version: z.string(), files: z.array(z.string()), share: z.number() }).nullable(),
    ownFuels: z.number(),
  }),
  barriers: z.object({ breaks: z.number(), roads: z.number(), waters: z.number() }),
  /** null: not corrected by observations. */
  correction: z
    .object({
      /** The run that is replaced; null: the request had a start in the past. */
      after: z.uuid().nullable(),
      /** `front`: at the burnt area drawn last; `earlier`: before the observations, which weight the members. */
      begins: z.enum(['front', 'earlier']),
      seen: z.array(seenOfFire),
    })
    .nullable(),
});

const isochrones = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.object({
      type: z.literal('Feature'),
      properties: z.object({
        /** From the start. */
        minutes: z.number(),
        areaHectares: z.number(),
        /** null for a single member. */
        probability: z.number().nullable(),
      }),
      geometry: z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(z.array(place))) }),
    }),
  ),
});

const minutes = z.number().nullable();
export const spreadImpact = z.object({
  /**
   * `border`: the fire enters this grid; `power-line`, `reserve`, `line`: a layer of another kind, classed by its name; else the kind of
   * place or resource.
   */
  kind: z.string(),
  id: z.string(),
  name: z.string(),
  layerName: z.string().nullable(),
  position,
  gridNo,
  /** For a `border`, the highest level that is crossed; null: not a border, or a border within the county. */
  borderLevel: z.enum(BORDER_LEVELS).nullable(),
  inhabitants: z.number().nullable(),
  /** Minutes from the start. For a single run, p50 is its own time, and p10 and p90 come from a few additional members. */
  arrivalMinutes: z.object({ p10: minutes, p50: minutes, p90: minutes }),
});

export const spreadBehaviour = schemaOf<SpreadBehaviour>()(
  z.object({
    untilMinutes: z.number(),
    position,
    rateMetresPerMinute: z.number(),
    flameLengthMetres: z.number().nullable(),
    intensityKilowattsPerMetre: z.number().nullable(),
    headingDegrees: z.number(),
    attack: z.enum(ATTACKS).nullable(),
    crown: z.enum(CROWN_STATES).nullable(),
    spotting: z.object({ metres: z.number(), towardsDegrees: z.number() }).nullable(),
  }),
);

/** A run without its result, as listed. */
export const spreadHeader = z.object({
  id: z.uuid(),
  fireId: z.uuid().nullable(),
  gridNo,
  gridName: z.string(),
  state: z.enum(SPREAD_STATES),
  /** 0–1. */
  progress: z.number(),
  begin: time,
  hours: z.number(),
  members: z.number(),
  askedBy: z.string(),
  askedAt: time,
  endedAt: time.nullable(),
  /** The model of the rate of spread. */
  model: z.enum(SPREAD_MODELS),
  /** True if the run is corrected by observations. */
  corrected: z.boolean(),
  /**
   * The agreement with the observations so far: Jaccard index of the areas, else the share of the places. Only for the newest few runs of a
   * fire. null: unknown.
   */
  agreement: z.number().nullable(),
});
export type SpreadRunLine = z.output<typeof spreadHeader>;

/** A model's estimate of when the fire arrives, never an observation. */
export const spreadRun = spreadHeader.extend({
  /** Why the run failed, as text; null: it did not fail. */
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Position in the queue of its server, from 1. null: not queued. */
  queuePlace: z.number().nullable(),
  /**
   * Of the runs ahead: those of burning fires, which go first, and others of the same grid. The rest belongs to other grids, with which it
   * takes turns.
   */
  queueAhead: z.object({ burning: z.number(), ownGrid: z.number() }).nullable(),
  inputs,
  /** null until the run is done, as are the next three. */
  isochrones: isochrones.nullable(),
  areaHectares: z.number().nullable(),
  /** True if the fire reaches the edge of the known terrain, beyond which there is no result. */
  reachesEdge: z.boolean().nullable(),
  seconds: z.number().nullable(),
  /** How the members were weighted; null: all have equal weight. */
  weighing: z
    .object({
      effectiveMembers: z.number(),
      /** The exponent of the likelihood, 0–1. */
      temper: z.number(),
      /** The number of effective members that each kind alone would leave. */
      kinds: z.array(z.object({ kind: z.enum(SEEN_KINDS), count: z.number(), effectiveMembers: z.number() })),
    })
    .nullable(),
  /** The part of the window whose fuel is unknown, which stops the fire; null: the run is not done, or is older than this field. */
  unknownGround: z
    .object({
      /** 0–1. */
      share: z.number(),
      /** Classes without a fuel, the largest first. Cells without data have no class. */
      classes: z.array(z.object({ scheme: z.enum(COVER_SCHEMES), value: z.number() })),
    })
    .nullable(),
  /** null: nothing was observed in its hours, or the run is too old. */
  error: spreadError.nullable(),
  /** By the hour, for hours in which the fire reaches new terrain; null: the run is not done, or is older than this field. */
  behaviour: z.array(spreadBehaviour).nullable(),
  /** By arrival time. */
  impacts: z.array(spreadImpact),
});
export type SpreadRunFile = z.output<typeof spreadRun>;

export const fuelRow = z.object({
  scheme: z.enum(COVER_SCHEMES),
  value: z.number(),
  /** From the table in its file; null: no table names it. */
  name: z.string().nullable(),
  fuelModel: z.string(),
  fuelFactor: z.string().nullable(),
  canopy: z
    .object({
      coverPercent: z.number(),
      heightMetres: z.number(),
      crownRatio: z.number(),
      /** Height of the crown base; null: unknown. */
      baseHeightMetres: z.number().nullish(),
      /** kg/m³; null: the crown fuel is unknown. */
      bulkDensityKilogramsPerCubicMetre: z.number().nullish(),
    })
    .nullable(),
  source: z.string(),
  /** 待核对. */
  toConfirm: z.boolean(),
  /** True for the deployment's own row, which replaces the product's. */
  isOwn: z.boolean(),
});
export type ListedFuel = z.output<typeof fuelRow>;
