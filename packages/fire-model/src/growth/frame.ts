// Ground around a place: the same cells in degrees, as rasters and walking routes use them, and in metres of a plane, as fire growth uses
// them.
import { degreesAt, type LngLat, type Offset } from '@lookout/geo';
import type { GroundFrame } from '../travel/walk-ground.ts';
import type { CellGrid } from './ground.ts';

/** The same cells in both coordinate systems. */
export interface GroundCells {
  readonly frame: GroundFrame;
  /** Its origin is the middle of the ground. */
  readonly grid: CellGrid;
}

/**
 * Cells of equal degrees that are squares of `cellMetres` at the latitude of the centre. At the edges of a ground of 20 km they are
 * narrower or wider by 0.1 % at 30° of latitude and by 0.25 % at 57° (tan φ · 10 km / 6,371 km), so that the deviation from the plane is at
 * most some 20 m.
 * @param halfMetres from the centre to each side; the number of cells is whole, so the ground may reach up to a cell further
 */
export function cellsAround({ lng, lat }: LngLat, halfMetres: number, cellMetres: number): GroundCells {
  const side = 2 * Math.ceil(halfMetres / cellMetres) + 1;
  const { eastMetresPerDegree, northMetresPerDegree } = degreesAt(lat);
  const [lngDegrees, latDegrees] = [cellMetres / eastMetresPerDegree, cellMetres / northMetresPerDegree];
  const half = side / 2;
  return {
    frame: { columns: side, rows: side, west: lng - half * lngDegrees, north: lat + half * latDegrees, lngDegrees, latDegrees },
    grid: { columns: side, rows: side, cellMetres, westMetres: -half * cellMetres, northMetres: half * cellMetres },
  };
}

/** A place in metres of the plane, also outside the ground. */
export const offsetIn = ({ frame, grid }: GroundCells, { lng, lat }: LngLat): Offset => ({
  east: grid.westMetres + ((lng - frame.west) / frame.lngDegrees) * grid.cellMetres,
  north: grid.northMetres - ((frame.north - lat) / frame.latDegrees) * grid.cellMetres,
});

/** The inverse of `offsetIn`. */
export const placeIn = ({ frame, grid }: GroundCells, { east, north }: Offset): LngLat => ({
  lng: frame.west + ((east - grid.westMetres) / grid.cellMetres) * frame.lngDegrees,
  lat: frame.north - ((grid.northMetres - north) / grid.cellMetres) * frame.latDegrees,
});
