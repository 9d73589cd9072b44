// The parts of a journey on the road, on foot and in the air, and how they are joined.
import { distanceMetres, type LngLat } from '@lookout/geo';
import { endOfHalf, type RoadNet } from './road-net.ts';
import type { SearchResult, TravelNets } from './travel-search.ts';
import { placeOfCell } from './walk-ground.ts';

export type TravelledBy = 'road' | 'foot' | 'air';

/** A stretch of a path by one mode of travel: from the end of the previous one to the point `end` (its index). */
export interface Stage {
  readonly by: TravelledBy;
  readonly end: number;
}

export interface Leg {
  readonly points: readonly LngLat[];
  /** The mode by which each point is reached; that of the first is ignored. */
  readonly by: readonly TravelledBy[];
  readonly roadMetres: number;
  readonly roadClimbMetres: number;
  readonly footMetres: number;
  readonly footClimbMetres: number;
  readonly flightMetres: number;
}

export const EMPTY_LEG: Leg = { points: [], by: [], roadMetres: 0, roadClimbMetres: 0, footMetres: 0, footClimbMetres: 0, flightMetres: 0 };

export function joinLegs(legs: readonly Leg[]): Leg {
  const points: LngLat[] = [];
  const by: TravelledBy[] = [];
  for (const leg of legs)
    for (const [index, place] of leg.points.entries()) {
      const before = points.at(-1);
      if (before !== undefined && before.lng === place.lng && before.lat === place.lat) continue;
      points.push(place);
      by.push(leg.by[index] as TravelledBy);
    }
  const sum = (field: Exclude<keyof Leg, 'points' | 'by'>): number => legs.reduce((total, leg) => total + leg[field], 0);
  return {
    points,
    by,
    roadMetres: sum('roadMetres'),
    roadClimbMetres: sum('roadClimbMetres'),
    footMetres: sum('footMetres'),
    footClimbMetres: sum('footClimbMetres'),
    flightMetres: sum('flightMetres'),
  };
}

/** The stages of a leg in their order; none for a single point. */
export function stagesOf({ by }: Pick<Leg, 'by'>): Stage[] {
  const stages: Stage[] = [];
  for (let end = 1; end < by.length; end++) {
    const how = by[end] as TravelledBy;
    if (stages.at(-1)?.by === how) stages.pop();
    stages.push({ by: how, end });
  }
  return stages;
}

/** A part of a half, by shares of its length: 0 is its beginning. Its climb is taken as evenly distributed. */
export function roadLeg(net: RoadNet, half: number, fromShare = 0, toShare = 1): Leg {
  const edge = half >> 1;
  const points: LngLat[] = [];
  for (let point = net.shapeStart[edge] as number; point < (net.shapeStart[edge + 1] as number); point++)
    points.push({ lng: net.shape[2 * point] as number, lat: net.shape[2 * point + 1] as number });
  const isAgainst = (half & 1) === 1;
  if (isAgainst) points.reverse();
  const share = toShare - fromShare;
  const driven = fromShare === 0 && toShare === 1 ? points : partOf(points, fromShare, toShare);
  return {
    ...EMPTY_LEG,
    points: driven,
    by: driven.map(() => 'road'),
    roadMetres: (net.metres[edge] as number) * share,
    roadClimbMetres: ((isAgainst ? net.drop[edge] : net.climb[edge]) as number) * share,
  };
}

function partOf(points: readonly LngLat[], fromShare: number, toShare: number): LngLat[] {
  const passed = [0];
  for (let index = 1; index < points.length; index++)
    passed.push((passed.at(-1) as number) + distanceMetres(points[index - 1] as LngLat, points[index] as LngLat));
  const total = passed.at(-1) as number;
  const at = (share: number): LngLat => {
    const metres = share * total;
    const next = Math.min(
      Math.max(
        passed.findIndex((so) => so >= metres),
        1,
      ),
      points.length - 1,
    );
    const [low, high] = [passed[next - 1] as number, passed[next] as number];
    const [from, to] = [points[next - 1] as LngLat, points[next] as LngLat];
    const part = high === low ? 0 : (metres - low) / (high - low);
    return { lng: from.lng + (to.lng - from.lng) * part, lat: from.lat + (to.lat - from.lat) * part };
  };
  const between = points.filter((_, index) => (passed[index] as number) > fromShare * total && (passed[index] as number) < toShare * total);
  return [at(fromShare), ...between, at(toShare)];
}

/** States in the order of travel, and the half between consecutive states; −1: on foot. */
export interface StateWay {
  readonly states: readonly number[];
  readonly halves: readonly number[];
}

/** Follows the parents of a state to the seed. */
export function wayOf({ parent, half }: SearchResult, state: number, direction: 'to' | 'from'): StateWay {
  const states: number[] = [];
  const halves: number[] = [];
  for (let at = state; at !== -1; at = parent[at] as number) {
    states.push(at);
    if (parent[at] !== -1) halves.push(half[at] ?? -1);
  }
  return direction === 'to' ? { states, halves } : { states: states.reverse(), halves: halves.reverse() };
}

/** Adds up the legs of a route, state after state. */
export function legOfWay({ net, ground, nodes, steps }: TravelNets, { states, halves }: StateWay): Leg {
  const metresOfStep = new Map(steps.map(({ cells, metres }) => [cells, metres]));
  const placeOf = (state: number): LngLat =>
    state >= nodes && ground !== null
      ? placeOfCell(ground, state - nodes)
      : { lng: net?.nodePositions[2 * state] as number, lat: net?.nodePositions[2 * state + 1] as number };
  const points: LngLat[] = states.slice(0, 1).map(placeOf);
  const by: TravelledBy[] = points.map(() => 'foot');
  let [roadMetres, roadClimbMetres, footMetres, footClimbMetres] = [0, 0, 0, 0];
  for (const [index, half] of halves.entries()) {
    const [from, to] = [states[index] as number, states[index + 1] as number];
    if (half !== -1 && net !== null) {
      addShape(net, half, points);
      while (by.length < points.length) by.push('road');
      roadMetres += net.metres[half >> 1] as number;
      roadClimbMetres += ((half & 1) === 0 ? net.climb[half >> 1] : net.drop[half >> 1]) as number;
      continue;
    }
    const place = placeOf(to);
    if (from < nodes) footMetres += distanceMetres(placeOf(from), place);
    else if (ground !== null) {
      footMetres += metresOfStep.get(to - from) ?? 0;
      const up = (ground.heights[to - nodes] as number) - (ground.heights[from - nodes] as number);
      // Unknown heights count as no climb.
      footClimbMetres += Number.isNaN(up) ? 0 : Math.max(up, 0);
    }
    points.push(place);
    by.push('foot');
  }
  return { ...EMPTY_LEG, points, by, roadMetres, roadClimbMetres, footMetres, footClimbMetres };
}

/** The points of a half after its first. */
function addShape({ shape, shapeStart }: RoadNet, half: number, points: LngLat[]): void {
  const [first, end] = [shapeStart[half >> 1] as number, shapeStart[(half >> 1) + 1] as number];
  const add = (point: number): void => void points.push({ lng: shape[2 * point] as number, lat: shape[2 * point + 1] as number });
  if ((half & 1) === 0) for (let point = first + 1; point < end; point++) add(point);
  else for (let point = end - 2; point >= first; point--) add(point);
}

/** The node from which a half leaves. */
export const beginOfHalf = (net: RoadNet, half: number): number => endOfHalf(net, half ^ 1);
