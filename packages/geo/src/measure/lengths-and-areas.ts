// Lengths and areas on the WGS 84 ellipsoid, by Karney's geodesics (GeographicLib), for the measuring tools.
import geographiclib from 'geographiclib-geodesic';
import { along, bearingDegrees, distanceMetres, type LngLat } from '../coordinates/geodesic.ts';

/** Length of each leg along the geodesic, metres; one fewer than there are points. */
export const legMetres = (points: readonly LngLat[]): number[] =>
  points.slice(1).map((to, index) => distanceMetres(points[index] ?? to, to));

/** Total length, metres; 0 for fewer than two points. */
export const lengthMetres = (points: readonly LngLat[]): number => legMetres(points).reduce((sum, metres) => sum + metres, 0);

/**
 * Square metres inside a ring of geodesics in any orientation; the last point need not repeat the first.
 * In a ring that crosses itself the parts of opposite orientation count negative, as in planar formulas.
 */
export function areaSquareMetres(ring: readonly LngLat[]): number {
  const polygon = geographiclib.Geodesic.WGS84.Polygon(false);
  for (const { lng, lat } of ring) polygon.AddPoint(lat, lng);
  return Math.abs(polygon.Compute(false, true).area ?? 0);
}

/**
 * Positions along a line, evenly spaced on each leg, including all given points.
 * @param stepMetres desired spacing; wider when the line would need more than `most` positions
 */
export function samplesAlong(points: readonly LngLat[], stepMetres: number, most: number): LngLat[] {
  const [first] = points;
  if (first === undefined) return [];
  const legs = legMetres(points);
  const total = legs.reduce((sum, metres) => sum + metres, 0);
  // Each leg rounds up, so one position for every point is reserved.
  const step = Math.max(stepMetres, total / Math.max(1, most - points.length));
  const samples: LngLat[] = [first];
  for (const [index, metres] of legs.entries()) {
    const [from, to] = [points[index] ?? first, points[index + 1] ?? first];
    const pieces = Math.ceil(metres / step);
    const distances = Array.from({ length: Math.max(0, pieces - 1) }, (_, piece) => (metres * (piece + 1)) / pieces);
    samples.push(...along(from, bearingDegrees(from, to), distances), to);
  }
  return samples;
}

// Lengths and areas over the terrain: the same lines and rings, following the elevation.

/** Metres above sea level; null where the terrain is unknown. */
export type Height = number | null;

/**
 * Length over the terrain, metres: straight from sample to sample, so denser samples are more accurate.
 * @returns null when the height of a sample is unknown
 */
export function groundLengthMetres(samples: readonly LngLat[], heights: readonly Height[]): number | null {
  let sum = 0;
  for (let index = 1; index < samples.length; index++) {
    const [from, to] = [samples[index - 1], samples[index]];
    const [low, high] = [heights[index - 1] ?? null, heights[index] ?? null];
    if (!from || !to || low === null || high === null) return null;
    sum += Math.hypot(distanceMetres(from, to), high - low);
  }
  return sum;
}

/** A lattice of square cells over a ring; the heights of its corners are needed for the area. */
export interface GroundLattice {
  /** Corners, row by row from the south-west, `columns + 1` a row. */
  readonly corners: readonly LngLat[];
  readonly columns: number;
  readonly rows: number;
  /** Size of a cell, metres. */
  readonly widthMetres: number;
  readonly heightMetres: number;
  /** Cells whose centre is inside the ring, by `row * columns + column`. */
  readonly inside: readonly number[];
}

/** @param most the greatest number of corners */
export function groundLattice(ring: readonly LngLat[], most: number): GroundLattice {
  const lngs = ring.map(({ lng }) => lng);
  const lats = ring.map(({ lat }) => lat);
  const [west, east, south, north] = [Math.min(...lngs), Math.max(...lngs), Math.min(...lats), Math.max(...lats)];
  const middle = (south + north) / 2;
  const width = distanceMetres({ lng: west, lat: middle }, { lng: east, lat: middle });
  const height = distanceMetres({ lng: west, lat: south }, { lng: west, lat: north });
  const side = Math.sqrt(most);
  // Cells as square as the box allows.
  const ratio = Math.sqrt(Math.min(50, Math.max(0.02, width / Math.max(height, 1e-6))));
  const columns = Math.max(1, Math.floor(side * ratio) - 1);
  const rows = Math.max(1, Math.floor(most / (columns + 1)) - 1);
  const at = (column: number, row: number): LngLat => ({
    lng: west + ((east - west) * column) / columns,
    lat: south + ((north - south) * row) / rows,
  });
  const corners: LngLat[] = [];
  for (let row = 0; row <= rows; row++) for (let column = 0; column <= columns; column++) corners.push(at(column, row));
  const inside: number[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) if (isInside(at(column + 0.5, row + 0.5), ring)) inside.push(row * columns + column);
  return { corners, columns, rows, inside, widthMetres: width / columns, heightMetres: height / rows };
}

/**
 * Ratio of terrain area to ellipsoid area: the mean of 1 / cos(slope) over the cells inside.
 * @param heights of the lattice's corners, in their order
 * @returns null when a height is unknown, or the ring contains no cell centre
 */
export function groundAreaFactor({ columns, inside, widthMetres, heightMetres }: GroundLattice, heights: readonly Height[]): number | null {
  if (inside.length === 0) return null;
  let sum = 0;
  for (const cell of inside) {
    const southWest = Math.floor(cell / columns) * (columns + 1) + (cell % columns);
    const northWest = southWest + columns + 1;
    const [sw, se, nw, ne] = [heights[southWest], heights[southWest + 1], heights[northWest], heights[northWest + 1]];
    if (sw == null || se == null || nw == null || ne == null) return null;
    const east = (se + ne - sw - nw) / 2 / widthMetres;
    const north = (nw + ne - sw - se) / 2 / heightMetres;
    sum += Math.sqrt(1 + east * east + north * north);
  }
  return sum / inside.length;
}

/** Even–odd rule, in degrees. */
function isInside({ lng, lat }: LngLat, ring: readonly LngLat[]): boolean {
  let inside = false;
  for (let index = 0, before = ring.length - 1; index < ring.length; before = index++) {
    const [a, b] = [ring[index], ring[before]];
    if (!a || !b || a.lat > lat === b.lat > lat) continue;
    if (lng < ((b.lng - a.lng) * (lat - a.lat)) / (b.lat - a.lat) + a.lng) inside = !inside;
  }
  return inside;
}
