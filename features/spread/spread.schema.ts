// Schemas of forecasts of fires and of the table of fuels.

import { gridNo, position, schemaOf, time } from '@lookout/contract';
import { COVER_SCHEMES } from '@lookout/domain';
import { z } from 'zod';
import type { ListedFuel } from './fuel-row.ts';
import { type FireObservations, SPREAD_STATES, type SpreadRunLine } from './spread.ts';
import type { WireSpreadRun } from './spread.wire.ts';
import {
  type FireWeather,
  GROUND_ORIGINS,
  IGNITION_SOURCES,
  MOISTURE_CLASSES,
  OBSERVATION_KINDS,
  SPREAD_MODELS,
  type SpreadHour,
  type SpreadIgnition,
  type SpreadInputs,
  type SpreadObservation,
  WEATHER_SERVICES,
} from './spread-inputs.ts';
import { ATTACKS, CROWN_STATES, IMPACT_KINDS, type SpreadBehaviour, type SpreadError, type SpreadImpact } from './spread-result.ts';

/** Longitude and latitude. */
const corner = z.tuple([z.number(), z.number()]);
const ellipse = z.object({ semiMajorMetres: z.number(), semiMinorMetres: z.number(), azimuthDegrees: z.number() });

const hour = schemaOf<SpreadHour>()(
  z.object({
    time,
    windSpeedMetresPerSecond: z.number(),
    windFromDegrees: z.number(),
    temperatureCelsius: z.number(),
    humidityPercent: z.number(),
    moisturePercent: z.object({
      oneHour: z.number(),
      tenHour: z.number(),
      hundredHour: z.number(),
      liveHerbaceous: z.number(),
      liveWoody: z.number(),
    }),
  }),
);

export const fireWeather = schemaOf<FireWeather>()(
  z.object({ source: z.enum(WEATHER_SERVICES).nullable(), windFactor: z.number(), hours: z.array(hour) }),
);

const observed = { id: z.string(), time };
const place = z.object({ ...observed, kind: z.enum(OBSERVATION_KINDS).exclude(['perimeter']), position, ellipse });
const perimeter = z.object({ ...observed, kind: z.literal('perimeter'), ring: z.array(corner) });
const observation = schemaOf<SpreadObservation>()(z.union([place, perimeter]));

export const fireObservations = schemaOf<FireObservations>()(
  z.object({
    last: z.object({ id: z.uuid(), begin: time, requestedAt: time }).nullable(),
    observations: z.array(z.union([place.extend({ fresh: z.boolean() }), perimeter.extend({ fresh: z.boolean() })])),
  }),
);

const vertex = z.array(z.number());
const vertices = z.array(vertex);
const ignitionPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: vertex }),
  z.object({ type: z.enum(['MultiPoint', 'LineString']), coordinates: vertices }),
  z.object({ type: z.enum(['MultiLineString', 'Polygon']), coordinates: z.array(vertices) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(vertices)) }),
]);
const ignition = schemaOf<SpreadIgnition>()(
  z.object({
    source: z.enum(IGNITION_SOURCES),
    geometry: z.union([ignitionPart, z.object({ type: z.literal('GeometryCollection'), geometries: z.array(ignitionPart) })]),
    later: z.array(z.object({ time, geometry: ignitionPart })),
  }),
);

const origin = z.enum(GROUND_ORIGINS);
const inputs = schemaOf<SpreadInputs>()(
  z.object({
    begin: time,
    hours: z.number(),
    members: z.number(),
    seed: z.number(),
    model: z.object({ name: z.enum(SPREAD_MODELS), version: z.string() }),
    ignition,
    ellipse: ellipse.nullable(),
    weather: z.object({
      source: z.enum([...WEATHER_SERVICES, 'entered']),
      windFactor: z.number().nullable(),
      moisture: z.enum(['fosberg', 'entered']),
      enteredMoisture: z.array(z.enum(MOISTURE_CLASSES)),
      enteredBy: z.string().nullable(),
      hours: z.array(hour),
    }),
    ground: z.object({
      centre: position,
      halfMetres: z.number(),
      cellMetres: z.number(),
      elevation: z.object({ origin, version: z.string() }),
      landCover: z.object({ origin, version: z.string(), files: z.array(z.string()) }),
      canopy: z.object({ version: z.string(), files: z.array(z.string()), share: z.number() }).nullable(),
      ownFuels: z.number(),
    }),
    barriers: z.object({ breaks: z.number(), roads: z.number(), waters: z.number() }),
    correction: z
      .object({ after: z.uuid().nullable(), begins: z.enum(['front', 'earlier']), observations: z.array(observation) })
      .nullable(),
  }),
);

