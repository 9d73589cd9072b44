// What is being measured, and the figures that need no ground.
import { areaSquareMetres, bearingDegrees, type LngLat, legMetres, lengthMetres } from '@lookout/geo';

export const MEASURE_MODES = ['distance', 'area', 'height', 'bearing'] as const;
export type MeasureMode = (typeof MEASURE_MODES)[number];

/** How many points each takes: from `least` on it has a result, with `most` it is done. */
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

/** With one more point; the last one that fits ends it. */
export function withPoint({ mode, points, isDone }: Measure, point: LngLat): Measure {
  if (isDone) return started(mode, [point]);
  const more = [...points, point];
  return { mode, points: more, isDone: more.length >= MEASURE_POINTS[mode].most };
}

export interface FlatFigures {
  /** Of the whole way; of an area its outline. */
  readonly lengthMetres: number;
  readonly legsMetres: readonly number[];
  /** null: no area. */
  readonly areaSquareMetres: number | null;
  /** Degrees clockwise from true north, there and back; null: no two places. */
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
