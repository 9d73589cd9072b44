// A ranger's patrol: a route over the terrain from home past a few posts and back, walked again and again. The position is a function of
// the time.
import type { Position } from '@lookout/domain';
import { destination, type Surface } from '@lookout/geo';
import { RANGER_COUNT, rangerAccount } from '../accounts.ts';
import { EPOCH_MS } from '../clock.ts';
import { drawsOf } from '../draws.ts';
import { joined, onFoot, positionOn, type Route, retraced, routeOver, STEEPEST_WALK } from '../ground/route.ts';
import { countiesOf, type Settlement } from '../places.ts';

export interface Patrol {
  readonly route: Route;
  /** @param ms world time */
  positionAt(ms: number): Position;
}

const POSTS = 3;
const AWAY_METRES = { least: 1_200, most: 3_200 } as const;
/** Candidates for each post. The one that is fastest to reach is chosen, which is mostly in the valley. */
const CANDIDATES = 4;
/** Rest at home between two patrols. */
const REST_SECONDS = 12 * 60;

export function createPatrol(seed: number, { userName, home }: RangerPost, surface: Surface): Patrol {
  const draws = drawsOf(seed, 'patrol', userName);
  const legs: Route[] = [];
  let here: Position = { lng: home.lng, lat: home.lat };
  const facing = draws.between(0, 360);
  for (let n = 0; n < POSTS; n++) {
    const candidates = Array.from({ length: CANDIDATES }, () => {
      const bearing = facing + ((n + draws.between(-0.5, 0.5)) * 360) / POSTS;
      return routeOver(surface, here, rounded(destination(home, bearing, draws.between(AWAY_METRES.least, AWAY_METRES.most))), onFoot);
    });
    const easiest = candidates
      .filter((candidate) => isWalkable(candidate, surface))
      .sort((a, b) => a.seconds / a.metres - b.seconds / b.metres)[0];
    if (easiest === undefined) continue;
    legs.push(easiest);
    here = easiest.points.at(-1) as Position;
  }
  const straightHome = routeOver(surface, here, { lng: home.lng, lat: home.lat }, onFoot);
  const wayHome = isWalkable(straightHome, surface) ? [straightHome] : legs.map((leg) => retraced(surface, leg, onFoot)).reverse();
  const route = joined([...legs, ...wayHome]);
  const periodSeconds = route.seconds + REST_SECONDS;
  const startSeconds = draws.uniform() * periodSeconds;
  return { route, positionAt: (ms) => positionOn(route, (startSeconds + (ms - EPOCH_MS) / 1000) % periodSeconds) };
}

/** Whether the route is walkable in both directions, without too steep a slope. */
function isWalkable({ points }: Route, surface: Surface): boolean {
  return points.slice(1).every((point, n) => {
    const before = points[n] as Position;
    const rise = (surface.heightAt(point.lng, point.lat) ?? 0) - (surface.heightAt(before.lng, before.lat) ?? 0);
    return Math.abs(rise) <= STEEPEST_WALK * flatMetres(before, point);
  });
}

const flatMetres = (a: Position, b: Position): number =>
  Math.hypot((b.lat - a.lat) * 111_320, (b.lng - a.lng) * 111_320 * Math.cos((a.lat * Math.PI) / 180));

const rounded = ({ lng, lat }: Position): Position => ({ lng: Math.round(lng * 1e6) / 1e6, lat: Math.round(lat * 1e6) / 1e6 });

// The demo's rangers: account and home of each, distributed over the counties of Aba like the accounts in docs/interface.md.

export interface RangerPost {
  readonly userName: string;
  readonly deviceId?: string;
  readonly home: Settlement;
}

/** The second ranger of a county patrols around its second settlement, where it has one. */
export const roster: readonly RangerPost[] = Array.from({ length: RANGER_COUNT }, (_, index) => {
  const counties = countiesOf('aba');
  const { settlements } = counties[index % counties.length] as (typeof counties)[number];
  return { ...rangerAccount(index + 1), home: settlements[Math.floor(index / counties.length)] ?? settlements[0] };
});
