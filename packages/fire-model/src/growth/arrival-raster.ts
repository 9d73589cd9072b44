// Arrival times of a run in the form in which they are stored: only the box that burns, in whole steps of some minutes, a byte a cell. This
// module is pure: the caller compresses and stores the result.

import { cellAt, type GroundFrame } from '../travel/walk-ground.ts';
import { finiteBox, isEmptyBox } from './cell-box.ts';
import type { FireArrival } from './fire-arrival.ts';

/** When the fire reaches the cells of a box. */
export interface ArrivalRaster {
  readonly frame: GroundFrame;
  readonly stepMinutes: number;
  /** The time by which a tenth of the members have arrived, in whole steps from the beginning; `NEVER_STEP`: not within the hours. */
  readonly early: Uint8Array;
  /** The time by which half of the members have arrived; for a single member its own time. */
  readonly middle: Uint8Array;
}

export const NEVER_STEP = 255;
const MINUTES_PER_HOUR = 60;

/** The finest step with which the hours fit into a byte: 1 min up to 4 h, 2 up to 8, 6 for 24. */
export const arrivalStepMinutes = (hours: number): number => Math.ceil((hours * MINUTES_PER_HOUR) / (NEVER_STEP - 1));

/**
 * Times are rounded down, so that a fire is never reported later than it arrives.
 * @param early and middle: minutes from the beginning for each cell of the frame; infinity: not within the hours. A cell that burns in the
 * middle case burns in the early case too.
 */
export function arrivalRasterOf(frame: GroundFrame, hours: number, early: Float32Array, middle: Float32Array): ArrivalRaster {
  const stepMinutes = arrivalStepMinutes(hours);
  const { left, top, columns, rows } = burntBox(frame, early);
  const cut = (minutes: Float32Array): Uint8Array =>
    Uint8Array.from({ length: columns * rows }, (_, cell) => {
      const [column, row] = [left + (cell % columns), top + Math.floor(cell / columns)];
      const at = minutes[row * frame.columns + column] as number;
      return Number.isFinite(at) ? Math.floor(at / stepMinutes) : NEVER_STEP;
    });
  const { west, north, lngDegrees, latDegrees } = frame;
  const box = { columns, rows, west: west + left * lngDegrees, north: north - top * latDegrees, lngDegrees, latDegrees };
  return { frame: box, stepMinutes, early: cut(early), middle: cut(middle) };
}

/** Minutes from the beginning of the run at any place; infinity outside the box and where it does not burn within the hours. */
export const arrivalIn =
  ({ frame, stepMinutes }: Pick<ArrivalRaster, 'frame' | 'stepMinutes'>, steps: Uint8Array): FireArrival =>
  (place) => {
    const cell = cellAt(frame, place);
    const step = cell === -1 ? NEVER_STEP : (steps[cell] as number);
    return step === NEVER_STEP ? Number.POSITIVE_INFINITY : step * stepMinutes;
  };

/** The box of all cells that the fire reaches; one cell where it reaches none. */
function burntBox(frame: GroundFrame, minutes: Float32Array) {
  const box = finiteBox(frame, minutes);
  if (isEmptyBox(box)) return { left: frame.columns - 1, top: frame.rows - 1, columns: 1, rows: 1 };
  const { left, right, top, bottom } = box;
  return { left, top, columns: right - left + 1, rows: bottom - top + 1 };
}
