// Where a helicopter may land people near a place: flat and open terrain.
import { degreesAt, type LngLat } from '@lookout/geo';
import { cellAt, type GroundFrame, placeOfCell } from './walk-ground.ts';

/** Steepest slope of a landing site; 待核对: sites in the field are level to about this. */
export const STEEPEST_LANDING_DEGREES = 7;
/** Greatest distance of a landing site that is still useful. */
export const FARTHEST_LANDING_METRES = 5_000;
const SECTORS = 8;

/**
 * The nearest site in each of eight sectors, so that the only site is not one beyond a gorge.
 * @param ground heights in metres; NaN: unknown, no site
 * @param isOpen whether a cell has nothing high in it and is not water
 */
export function landingSites(
  ground: GroundFrame & { readonly heights: Float32Array },
  isOpen: (cell: number) => boolean,
  place: LngLat,
  mostMetres = FARTHEST_LANDING_METRES,
): readonly LngLat[] {
  const { columns, rows, lngDegrees, latDegrees, heights } = ground;
  const middle = cellAt(ground, place);
  if (middle === -1) return [];
  const { eastMetresPerDegree, northMetresPerDegree } = degreesAt(place.lat);
  const [wide, high] = [lngDegrees * eastMetresPerDegree, latDegrees * northMetresPerDegree];
  const [column, row] = [middle % columns, Math.floor(middle / columns)];
  const steepest = Math.tan((STEEPEST_LANDING_DEGREES * Math.PI) / 180);
  const nearest = new Map<number, { readonly cell: number; readonly metres: number }>();
  const [across, down] = [Math.floor(mostMetres / wide), Math.floor(mostMetres / high)];
  for (let y = Math.max(row - down, 1); y <= Math.min(row + down, rows - 2); y++)
    for (let x = Math.max(column - across, 1); x <= Math.min(column + across, columns - 2); x++) {
      const [east, north] = [(x - column) * wide, (row - y) * high];
      const metres = Math.hypot(east, north);
      const sector = Math.floor(((Math.atan2(east, north) / (2 * Math.PI) + 1) % 1) * SECTORS);
      if (metres > mostMetres || metres >= (nearest.get(sector)?.metres ?? Number.POSITIVE_INFINITY)) continue;
      const cell = y * columns + x;
      const slope = Math.hypot(
        ((heights[cell + 1] as number) - (heights[cell - 1] as number)) / (2 * wide),
        ((heights[cell + columns] as number) - (heights[cell - columns] as number)) / (2 * high),
      );
      // The comparison is false for NaN.
      if (slope <= steepest && isOpen(cell)) nearest.set(sector, { cell, metres });
    }
  return [...nearest.values()].sort((a, b) => a.metres - b.metres).map(({ cell }) => placeOfCell(ground, cell));
}
