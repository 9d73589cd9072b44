// The looks of a steerable camera: pan and tilt stops at one zoom, and the cells that each of them shows.
import type { TourLook } from './tour.ts';

/** A cell as the camera sees it. Cells that terrain hides from the camera are not among them. */
export interface CellInSight {
  readonly cell: number;
  /** True azimuth, degrees. */
  readonly azimuthDegrees: number;
  /** Above the horizontal, negative below, degrees. */
  readonly tiltDegrees: number;
  readonly metres: number;
}

export interface TourLens {
  /** Width of the picture. */
  readonly fieldDegrees: number;
  readonly pixelsAcross: number;
  readonly pixelsDown: number;
  /** The smoke to be found: as wide as this, it must cover `targetPixels`. */
  readonly targetMetres: number;
  readonly targetPixels: number;
}

/** Neighbouring looks overlap by a tenth, so that smoke at an edge is whole in one of them. */
const STEP_SHARE = 0.9;
const RADIANS = Math.PI / 180;

/** The distance up to which a target covers enough pixels, metres. */
export const legibleMetres = ({ fieldDegrees, pixelsAcross, targetMetres, targetPixels }: TourLens): number =>
  (targetMetres * pixelsAcross) / (2 * Math.tan((fieldDegrees / 2) * RADIANS) * targetPixels);

/**
 * The looks that together show all legible cells, rows of tilts from above, each clockwise from north. Stops that show no cell are left out.
 * Frames are taken to be rectangles of azimuth and tilt, which they are to within a hundredth at the tilts of towers.
 */
export function tourLooks(cells: readonly CellInSight[], lens: TourLens): TourLook[] {
  const furthest = legibleMetres(lens);
  const legible = cells.filter(({ metres }) => metres <= furthest);
  if (legible.length === 0) return [];
  const highest = legible.reduce((most, { tiltDegrees }) => Math.max(most, tiltDegrees), -90);
  const lowest = legible.reduce((least, { tiltDegrees }) => Math.min(least, tiltDegrees), 90);
  const { fieldDegrees } = lens;
  const downDegrees = (2 * Math.atan((Math.tan((fieldDegrees / 2) * RADIANS) * lens.pixelsDown) / lens.pixelsAcross)) / RADIANS;
  const pans = Math.ceil(360 / (fieldDegrees * STEP_SHARE));
  const tilts = 1 + Math.max(0, Math.ceil((highest - lowest - downDegrees) / (downDegrees * STEP_SHARE)));
  return Array.from({ length: pans * tilts }, (_, stop) => {
    const panDegrees = ((stop % pans) * 360) / pans;
    const tiltDegrees = highest - downDegrees / 2 - Math.floor(stop / pans) * downDegrees * STEP_SHARE;
    const shown = legible.filter(
      (one) =>
        Math.abs(turnDegrees(panDegrees, one.azimuthDegrees)) <= fieldDegrees / 2 &&
        // The highest cell lies on the edge of the frame.
        Math.abs(one.tiltDegrees - tiltDegrees) <= downDegrees / 2 + 1e-9,
    );
    return { panDegrees, tiltDegrees, cells: Int32Array.from(shown, ({ cell }) => cell) };
  }).filter(({ cells: shown }) => shown.length > 0);
}

/** From one azimuth to another by the shorter way, −180 … 180. */
export const turnDegrees = (from: number, to: number): number => ((((to - from + 180) % 360) + 360) % 360) - 180;
