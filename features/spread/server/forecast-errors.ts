// The error of a forecast compared with later observations. It is calculated when a run is read, from the run's stored arrival times, and
// cached in memory until there are new observations. It is not stored in the run's row, because observations change after a run is over,
// and each reader sees only those of his own grid.

import { createHash } from 'node:crypto';
import { MINUTE_MS } from '@lookout/domain';
import { forecastErrorOf, type GroundCells, NEVER_STEP, offsetIn, placesErrorOf } from '@lookout/fire-model';
import { degreesAt, type LngLat } from '@lookout/geo';
import { mapInSlices } from '@lookout/store';
import { LRUCache } from 'lru-cache';
import type { FireArrivals, RunArrivals } from '../service/fire-arrivals.ts';
import type { SpreadRun } from '../spread.ts';
import type { PerimeterObservation, PlaceObservation } from '../spread-inputs.ts';
import type { SpreadError } from '../spread-result.ts';
import type { KnownObservation } from './observations.ts';

export interface ForecastErrors {
  /**
   * The error of each run that has stored arrival times, and in whose hours something was observed that was not known when the run was
   * requested. One query.
   */
  of(runs: readonly Pick<SpreadRun, 'id' | 'requestedAt'>[], known: readonly KnownObservation[]): Promise<ReadonlyMap<string, SpreadError>>;
}

const MOST_CACHED = 200;
/** The most cells per side of the box around forecast and perimeters. Anything farther away is not compared. */
const MOST_SIDE = 800;

export function createForecastErrors({ fireArrivals }: { readonly fireArrivals: Pick<FireArrivals, 'arrivalsOfEach'> }): ForecastErrors {
  const cache = new LRUCache<string, { readonly error: SpreadError }>({ max: MOST_CACHED });
  return {
    async of(runs, known) {
      const found = new Map<string, SpreadError>();
      if (known.length === 0) return found;
      const requestedAt = new Map(runs.map((run) => [run.id, run.requestedAt]));
      await mapInSlices([...(await fireArrivals.arrivalsOfEach([...requestedAt.keys()]))], ([id, arrivals]) => {
        const knownUntil = requestedAt.get(id) as Date;
        const within = known.filter(({ observation }) => observation.time.getTime() <= arrivals.endMs);
        if (!within.some(isTestOf(arrivals, knownUntil))) return;
        const key = `${id} ${createHash('sha256').update(JSON.stringify(within)).digest('base64url')}`;
        const { error } = cache.get(key) ?? { error: errorOfRun(arrivals, within, knownUntil) };
        cache.set(key, { error });
        found.set(id, error);
      });
      return found;
    },
  };
}

/** Observations known when the run was requested were its input, so they do not test it. */
const isTestOf =
  ({ beginMs }: Pick<RunArrivals, 'beginMs'>, knownUntil: Date) =>
  ({ observation, knownAt }: KnownObservation): boolean =>
    observation.time.getTime() > beginMs && knownAt > knownUntil;

/**
 * @param known observations of the fire, including those before the run, because those areas have burned too
 * @param knownUntil when the run was requested
 */
export function errorOfRun(
  arrivals: Pick<RunArrivals, 'beginMs' | 'endMs' | 'raster'>,
  known: readonly KnownObservation[],
  knownUntil: Date,
): SpreadError {
  const { beginMs, endMs } = arrivals;
  const within = known.filter(({ observation }) => observation.time.getTime() <= endMs);
  const tests = within.filter(isTestOf(arrivals, knownUntil)).map(({ observation }) => observation);
  const areas = within.flatMap(({ observation }) => (observation.kind === 'perimeter' ? [observation] : []));
  const last = tests.findLast((one): one is PerimeterObservation => one.kind === 'perimeter');
  const places = tests.filter((one): one is PlaceObservation => one.kind !== 'perimeter');
  const corners = [...areas.flatMap(({ ring }) => ring.map(([lng, lat]) => ({ lng, lat }))), ...places.map(({ position }) => position)];
  const { cells, early, middle } = groundFor(arrivals.raster, corners);
  const minutesAt = (time: Date): number => (time.getTime() - beginMs) / MINUTE_MS;
  return {
    perimeter:
      last === undefined
        ? null
        : {
            time: last.time,
            ...perimeterError(
              forecastErrorOf(
                { grid: cells.grid, arrivalMinutes: middle },
                areas.map(({ ring }) => [ring.map(([lng, lat]) => offsetIn(cells, { lng, lat }))]),
                minutesAt(last.time),
              ),
            ),
          },
    places: places.length === 0 ? null : placesError(cells, places, { early, middle }, minutesAt),
  };
}

const numberOrNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

const perimeterError = (error: ReturnType<typeof forecastErrorOf>) => ({
  forecastHectares: error.forecastHectares,
  observedHectares: error.seenHectares,
  areaBias: numberOrNull(error.areaBias),
  jaccard: numberOrNull(error.jaccard),
  sorensen: numberOrNull(error.sorensen),
  arrivalBiasMinutes: numberOrNull(error.arrivalBiasMinutes),
  frontReached: numberOrNull(error.frontReached),
});

function placesError(
  cells: GroundCells,
  places: readonly PlaceObservation[],
  { early, middle }: { readonly early: Float32Array; readonly middle: Float32Array },
  minutesAt: (time: Date) => number,
): SpreadError['places'] {
  const burning = places.map(({ time, position, ellipse }) => ({ atMinutes: minutesAt(time), point: offsetIn(cells, position), ellipse }));
  const { within, meanMetresOff } = placesErrorOf({ grid: cells.grid, arrivalMinutes: middle }, burning);
  const { within: withinEarly } = placesErrorOf({ grid: cells.grid, arrivalMinutes: early }, burning);
  return { count: places.length, within, withinEarly, meanMetresOff: numberOrNull(meanMetresOff) };
}

/** The stored box of a run, extended to the observations. Minutes from the start, infinity outside the stored box. */
function groundFor({ frame, stepMinutes, early, middle }: RunArrivals['raster'], observed: readonly LngLat[]) {
  const { west, north, columns, rows, lngDegrees, latDegrees } = frame;
  const column = ({ lng }: LngLat): number => Math.floor((lng - west) / lngDegrees);
  const row = ({ lat }: LngLat): number => Math.floor((north - lat) / latDegrees);
  const [left, right] = sides(columns, observed.map(column));
  const [top, bottom] = sides(rows, observed.map(row));
  const size = { columns: right - left, rows: bottom - top };
  const cellMetres = latDegrees * degreesAt(north - (rows / 2) * latDegrees).northMetresPerDegree;
  const cells: GroundCells = {
    frame: { ...size, west: west + left * lngDegrees, north: north - top * latDegrees, lngDegrees, latDegrees },
    grid: { ...size, cellMetres, westMetres: 0, northMetres: size.rows * cellMetres },
  };
  const minutesOf = (steps: Uint8Array): Float32Array => {
    const minutes = new Float32Array(size.columns * size.rows).fill(Number.POSITIVE_INFINITY);
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < columns; x++) {
        const step = steps[y * columns + x] as number;
        // Times were rounded down to steps, so the middle of the step has no bias. Cells of the ignition burn from the start.
        if (step !== NEVER_STEP) minutes[(y - top) * size.columns + x - left] = step === 0 ? 0 : (step + 0.5) * stepMinutes;
      }
    return minutes;
  };
  return { cells, early: minutesOf(early), middle: minutesOf(middle) };
}

/** The first and the end index (exclusive), extended to one cell beyond the observations. The stored box is always included. */
function sides(count: number, observed: readonly number[]): readonly [number, number] {
  const room = Math.max(Math.floor((MOST_SIDE - count) / 2), 0);
  const from = observed.reduce((least, at) => Math.min(least, at - 1), 0);
  const to = observed.reduce((most, at) => Math.max(most, at + 2), count);
  return [Math.max(from, -room), Math.min(to, count + room)];
}
