// Walking speed: Tobler's function of the slope, and a factor for the land cover.
//
// W. Tobler, Three presentations on geographical analysis and modeling, NCGIA Technical Report 93-1, 1993: 6 exp(−3.5 |s + 0.05|) km/h,
// times 0.6 off paths.
import type { CoverScheme, KnownCoverScheme } from '@lookout/domain';

const METRES_PER_SECOND_PER_KILOMETRE_PER_HOUR = 1 / 3.6;

/** km/h on a path. @param slope rise over run in the direction of travel: negative downhill */
export const toblerKilometresPerHour = (slope: number): number => 6 * Math.exp(-3.5 * Math.abs(slope + 0.05));

export const OFF_PATH_FACTOR = 0.6;

/** Steepest slope that is walked, up or down: 45°. 待核对. */
export const STEEPEST_SLOPE = 1;

/** Knots of the table per unit of slope; −0.05, where the function has its peak, is one of them. */
const KNOTS = 2_000;
const TABLE = Float64Array.from(
  { length: 2 * KNOTS + 2 },
  (_, knot) => 1 / (toblerKilometresPerHour(knot / KNOTS - STEEPEST_SLOPE) * METRES_PER_SECOND_PER_KILOMETRE_PER_HOUR),
);

/**
 * Seconds for a metre (of the map, not along the slope) on a path: Tobler's function from a table, to one part in a million.
 * @returns Infinity where the slope is steeper than `STEEPEST_SLOPE`
 */
export function secondsPerMetreAt(slope: number): number {
  if (!(slope >= -STEEPEST_SLOPE && slope <= STEEPEST_SLOPE)) return Number.POSITIVE_INFINITY;
  const place = (slope + STEEPEST_SLOPE) * KNOTS;
  const knot = Math.floor(place);
  const [low, high] = [TABLE[knot] as number, TABLE[knot + 1] as number];
  return low + (high - low) * (place - knot);
}

export interface WalkingFactor {
  readonly scheme: CoverScheme;
  /** The class value in the raster. */
  readonly value: number;
  /** Factor on the speed off paths; 0: impassable. */
  readonly factor: number;
  /** Source of the row. */
  readonly source: string;
  /** Whether the row is 待核对. */
  readonly toConfirm: boolean;
}

type Going = Omit<WalkingFactor, 'scheme' | 'value'>;
const guessed = (factor: number): Going => ({ factor, source: '假定：估计值', toConfirm: true });

/** Tobler's own factor for walking off paths. */
const OPEN: Going = { factor: 1, source: 'Tobler（1993）', toConfirm: false };
/** Dense brush reduces the speed by about 23 %. */
const BRUSH: Going = { factor: 0.77, source: '假定：密灌约慢 23%', toConfirm: true };
const WATER: Going = { factor: 0, source: '水域不可通行', toConfirm: false };
const FOREST = guessed(0.85);
const FIELD = guessed(0.9);
const ICE = guessed(0.5);
const WETLAND = guessed(0.4);
const SWAMP = guessed(0.2);

const TABLES: Readonly<Record<KnownCoverScheme, Readonly<Record<number, Going>>>> = {
  /** ESA WorldCover 2020 and 2021. */
  worldcover: {
    10: FOREST,
    20: BRUSH,
    30: OPEN,
    40: FIELD,
    50: OPEN,
    60: OPEN,
    70: ICE,
    80: WATER,
    90: WETLAND,
    95: SWAMP,
    100: OPEN,
  },
  /** MODIS MCD12Q1 LC_Type1. */
  igbp: {
    1: FOREST,
    2: FOREST,
    3: FOREST,
    4: FOREST,
    5: FOREST,
    6: BRUSH,
    7: OPEN,
    8: OPEN,
    9: OPEN,
    10: OPEN,
    11: WETLAND,
    12: FIELD,
    13: OPEN,
    14: FIELD,
    15: ICE,
    16: OPEN,
    17: WATER,
  },
  /** GB/T 21010-2017: first level, and for forest and grassland the second (0301 as 301). */
  gbt21010: {
    1: FIELD,
    2: FIELD,
    3: FOREST,
    302: BRUSH,
    303: SWAMP,
    304: WETLAND,
    305: BRUSH,
    306: WETLAND,
    4: OPEN,
    402: WETLAND,
    5: OPEN,
    6: OPEN,
    7: OPEN,
    8: OPEN,
    9: OPEN,
    10: OPEN,
    11: WATER,
    12: OPEN,
  },
  globeland30: {
    10: FIELD,
    20: FOREST,
    30: OPEN,
    40: BRUSH,
    50: WETLAND,
    60: WATER,
    70: OPEN,
    80: OPEN,
    90: OPEN,
    100: ICE,
  },
  clcd: {
    1: FIELD,
    2: FOREST,
    3: BRUSH,
    4: OPEN,
    5: WATER,
    6: ICE,
    7: OPEN,
    8: OPEN,
    9: WETLAND,
  },
  /** Esri and Impact Observatory. Cells hidden by clouds are walked as the slowest dry ground. */
  esri: {
    1: WATER,
    2: FOREST,
    4: WETLAND,
    5: FIELD,
    7: OPEN,
    8: OPEN,
    9: ICE,
    10: BRUSH,
    11: OPEN,
  },
};

/** One row for each class of the known schemes. */
export const WALKING_FACTORS: readonly WalkingFactor[] = (Object.keys(TABLES) as (keyof typeof TABLES)[]).flatMap((scheme) =>
  Object.entries(TABLES[scheme]).map(([value, going]) => ({ scheme, value: Number(value), ...going })),
);

/**
 * Finds the walking factor of a class; a second-level class of GB/T 21010 without a row has that of its first level.
 * @param rows if two rows are for one class the later one applies
 * @returns a function that returns null for a class without a row
 */
export function walkingFactorsByClass(
  rows: readonly WalkingFactor[] = WALKING_FACTORS,
): (scheme: CoverScheme, value: number) => WalkingFactor | null {
  const found = new Map(rows.map((row) => [`${row.scheme}/${row.value}`, row]));
  return (scheme, value) =>
    found.get(`${scheme}/${value}`) ??
    (scheme === 'gbt21010' && value >= 100 ? found.get(`${scheme}/${Math.floor(value / 100)}`) : undefined) ??
    null;
}
