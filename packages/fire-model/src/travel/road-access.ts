// Access from a place to the road and back: straight, on foot, where the road may be left, and not through water.
import { createPointIndex, distanceMetres, type LngLat } from '@lookout/geo';
import { nearestOn } from './build-road-net.ts';
import { EMPTY_LEG, type Leg } from './journey-legs.ts';
import { MAY_STOP } from './road-classes.ts';
import { EDGE_FLAGS, type RoadNet } from './road-net.ts';
import { cellAt, cellsAlong, type WalkGround } from './walk-ground.ts';
import { OFF_PATH_FACTOR, secondsPerMetreAt } from './walking.ts';

/** A place on an edge near another place. */
export interface RoadAccess {
  readonly edge: number;
  /** Position on the edge as a share of its length, from its first node. */
  readonly share: number;
  readonly place: LngLat;
  /** Walking time from the given place to the road, and back. */
  readonly seconds: { readonly leave: number; readonly arrive: number };
  readonly metres: number;
  /** Climb from the given place to the road, and descent. */
  readonly climb: number;
  readonly drop: number;
}

/** Greatest distance from the road, metres: a person farther away walks over open terrain. */
export const MOST_ACCESS_METRES = 300;
/** Number of road points that are examined, and of edges that are returned. */
const POINTS = 24;
const EDGES = 6;

export type FindAccess = (place: LngLat, halfSeconds: Float64Array) => readonly RoadAccess[];

/** The index of each net's points by place. It is built once for each net and shared by its searches, each of which has separate ground. */
const indexes = new WeakMap<RoadNet, ReturnType<typeof indexOf>>();

function indexOf(net: RoadNet) {
  const edgeOf = new Int32Array(net.points);
  let longest = 0;
  for (let edge = 0; edge < net.edges; edge++) {
    edgeOf.fill(edge, net.shapeStart[edge], net.shapeStart[edge + 1]);
    longest = Math.max(longest, net.metres[edge] as number);
  }
  return { index: createPointIndex(net.shape), edgeOf, longest };
}

/** Finds the nearest edges that can be driven and where stopping is allowed. */
export function roadAccessOf(net: RoadNet, ground: WalkGround | null): FindAccess {
  const made = indexes.get(net) ?? indexOf(net);
  indexes.set(net, made);
  const { index, edgeOf, longest } = made;
  const isStop = (edge: number, halfSeconds: Float64Array): boolean =>
    MAY_STOP[net.classOf[edge] as number] === true &&
    ((net.flags[edge] as number) & (EDGE_FLAGS.bridge | EDGE_FLAGS.tunnel)) === 0 &&
    Math.min(halfSeconds[2 * edge] as number, halfSeconds[2 * edge + 1] as number) < Number.POSITIVE_INFINITY;
  // The same place is looked up several times in one request.
  const known = new WeakMap<LngLat, { readonly halfSeconds: Float64Array; readonly found: readonly RoadAccess[] }>();
  const find: FindAccess = (place, halfSeconds) => {
    const before = known.get(place);
    if (before?.halfSeconds === halfSeconds) return before.found;
    const found = search(place, halfSeconds);
    known.set(place, { halfSeconds, found });
    return found;
  };
  const search: FindAccess = (place, halfSeconds) => {
    const near = index.nearest({
      centre: place,
      radiusMetres: MOST_ACCESS_METRES + longest / 2,
      limit: POINTS,
      accepts: (point) => isStop(edgeOf[point] as number, halfSeconds),
    });
    const edges = [...new Set(near.map(({ point }) => edgeOf[point] as number))];
    return edges
      .map((edge) => accessTo(net, ground, edge, place))
      .filter((access): access is RoadAccess => access !== null)
      .sort((a, b) => a.metres - b.metres || a.edge - b.edge)
      .slice(0, EDGES);
  };
  return find;
}

function accessTo(net: RoadNet, ground: WalkGround | null, edge: number, place: LngLat): RoadAccess | null {
  let best: { metres: number; along: number; at: LngLat } | null = null;
  let passed = 0;
  for (let point = net.shapeStart[edge] as number; point + 1 < (net.shapeStart[edge + 1] as number); point++) {
    const [from, to] = [point, point + 1].map((at) => ({ lng: net.shape[2 * at], lat: net.shape[2 * at + 1] })) as [LngLat, LngLat];
    const { metres, share } = nearestOn(place, from, to);
    const length = distanceMetres(from, to);
    if (metres < (best?.metres ?? Number.POSITIVE_INFINITY))
      best = {
        metres,
        along: passed + share * length,
        at: { lng: from.lng + (to.lng - from.lng) * share, lat: from.lat + (to.lat - from.lat) * share },
      };
    passed += length;
  }
  if (best === null || best.metres > MOST_ACCESS_METRES) return null;
  const { metres, along, at } = best;
  const { slowness, rise } = goingBetween(ground, place, at);
  if (slowness === Number.POSITIVE_INFINITY) return null;
  const slope = metres === 0 ? 0 : rise / metres;
  return {
    edge,
    share: passed === 0 ? 0 : Math.min(along / passed, 1),
    place: at,
    metres,
    seconds: { leave: walk(metres, slowness, slope), arrive: walk(metres, slowness, -slope) },
    climb: Math.max(rise, 0),
    drop: Math.max(-rise, 0),
  };
}

const walk = (metres: number, slowness: number, slope: number): number => (metres === 0 ? 0 : metres * slowness * secondsPerMetreAt(slope));

/** The mean drag and the height difference between two near places, from the first to the second, as far as the ground is known. */
function goingBetween(ground: WalkGround | null, from: LngLat, to: LngLat): { readonly slowness: number; readonly rise: number } {
  const [first, last] = ground === null ? [-1, -1] : [cellAt(ground, from), cellAt(ground, to)];
  if (ground === null || first === -1 || last === -1) return { slowness: 1 / OFF_PATH_FACTOR, rise: 0 };
  const cells = cellsAlong(ground, from, to);
  const slowness = cells.reduce((sum, cell) => sum + (ground.drag[cell] as number), 0) / cells.length;
  const rise = (ground.heights[last] as number) - (ground.heights[first] as number);
  return { slowness, rise: Number.isNaN(rise) ? 0 : rise };
}

/** The walk to the road, or from it. */
export const accessLeg = (place: LngLat, { place: at, metres, climb, drop }: RoadAccess, way: 'leave' | 'arrive'): Leg => ({
  ...EMPTY_LEG,
  points: way === 'leave' ? [place, at] : [at, place],
  by: ['foot', 'foot'],
  footMetres: metres,
  footClimbMetres: way === 'leave' ? climb : drop,
});
