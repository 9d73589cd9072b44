// The forecast of a single member.

import { ok, type Result, refuse } from '@lookout/domain';
import {
  arrivalOrder,
  isochroneLevels,
  isochronesOf,
  type MemberArrivals,
  memberArrivals,
  minutesAt,
  multiPolygonOf,
  orderOf,
} from '@lookout/fire-model';
import { ISOCHRONE_MINUTES, type SpreadIsochrone } from '../spread-result.ts';
import { firstAt, reachesEdge, samplesOf } from './arrivals.ts';
import { sharedGroundOf } from './ensemble.ts';
import { growFire, growMember } from './growth.ts';
import { type ArrivalMinutes, type Forecast, type ForecastJob, type ForecastRefusal, isCancelled, reportProgress } from './job.ts';
import { earlierOf, minutesOrNull, QUANTILES, storedPartsOf } from './results.ts';

/** The number of additional members of a single run. The second earliest of them is the early tenth. */
const FEW_MEMBERS = 20;
/** The share of a single run's work that is growth; the rest is isochrones. */
const GROWN_SHARE = 0.9;
const SQUARE_METRES_PER_HECTARE = 10_000;

/**
 * A forecast of one member. Isochrones and areas are its own. The early arrival for people, and the early and late arrival at targets, come
 * from a few additional members, as in an ensemble.
 */
export function singleForecast(job: ForecastJob): Result<Forecast, ForecastRefusal> {
  const { window, inputs } = job;
  const { grid } = window;
  const { request, near } = sharedGroundOf(job);
  const grownAt = (index: number) => (share: number) => reportProgress(job, 0, (GROWN_SHARE * (index + share)) / (1 + FEW_MEMBERS));
  const growth = growFire(request, job, grownAt(0), true);
  if (!growth.ok) return growth;
  const { arrivalMinutes, cellsReached } = growth.value;
  const own = firstAt(arrivalMinutes, near);
  const members: MemberArrivals[] = [];
  const toTargets: number[][] = [];
  for (let index = 0; index < FEW_MEMBERS; index++) {
    const member = growMember(job, request, index, grownAt(1 + index));
    if (!member.ok) return member;
    members.push(memberArrivals(member.value));
    toTargets.push(firstAt(member.value.arrivalMinutes, near));
  }
  const early = earlierOf(arrivalOrder(members, orderOf(FEW_MEMBERS, QUANTILES.p10)), arrivalMinutes);
  if (isCancelled(job)) return refuse('cancelled');
  const isochrones = isochronesOf(growth.value, isochroneLevels(inputs.hours, ISOCHRONE_MINUTES)).map(
    ({ minutes, areaHectares, polygons }): SpreadIsochrone => ({
      minutes,
      areaHectares,
      probability: null,
      coordinates: multiPolygonOf(window, polygons),
    }),
  );
  reportProgress(job, 0, 1);
  return ok({
    isochrones,
    areaHectares: (cellsReached * grid.cellMetres ** 2) / SQUARE_METRES_PER_HECTARE,
    reachesEdge: reachesEdge(window, request, early),
    arrivals: own.map((minutes, target) => {
      const found = aroundOwn(
        minutes,
        toTargets.map((ofMember) => ofMember[target] as number),
      );
      return found.p10 === null ? null : found;
    }),
    samples: samplesOf(window, early).map(({ cell, ...place }) => ({
      ...place,
      arrivalMinutes: aroundOwn(
        arrivalMinutes[cell] as number,
        members.map((member) => minutesAt(member, cell)),
      ),
    })),
    ...storedPartsOf(job, request, growth.value, early, arrivalMinutes),
    weighing: null,
  });
}

/**
 * The run's own time as the median, with the early and late times of a few members, which are never later or earlier than the run's own.
 */
function aroundOwn(own: number, members: readonly number[]): ArrivalMinutes {
  const byTime = members.toSorted((a, b) => a - b);
  const by = (share: number): number => byTime[orderOf(members.length, share) - 1] as number;
  return {
    p10: minutesOrNull(Math.min(by(QUANTILES.p10), own)),
    p50: minutesOrNull(own),
    p90: minutesOrNull(Math.max(by(QUANTILES.p90), own)),
  };
}
