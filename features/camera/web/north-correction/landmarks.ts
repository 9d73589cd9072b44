// Landmarks as typed, their check, and the rows that can be sent. Pure.

import type { LngLat } from '@lookout/geo';
import type { NorthFit } from '../../camera.ts';

export interface LandmarkRow {
  readonly key: string;
  readonly name: string;
  readonly position: LngLat | null;
  /** The angle as the camera reports it, degrees. */
  readonly horizontalDegrees: number | null;
}

export type LandmarkFault = 'position' | 'horizontal';

interface ReadLandmarks {
  /** In the order of the rows; null when a field is missing. */
  readonly landmarks: readonly { readonly name: string | null; readonly position: LngLat; readonly horizontalDegrees: number }[] | null;
  /** The faults of a row, by its key. */
  readonly faults: ReadonlyMap<string, readonly LandmarkFault[]>;
}

const isUntouched = ({ name, position, horizontalDegrees }: LandmarkRow): boolean =>
  name.trim() === '' && position === null && horizontalDegrees === null;

/** Leaves out empty rows. */
export const begunRows = (rows: readonly LandmarkRow[]): readonly LandmarkRow[] => rows.filter((row) => !isUntouched(row));

export function readLandmarks(rows: readonly LandmarkRow[]): ReadLandmarks {
  const begun = begunRows(rows);
  const landmarks = begun.flatMap(({ name, position, horizontalDegrees }) =>
    position === null || horizontalDegrees === null ? [] : [{ name: name.trim() || null, position, horizontalDegrees }],
  );
  const faults = new Map(
    begun.flatMap((row) => {
      const missing: LandmarkFault[] = [
        ...(row.position === null ? (['position'] as const) : []),
        ...(row.horizontalDegrees === null ? (['horizontal'] as const) : []),
      ];
      return missing.length === 0 ? [] : [[row.key, missing] as const];
    }),
  );
  return { landmarks: landmarks.length > 0 && faults.size === 0 ? landmarks : null, faults };
}

export interface Residual {
  readonly before: number;
  readonly after: number;
  readonly isOutlier: boolean;
}

/** Residuals by row key. @param rows the rows that were sent, in that order */
export const residualsOf = (rows: readonly LandmarkRow[], fit: NorthFit): ReadonlyMap<string, Residual> =>
  new Map(
    rows.map(({ key }, index) => [
      key,
      {
        before: fit.before.residualsDegrees[index] ?? 0,
        after: fit.after.residualsDegrees[index] ?? 0,
        isOutlier: fit.outliers.includes(index),
      },
    ]),
  );

// The scale of the residual plot: symmetric around zero, up to a round number that contains every residual. Pure.
/** The smallest scale, so that residuals of hundredths do not look large. */
const LEAST_DEGREES = 0.1;
const STEPS = [1, 2, 5, 10] as const;

interface ResidualScale {
  /** Degrees at the upper edge; the lower edge is its negative. */
  readonly limit: number;
  readonly ticks: readonly number[];
}

export function residualScale(residuals: readonly number[]): ResidualScale {
  const most = Math.max(LEAST_DEGREES, ...residuals.map(Math.abs));
  const power = 10 ** Math.floor(Math.log10(most));
  const step = STEPS.find((one) => one * power >= most * (1 - 1e-12)) ?? 10;
  const limit = Number((step * power).toPrecision(6));
  return { limit, ticks: [-limit, -limit / 2, 0, limit / 2, limit] };
}

/** The y coordinate of a residual in a plot of the given height; 0 is the upper edge. */
export const heightOf = (residual: number, { limit }: ResidualScale, high: number): number => ((limit - residual) / (2 * limit)) * high;
