// Selects the forecasts that close roads and terrain around a place: for every open fire, the newest forecast whose period contains the
// present time. Fires are considered across grid borders.
import { haversineMetres, MINUTE_MS, type Position } from '@lookout/domain';
import type { ForecastFire, GroundFrame } from '@lookout/fire-model';
import type { FireArrivals, RunArrivals } from '../../spread/service/fire-arrivals.ts';

/** The forecast that an answer names: that of the fire nearest to the place. */
export interface NamedForecast {
  readonly runId: string;
  readonly beginMs: number;
}

/** Fires farther away than this do not affect a route to the place, metres. */
const NEAR_METRES = 50_000;

/** Distance to the nearest point of the box; 0 inside it. */
function metresTo({ columns, rows, west, north, lngDegrees, latDegrees }: GroundFrame, place: Position): number {
  const lng = Math.min(Math.max(place.lng, west), west + columns * lngDegrees);
  const lat = Math.min(Math.max(place.lat, north - rows * latDegrees), north);
  return haversineMetres(place, { lng, lat });
}

/** @returns nearest first */
export function firesNear<R extends Pick<RunArrivals, 'frame'>>(runs: readonly R[], place: Position): R[] {
  return runs
    .map((run) => ({ run, metres: metresTo(run.frame, place) }))
    .filter(({ metres }) => metres <= NEAR_METRES)
    .sort((a, b) => a.metres - b.metres)
    .map(({ run }) => run);
}

/** One copy of a forecast's cells, shared by all threads. */
const shared = new WeakMap<RunArrivals['raster'], Uint8Array>();
function sharedStepsOf(raster: RunArrivals['raster']): Uint8Array {
  const known = shared.get(raster);
  if (known !== undefined) return known;
  const steps = new Uint8Array(new SharedArrayBuffer(raster.early.length));
  steps.set(raster.early);
  shared.set(raster, steps);
  return steps;
}

/** The forecast in the form that worker threads use. */
export const forecastFireOf = ({ raster, beginMs }: RunArrivals, nowMs: number): ForecastFire => ({
  raster: { frame: raster.frame, stepMinutes: raster.stepMinutes, early: sharedStepsOf(raster) },
  elapsedMinutes: (nowMs - beginMs) / MINUTE_MS,
});

export async function closingFires(
  arrivals: Pick<FireArrivals, 'current'>,
  place: Position,
  now: Date,
): Promise<{ readonly fires: readonly ForecastFire[]; readonly forecast: NamedForecast | null }> {
  const near = firesNear(await arrivals.current(now), place);
  const [nearest] = near;
  return {
    fires: near.map((run) => forecastFireOf(run, now.getTime())),
    forecast: nearest === undefined ? null : { runId: nearest.runId, beginMs: nearest.beginMs },
  };
}
