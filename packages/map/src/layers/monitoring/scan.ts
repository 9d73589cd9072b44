// Where the scan sector looks: it follows the clock alone, so that every desk and every tower shows the same.
import { SCAN_STEP_DEGREES, SCAN_STEP_MILLISECONDS } from '../../bands.ts';

/** @param milliseconds of any clock that counts evenly; @returns degrees clockwise from north at which the sector begins, 0 … 358 */
export const scanHeadingAt = (milliseconds: number): number =>
  (Math.floor(milliseconds / SCAN_STEP_MILLISECONDS) * SCAN_STEP_DEGREES) % 360;

/** Milliseconds until it moves on; never 0. */
export const untilNextStep = (milliseconds: number): number => SCAN_STEP_MILLISECONDS - (milliseconds % SCAN_STEP_MILLISECONDS);
