// `npm run fire-model -- grow`: computes one fire over terrain from files, as isochrones. This file only reads and answers; the growth is
// in `packages/fire-model`.

import { time } from '@lookout/contract';
import { COVER_SCHEMES, HOUR_MS, KNOWN_COVER_SCHEMES } from '@lookout/domain';
import { ignition, spreadMoisture, spreadWeatherHour } from '@lookout/features/spread/spread.calls.ts';
import { enteredMoistureOf, type IgnitionPart, MOST_SPREAD_HOURS, SPREAD_MODELS } from '@lookout/features/spread/spread-inputs.ts';
import {
  addMember,
  type ClassFuel,
  createTally,
  DEFAULT_ENSEMBLE_ERRORS,
  FUEL_FACTOR_KEYS,
  fuelModelOf,
  fuelsByClass,
  type GroundArea,
  type Growth,
  type GrowthRequest,
  groundOfClasses,
  grow,
  ignitionsOf,
  isochroneLevels,
  isochronesOf,
  LAND_COVER_FUELS,
  memberArrivals,
  memberRequest,
  moistureOfWeather,
  multiPolygonOf,
  probabilityAreas,
  stepMinutesFor,
} from '@lookout/fire-model';
import type { LngLat } from '@lookout/geo';
import { z } from 'zod';
import { answerOrError, BadLine, readQuestion } from '../commands/question.ts';
import { type FileGround, groundFromFiles } from './ground-files.ts';

const MOST_MEMBERS = 200;
const BEIJING_AHEAD_MS = 8 * HOUR_MS;
const MINUTES_PER_HOUR = 60;
const PROBABILITIES = [0.1, 0.5, 0.9];

const fuel = z.object({
  /** Absent: the scheme is detected from the file. */
  scheme: z.enum(COVER_SCHEMES).optional(),
  value: z.number().int().min(0),
  fuelModel: z.union([z.string(), z.number()]),
  fuelFactor: z.enum(FUEL_FACTOR_KEYS).nullish(),
  canopyCoverPercent: z.number().min(0).max(100).nullish(),
  canopyHeightMetres: z.number().min(0).max(120).nullish(),
  crownRatio: z.number().min(0).max(1).nullish(),
});

const question = z.object({
  dem: z.string().min(1),
  landcover: z.string().min(1),
  /** The scheme of the land cover, if its file does not identify it. */
  classes: z.enum(KNOWN_COVER_SCHEMES).nullish(),
  fuels: z.array(fuel).max(1_000).nullish(),
  ignition,
  begin: time,
  hours: z.number().gt(0).max(MOST_SPREAD_HOURS),
  weather: z.array(spreadWeatherHour).min(1).max(1_000),
  moisturePercent: spreadMoisture.nullish(),
  isochroneMinutes: z
    .number()
    .int()
    .min(1)
    .max(MOST_SPREAD_HOURS * MINUTES_PER_HOUR)
    .default(15),
  model: z.enum(SPREAD_MODELS).default('rothermel'),
  seed: z.number().int().min(0).max(0xffff_ffff).default(1),
  members: z.number().int().min(1).max(MOST_MEMBERS).default(1),
});
type Question = z.output<typeof question>;

interface Isochrones {
  readonly type: 'FeatureCollection';
  readonly features: readonly {
    readonly type: 'Feature';
    readonly properties: { readonly minutes: number; readonly areaHectares: number; readonly probability?: number };
    readonly geometry: { readonly type: 'MultiPolygon'; readonly coordinates: ReturnType<typeof multiPolygonOf> };
  }[];
}

/** Answers a JSON request with isochrones, or with an error that names the field, Chinese first. */
export const isochronesFor = (text: string): Promise<Isochrones | { readonly error: string }> =>
  answerOrError(async () => {
    const asked = readQuestion(question, text);
    const ground = await groundFromFiles({
      dem: asked.dem,
      landcover: asked.landcover,
      centre: middleOf(asked.ignition),
      classes: asked.classes ?? null,
      hasFuels: (asked.fuels ?? []).length > 0,
    });
    const request = requestOf(asked, ground);
    return { type: 'FeatureCollection', features: asked.members === 1 ? single(request, asked, ground) : ensemble(request, asked, ground) };
  });

