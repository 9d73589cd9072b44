// Schemas of forecasts of fires and of the table of fuels.

import { wireTime } from '@lookout/contract';
import { BORDER_LEVELS, COVER_SCHEMES } from '@lookout/domain';
import { z } from 'zod';
import { ATTACKS, CROWN_STATES, MOISTURE_CLASSES, SEEN_KINDS, SPREAD_MODELS, SPREAD_STATES } from './spread.ts';

const position = z.tuple([z.number(), z.number()]);
const fuelMoisture = z.object({
  oneHour: z.number(),
  tenHour: z.number(),
  hundredHour: z.number(),
  liveHerbaceous: z.number(),
  liveWoody: z.number(),
});
const origin = z.enum(['demo', 'imported', 'mixed', 'none']);
const weatherHour = z.object({
  time: wireTime,
  windSpeedMetresPerSecond: z.number(),
  windFromDegrees: z.number(),
  temperatureCelsius: z.number(),
  humidityPercent: z.number(),
  moisturePercent: fuelMoisture,
});

/** What the weather service forecasts at a fire, as a run would take it. */
export const fireWeather = z.object({
  /** null: there is none. */
  source: z.enum(['qweather', 'demo']).nullable(),
  /** By which its wind was multiplied for the place. */
  windFactor: z.number(),
  hours: z.array(weatherHour),
});
export type WireFireWeather = z.output<typeof fireWeather>;

/** What was seen of a fire that shows where it burns. */
export const seenOfFire = z.object({
  kind: z.enum(SEEN_KINDS),
  /** Of its alarm, or of the plot of the burnt area. */
  id: z.string(),
  time: wireTime,
  /** GeoJSON (RFC 7946), WGS 84 degrees: of a burnt area its outline. */
  geometry: z.union([
    z.object({ type: z.literal('Point'), coordinates: position }),
    z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(position)) }),
  ]),
  /** Of a place: holds it in 95 % of all cases. */
  ellipse: z.object({ semiMajorMetres: z.number(), semiMinorMetres: z.number(), bearingDegrees: z.number() }).nullable(),
});
export type WireSeenOfFire = z.output<typeof seenOfFire>;

/** What was seen of a fire, by its time, and what of it the next forecast would be corrected by. */
export const fireSeen = z.object({
  /** The forecast that would be corrected; null: there is none. */
  last: z.object({ id: z.uuid(), begin: wireTime, askedAt: wireTime }).nullable(),
  seen: z.array(
    seenOfFire.extend({
      /** Seen since that forecast began, and not known when it was asked for. */
      fresh: z.boolean(),
    }),
  ),
});
export type WireFireSeen = z.output<typeof fireSeen>;

/** How far a forecast was off, by what was seen later than it began. */
const spreadError = z.object({
  /** By the burnt area drawn last within its hours. */
  perimeter: z
    .object({
      time: wireTime,
      forecastHectares: z.number(),
      seenHectares: z.number(),
      /** Forecast by seen. */
      areaBias: z.number().nullable(),
      /** Both by either, and twice both by the sum, 0–1. */
      jaccard: z.number().nullable(),
      sorensen: z.number().nullable(),
      /** Positive: the forecast is late. null: it comes to none of the front. */
      arrivalBiasMinutes: z.number().nullable(),
      /** Of the front, the share that it comes to within its hours. */
      frontReached: z.number().nullable(),
    })
    .nullable(),
  /** By hotspots, camera fixes and reports within its hours. */
  places: z
    .object({
      count: z.number(),
      /** The share that it had come to by then, within their ellipse: the middle of the members, and early: their earliest tenth. */
      within: z.number(),
      withinEarly: z.number(),
      /** From where the middle burned by then. */
      meanMetresOff: z.number().nullable(),
    })
    .nullable(),
});

/** GeoJSON (RFC 7946), WGS 84 degrees. */
const ignitionPart = z.object({ type: z.string(), coordinates: z.array(z.unknown()) });

