// The best position of a fire from its detections, the ellipse that contains the fire, and how far the detections lie apart.
import {
  type Covariance,
  combineEstimates,
  type Ellipse,
  type Estimate,
  ellipse95,
  type LngLat,
  planeOffset,
  planePlace,
} from '@lookout/geo';
import type { PlacedLook } from './detection.ts';

export interface FusedPosition {
  readonly position: LngLat;
  readonly covariance: Covariance;
  /** Contains the fire in 95 % of all cases. */
  readonly ellipse: Ellipse;
  /** The largest distance between two detections, metres; 0 for a single detection. */
  readonly spanMetres: number;
}

/**
 * Independent looks are combined by their errors. The detections of one look share their error, so they count as one, at their mean: for
 * example the pixels of one pass, or a camera that reports the same smoke every minute.
 * @param detections at least one
 */
export function fusedPosition(detections: readonly PlacedLook[]): FusedPosition {
  const [first] = detections as readonly [PlacedLook, ...PlacedLook[]];
  const origin = first.position;
  const placed = detections.map((detection) => ({ ...planeOffset(origin, detection.position), ...detection }));
  const looks = [...Map.groupBy(placed, ({ look }) => look).values()].map((together): Estimate => {
    const mean = (of: (one: (typeof placed)[number]) => number) => together.reduce((sum, one) => sum + of(one), 0) / together.length;
    return {
      east: mean(({ east }) => east),
      north: mean(({ north }) => north),
      covariance: {
        eastEast: mean(({ covariance }) => covariance.eastEast),
        eastNorth: mean(({ covariance }) => covariance.eastNorth),
        northNorth: mean(({ covariance }) => covariance.northNorth),
      },
    };
  });
  const { covariance, ...offset } = combineEstimates(looks);
  return { position: planePlace(origin, offset), covariance, ellipse: ellipse95(covariance), spanMetres: spanOf(placed) };
}

/** The largest distance between two points, computed on the corners of their convex hull, which are few. */
function spanOf(points: readonly { readonly east: number; readonly north: number }[]): number {
  const hull = convexHull(points);
  let longest = 0;
  for (const [i, a] of hull.entries())
    for (const b of hull.slice(i + 1)) longest = Math.max(longest, Math.hypot(a.east - b.east, a.north - b.north));
  return longest;
}

/** Monotone chain (A. M. Andrew, Inf. Process. Lett. 9, 1979), counter-clockwise, without points on its edges. */
export function convexHull<P extends { readonly east: number; readonly north: number }>(points: readonly P[]): P[] {
  const sorted = [...points].sort((a, b) => a.east - b.east || a.north - b.north);
  const half = (ordered: readonly P[]): P[] => {
    const chain: P[] = [];
    for (const point of ordered) {
      for (
        let [b, a] = [chain.at(-1), chain.at(-2)];
        a !== undefined && b !== undefined && turn(a, b, point) <= 0;
        [b, a] = [chain.at(-1), chain.at(-2)]
      )
        chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return sorted.length < 3 ? sorted : [...half(sorted), ...half(sorted.toReversed())];
}

type Point = { readonly east: number; readonly north: number };
const turn = (a: Point, b: Point, c: Point): number => (b.east - a.east) * (c.north - a.north) - (b.north - a.north) * (c.east - a.east);
