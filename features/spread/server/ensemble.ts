// The members of an ensemble: grown and counted in parts, then joined.

import { ok, type Result, refuse } from '@lookout/domain';
import {
  addMember,
  areasWithin,
  arrivalQuantiles,
  createTally,
  type EnsembleTally,
  isochroneLevels,
  memberArrivals,
  mergeTally,
  multiPolygonOf,
  probabilityAreas,
  stepMinutesFor,
} from '@lookout/fire-model';
import { ISOCHRONE_MINUTES, type SpreadIsochrone } from '../spread-result.ts';
import { cellsNearTargets, firstAt, reachesEdge, samplesOf } from './arrivals.ts';
import { growFire, growMember, growthRequestOf, standAside } from './growth.ts';
import {
  type EnsembleJob,
  type Forecast,
  type ForecastJob,
  type ForecastRefusal,
  type GrownMembers,
  isCancelled,
  type MembersToGrow,
  type MembersToJoin,
  reportProgress,
  type SharedGround,
} from './job.ts';
import { earlierOf, fromIgnition, minutesOrNull, QUANTILES, quantilesOf, storedPartsOf } from './results.ts';

const MINUTES_PER_HOUR = 60;
/** The probabilities of an ensemble's areas: all three for full hours, only the median in between. */
const BY_HOUR = [0.1, 0.5, 0.9];
const MIDDLE = [0.5];

/** Grows some members and counts them. */
export function growMembers({ job, members, tally, progress }: MembersToGrow): Result<GrownMembers, ForecastRefusal> {
  const { request, near, weights } = job;
  const arrivals = new Float32Array(new SharedArrayBuffer(members.length * near.length * Float32Array.BYTES_PER_ELEMENT));
  for (const [i, index] of members.entries()) {
    const grownBefore = progress.from + i;
    const growth = growMember(job, request, index, (share) => reportProgress(job, progress.lane, (grownBefore + share) / progress.of));
    if (!growth.ok) return growth;
    const counted = addMember(tally, memberArrivals(growth.value), weights?.[index] ?? 1);
    if (!counted.ok) throw new Error(counted.error.en);
    arrivals.set(firstAt(growth.value.arrivalMinutes, near), i * near.length);
    reportProgress(job, progress.lane, (grownBefore + 1) / progress.of);
  }
  const { counts, ...counted } = tally;
  return ok({ members, counted, arrivals });
}

/** The data that all members share. */
export function sharedGroundOf(job: ForecastJob): SharedGround {
  const request = growthRequestOf(job);
  const { slope, fuel, barrier } = request.ground;
  const ground = {
    ...request.ground,
    slope: slope && { east: inSharedMemory(slope.east), north: inSharedMemory(slope.north) },
    fuel: inSharedMemory(fuel),
    barrier: barrier && inSharedMemory(barrier),
  };
  return { request: { ...request, ground }, near: cellsNearTargets(job.window, job.targets).map(inSharedMemory) };
}

function inSharedMemory<A extends Uint8Array | Int32Array | Float32Array>(array: A): A {
  const Copy = array.constructor as new (memory: SharedArrayBuffer) => A;
  const copy = new Copy(new SharedArrayBuffer(array.byteLength));
  copy.set(array);
  return copy;
}

/** A tally in shared memory, so that one thread after the other can count members of a run in it. */
export function sharedTallyOf({ window, inputs: { hours } }: Pick<EnsembleJob, 'window' | 'inputs'>): EnsembleTally {
  const tally = createTally(window.grid, hours * MINUTES_PER_HOUR, stepMinutesFor(hours));
  return { ...tally, counts: new Uint16Array(new SharedArrayBuffer(tally.counts.byteLength)) };
}

/** Combines all members. The other tallies are merged into the first. */
export function joinMembers({ job, tallies, arrivals, order }: MembersToJoin): Result<Forecast, ForecastRefusal> {
  const { window, inputs, request, near, weights } = job;
  const { hours } = inputs;
  const counted = order.map((index) => weights?.[index] ?? 1);
  const base = growFire(request, job, () => undefined, true);
  if (!base.ok) return base;
  const [tally, ...others] = tallies as readonly [EnsembleTally, ...EnsembleTally[]];
  for (const other of others) {
    const merged = mergeTally(tally, other);
    if (!merged.ok) throw new Error(merged.error.en);
  }
  const isochrones: SpreadIsochrone[] = [];
  for (const minutes of isochroneLevels(hours, ISOCHRONE_MINUTES)) {
    standAside(job.rightOfWay);
    if (isCancelled(job)) return refuse('cancelled');
    for (const { probability, areaHectares, polygons } of probabilityAreas(
      tally,
      minutes,
      minutes % MINUTES_PER_HOUR === 0 ? BY_HOUR : MIDDLE,
    ))
      isochrones.push({ minutes, areaHectares, probability, coordinates: multiPolygonOf(window, polygons) });
  }
  const [early, middle, late] = Object.values(QUANTILES).map((share) => arrivalQuantiles(tally, share)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  return ok({
    isochrones,
    areaHectares: areasWithin(window.grid, middle, [hours * MINUTES_PER_HOUR])[0]?.areaHectares ?? 0,
    reachesEdge: reachesEdge(window, request, early),
    arrivals: near.map((_, target) => quantilesOf(ofTarget(arrivals, target, near.length), counted)),
    samples: samplesOf(window, early).map(({ cell, ...place }) => ({
      ...place,
      arrivalMinutes: {
        p10: minutesOrNull(early[cell] as number),
        p50: minutesOrNull(middle[cell] as number),
        p90: minutesOrNull(late[cell] as number),
      },
    })),
    ...storedPartsOf(job, request, base.value, earlierOf(early, base.value.arrivalMinutes), fromIgnition(base.value, middle)),
    weighing: null,
  });
}

/** The minutes of every member to one target. */
const ofTarget = (arrivals: readonly Float32Array[], target: number, targets: number): number[] =>
  arrivals.flatMap((part) => Array.from({ length: part.length / targets }, (_, member) => part[member * targets + target] as number));
