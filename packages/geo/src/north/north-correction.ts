// 设备纠偏: finds the true direction of a camera's zero from landmarks with known positions.
import { bearingDegrees, distanceMetres, type LngLat } from '../coordinates/geodesic.ts';

/** A landmark (WGS 84 degrees) and the horizontal angle that the camera reports for it. */
export interface Landmark extends LngLat {
  readonly horizontalDegrees: number;
}

export interface LandmarkResidual {
  /** True azimuth − (reported + correction), −180 … 180; positive: the camera's reading is too small here. */
  readonly residualDegrees: number;
  /** The landmark contradicts the others and is excluded. */
  readonly isLeftOut: boolean;
}

export interface NorthCorrection {
  readonly kind: 'found';
  /** Add this to the reported horizontal angle; −180 < … ≤ 180. */
  readonly correctionDegrees: number;
  /** Standard error of the correction from the residuals; null for a single landmark. */
  readonly standardErrorDegrees: number | null;
  /** In the order of the landmarks. */
  readonly residuals: readonly LandmarkResidual[];
  /** Error of the included landmarks with the previous correction. */
  readonly rmsBeforeDegrees: number;
  readonly rmsAfterDegrees: number;
}

/**
 * no-landmarks: none was given. too-near: one is too near the tower for a usable bearing. inconsistent: they contradict each other by more than
 * 5°, so that none can be trusted.
 */
export type NorthRefusal = 'no-landmarks' | 'too-near' | 'inconsistent';

export interface NoCorrection {
  readonly kind: 'refused';
  readonly reason: NorthRefusal;
}

/** At this distance an error of 10 m in a landmark's position is 6° of bearing; landmarks nearer than this are refused. */
export const LEAST_LANDMARK_METRES = 100;
/** The greatest residual of an included landmark. */
export const MOST_RESIDUAL_DEGREES = 5;
/** The least number of landmarks with which a wrong one can be identified. */
export const ROBUST_FROM = 4;

/** A landmark off by more than this many times the median deviation is wrong … */
const WRONG_TIMES = 5;
/** … unless it is off by less than this. */
const WRONG_DEGREES = 0.5;

/**
 * Circular least squares: the mean direction of (true azimuth − reported angle). With four or more landmarks, those far from the median are
 * excluded as long as most remain.
 * @param presentDegrees the present correction, for the error before
 */
export function northCorrection(tower: LngLat, landmarks: readonly Landmark[], presentDegrees = 0): NorthCorrection | NoCorrection {
  if (landmarks.length === 0) return { kind: 'refused', reason: 'no-landmarks' };
  if (landmarks.some((landmark) => !(distanceMetres(tower, landmark) >= LEAST_LANDMARK_METRES)))
    return { kind: 'refused', reason: 'too-near' };

  const offs = landmarks.map((landmark) => signed(bearingDegrees(tower, landmark) - landmark.horizontalDegrees));
  const counts = whichCount(offs);
  const counted = offs.filter((_, index) => counts[index]);
  const correctionDegrees = circularMean(counted);
  const after = offs.map((off) => signed(off - correctionDegrees));
  const afterCounted = after.filter((_, index) => counts[index]);
  if (!afterCounted.every((residual) => Math.abs(residual) <= MOST_RESIDUAL_DEGREES)) return { kind: 'refused', reason: 'inconsistent' };

  const rmsAfterDegrees = rms(afterCounted);
  return {
    kind: 'found',
    correctionDegrees,
    // The mean uses one degree of freedom: rms·√(n/(n−1)) is the deviation of one landmark, divided by √n that of the mean.
    standardErrorDegrees: counted.length > 1 ? rmsAfterDegrees / Math.sqrt(counted.length - 1) : null,
    residuals: after.map((residualDegrees, index) => ({ residualDegrees, isLeftOut: !counts[index] })),
    rmsBeforeDegrees: rms(counted.map((off) => signed(off - presentDegrees))),
    rmsAfterDegrees,
  };
}

/** The landmarks near enough to the median, relative to the median deviation. All of them when fewer than most would remain. */
function whichCount(offs: readonly number[]): boolean[] {
  if (offs.length < ROBUST_FROM) return offs.map(() => true);
  const farFrom = (centre: number) => offs.map((off) => Math.abs(signed(off - centre)));
  // Median on a circle: the value with the least sum of distances to the others.
  const middle = offs.reduce((best, off) => (sum(farFrom(off)) < sum(farFrom(best)) ? off : best));
  const far = farFrom(middle);
  const limit = Math.max(WRONG_DEGREES, WRONG_TIMES * median(far));
  const counts = far.map((degrees) => degrees <= limit);
  return counts.filter(Boolean).length > offs.length / 2 ? counts : offs.map(() => true);
}

const RADIANS = Math.PI / 180;

function circularMean(degrees: readonly number[]): number {
  const [first] = degrees as [number, ...number[]];
  // Relative to the first value, so that the mean of equal values is exact.
  const offs = degrees.map((value) => (value - first) * RADIANS);
  const off = Math.atan2(sum(offs.map(Math.sin)), sum(offs.map(Math.cos)));
  return signed(first + off / RADIANS);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const rms = (values: readonly number[]): number => Math.sqrt(sum(values.map((value) => value * value)) / values.length);

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] as number;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] as number)) / 2;
}

/** −180 < … ≤ 180 */
const signed = (degrees: number): number => 180 - ((((180 - degrees) % 360) + 360) % 360);
