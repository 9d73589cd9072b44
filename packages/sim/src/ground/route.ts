// The fastest route over the terrain between two places, and the position on it after a given time. Routes follow valleys, because these
// are fast.
import { haversineMetres, type Position } from '@lookout/domain';
import type { Surface } from '@lookout/geo';

interface Waypoint extends Position {
  /** Seconds since the start. */
  readonly seconds: number;
}

export interface Route {
  readonly points: readonly [Waypoint, ...Waypoint[]];
  readonly seconds: number;
  readonly metres: number;
}

const METRES_PER_DEGREE = 111_320;
const FINEST_METRES = 150;
/** Maximum number of cells between the two ends: a long route is planned on a coarser lattice instead of taking longer. */
const CELLS_BETWEEN = 80;
/** How far the route may deviate beyond the two ends. */
const SWING_SHARE = 0.45;
const LEAST_SWING_METRES = 1_500;

const NEIGHBOURS = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => ({ dx, dy }))).filter(({ dx, dy }) => dx !== 0 || dy !== 0);

/** A* (Hart, Nilsson, Raphael, IEEE Trans. SSC 4, 1968) over a square lattice laid between the two ends; the same ends give the same route. */
export function routeOver(surface: Surface, from: Position, to: Position, pace: Pace): Route {
  const lattice = latticeBetween(from, to);
  const { columns, rows, positionOf } = lattice;
  const heights = new Float64Array(columns * rows).fill(Number.NaN);
  const heightOf = (node: number): number => {
    const known = heights[node] as number;
    if (!Number.isNaN(known)) return known;
    const { lng, lat } = positionOf(node);
    const height = surface.heightAt(lng, lat) ?? 0;
    heights[node] = height;
    return height;
  };
  const quickest = pace(0);
  const [start, goal] = [lattice.nodeAt(from), lattice.nodeAt(to)];
  const goalX = goal % columns;
  const goalY = Math.floor(goal / columns);
  const atLeast = (node: number): number =>
    (Math.hypot((node % columns) - goalX, Math.floor(node / columns) - goalY) * lattice.cellMetres) / quickest;

  const best = new Float64Array(columns * rows).fill(Number.POSITIVE_INFINITY);
  const before = new Int32Array(columns * rows).fill(-1);
  const open = createHeap();
  best[start] = 0;
  open.push(start, atLeast(start));
  for (let node = open.pop(); node !== null && node !== goal; node = open.pop()) {
    const [x, y] = [node % columns, Math.floor(node / columns)];
    for (const { dx, dy } of NEIGHBOURS) {
      if (x + dx < 0 || x + dx >= columns || y + dy < 0 || y + dy >= rows) continue;
      const next = node + dy * columns + dx;
      const run = (dx === 0 || dy === 0 ? 1 : Math.SQRT2) * lattice.cellMetres;
      const seconds = (best[node] as number) + run / pace((heightOf(next) - heightOf(node)) / run);
      if (seconds >= (best[next] as number)) continue;
      best[next] = seconds;
      before[next] = node;
      open.push(next, seconds + atLeast(next));
    }
  }
  const nodes: number[] = [];
  for (let node = before[goal] as number; node !== -1 && node !== start; node = before[node] as number) nodes.push(node);
  return timed(surface, [from, ...nodes.reverse().map(positionOf), to], pace);
}

/** Joins routes, each of which begins where the previous one ends. @throws when the list is empty */
export function joined(routes: readonly Route[]): Route {
  const points: Waypoint[] = [];
  let [seconds, metres] = [0, 0];
  for (const route of routes) {
    for (const point of points.length === 0 ? route.points : route.points.slice(1))
      points.push({ ...point, seconds: point.seconds + seconds });
    seconds += route.seconds;
    metres += route.metres;
  }
  const [first, ...rest] = points;
  if (first === undefined) throw new Error('no routes to join');
  return { points: [first, ...rest], seconds, metres };
}

/** The position on the route after the given number of seconds; the start before it and the end afterwards. Six decimals. */
export function positionOn({ points }: Route, seconds: number): Position {
  let [low, high] = [0, points.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((points[middle] as Waypoint).seconds <= seconds) low = middle;
    else high = middle - 1;
  }
  const here = points[low] as Waypoint;
  const next = points[low + 1];
  if (next === undefined || seconds <= here.seconds) return rounded(here);
  const share = (seconds - here.seconds) / (next.seconds - here.seconds);
  return rounded({ lng: here.lng + share * (next.lng - here.lng), lat: here.lat + share * (next.lat - here.lat) });
}

/** The same route from its end to its start. */
export const retraced = (surface: Surface, { points }: Route, pace: Pace): Route => {
  const [last, ...others] = [...points].reverse();
  return timed(surface, [last ?? points[0], ...others], pace);
};

