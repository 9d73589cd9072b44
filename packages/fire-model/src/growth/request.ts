// The request of a growth, and the checks that refuse it before any computation.
import { ok, type Result, refuse } from '@lookout/domain';
import type { SpreadModel } from '@lookout/features/spread/spread-inputs.ts';
import { MOISTURE_CLASSES } from '../fuel-bed.ts';
import type { Ground } from './ground.ts';
import { type Ignition, pointsOf } from './ignition.ts';
import type { GroundFuel, WeatherHour } from './weather.ts';

export interface GrowthRequest {
  readonly ground: Ground;
  /** The fuels to which the ground's fuel indexes refer. */
  readonly fuels: readonly GroundFuel[];
  readonly model: SpreadModel;
  /** In order of time. */
  readonly weather: readonly WeatherHour[];
  readonly beginMs: number;
  readonly hours: number;
  readonly ignitions: readonly Ignition[];
  /** Not 0: burnt already, which blocks the fire except where it is ignited. null: none. */
  readonly burnt: Uint8Array | null;
  /** Factor on every rate of spread: the error of the model, in a member of an ensemble. Default 1. */
  readonly rateFactor?: number;
}

/** The error by field, as a message for people. */
export interface GrowthRefusal {
  readonly field: string;
  readonly zh: string;
  readonly en: string;
}

interface Limit {
  readonly least: number;
  readonly most: number;
}

/** A growing fire needs about 60 bytes a cell: 240 MB. */
const MOST_CELLS = 4_000_000;
/** Most corners of all ignitions together. */
const MOST_IGNITION_POINTS = 100_000;
const MOST_HOURS = 24;
const CELL_METRES: Limit = { least: 1, most: 1_000 };
const RATE_FACTOR: Limit = { least: 0.01, most: 100 };
const SLOPE_TANGENT = Math.tan((80 * Math.PI) / 180);

/** The same bounds as in `fire-model rate`: values beyond them are mistakes. */
const WEATHER_LIMITS = {
  windSpeedMetresPerSecond: { least: 0, most: 113 },
  windFromDegrees: { least: 0, most: 360 },
  temperatureCelsius: { least: -60, most: 60 },
  humidityPercent: { least: 0, most: 100 },
} as const satisfies Partial<Record<keyof WeatherHour, Limit>>;
const MOISTURE: Limit = { least: 0, most: 400 };

/** The facts checked for every cell of a ground. The members of an ensemble share a ground, so it is checked once. */
interface GroundFacts {
  readonly greatestFuel: number;
  readonly isGentle: boolean;
}
const factsOfGrounds = new WeakMap<Ground, GroundFacts>();

function factsOf(ground: Ground): GroundFacts {
  const known = factsOfGrounds.get(ground);
  if (known !== undefined) return known;
  const { fuel, slope } = ground;
  let greatestFuel = 0;
  for (let cell = 0; cell < fuel.length; cell++) if ((fuel[cell] as number) > greatestFuel) greatestFuel = fuel[cell] as number;
  const facts = { greatestFuel, isGentle: slope === null || (isGentle(slope.east) && isGentle(slope.north)) };
  factsOfGrounds.set(ground, facts);
  return facts;
}

function isGentle(tangents: Float32Array): boolean {
  for (let cell = 0; cell < tangents.length; cell++) if (!(Math.abs(tangents[cell] as number) <= SLOPE_TANGENT)) return false;
  return true;
}

const isWithin = (value: number, { least, most }: Limit): boolean => value >= least && value <= most;
const out = (field: string, { least, most }: Limit): GrowthRefusal => ({
  field,
  zh: `${field}：须在 ${least} 至 ${most} 之间`,
  en: `${field}: must lie between ${least} and ${most}`,
});

/** Checks a request and reports its first error. */
export function checkedRequest(request: GrowthRequest): Result<GrowthRequest, GrowthRefusal> {
  const wrong = wrongWithGround(request) ?? wrongWithWeather(request) ?? wrongWithIgnitions(request);
  return wrong === null ? ok(request) : refuse(wrong);
}