/** What it was asked for, with the versions of what it was worked out from. */
const inputs = z.object({
  /** Of the random numbers by which the members of an ensemble differ. */
  seed: z.number(),
  model: z.object({ name: z.enum(SPREAD_MODELS), version: z.string() }),
  ignition: z.object({
    source: z.enum(['fire', 'drawn', 'entered']),
    /** What burns from the beginning. */
    geometry: z.union([ignitionPart, z.object({ type: z.literal('GeometryCollection'), geometries: z.array(ignitionPart) })]),
    /** What takes fire later. */
    later: z.array(z.object({ time: wireTime, geometry: ignitionPart })),
  }),
  ellipse: z.object({ semiMajorMetres: z.number(), semiMinorMetres: z.number(), bearingDegrees: z.number() }).nullable(),
  weather: z.object({
    source: z.enum(['qweather', 'demo', 'entered']),
    windFactor: z.number().nullable(),
    moisture: z.enum(['fosberg', 'entered']),
    /** The classes of which it was entered; the others are by temperature and humidity. */
    enteredMoisture: z.array(z.enum(MOISTURE_CLASSES)),
    /** Who entered what of it was; null: nobody, or kept from before it was told. */
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
    /** Imported cover and height of trees, and of which share of the ground (0–1); null: none, all is assumed by class. */
    canopy: z.object({ version: z.string(), files: z.array(z.string()), share: z.number() }).nullable(),
    ownFuels: z.number(),
  }),
  barriers: z.object({ breaks: z.number(), roads: z.number(), waters: z.number() }),
  /** null: it is not corrected by what was seen. */
  correction: z
    .object({
      /** The run that it takes the place of; null: it was asked with a beginning in the past. */
      after: z.uuid().nullable(),
      /** `front`: with the burnt area drawn last; `earlier`: before what was seen, which weighs its members. */
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
        /** From the beginning. */
        minutes: z.number(),
        areaHectares: z.number(),
        /** Of a single member null. */
        probability: z.number().nullable(),
      }),
      geometry: z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(z.array(position))) }),
    }),
  ),
});

const minutes = z.number().nullable();
export const spreadImpact = z.object({
  /** `border`: the fire comes into this grid; `power-line`, `reserve`, `line`: of a layer of another kind, by its name; else of what kind of place or resource. */
  kind: z.string(),
  id: z.string(),
  name: z.string(),
  layerName: z.string().nullable(),
  longitude: z.number(),
  latitude: z.number(),
  gridNo: z.string(),
  /** Of a `border` the highest that is crossed; null: none, or a border within the county. */
  borderLevel: z.enum(BORDER_LEVELS).nullable(),
  inhabitants: z.number().nullable(),
  /** Minutes from the beginning; of a single run p50 is its own time, p10 and p90 are of the few members around it. */
  arrivalMinutes: z.object({ p10: minutes, p50: minutes, p90: minutes }),
});

/**
 * The front where its flames are longest of all that burns in an hour; of an ensemble as the middle of its inputs has it. Wang's model says nothing of heat: it is
 * where the front runs fastest then, and all that follows from heat is null.
 */
export const spreadBehaviour = z.object({
  /** The end of the hour, from the beginning. */
  untilMinutes: z.number(),
  longitude: z.number(),
  latitude: z.number(),
  rateMetresPerMinute: z.number(),
  /** null: not known by this model; so are intensity and attack. */
  flameLengthMetres: z.number().nullable(),
  intensityKilowattsPerMetre: z.number().nullable(),
  headingDegrees: z.number(),
  /** By the length of the flames: below 1.2 m hand crews, below 2.4 m machines, below 3.4 m not the head, else nobody. */
  attack: z.enum(ATTACKS).nullable(),
  /** null: not known of the trees there, or there are none. */
  crown: z.enum(CROWN_STATES).nullable(),
  /** The greatest distance of spot fires, as a warning; null: no wind, or not known by this model. */
  spotting: z.object({ metres: z.number(), towardsDegrees: z.number() }).nullable(),
});
export type WireSpreadBehaviour = z.output<typeof spreadBehaviour>;

