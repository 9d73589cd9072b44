// Whether the outline of an area crosses itself.
import Flatbush from 'flatbush';

type Pair = readonly [lng: number, lat: number];

/**
 * Whether two edges of the ring meet anywhere except at the corner they share. Adjacent edges count only if one runs back along the other.
 * @param ring degrees; closed or open, at least three points
 */
export function ringCrosses(ring: readonly Pair[]): boolean {
  const points = withoutRepeats(ring);
  const count = points.length;
  if (count < 3) return true;
  const edges = points.map((from, at) => [from, points[(at + 1) % count] as Pair] as const);
  const index = new Flatbush(count);
  for (const [[x1, y1], [x2, y2]] of edges) index.add(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
  index.finish();
  return edges.some(([[x1, y1], [x2, y2]], at) =>
    index
      .search(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2))
      .some((other) => other > at && doMeet(edges, at, other, count)),
  );
}

function doMeet(edges: readonly (readonly [Pair, Pair])[], at: number, other: number, count: number): boolean {
  const [a, b] = edges[at] as readonly [Pair, Pair];
  const [c, d] = edges[other] as readonly [Pair, Pair];
  if (other === at + 1) return turn(a, b, d) === 0 && isBack(a, b, d);
  if (at === 0 && other === count - 1) return turn(a, b, c) === 0 && isBack(b, a, c);
  const [one, two, three, four] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (one !== two && three !== four) return true;
  return (one === 0 && isOn(a, b, c)) || (two === 0 && isOn(a, b, d)) || (three === 0 && isOn(c, d, a)) || (four === 0 && isOn(c, d, b));
}

/** Whether, for three points on a line, the edge from `via` to `to` goes back towards `from`. */
const isBack = (from: Pair, via: Pair, to: Pair): boolean =>
  (via[0] - from[0]) * (to[0] - via[0]) + (via[1] - from[1]) * (to[1] - via[1]) < 0;

const turn = (a: Pair, b: Pair, c: Pair): number => Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));

const isOn = (a: Pair, b: Pair, p: Pair): boolean =>
  p[0] >= Math.min(a[0], b[0]) && p[0] <= Math.max(a[0], b[0]) && p[1] >= Math.min(a[1], b[1]) && p[1] <= Math.max(a[1], b[1]);

const isSame = (a: Pair | undefined, b: Pair | undefined): boolean => a?.[0] === b?.[0] && a?.[1] === b?.[1];

function withoutRepeats(ring: readonly Pair[]): Pair[] {
  const points = ring.filter((point, at) => at === 0 || !isSame(point, ring[at - 1]));
  return points.length > 1 && isSame(points[0], points.at(-1)) ? points.slice(0, -1) : points;
}