function wrongWithGround({ ground, fuels, burnt, hours }: GrowthRequest): GrowthRefusal | null {
  const { columns, rows, cellMetres, slope, fuel, barrier } = ground;
  const cells = columns * rows;
  if (!isWithin(hours, { least: 0, most: MOST_HOURS }) || hours === 0) return out('hours', { least: 0, most: MOST_HOURS });
  if (!Number.isInteger(columns) || !Number.isInteger(rows) || !isWithin(cells, { least: 1, most: MOST_CELLS }))
    return out('ground.columns × ground.rows', { least: 1, most: MOST_CELLS });
  if (!isWithin(cellMetres, CELL_METRES)) return out('ground.cellMetres', CELL_METRES);
  const layers = {
    'ground.fuel': fuel,
    'ground.barrier': barrier,
    'ground.slope.east': slope?.east,
    'ground.slope.north': slope?.north,
    burnt,
  };
  for (const [field, layer] of Object.entries(layers))
    if (layer !== null && layer !== undefined && layer.length !== cells)
      return {
        field,
        zh: `${field}：有 ${layer.length} 个值，格网有 ${cells} 格`,
        en: `${field}: has ${layer.length} values for ${cells} cells`,
      };
  const { greatestFuel, isGentle } = factsOf(ground);
  if (greatestFuel >= fuels.length)
    return {
      field: 'ground.fuel',
      zh: `ground.fuel：没有第 ${greatestFuel} 号可燃物`,
      en: `ground.fuel: there is no fuel ${greatestFuel}`,
    };
  if (!isGentle)
    return { field: 'ground.slope', zh: 'ground.slope：坡度不是数或超过 80°', en: 'ground.slope: no number, or steeper than 80°' };
  return null;
}

function wrongWithWeather({ weather, beginMs, rateFactor }: GrowthRequest): GrowthRefusal | null {
  if (rateFactor !== undefined && !isWithin(rateFactor, RATE_FACTOR)) return out('rateFactor', RATE_FACTOR);
  if (weather.length === 0) return { field: 'weather', zh: 'weather：没有天气', en: 'weather: there is none' };
  if (!Number.isFinite(beginMs)) return { field: 'beginMs', zh: 'beginMs：不是时间', en: 'beginMs: is no time' };
  for (const [i, hour] of weather.entries()) {
    const at = `weather[${i}]`;
    if (!(hour.atMs > (weather[i - 1]?.atMs ?? Number.NEGATIVE_INFINITY)))
      return { field: `${at}.atMs`, zh: `${at}.atMs：须晚于前一小时`, en: `${at}.atMs: must be later than the one before` };
    for (const [name, limit] of Object.entries(WEATHER_LIMITS))
      if (!isWithin(hour[name as keyof typeof WEATHER_LIMITS], limit)) return out(`${at}.${name}`, limit);
    for (const name of MOISTURE_CLASSES)
      if (!isWithin(hour.moisturePercent[name], MOISTURE)) return out(`${at}.moisturePercent.${name}`, MOISTURE);
  }
  return null;
}

function wrongWithIgnitions({ ignitions, hours }: GrowthRequest): GrowthRefusal | null {
  if (ignitions.length === 0) return { field: 'ignitions', zh: 'ignitions：没有起火点', en: 'ignitions: there are none' };
  let count = 0;
  for (const [i, ignition] of ignitions.entries()) {
    const points = pointsOf(ignition);
    count += points.length;
    if (points.length === 0 || points.some(({ east, north }) => !Number.isFinite(east + north)))
      return {
        field: `ignitions[${i}]`,
        zh: `ignitions[${i}]：坐标缺失或不是数`,
        en: `ignitions[${i}]: coordinates are missing or no numbers`,
      };
    if (!isWithin(ignition.atMinutes, { least: 0, most: hours * 60 }))
      return out(`ignitions[${i}].atMinutes`, { least: 0, most: hours * 60 });
  }
  return count > MOST_IGNITION_POINTS
    ? {
        field: 'ignitions',
        zh: `ignitions：${count} 个点，最多 ${MOST_IGNITION_POINTS} 个`,
        en: `ignitions: ${count} points, at most ${MOST_IGNITION_POINTS}`,
      }
    : null;
}

/** No ignition ignites a cell: each is outside the ground, or on water, a road or fuel that does not burn. */
export const NOTHING_IS_LIT: GrowthRefusal = {
  field: 'ignitions',
  zh: 'ignitions：都在范围之外，或在水面、道路、不可燃的地面上',
  en: 'ignitions: all lie outside of the ground, or on water, roads or ground that does not burn',
};

export const CANCELLED: GrowthRefusal = { field: 'signal', zh: 'signal：已取消', en: 'signal: cancelled' };
