// Where a helicopter may put people down near a place: flat and open ground.
import { degreesAt, type LngLat } from '@lookout/geo';
import { cellAt, type GroundFrame, placeOfCell } from './walk-ground.ts';

/** 待核对: landing sites in the field are level to about so much. */
export const STEEPEST_LANDING_DEGREES = 7;
/** Farther off it does not help. */
export const FARTHEST_LANDING_METRES = 5_000;
const SECTORS = 8;

/**
 * The nearest site of each of eight sectors, so that one beyond a gorge is not the only one.
 * @param ground heights in metres; NaN: unknown, no site
 * @param isOpen whether nothing high stands in a cell, and it is no water
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
      // NaN is no slope.
      if (slope <= steepest && isOpen(cell)) nearest.set(sector, { cell, metres });
    }
  return [...nearest.values()].sort((a, b) => a.metres - b.metres).map(({ cell }) => placeOfCell(ground, cell));
}
