// The area seen along a track, as cells of a fixed grid over the earth: a set of numbers that days and rangers can share.
import type { LngLat } from '../coordinates/geodesic.ts';

/** Height of a row of cells, degrees of latitude: 222.4 m. */
const ROW_DEGREES = 0.002;
/** More than the number of columns in the longest row. */
const COLUMNS = 2 ** 18;
/** Mean radius R1 of the WGS 84 ellipsoid, metres (IUGG). */
const EARTH_RADIUS_METRES = 6_371_008.8;
const METRES_PER_DEGREE = (Math.PI / 180) * EARTH_RADIUS_METRES;

/** Assumed visibility of a person on the ground: metres on either side of the track. */
const SEEN_WITHIN_METRES = 500;

/** Each cell is as wide as high, so all have the same area: 0.0495 km². */
export const CELL_SQUARE_KILOMETRES = (ROW_DEGREES * METRES_PER_DEGREE * 1e-3) ** 2;

const shrinkOf = (row: number): number => Math.max(1e-6, Math.cos((((row + 0.5) * ROW_DEGREES - 90) * Math.PI) / 180));

/**
 * Adds the cells whose centre is at most 500 m from the line between two positions. Cell = row × 2¹⁸ + column: rows of 0.002° from the
 * south pole, columns of 0.002°/cos(latitude of the row) from 180° W. Distances are measured on the plane that touches the sphere at
 * `from`: within 0.1 % over the 20 km that are the most between two positions. The area of a winding track is accurate to some 2 %; that of
 * a track along a parallel or a meridian for kilometres to 12 %.
 */
export function addCellsAlong(from: LngLat, to: LngLat, cells: Set<number>): void {
  const shrink = Math.max(1e-6, Math.cos((from.lat * Math.PI) / 180));
  const toX = (to.lng - from.lng) * METRES_PER_DEGREE * shrink;
  const toY = (to.lat - from.lat) * METRES_PER_DEGREE;
  const length2 = toX * toX + toY * toY;
  const reach = SEEN_WITHIN_METRES / METRES_PER_DEGREE;
  const lastRow = Math.floor((Math.max(from.lat, to.lat) + reach + 90) / ROW_DEGREES);
  for (let row = Math.floor((Math.min(from.lat, to.lat) - reach + 90) / ROW_DEGREES); row <= lastRow; row++) {
    const width = ROW_DEGREES / shrinkOf(row);
    const y = ((row + 0.5) * ROW_DEGREES - 90 - from.lat) * METRES_PER_DEGREE;
    const lastColumn = Math.floor((Math.max(from.lng, to.lng) + reach / shrink + 180) / width);
    for (let column = Math.floor((Math.min(from.lng, to.lng) - reach / shrink + 180) / width); column <= lastColumn; column++) {
      const x = ((column + 0.5) * width - 180 - from.lng) * METRES_PER_DEGREE * shrink;
      const along = length2 === 0 ? 0 : Math.min(1, Math.max(0, (x * toX + y * toY) / length2));
      if (Math.hypot(x - along * toX, y - along * toY) <= SEEN_WITHIN_METRES) cells.add(row * COLUMNS + column);
    }
  }
}
