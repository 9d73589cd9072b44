// What the newest forecast of a fire means for the people sent there: whether they may come near its head, and where to assemble. Decision
// 0090.

import { boxAround, type GridNo, MINUTE_MS, type Position } from '@lookout/domain';
import { ASSEMBLY_RADIUS_METRES, assemblyPoint, separationMetresOf } from '@lookout/fire-model';
import type { Room } from '@lookout/server/services/open.ts';
import { firesNear } from '../../incident/service/closing-fires.ts';
import { type Approach, hoursToCome, worstHead } from '../approach.ts';

interface ApproachRequest {
  readonly scope: GridNo;
  /** The position of the fire. */
  readonly fire: Position;
  /** The ids of all of the fire's alarms. */
  readonly alarmIds: readonly string[];
  readonly now: Date;
}

/** @returns null: there is no forecast, or its hours are over */
export async function approachTo(
  { store, fireArrivals, roads }: Pick<Room, 'store' | 'fireArrivals' | 'roads'>,
  { scope, fire, alarmIds, now }: ApproachRequest,
): Promise<Approach | null> {
  const run = await store.spreadRuns.newestDone(scope, alarmIds, now);
  if (run?.result == null) return null;
  const { begin, hours } = run.inputs;
  const hoursLeft = hoursToCome(run.result.behaviour ?? [], (now.getTime() - begin.getTime()) / MINUTE_MS);
  const head = worstHead(hoursLeft);
  const [own, current] = await Promise.all([fireArrivals.arrivalsOf(run.id), fireArrivals.current(now)]);
  // The forecasts of other fires are always of real fires; an exercise contributes only its own.
  const others = firesNear(current, fire).filter(({ runId }) => runId !== run.id);
  const fires = own === null ? others : [own, ...others];
  const { centre, halfMetres } = run.inputs.ground;
  const bounds = run.result.reachesEdge ? boxAround(centre, halfMetres) : null;
  // The forecast covers nothing beyond the edge that the fire reaches, so no place there counts as safe.
  const isKnown = ({ lng, lat }: Position): boolean =>
    bounds === null || (lng > bounds.west && lng < bounds.east && lat > bounds.south && lat < bounds.north);
  return {
    forecastFrom: begin,
    forecastUntil: new Date(begin.getTime() + hours * 60 * MINUTE_MS),
    attack: head?.attack ?? null,
    flameLengthMetres: head?.flameLengthMetres ?? null,
    // The arrival times of a forecast are deleted after a while; without them no place can be classified as safe.
    assembly:
      own === null
        ? null
        : assemblyPoint({
            fire,
            headingsDegrees: hoursLeft.map(({ headingDegrees }) => headingDegrees),
            arrival: (place) => (isKnown(place) ? Math.min(...fires.map(({ early }) => early(place))) : 0),
            roads: roads.roadsIn(boxAround(fire, ASSEMBLY_RADIUS_METRES)),
            separationMetres: separationMetresOf(own.flameLengthMetres),
          }),
  };
}
