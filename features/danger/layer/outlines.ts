// Converts boundary GeoJSON to fillable areas: outlines simplified enough to be filled without delay. Pure.
import type { BoundaryFeatures } from '@lookout/map/layers/boundaries/lines.ts';

export type Ring = ReadonlyArray<readonly [lng: number, lat: number]>;

/** One outline with its holes. */
export interface Outline {
  readonly outer: Ring;
  readonly holes: readonly Ring[];
}

/** Tolerance as a share of the area's width: the exact boundary is drawn by another layer. */
const EDGE_SHARE = 1 / 400;
const LEAST_POINTS = 3;

/** Areas by grid code; features without a code or an area are skipped. */
export function outlinesOf(collection: BoundaryFeatures): Map<string, Outline[]> {
  const areas = new Map<string, Outline[]>();
  for (const { properties, geometry } of collection.features) {
    const gridNo = properties?.gridNo;
    if (typeof gridNo !== 'string' || geometry === null) continue;
    const polygons = polygonsOf(geometry.type, geometry.coordinates);
    const step = stepOf(polygons);
    const outlines = polygons.flatMap(([outer, ...holes]) => {
      const edge = outer && coarse(outer, step);
      if (!edge || edge.length < LEAST_POINTS) return [];
      return [{ outer: edge, holes: holes.map((hole) => coarse(hole, step)).filter(({ length }) => length >= LEAST_POINTS) }];
    });
    if (outlines.length > 0) areas.set(gridNo, [...(areas.get(gridNo) ?? []), ...outlines]);
  }
  return areas;
}

type Positions = ReadonlyArray<readonly number[]>;

function polygonsOf(type: string, coordinates: unknown): ReadonlyArray<readonly Positions[]> {
  if (type === 'Polygon') return [coordinates as readonly Positions[]];
  return type === 'MultiPolygon' ? (coordinates as ReadonlyArray<readonly Positions[]>) : [];
}

function stepOf(polygons: ReadonlyArray<readonly Positions[]>): number {
  let [west, east] = [180, -180];
  for (const [outer = []] of polygons) {
    for (const [lng = 0] of outer) {
      west = Math.min(west, lng);
      east = Math.max(east, lng);
    }
  }
  return Math.max(0, east - west) * EDGE_SHARE;
}

/** Keeps each point that is at least a step away from the previously kept one. The closing point is dropped. */
function coarse(ring: Positions, step: number): Ring {
  const points: Array<readonly [number, number]> = [];
  const closes = ring.length > 1 && ring[0]?.[0] === ring.at(-1)?.[0] && ring[0]?.[1] === ring.at(-1)?.[1];
  for (const [lng = 0, lat = 0] of closes ? ring.slice(0, -1) : ring) {
    const last = points.at(-1);
    if (last && Math.max(Math.abs(last[0] - lng), Math.abs(last[1] - lat)) < step) continue;
    points.push([lng, lat]);
  }
  return points;
}
