// The same measures over the ground: the server's elevation, asked for once with all the places that a measure needs.
import { groundAreaFactor, groundLattice, groundLengthMetres, type Height, type LngLat, samplesAlong } from '@lookout/geo';
import type { MeasureMode } from './measure.ts';

export interface GroundFigures {
  /** Of the whole way, up and down; null: part of the ground is not known. */
  readonly lengthMetres: number | null;
  /** Square metres of ground to one of the ellipsoid; null: no area, or not known. */
  readonly areaFactor: number | null;
  /** At each of the points. */
  readonly heights: readonly Height[];
}

/** Finer than any terrain tile we have. */
const STEP_METRES = 25;
/** The server answers 10,000 places at once. */
const MOST_SAMPLES = 4_000;
const MOST_CORNERS = 5_400;
const MOST_POINTS = 500;

/** @param heightsOf the server's `heights`: in the same order, null where there is none */
export async function groundFigures(
  mode: MeasureMode,
  points: readonly LngLat[],
  heightsOf: (places: readonly LngLat[]) => Promise<readonly Height[]>,
): Promise<GroundFigures> {
  const [first] = points;
  const isArea = mode === 'area' && points.length > 2;
  const samples = samplesAlong(isArea && first ? [...points, first] : points, STEP_METRES, MOST_SAMPLES);
  const lattice = isArea ? groundLattice(points, MOST_CORNERS) : null;
  const asked = points.slice(0, MOST_POINTS);
  const heights = await heightsOf([...samples, ...(lattice?.corners ?? []), ...asked]);
  const ofCorners = heights.slice(samples.length, heights.length - asked.length);
  return {
    lengthMetres: groundLengthMetres(samples, heights.slice(0, samples.length)),
    areaFactor: lattice && groundAreaFactor(lattice, ofCorners),
    heights: heights.slice(heights.length - asked.length),
  };
}