function timed(surface: Surface, places: readonly [Position, ...Position[]], pace: Pace): Route {
  const [first, ...rest] = places;
  const points: [Waypoint, ...Waypoint[]] = [{ lng: first.lng, lat: first.lat, seconds: 0 }];
  let [seconds, metres] = [0, 0];
  let here: Position = first;
  for (const position of rest) {
    const run = haversineMetres(here, position);
    if (run < 0.5) continue;
    const rise = (surface.heightAt(position.lng, position.lat) ?? 0) - (surface.heightAt(here.lng, here.lat) ?? 0);
    seconds += run / pace(rise / run);
    metres += run;
    points.push({ lng: position.lng, lat: position.lat, seconds });
    here = position;
  }
  return { points, seconds, metres };
}

function latticeBetween(from: Position, to: Position) {
  const apart = haversineMetres(from, to);
  const cellMetres = Math.max(FINEST_METRES, apart / CELLS_BETWEEN);
  const swing = Math.max(LEAST_SWING_METRES, apart * SWING_SHARE);
  const lngPerMetre = 1 / (METRES_PER_DEGREE * Math.cos((((from.lat + to.lat) / 2) * Math.PI) / 180));
  const latPerMetre = 1 / METRES_PER_DEGREE;
  const west = Math.min(from.lng, to.lng) - swing * lngPerMetre;
  const south = Math.min(from.lat, to.lat) - swing * latPerMetre;
  const columns = 1 + Math.ceil((Math.abs(to.lng - from.lng) / lngPerMetre + 2 * swing) / cellMetres);
  const rows = 1 + Math.ceil((Math.abs(to.lat - from.lat) / latPerMetre + 2 * swing) / cellMetres);
  return {
    cellMetres,
    columns,
    rows,
    nodeAt: ({ lng, lat }: Position): number =>
      Math.round((lat - south) / latPerMetre / cellMetres) * columns + Math.round((lng - west) / lngPerMetre / cellMetres),
    positionOf: (node: number): Position => ({
      lng: west + (node % columns) * cellMetres * lngPerMetre,
      lat: south + Math.floor(node / columns) * cellMetres * latPerMetre,
    }),
  };
}

const rounded = ({ lng, lat }: Position): Position => ({ lng: Math.round(lng * 1e6) / 1e6, lat: Math.round(lat * 1e6) / 1e6 });

// The speed of people on a slope, on foot and by motorbike, in metres a second.

/** @param slope rise over run, downhill negative */
type Pace = (slope: number) => number;

const KMH = 1 / 3.6;

/** The steepest slope that patrols walk: about 31°. */
export const STEEPEST_WALK = 0.6;
const WALK_KMH = 4;
const CRAWL_KMH = 0.4;

/**
 * Walking: Tobler's hiking function (W. Tobler, NCGIA 93-1, 1993: exp(−3.5·|slope + 0.05|)), scaled so that level ground is walked
 * at 4 km/h. Steeper slopes are so slow that any detour is faster.
 */
export const onFoot: Pace = (slope) => {
  if (Math.abs(slope) > STEEPEST_WALK) return CRAWL_KMH * KMH;
  return WALK_KMH * KMH * Math.exp(-3.5 * (Math.abs(slope + 0.05) - 0.05));
};

const RIDE_KMH = 40;
const SLOWEST_RIDE_KMH = 8;

/**
 * A motorbike on forest tracks: 40 km/h on level ground, slower on steeper slopes, where tracks climb in hairpins. On the steepest slopes
 * it is pushed.
 */
export const byMotorbike: Pace = (slope) => {
  if (Math.abs(slope) > STEEPEST_WALK) return 2 * KMH;
  return KMH * Math.max(SLOWEST_RIDE_KMH, RIDE_KMH * Math.exp(-2.5 * Math.abs(slope)));
};

// A binary heap of node numbers, lowest priority value first. A node pushed twice is popped twice; the second pop improves nothing.

interface Heap {
  push(node: number, priority: number): void;
  pop(): number | null;
}

function createHeap(): Heap {
  const nodes: number[] = [];
  const priorities: number[] = [];
  const swap = (a: number, b: number): void => {
    [nodes[a], nodes[b]] = [nodes[b] as number, nodes[a] as number];
    [priorities[a], priorities[b]] = [priorities[b] as number, priorities[a] as number];
  };
  const isLess = (a: number, b: number): boolean => (priorities[a] as number) < (priorities[b] as number);

  return {
    push(node, priority) {
      let at = nodes.push(node) - 1;
      priorities.push(priority);
      while (at > 0 && isLess(at, (at - 1) >> 1)) {
        swap(at, (at - 1) >> 1);
        at = (at - 1) >> 1;
      }
    },
    pop() {
      const top = nodes[0];
      if (top === undefined) return null;
      swap(0, nodes.length - 1);
      nodes.pop();
      priorities.pop();
      for (let at = 0; ; ) {
        let least = at;
        for (const child of [2 * at + 1, 2 * at + 2]) if (child < nodes.length && isLess(child, least)) least = child;
        if (least === at) return top;
        swap(at, least);
        at = least;
      }
    },
  };
}
