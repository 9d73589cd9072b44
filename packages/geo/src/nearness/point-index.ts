// Finds the nearest of a million points: a tree over typed arrays in shared memory, built in one thread and queried in another without a copy.
// A point is identified by its index in the order of the positions.
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import type { LngLat } from '../coordinates/geodesic.ts';

/** Degrees; the edges are included. */
export interface PointBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export interface NearbyRequest {
  readonly centre: LngLat;
  readonly radiusMetres: number;
  readonly limit: number;
  /** Filter for the points. */
  readonly accepts: (point: number) => boolean;
}

export interface Nearby {
  readonly point: number;
  readonly metres: number;
}

export interface PointIndex {
  /**
   * The nearest points, nearest first, at most `limit`, and after them those exactly as far away as the last, so that the caller can order
   * equal distances. Great-circle metres on the sphere of radius 6,371,008.8 m.
   */
  nearest(request: NearbyRequest): Nearby[];
  /** The points in a box, in no particular order. */
  within(box: PointBox): number[];
  positionOf(point: number): LngLat;
  /** The data of the index, to send to another thread, which then reads the same memory. */
  readonly shared: SharedPoints;
}

/** Plain data in shared memory. */
export interface SharedPoints {
  readonly tree: SharedArrayBuffer | null;
  /** lng, lat of each point in turn. */
  readonly positions: Float64Array;
}

/**
 * Mean radius R1 of the WGS 84 ellipsoid, metres (IUGG; H. Moritz, Geodetic Reference System 1980), the same as in `haversineMetres` of the
 * domain.
 */
const EARTH_RADIUS_METRES = 6_371_008.8;
/** Kilometres on geokdbush's sphere, whose radius is 6,371 km, per metre on ours. */
const GEOKDBUSH_KILOMETRES_A_METRE = 6_371 / EARTH_RADIUS_METRES;
/** Tolerance between geokdbush's distances and ours. */
const SLACK_METRES = 1e-3;
/** Points searched beyond the limit at first, to detect others as far away as the last. */
const EXTRA = 4;

/** @param positions lng, lat of each point in turn, degrees; not copied, so in shared memory when threads share the index */
export function createPointIndex(positions: Float64Array): PointIndex {
  const count = positions.length / 2;
  if (count === 0) return openPointIndex({ tree: null, positions });
  const tree = new KDBush(count, undefined, Float64Array, SharedArrayBuffer as unknown as ArrayBufferConstructor);
  for (let point = 0; point < count; point += 1) tree.add(positions[2 * point] as number, positions[2 * point + 1] as number);
  tree.finish();
  return openPointIndex({ tree: tree.data as unknown as SharedArrayBuffer, positions });
}

/** Opens an index that another thread has built. */
export function openPointIndex(shared: SharedPoints): PointIndex {
  const { positions } = shared;
  const positionOf = (point: number): LngLat => ({ lng: positions[2 * point] as number, lat: positions[2 * point + 1] as number });
  if (shared.tree === null) return { nearest: () => [], within: () => [], positionOf, shared };
  const tree = KDBush.from(shared.tree as unknown as ArrayBuffer);

  const nearest = ({ centre, radiusMetres, limit, accepts }: NearbyRequest): Nearby[] => {
    const farthest = (radiusMetres + SLACK_METRES) * GEOKDBUSH_KILOMETRES_A_METRE;
    for (let wanted = limit + EXTRA; ; wanted *= 2) {
      const points = around(tree, centre.lng, centre.lat, wanted, farthest, accepts);
      const found = points.map((point) => ({ point, metres: metresBetween(centre, positionOf(point)) }));
      found.sort((a, b) => a.metres - b.metres || a.point - b.point);
      const last = found[limit - 1]?.metres;
      // Complete when the last point found is farther than the last within the limit, or when there are no more points.
      const isWhole = points.length < wanted || last === undefined || (found.at(-1) as Nearby).metres > last + SLACK_METRES;
      if (isWhole) return found.filter(({ metres }) => metres <= radiusMetres && (last === undefined || metres <= last));
    }
  };
  return { nearest, within: ({ west, south, east, north }) => tree.range(west, south, east, north), positionOf, shared };
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/**
 * Great-circle distance, metres: the haversine formula (R. W. Sinnott, Sky & Telescope 68, 1984), identical to the last digit with the
 * domain's.
 */
export function metresBetween(from: LngLat, to: LngLat): number {
  const sinLat = Math.sin(radians(to.lat - from.lat) / 2);
  const sinLng = Math.sin(radians(to.lng - from.lng) / 2);
  const h = sinLat * sinLat + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * sinLng * sinLng;
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(h)));
}