/** Without what came of it: a line of the list. */
export const spreadHeader = z.object({
  id: z.uuid(),
  fireId: z.uuid().nullable(),
  gridNo: z.string(),
  gridName: z.string(),
  state: z.enum(SPREAD_STATES),
  /** 0–1. */
  progress: z.number(),
  begin: wireTime,
  hours: z.number(),
  members: z.number(),
  askedBy: z.string(),
  askedAt: wireTime,
  endedAt: wireTime.nullable(),
  /** Whose rate of spread. */
  model: z.enum(SPREAD_MODELS),
  /** It is corrected by what was seen. */
  corrected: z.boolean(),
  /** How much of it came true, as far as was seen: Jaccard of the areas, else the share of the places; of the newest few of a fire. null: not known. */
  agreement: z.number().nullable(),
});
export type WireSpreadHeader = z.output<typeof spreadHeader>;

/** A model's word of when the fire comes, never an observation. */
export const spreadRun = spreadHeader.extend({
  /** Why it failed, in words; null: it did not. */
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** 1: the next that begins, in the line of its server. null: it does not wait. */
  queuePlace: z.number().nullable(),
  /** Of those before it: forecasts of fires that burn, which go first, and others of the same grid. The rest is of other grids, with which it takes turns. */
  queueAhead: z.object({ burning: z.number(), ownGrid: z.number() }).nullable(),
  inputs,
  /** null until it is done, as are the next three. */
  isochrones: isochrones.nullable(),
  areaHectares: z.number().nullable(),
  /** It comes to the edge of the ground that is known: what lies beyond is not said. */
  reachesEdge: z.boolean().nullable(),
  seconds: z.number().nullable(),
  /** How its members were weighed; null: all count alike. */
  weighing: z
    .object({
      effectiveMembers: z.number(),
      /** The power of the likelihood, 0–1. */
      temper: z.number(),
      /** How many effective members each kind alone would leave. */
      kinds: z.array(z.object({ kind: z.enum(SEEN_KINDS), count: z.number(), effectiveMembers: z.number() })),
    })
    .nullable(),
  /** Of its window, the ground whose fuel nobody knows, which holds the fire; null: not done, or kept from before it was told. */
  unknownGround: z
    .object({
      /** 0–1. */
      share: z.number(),
      /** Classes without a fuel, the widest first; what has no data is of none. */
      classes: z.array(z.object({ scheme: z.enum(COVER_SCHEMES), value: z.number() })),
    })
    .nullable(),
  /** null: nothing was seen in its hours, or it is too old. */
  error: spreadError.nullable(),
  /** By the hour, of those in which the fire comes to new ground; null: not done, or kept from before it was told. */
  behaviour: z.array(spreadBehaviour).nullable(),
  /** By their time. */
  impacts: z.array(spreadImpact),
});
export type WireSpreadRun = z.output<typeof spreadRun>;

export const fuelRow = z.object({
  scheme: z.enum(COVER_SCHEMES),
  value: z.number(),
  /** By the table that came with its file; null: none names it. */
  name: z.string().nullable(),
  fuelModel: z.string(),
  fuelFactor: z.string().nullable(),
  canopy: z
    .object({
      coverPercent: z.number(),
      heightMetres: z.number(),
      crownRatio: z.number(),
      /** null: where the crowns begin. */
      baseHeightMetres: z.number().nullish(),
      /** kg/m³; null: not known how the crowns burn. */
      bulkDensityKilogramsPerCubicMetre: z.number().nullish(),
    })
    .nullable(),
  source: z.string(),
  /** 待核对. */
  toConfirm: z.boolean(),
  /** The deployment's own, in place of the product's. */
  isOwn: z.boolean(),
});
export type WireFuelRow = z.output<typeof fuelRow>;