const error = schemaOf<SpreadError>()(
  z.object({
    perimeter: z
      .object({
        time,
        forecastHectares: z.number(),
        observedHectares: z.number(),
        areaBias: z.number().nullable(),
        jaccard: z.number().nullable(),
        sorensen: z.number().nullable(),
        arrivalBiasMinutes: z.number().nullable(),
        frontReached: z.number().nullable(),
      })
      .nullable(),
    places: z.object({ count: z.number(), within: z.number(), withinEarly: z.number(), meanMetresOff: z.number().nullable() }).nullable(),
  }),
);

const minutes = z.number().nullable();
export const spreadImpact = schemaOf<SpreadImpact>()(
  z.object({
    kind: z.enum(IMPACT_KINDS),
    id: z.string(),
    name: z.string(),
    layerName: z.string().nullable(),
    position,
    gridNo,
    inhabitants: z.number().nullable(),
    arrivalMinutes: z.object({ p10: minutes, p50: minutes, p90: minutes }),
  }),
);

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

const run = {
  id: z.uuid(),
  fireId: z.uuid().nullable(),
  gridNo,
  gridName: z.string(),
  state: z.enum(SPREAD_STATES),
  /** 0–1. */
  progress: z.number(),
  requestedBy: z.string(),
  requestedAt: time,
  endedAt: time.nullable(),
};

export const spreadRunLine = schemaOf<SpreadRunLine>()(
  z.object({
    ...run,
    begin: time,
    hours: z.number(),
    members: z.number(),
    model: z.enum(SPREAD_MODELS),
    isCorrected: z.boolean(),
    agreement: z.number().nullable(),
  }),
);

/** A model's estimate of when the fire arrives, never an observation. */
export const spreadRun = schemaOf<WireSpreadRun>()(
  z.object({
    ...run,
    inputs,
    queue: z.object({ place: z.number(), burning: z.number(), ownGrid: z.number() }).nullable(),
    failure: z.object({ code: z.string(), message: z.string() }).nullable(),
    isochrones: z
      .object({
        type: z.literal('FeatureCollection'),
        features: z.array(
          z.object({
            type: z.literal('Feature'),
            properties: z.object({ minutes: z.number(), areaHectares: z.number(), probability: z.number().nullable() }),
            geometry: z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(z.array(corner))) }),
          }),
        ),
      })
      .nullable(),
    impacts: z.array(spreadImpact),
    result: z
      .object({
        behaviour: z.array(spreadBehaviour).nullable(),
        areaHectares: z.number(),
        reachesEdge: z.boolean(),
        seconds: z.number(),
        weighing: z
          .object({
            effectiveMembers: z.number(),
            temper: z.number(),
            kinds: z.array(z.object({ kind: z.enum(OBSERVATION_KINDS), count: z.number(), effectiveMembers: z.number() })),
          })
          .nullable(),
        unknownGround: z
          .object({ share: z.number(), classes: z.array(z.object({ scheme: z.enum(COVER_SCHEMES), value: z.number() })) })
          .nullable(),
      })
      .nullable(),
    error: error.nullable(),
  }),
);

export const fuelRow = schemaOf<ListedFuel>()(
  z.object({
    scheme: z.enum(COVER_SCHEMES),
    value: z.number(),
    name: z.string().nullable(),
    fuelModel: z.string(),
    fuelFactor: z.string().nullable(),
    canopy: z
      .object({
        coverPercent: z.number(),
        heightMetres: z.number(),
        crownRatio: z.number(),
        baseHeightMetres: z.number().nullish(),
        bulkDensityKilogramsPerCubicMetre: z.number().nullish(),
      })
      .nullable(),
    source: z.string(),
    toConfirm: z.boolean(),
    isOwn: z.boolean(),
  }),
);
