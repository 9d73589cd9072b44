// Measurements: modes and points, figures on the ellipsoid and over the terrain, and their texts.
import {
  areaSquareMetres,
  bearingDegrees,
  groundAreaFactor,
  groundLattice,
  groundLengthMetres,
  type Height,
  type LngLat,
  legMetres,
  lengthMetres,
  samplesAlong,
} from '@lookout/geo';
import { marks } from '../../../shared/text/marks.ts';

export const MEASURE_MODES = ['distance', 'area', 'height', 'bearing'] as const;
export type MeasureMode = (typeof MEASURE_MODES)[number];

/** Points per mode: `least` gives a first result, `most` completes the measurement. */
export const MEASURE_POINTS = {
  distance: { least: 2, most: 500 },
  area: { least: 3, most: 500 },
  height: { least: 2, most: 2 },
  bearing: { least: 2, most: 2 },
} as const satisfies Record<MeasureMode, { least: number; most: number }>;

export interface Measure {
  readonly mode: MeasureMode;
  readonly points: readonly LngLat[];
  readonly isDone: boolean;
}

export const started = (mode: MeasureMode, points: readonly LngLat[] = []): Measure => ({ mode, points, isDone: false });
export const NO_MEASURE: Measure = started('distance');

/** Adds a point; the last one possible completes the measurement. */
export function withPoint({ mode, points, isDone }: Measure, point: LngLat): Measure {
  if (isDone) return started(mode, [point]);
  const more = [...points, point];
  return { mode, points: more, isDone: more.length >= MEASURE_POINTS[mode].most };
}

interface FlatFigures {
  /** Length of the whole path; for an area, of its outline. */
  readonly lengthMetres: number;
  readonly legsMetres: readonly number[];
  /** null: the measurement is not an area. */
  readonly areaSquareMetres: number | null;
  /** Degrees clockwise from true north, in both directions; null: fewer than two points. */
  readonly bearing: { readonly there: number; readonly back: number } | null;
}

export function flatFigures(mode: MeasureMode, points: readonly LngLat[]): FlatFigures {
  const [first, second] = points;
  const outline = mode === 'area' && first && points.length > 2 ? [...points, first] : points;
  return {
    lengthMetres: lengthMetres(outline),
    legsMetres: legMetres(outline),
    areaSquareMetres: mode === 'area' && points.length > 2 ? areaSquareMetres(points) : null,
    bearing: first && second ? { there: bearingDegrees(first, second), back: bearingDegrees(second, first) } : null,
  };
}

export interface GroundFigures {
  /** Length of the whole path over the terrain; null: elevation is partly unknown. */
  readonly lengthMetres: number | null;
  /** Surface area over the terrain divided by area on the ellipsoid; null: not an area, or unknown. */
  readonly areaFactor: number | null;
  /** Elevation at each point. */
  readonly heights: readonly Height[];
}

/** Finer than any terrain tile we have. */
const STEP_METRES = 25;
/** The server's limit is 10,000 positions per call. */
const MOST_SAMPLES = 4_000;
const MOST_CORNERS = 5_400;
const MOST_POINTS = 500;

/**
 * Makes one call for all positions of the measurement. @param heightsOf returns the server's elevations in the same order, null where
 * unknown
 */
export async function groundFigures(
  mode: MeasureMode,
  points: readonly LngLat[],
  heightsOf: (positions: readonly LngLat[]) => Promise<readonly Height[]>,
): Promise<GroundFigures> {
  const [first] = points;
  const isArea = mode === 'area' && points.length > 2;
  const samples = samplesAlong(isArea && first ? [...points, first] : points, STEP_METRES, MOST_SAMPLES);
  const lattice = isArea ? groundLattice(points, MOST_CORNERS) : null;
  const requested = points.slice(0, MOST_POINTS);
  const heights = await heightsOf([...samples, ...(lattice?.corners ?? []), ...requested]);
  const ofCorners = heights.slice(samples.length, heights.length - requested.length);
  return {
    lengthMetres: groundLengthMetres(samples, heights.slice(0, samples.length)),
    areaFactor: lattice && groundAreaFactor(lattice, ofCorners),
    heights: heights.slice(heights.length - requested.length),
  };
}

export interface Units {
  readonly m: string;
  readonly km: string;
  readonly m2: string;
  readonly ha: string;
  readonly km2: string;
}

const HECTARE = 10_000;
const SQUARE_KILOMETRE = 1_000_000;

const grouped = (value: number, decimals: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

/** `852.4 米`, `12.345 公里`. */
export const lengthText = (metres: number, { m, km }: Units): string =>
  metres < 1000 ? `${grouped(metres, 1)} ${m}` : `${grouped(metres / 1000, 3)} ${km}`;

/** `7,500.0 平方米` below a hectare, `12.34 公顷` above, `1.234 平方公里` with hectares from a square kilometre on. */
export function areaText(squareMetres: number, { m2, ha, km2 }: Units): string {
  if (squareMetres < HECTARE) return `${grouped(squareMetres, 1)} ${m2}`;
  const hectares = `${grouped(squareMetres / HECTARE, 2)} ${ha}`;
  return squareMetres < SQUARE_KILOMETRE ? hectares : `${grouped(squareMetres / SQUARE_KILOMETRE, 3)} ${km2}${marks().brackets(hectares)}`;
}

/** `45.0°`; 360 after rounding is north again. */
export const bearingText = (degrees: number): string => `${(Math.round(degrees * 10) / 10) % 360 === 0 ? '0.0' : degrees.toFixed(1)}°`;

/** `1,234.5 米`, with a sign for a difference. */
export const heightText = (metres: number, { m }: Units): string => `${grouped(metres, 1)} ${m}`;

/** `36.9°（75.0%）`: rise over horizontal distance. */
export function slopeText(riseMetres: number, awayMetres: number): string {
  const degrees = (Math.atan2(riseMetres, awayMetres) * 180) / Math.PI;
  const percent = awayMetres === 0 ? '∞' : ((riseMetres / awayMetres) * 100).toFixed(1);
  return `${degrees.toFixed(1)}°${marks().brackets(`${percent}%`)}`;
}
