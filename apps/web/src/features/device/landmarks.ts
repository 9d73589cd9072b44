// The landmarks as they are typed, and what of them can be sent. Pure.
import type { cameraSetupCalls, Got } from '@lookout/contract';
import type { LngLat } from '@lookout/geo';

export type NorthResult = Got<(typeof cameraSetupCalls)['correctNorth']>;

export interface LandmarkRow {
  readonly key: string;
  readonly name: string;
  readonly place: LngLat | null;
  /** As the camera reports it, degrees. */
  readonly horizontal: number | null;
}

type LandmarkFault = 'position' | 'horizontal';

interface ReadLandmarks {
  /** In the order of the rows; null when something is missing. */
  readonly landmarks:
    | readonly { readonly name: string | null; readonly lng: number; readonly lat: number; readonly horizontal: number }[]
    | null;
  /** By the row's key. */
  readonly faults: ReadonlyMap<string, readonly LandmarkFault[]>;
}

const isUntouched = ({ name, place, horizontal }: LandmarkRow): boolean => name.trim() === '' && place === null && horizontal === null;

/** Rows that nobody has begun are left out. */
export const begunRows = (rows: readonly LandmarkRow[]): readonly LandmarkRow[] => rows.filter((row) => !isUntouched(row));

export function readLandmarks(rows: readonly LandmarkRow[]): ReadLandmarks {
  const begun = begunRows(rows);
  const landmarks = begun.flatMap(({ name, place, horizontal }) =>
    place === null || horizontal === null ? [] : [{ name: name.trim() || null, ...place, horizontal }],
  );
  const faults = new Map(
    begun.flatMap((row) => {
      const missing: LandmarkFault[] = [
        ...(row.place === null ? (['position'] as const) : []),
        ...(row.horizontal === null ? (['horizontal'] as const) : []),
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

/** Each landmark's residuals by its row's key. @param rows those that were sent, in that order */
export const residualsOf = (rows: readonly LandmarkRow[], result: NorthResult): ReadonlyMap<string, Residual> =>
  new Map(
    rows.map(({ key }, index) => [
      key,
      {
        before: result.before.residuals[index] ?? 0,
        after: result.after.residuals[index] ?? 0,
        isOutlier: result.outliers.includes(index),
      },
    ]),
  );

// The scale of the plot of residuals: from − to + the same round number, so that nothing lies outside and zero in the middle. Pure.
/** A fine correction is a matter of hundredths: nothing is drawn larger than it is. */
const LEAST_DEGREES = 0.1;
const STEPS = [1, 2, 5, 10] as const;

interface ResidualScale {
  /** Degrees at the upper edge; minus so many at the lower one. */
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

/** Where a residual lies in a picture so high; 0 is its upper edge. */
export const heightOf = (residual: number, { limit }: ResidualScale, high: number): number => ((limit - residual) / (2 * limit)) * high;
