// The schemas of what a briefing says beside the objects of other features.

import { position, schemaOf, time } from '@lookout/contract';
import { z } from 'zod';
import type { ForecastLevel } from '../danger/fire-forecast.ts';
import { VECTOR_LAYER_KINDS } from '../map-layer/map-layer.ts';
import { ATTACKS } from '../spread/spread-result.ts';
import type { ForecastDay, ForecastHour } from '../weather/forecast.ts';
import { type Approach, ASSEMBLY_SIDES } from './approach.ts';
import type { Ground, NearPlace } from './briefing.ts';
import type { SENDING_TOPICS, SendingLine } from './sending.ts';

export const level = z.literal([1, 2, 3, 4, 5]);
export const way = { distanceMetres: z.number(), bearingDegrees: z.number() };

const sky = {
  icon: z.string(),
  text: z.string(),
  windScale: z.string(),
  windDir: z.string(),
  windFromDegrees: z.number().nullable(),
  humidityPercent: z.number(),
};
export const forecastHour = schemaOf<ForecastHour>()(
  z.object({ ...sky, at: time, temperatureCelsius: z.number(), rainMillimetres: z.number().nullable() }),
);
export const forecastDay = schemaOf<ForecastDay>()(
  z.object({
    ...sky,
    day: z.string(),
    highCelsius: z.number(),
    lowCelsius: z.number(),
    windKilometresPerHour: z.number(),
    rainMillimetres: z.number(),
  }),
);

export const nearPlace = schemaOf<NearPlace>()(
  z.object({
    ...way,
    id: z.string(),
    kind: z.enum(VECTOR_LAYER_KINDS),
    name: z.string(),
    layerName: z.string(),
    isSchematic: z.boolean(),
    position,
    inhabitants: z.number().nullable(),
    households: z.number().nullable(),
  }),
);

const count = z.object({ count: z.number() });
const namedWay = z.object({ ...way, name: z.string() });
const line = <T extends (typeof SENDING_TOPICS)[number], C extends string, P extends z.ZodType>(topic: T, code: C, params: P) =>
  z.object({ topic: z.literal(topic), code: z.literal(code), params });
export const sendingLine = schemaOf<SendingLine>()(
  z.union([
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
  ]),
);

export const approach = schemaOf<Approach>()(
  z.object({
    forecastFrom: time,
    forecastUntil: time,
    attack: z.enum(ATTACKS).nullable(),
    flameLengthMetres: z.number().nullable(),
    assembly: z
      .object({
        ...way,
        position,
        side: z.enum(ASSEMBLY_SIDES).nullable(),
        road: z.object({ zh: z.string(), en: z.string() }),
      })
      .nullable(),
  }),
);

export const ground = schemaOf<Ground>()(
  z.object({ heightMetres: z.number().nullable(), slopeDegrees: z.number().nullable(), aspectDegrees: z.number().nullable() }),
);

export const forecastLevel = schemaOf<ForecastLevel>()(z.object({ day: z.string(), level, fwi: z.number() }));
