// Whether a pair of degrees can be a place of forest duty in China: the coarse check before boundaries, the same for calls, devices and
// files.

import { type FileFault, fileFault } from './file-fault.ts';
import type { Position } from './position.ts';

/** The range in which China lies with its islands and a margin, degrees WGS 84. Longitudes and latitudes have no value in common, so a swapped pair is recognisable. */
export const CHINA_RANGE = { west: 72.5, south: 2, east: 136.5, north: 54.5 } as const;

/** Degrees. Receivers without a fix report 0, 0, at times with noise in the last digits. */
const NEAR_ZERO_DEGREES = 0.01;

/**
 * Why a position is invalid. `zero`: what devices send in place of "not known"; `swapped`: longitude and latitude are swapped; `outside`:
 * outside the range of China, or not a number.
 */
export type PositionFault = 'zero' | 'swapped' | 'outside';

const isInRange = (lng: number, lat: number): boolean =>
  lng >= CHINA_RANGE.west && lng <= CHINA_RANGE.east && lat >= CHINA_RANGE.south && lat <= CHINA_RANGE.north;

/**
 * @returns null for a plausible position, which may still lie outside the boundary. @param position degrees WGS 84 (GCJ-02 and BD-09 differ
 * by less than the margin)
 */
export function positionFault({ lng, lat }: Position): PositionFault | null {
  if (isInRange(lng, lat)) return null;
  if (Math.abs(lng) < NEAR_ZERO_DEGREES && Math.abs(lat) < NEAR_ZERO_DEGREES) return 'zero';
  return isInRange(lat, lng) ? 'swapped' : 'outside';
}

/** Why a row with this position is rejected, as reported to its sender; null: it is plausible. */
export function positionRowFault(position: Position): FileFault<`position-${PositionFault}`> | null {
  const fault = positionFault(position);
  if (fault === null) return null;
  const { lng, lat } = position;
  return fault === 'zero' ? fileFault('position-zero') : fileFault(`position-${fault}`, { lng, lat });
}
