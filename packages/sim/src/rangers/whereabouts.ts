// Where a ranger is at a moment of wall time: on patrol, on his way somewhere, or where that way ended.
import { haversineMetres, type Position } from '@lookout/domain';
import type { Surface } from '@lookout/geo';
import type { WorldClock } from '../clock.ts';
import { byMotorbike } from '../ground/pace.ts';
import { placeOn, type Route, routeOver } from '../ground/route.ts';

export interface Whereabouts {
  placeAt(wallMs: number): Position;
}

/** By world time. */
export type PatrolAt = (ms: number) => Position;

export interface Ground {
  readonly surface: Surface;
  readonly clock: Pick<WorldClock, 'worldOf' | 'wallOf'>;
}

export const onPatrol = (patrolAt: PatrolAt, { clock }: Ground): Whereabouts => ({
  placeAt: (wallMs) => patrolAt(clock.worldOf(wallMs)),
});

export const staying = (place: Position): Whereabouts => ({ placeAt: () => place });

export interface Ride extends Whereabouts {
  readonly route: Route;
  readonly arrivesAtMs: number;
}

/** By motorbike towards a place, in the world's time. */
export function ridingTo(from: Position, to: Position, departedAtMs: number, { surface, clock }: Ground): Ride {
  const route = routeOver(surface, from, to, byMotorbike);
  const departed = clock.worldOf(departedAtMs);
  return {
    route,
    arrivesAtMs: Math.ceil(clock.wallOf(departed + route.seconds * 1000)),
    placeAt: (wallMs) => placeOn(route, (clock.worldOf(wallMs) - departed) / 1000),
  };
}

const MOST_TRIES = 6;
const SLACK_MS = 60_000;

/** Back to the round: to where it will be when he can be there, and he waits for it. So he is never in two places. */
export function returning(from: Position, sinceMs: number, patrolAt: PatrolAt, ground: Ground): Whereabouts {
  const { clock } = ground;
  const since = clock.worldOf(sinceMs);
  const patrol = onPatrol(patrolAt, ground);
  // The first guess is as the crow flies; the round hardly moves while the way is corrected.
  let joins = since + (haversineMetres(from, patrolAt(since)) / 6) * 1000;
  let ride = ridingTo(from, patrolAt(joins), sinceMs, ground);
  for (let tries = 1; tries < MOST_TRIES && since + ride.route.seconds * 1000 > joins; tries++) {
    joins = since + ride.route.seconds * 1100 + SLACK_MS;
    ride = ridingTo(from, patrolAt(joins), sinceMs, ground);
  }
  return { placeAt: (wallMs) => (clock.worldOf(wallMs) >= joins ? patrol : ride).placeAt(wallMs) };
}
