// Which of a million places lie near? A tree over typed arrays in shared memory: built in one thread, asked in another, never copied.
// Who asks knows the points by their number, from 0 in the order in which they were given.
import { around } from 'geokdbush';
import KDBush from 'kdbush';

export interface Place {
  readonly lng: number;
  readonly lat: number;
}

/** Degrees; its edges belong to it. */
export interface PointBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export interface NearbyRequest {
  readonly centre: Place;
  readonly radiusMetres: number;
  readonly limit: number;
  /** Which points count at all. */
  readonly accepts: (point: number) => boolean;
}

export interface Nearby {
  readonly point: number;
  readonly metres: number;
}

export interface PointIndex {
  /**
   * The nearest points, nearest first, at most `limit`, and after them those exactly as far away as the last, so that whoever
   * wants a fixed order among equals has all of them to choose from. Great-circle metres on the sphere of radius 6,371,008.8 m.
   */
  nearest(request: NearbyRequest): Nearby[];
  /** The points in a box, in no particular order. */
  within(box: PointBox): number[];
  positionOf(point: number): Place;
  /** Handed to another thread it is not copied: both read the same memory. */
  readonly shared: SharedPoints;
}

/** Plain data over shared memory. */
export interface SharedPoints {
  readonly tree: SharedArrayBuffer | null;
  /** lng, lat of point after point. */
  readonly places: Float64Array;
}

/** Mean radius R1 of the WGS 84 ellipsoid, metres (IUGG; H. Moritz, Geodetic Reference System 1980), as domain's `haversineMetres`. */
const EARTH_RADIUS_METRES = 6_371_008.8;
/** geokdbush's own sphere has 6,371 km: what it calls kilometers becomes ours by this. */
const ITS_KILOMETRES = 6_371 / EARTH_RADIUS_METRES;
/** What two ways of computing the same distance may differ by. */
const SLACK_METRES = 1e-3;
/** Asked for beyond the limit at first: to see whether the last has equals. */
const BEYOND = 4;

/** @param places lng, lat of point after point, degrees; kept, not copied: over shared memory when threads are to share it */
export function createPointIndex(places: Float64Array): PointIndex {
  const count = places.length / 2;
  if (count === 0) return openPointIndex({ tree: null, places });
  const tree = new KDBush(count, undefined, Float64Array, SharedArrayBuffer as unknown as ArrayBufferConstructor);
  for (let point = 0; point < count; point += 1) tree.add(places[2 * point] as number, places[2 * point + 1] as number);
  tree.finish();
  return openPointIndex({ tree: tree.data as unknown as SharedArrayBuffer, places });
}

/** The index that another thread has built. */
export function openPointIndex(shared: SharedPoints): PointIndex {
  const { places } = shared;
  const positionOf = (point: number): Place => ({ lng: places[2 * point] as number, lat: places[2 * point + 1] as number });
  if (shared.tree === null) return { nearest: () => [], within: () => [], positionOf, shared };
  const tree = KDBush.from(shared.tree as unknown as ArrayBuffer);

  const nearest = ({ centre, radiusMetres, limit, accepts }: NearbyRequest): Nearby[] => {
    const farthest = (radiusMetres + SLACK_METRES) * ITS_KILOMETRES;
    for (let wanted = limit + BEYOND; ; wanted *= 2) {
      const points = around(tree, centre.lng, centre.lat, wanted, farthest, accepts);
      const found = points.map((point) => ({ point, metres: metresBetween(centre, positionOf(point)) }));
      found.sort((a, b) => a.metres - b.metres || a.point - b.point);
      const last = found[limit - 1]?.metres;
      // The last one seen is farther than the last one wanted, or there are no more: nothing as near has been left out.
      const isWhole = points.length < wanted || last === undefined || (found.at(-1) as Nearby).metres > last + SLACK_METRES;
      if (isWhole) return found.filter(({ metres }) => metres <= radiusMetres && (last === undefined || metres <= last));
    }
  };
  return { nearest, within: ({ west, south, east, north }) => tree.range(west, south, east, north), positionOf, shared };
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance, metres: the haversine formula (R. W. Sinnott, Sky & Telescope 68, 1984), digit for digit as domain computes it. */
export function metresBetween(from: Place, to: Place): number {
  const sinLat = Math.sin(radians(to.lat - from.lat) / 2);
  const sinLng = Math.sin(radians(to.lng - from.lng) / 2);
  const h = sinLat * sinLat + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * sinLng * sinLng;
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(h)));
}
