// The growth of one fire or member in a worker thread: when the fire reaches each cell of its window. The functions are pure except for
// memory that the threads share: the cancel flag, the progress, and the flag of alarms under way, for which a thread pauses.

import { MINUTE_MS, type Result, refuse } from '@lookout/domain';
import {
  type ClassFuel,
  cellsOf,
  DEFAULT_ENSEMBLE_ERRORS,
  fuelsByClass,
  type GroundCells,
  type Growth,
  type GrowthRefusal,
  type GrowthRequest,
  groundOfClasses,
  grow,
  ignitionsOf,
  LAND_COVER_FUELS,
  memberRequest,
  offsetIn,
  type Shape,
} from '@lookout/fire-model';
import type { LngLat } from '@lookout/geo';
import { createStandAside } from '../../travel/service/right-of-way.ts';
import { type ForecastJob, type ForecastRefusal, isCancelled } from './job.ts';

/** The terrain of a window and its fuels, by the product's table, with the deployment's own rows taking precedence. */
export const groundOf = (window: ForecastJob['window'], ownFuels: readonly ClassFuel[]) =>
  groundOfClasses(window, fuelsByClass([...LAND_COVER_FUELS, ...ownFuels]));

/** The growth of the fire by the given inputs, without variation. */
export function growthRequestOf({ inputs, window, ownFuels, barriers, waters }: ForecastJob): GrowthRequest {
  const { begin, hours, model, ignition, weather } = inputs;
  const { ground, fuels } = groundOf(window, ownFuels);
  const beginMs = begin.getTime();
  return {
    ground: { ...ground, barrier: barrierOf(window, barriers, waters) },
    fuels,
    model: model.name,
    weather: weather.hours.map(({ time, ...hour }) => ({ ...hour, atMs: time.getTime() })),
    beginMs,
    hours,
    ignitions: [
      ...ignitionsOf(window, ignition.geometry),
      ...ignition.later.flatMap(({ geometry, time }) => ignitionsOf(window, geometry, (time.getTime() - beginMs) / MINUTE_MS)),
    ],
    burnt: null,
  };
}

/** Not 0 where a line or water stops the fire; null: there are no barriers. */
export function barrierOf(cells: GroundCells, lines: readonly (readonly LngLat[])[], waters: readonly Shape[]): Uint8Array | null {
  if (lines.length + waters.length === 0) return null;
  const barrier = new Uint8Array(cells.grid.columns * cells.grid.rows);
  for (const places of lines)
    for (const cell of cellsOf(cells.grid, { kind: 'line', atMinutes: 0, points: places.map((place) => offsetIn(cells, place)) }))
      barrier[cell] = 1;
  for (const water of waters) for (const part of ignitionsOf(cells, water)) for (const cell of cellsOf(cells.grid, part)) barrier[cell] = 1;
  return barrier;
}

/** Pauses this thread while an alarm is under way. */
export const standAside = createStandAside();

type Controlled = Pick<ForecastJob, 'control' | 'rightOfWay'>;

/** Grows one fire, which can be cancelled meanwhile. */
export function growFire(
  request: GrowthRequest,
  job: Controlled,
  onProgress: (share: number) => void,
  withFront = false,
): Result<Growth, ForecastRefusal> {
  const signal = {
    get aborted() {
      return isCancelled(job);
    },
  };
  // A small fire is finished before the signal is checked.
  standAside(job.rightOfWay);
  if (isCancelled(job)) return refuse('cancelled');
  const onStep = (share: number): void => {
    onProgress(share);
    standAside(job.rightOfWay);
  };
  const found = grow(request, { signal, onProgress: onStep, withFront });
  return found.ok ? found : refuse(refusalOf(found.error));
}

/** All other inputs were validated before, so any other refusal is a program error. */
function refusalOf({ field, en }: GrowthRefusal): ForecastRefusal {
  if (field === 'signal') return 'cancelled';
  if (field === 'ignitions') return 'nothing-burns';
  throw new Error(en);
}

/** Grows one member, varied by the assumed input errors. A fire starts anywhere in its ellipse; other ignitions are known. */
export function growMember(
  job: Controlled & Pick<ForecastJob, 'inputs'>,
  base: GrowthRequest,
  index: number,
  onProgress: (share: number) => void,
): Result<Growth, ForecastRefusal> {
  const { seed, ellipse, ignition } = job.inputs;
  const errors = { ...DEFAULT_ENSEMBLE_ERRORS, ignition: ignition.source === 'fire' ? ellipse : null };
  return growFire(memberRequest(base, errors, seed, index), job, onProgress);
}