/** Every vertex of a shape. */
function cornersOf(coordinates: unknown): LngLat[] {
  const [first, second] = coordinates as readonly unknown[];
  if (typeof first === 'number') return [{ lng: first, lat: second as number }];
  return (coordinates as readonly unknown[]).flatMap(cornersOf);
}

function middleOf({ coordinates }: IgnitionPart): LngLat {
  const corners = cornersOf(coordinates);
  const middle = (of: (corner: LngLat) => number): number => {
    const values = corners.map(of);
    return (Math.min(...values) + Math.max(...values)) / 2;
  };
  return { lng: middle(({ lng }) => lng), lat: middle(({ lat }) => lat) };
}

function requestOf(
  { fuels: given, weather, moisturePercent, begin, hours, ignition: lit, model }: Question,
  ground: FileGround,
): GrowthRequest {
  const own = (given ?? []).map((row, i): ClassFuel => {
    const fuelModel = fuelModelOf(String(row.fuelModel));
    if (fuelModel === undefined)
      throw new BadLine(`fuels.${i}.fuelModel：没有这个可燃物模型 (fuels.${i}.fuelModel: there is no fuel model of this name)`);
    const { canopyCoverPercent: coverPercent, canopyHeightMetres: heightMetres, crownRatio } = row;
    const canopy = coverPercent == null || heightMetres == null || crownRatio == null ? null : { coverPercent, heightMetres, crownRatio };
    return {
      scheme: row.scheme ?? ground.table[0]?.scheme ?? 'table',
      value: row.value,
      fuelModel: fuelModel.code,
      fuelFactor: row.fuelFactor ?? null,
      canopy,
      source: '',
      toConfirm: false,
    };
  });
  const { ground: grown, fuels } = groundOfClasses(ground, fuelsByClass([...LAND_COVER_FUELS, ...own]));
  return {
    ground: grown,
    fuels,
    model,
    weather: weather.map(({ time: at, ...hour }) => ({
      ...hour,
      atMs: at.getTime(),
      moisturePercent: {
        ...moistureOfWeather(hour, new Date(at.getTime() + BEIJING_AHEAD_MS).getUTCMonth() + 1),
        ...enteredMoistureOf(moisturePercent),
      },
    })),
    beginMs: begin.getTime(),
    hours,
    ignitions: ignitionsOf(ground, lit),
    burnt: null,
  };
}

/** @throws BadLine when the growth refuses the request */
function grown(request: GrowthRequest): Growth {
  const found = grow(request);
  if (!found.ok) throw new BadLine(`${found.error.zh} (${found.error.en})`);
  return found.value;
}

const featureOf = (
  ground: FileGround,
  { polygons, areaHectares }: GroundArea,
  properties: { readonly minutes: number; readonly probability?: number },
) =>
  ({
    type: 'Feature',
    properties: { ...properties, areaHectares },
    geometry: { type: 'MultiPolygon', coordinates: multiPolygonOf(ground, polygons) },
  }) as const;

const single = (request: GrowthRequest, { hours, isochroneMinutes }: Question, ground: FileGround): Isochrones['features'] =>
  isochronesOf(grown(request), isochroneLevels(hours, isochroneMinutes)).map(({ minutes, ...area }) =>
    featureOf(ground, area, { minutes }),
  );

/** The areas that burn by each time with a probability of 10, 50 and 90 %. */
function ensemble(
  request: GrowthRequest,
  { hours, isochroneMinutes, seed, members }: Question,
  ground: FileGround,
): Isochrones['features'] {
  const tally = createTally(ground.grid, hours * MINUTES_PER_HOUR, stepMinutesFor(hours));
  for (let index = 0; index < members; index++) {
    const counted = addMember(tally, memberArrivals(grown(memberRequest(request, DEFAULT_ENSEMBLE_ERRORS, seed, index))));
    if (!counted.ok) throw new BadLine(`${counted.error.zh} (${counted.error.en})`);
  }
  return isochroneLevels(hours, isochroneMinutes).flatMap((minutes) =>
    probabilityAreas(tally, minutes, PROBABILITIES).map(({ probability, ...area }) => featureOf(ground, area, { minutes, probability })),
  );
}
