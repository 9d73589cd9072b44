// Rings of a shapefile's polygon → polygons with their holes, in time proportional to the rings' points, not to their square.

type Position = readonly [x: number, y: number];
type Points = readonly Position[];

interface Ring {
  readonly points: Points;
  /** Positive: counter-clockwise. */
  readonly area: number;
  readonly box: readonly [west: number, south: number, east: number, north: number];
}

/** The remaining number of comparisons. */
export interface Budget {
  left: number;
}

/** Comparisons per polygon: half a second, plus an amount per corner. Only maliciously made drawings need more. */
const LEAST_BUDGET = 10_000_000;
const BUDGET_OF_A_CORNER = 20;
/** Corners of a hole that determine which ring contains it: rings may touch in a point, so the majority decides. */
const CORNERS = 16;

/**
 * Outer rings are clockwise, holes counter-clockwise. A hole in no ring is an area drawn in the wrong direction.
 * @returns null when the rings overlap so often that the comparisons do not suffice
 */
export function polygonsOf(parts: readonly Points[], budget: Budget = budgetOf(parts)): Points[][] | null {
  const rings = parts.map(ringOf);
  const outers = rings.filter(({ area }) => area <= 0);
  const polygons = new Map(outers.map((ring) => [ring, [ring.points]]));
  const around = outerFinder(outers, budget);
  for (const hole of rings) {
    if (hole.area <= 0) continue;
    const outer = around(hole);
    if (budget.left < 0) return null;
    const polygon = outer === undefined ? undefined : polygons.get(outer);
    if (polygon) polygon.push(hole.points);
    else polygons.set(hole, [hole.points]);
  }
  return [...polygons.values()];
}

const budgetOf = (parts: readonly Points[]): Budget => ({
  left: parts.reduce((sum, { length }) => sum + BUDGET_OF_A_CORNER * length, LEAST_BUDGET),
});

function ringOf(points: Points): Ring {
  let area = 0;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [i, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(i + 1) % points.length] as Position;
    area += (x * nextY - nextX * y) / 2;
    [west, south, east, north] = [Math.min(west, x), Math.min(south, y), Math.max(east, x), Math.max(north, y)];
  }
  return { points, area, box: [west, south, east, north] };
}

/** Finds the smallest ring around a hole. */
function outerFinder(outers: readonly Ring[], budget: Budget): (hole: Ring) => Ring | undefined {
  const bySize = outers.toSorted((a, b) => Math.abs(a.area) - Math.abs(b.area));
  const bands = bandsOf(bySize.map(({ box: [, south, , north] }) => [south, north]));
  const edges = new Map<Ring, Bands>();
  const edgesOf = (ring: Ring): Bands => {
    const known = edges.get(ring);
    if (known) return known;
    const made = bandsOf(ring.points.map(([, y], i) => yRange(y, (ring.points.at(i - 1) as Position)[1])));
    edges.set(ring, made);
    return made;
  };
  return (hole) => {
    for (const i of bands.at(hole.box[1])) {
      budget.left -= 1;
      const ring = bySize[i] as Ring;
      if (isBoxInside(hole, ring) && isInside(hole, ring, edgesOf(ring), budget)) return ring;
      if (budget.left < 0) return;
    }
    return;
  };
}

const yRange = (a: number, b: number): readonly [number, number] => (a < b ? [a, b] : [b, a]);

const isBoxInside = ({ box: [west, south, east, north] }: Ring, { box }: Ring): boolean =>
  west >= box[0] && south >= box[1] && east <= box[2] && north <= box[3];

function isInside({ points }: Ring, outer: Ring, edges: Bands, budget: Budget): boolean {
  const step = Math.max(1, Math.floor(points.length / CORNERS));
  let [inside, all] = [0, 0];
  for (let at = 0; at < points.length && budget.left >= 0; at += step) {
    all += 1;
    if (covers(outer.points, edges, points[at] as Position, budget)) inside += 1;
  }
  return 2 * inside >= all;
}

function covers(ring: Points, edges: Bands, [x, y]: Position, budget: Budget): boolean {
  let isIn = false;
  const near = edges.at(y);
  budget.left -= near.length;
  for (const i of near) {
    const [[x1, y1], [x2, y2]] = [ring[i] as Position, ring.at(i - 1) as Position];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isIn = !isIn;
  }
  return isIn;
}

/** Intervals indexed by bands of equal height. */
interface Bands {
  /** The numbers of the intervals whose bands contain this value, ascending; may include others that end nearby. */
  at(value: number): Uint32Array;
}

/** Entries for each interval, on average: memory grows with the number of intervals, however long they are. */
const ENTRIES = 4;
const NONE = new Uint32Array(0);

function bandsOf(intervals: readonly (readonly [low: number, high: number])[]): Bands {
  let [least, most, total] = [Infinity, -Infinity, 0];
  for (const [low, high] of intervals) [least, most, total] = [Math.min(least, low), Math.max(most, high), total + high - low];
  const height = most - least;
  // NaN and infinity lie in no band.
  if (!(height >= 0) || !Number.isFinite(height)) return { at: () => NONE };
  const room = (ENTRIES - 1) * intervals.length;
  const count = Math.max(1, Math.min(room, total > 0 ? Math.floor((room * height) / total) : 1));
  const bandOf = (value: number): number => Math.min(count - 1, Math.floor(((value - least) / (height || 1)) * count));
  const starts = new Uint32Array(count + 1);
  const each = (visit: (band: number, i: number) => void): void => {
    for (const [i, [low, high]] of intervals.entries()) for (let band = bandOf(low); band <= bandOf(high); band += 1) visit(band, i);
  };
  each((band) => {
    starts[band + 1] = (starts[band + 1] as number) + 1;
  });
  for (let band = 0; band < count; band += 1) starts[band + 1] = (starts[band + 1] as number) + (starts[band] as number);
  const [filled, entries] = [starts.slice(), new Uint32Array(starts[count] as number)];
  each((band, i) => {
    entries[filled[band] as number] = i;
    filled[band] = (filled[band] as number) + 1;
  });
  return {
    at(value) {
      if (!(value >= least && value <= most)) return NONE;
      const band = bandOf(value);
      return entries.subarray(starts[band], starts[band + 1]);
    },
  };
}
