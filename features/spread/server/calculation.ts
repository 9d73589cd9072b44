// The calculation of a run: the data of its window is read, worker threads grow the fire, and what it hits is named.

import { boxOfFrame, type RoadClass } from '@lookout/fire-model';
import type { Room } from '@lookout/server/services/open.ts';
import { storedArrivalsOf } from '../service/fire-arrivals.ts';
import type { SpreadFailure } from '../spread.ts';
import type { SpreadInputs } from '../spread-inputs.ts';
import { ownFuelsOf } from './fuels.ts';
import { CANCELLED } from './job.ts';
import type { ForecastPlan } from './plan.ts';
import type { FinishedForecast } from './run-records.ts';
import { impactsOf, targetsIn } from './targets.ts';
import { versionsOf } from './terrain.ts';
import { watersIn } from './waters.ts';
import type { Forecasters } from './workers.ts';

type Needs = Pick<Room, 'store' | 'groundWindows' | 'roads' | 'assetIndex' | 'gazetteer' | 'rightOfWay' | 'log'>;

/** A single run takes some seconds of one core, an ensemble up to a minute of two. */
const LIMIT_MS = 10 * 60_000;
/** Roads wide enough to stop a fire without spotting. 待核对 */
const WIDE_ROADS: ReadonlySet<RoadClass> = new Set(['motorway', 'trunk', 'primary']);

/** A plan whose terrain was checked. */
export interface PlannedRun {
  readonly plan: ForecastPlan;
  readonly inputs: SpreadInputs;
}

/**
 * @param control shared memory by which the calculation is cancelled
 * @returns the finished forecast; why it failed; null: it was cancelled
 */
export async function calculate(
  room: Needs,
  forecasters: Pick<Forecasters, 'forecast'>,
  { plan, inputs }: PlannedRun,
  control: Int32Array,
): Promise<FinishedForecast | Extract<SpreadFailure, 'nothing-burns' | 'too-long'> | null> {
  const startedAt = performance.now();
  const window = await room.groundWindows.read(inputs.ground);
  const box = boxOfFrame(window.frame);
  // Bridges and tunnels do not stop a fire.
  const roads = room.roads.roadsIn(box).filter((road) => WIDE_ROADS.has(road.class) && !road.isBridge && !road.isTunnel);
  const [targets, waters] = await Promise.all([targetsIn(room, box), watersIn(room, plan.waters, box)]);
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    Atomics.store(control, CANCELLED, 1);
  }, LIMIT_MS);
  const forecast = await forecasters
    .forecast({
      inputs,
      window,
      ownFuels: ownFuelsOf(plan.fuels),
      barriers: [...plan.breaks, ...roads.map(({ points }) => points)],
      waters,
      targets: targets.map(({ shape }) => shape),
      control,
      rightOfWay: room.rightOfWay.flag,
    })
    .finally(() => clearTimeout(limit));
  if (!forecast.ok) return forecast.error === 'nothing-burns' ? 'nothing-burns' : isLate ? 'too-long' : null;
  const { arrivals: _, samples: __, raster, flameLengthMetres, ...result } = forecast.value;
  const arrivals = await storedArrivalsOf(raster, flameLengthMetres);
  const impacts = await impactsOf(room, targets, forecast.value, inputs.ground.centre);
  return {
    inputs: {
      ...inputs,
      ground: { ...inputs.ground, ...versionsOf(window) },
      barriers: { ...inputs.barriers, roads: roads.length, waters: waters.length },
    },
    result: { ...result, impacts, seconds: Math.round(performance.now() - startedAt) / 1_000 },
    arrivals,
  };
}
