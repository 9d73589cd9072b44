// The error of a forecast compared with later observations. It is calculated when a run is read, from the run's stored arrival times, and
// cached in memory until there are new observations. It is not stored in the run's row, because observations change after a run is over,
// and each reader sees only those of his own grid.

import { createHash } from 'node:crypto';
import { MINUTE_MS } from '@lookout/domain';
import { forecastErrorOf, type GroundCells, NEVER_STEP, offsetIn, placesErrorOf } from '@lookout/fire-model';
import { degreesAt, type LngLat } from '@lookout/geo';
import { inSlices } from '@lookout/server/services/slices.ts';
import { LRUCache } from 'lru-cache';
import type { FireArrivals, RunArrivals } from '../service/fire-arrivals.ts';
import type { SeenPerimeter, SeenPlace, SpreadError, SpreadRun } from '../spread.ts';
import type { Sighting } from './observations.ts';

export interface ForecastErrors {
  /**
   * The error of each run that has stored arrival times, and in whose hours something was observed that was not known when the run was
   * requested. One query.
   */
  of(runs: readonly Pick<SpreadRun, 'id' | 'askedAt'>[], sightings: readonly Sighting[]): Promise<ReadonlyMap<string, SpreadError>>;
}

const MOST_KEPT = 200;
/** The most cells per side of the box around forecast and perimeters. Anything farther away is not compared. */
const MOST_SIDE = 800;

export function createForecastErrors({ fireArrivals }: { readonly fireArrivals: Pick<FireArrivals, 'arrivalsOfEach'> }): ForecastErrors {
  const kept = new LRUCache<string, { readonly error: SpreadError }>({ max: MOST_KEPT });
  return {
    async of(runs, sightings) {
      const found = new Map<string, SpreadError>();
      if (sightings.length === 0) return found;
      const askedAt = new Map(runs.map((run) => [run.id, run.askedAt.getTime()]));
      await inSlices([...(await fireArrivals.arrivalsOfEach([...askedAt.keys()]))], ([id, arrivals]) => {
        const knownUntilMs = askedAt.get(id) as number;
        const until = sightings.filter(({ seen }) => seen.atMs <= arrivals.endMs);
        if (!until.some(({ seen, knownAtMs }) => seen.atMs > arrivals.beginMs && knownAtMs > knownUntilMs)) return;
        const key = `${id} ${createHash('sha256').update(JSON.stringify(until)).digest('base64url')}`;
        const { error } = kept.get(key) ?? { error: errorOfRun(arrivals, until, knownUntilMs) };
        kept.set(key, { error });
        found.set(id, error);
      });
      return found;
    },
  };
}

/**
 * @param sightings observations of the fire, including those before the run, because those areas have burned too
 * @param knownUntilMs when the run was requested; observations known by then were its input, so they do not count as a test
 */
export function errorOfRun(
  arrivals: Pick<RunArrivals, 'beginMs' | 'endMs' | 'raster'>,
  sightings: readonly Sighting[],
  knownUntilMs: number,
): SpreadError {
  const { beginMs, endMs } = arrivals;
  const until = sightings.filter(({ seen }) => seen.atMs <= endMs);
  const fresh = until.flatMap(({ seen, knownAtMs }) => (seen.atMs > beginMs && knownAtMs > knownUntilMs ? [seen] : []));
  const areas = until.flatMap(({ seen }) => (seen.kind === 'perimeter' ? [seen] : []));
  const last = fresh.findLast((seen): seen is SeenPerimeter => seen.kind === 'perimeter');
  const places = fresh.filter((seen): seen is SeenPlace => seen.kind !== 'perimeter');
  const corners = [...areas.flatMap(({ ring }) => ring.map(([lng, lat]) => ({ lng, lat }))), ...places.map(({ position }) => position)];
  const { cells, early, middle } = groundFor(arrivals.raster, corners);
  const at = (atMs: number): number => (atMs - beginMs) / MINUTE_MS;
  return {
    perimeter:
      last === undefined
        ? null
        : {
            atMs: last.atMs,
            ...told(
              forecastErrorOf(
                { grid: cells.grid, arrivalMinutes: middle },
                areas.map(({ ring }) => [ring.map(([lng, lat]) => offsetIn(cells, { lng, lat }))]),
                at(last.atMs),
              ),
            ),
          },
    places: places.length === 0 ? null : placesOf(cells, places, { early, middle }, at),
  };
}

const numberOrNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

const told = (error: ReturnType<typeof forecastErrorOf>) => ({
  forecastHectares: error.forecastHectares,
  seenHectares: error.seenHectares,
  areaBias: numberOrNull(error.areaBias),
  jaccard: numberOrNull(error.jaccard),
  sorensen: numberOrNull(error.sorensen),
  arrivalBiasMinutes: numberOrNull(error.arrivalBiasMinutes),
  frontReached: numberOrNull(error.frontReached),
});

function placesOf(
  cells: GroundCells,
  places: readonly SeenPlace[],
  { early, middle }: { readonly early: Float32Array; readonly middle: Float32Array },
  at: (atMs: number) => number,
): SpreadError['places'] {
  const burning = places.map(({ atMs, position, ellipse: { semiMajorMetres, semiMinorMetres, bearingDegrees } }) => ({
    atMinutes: at(atMs),
    point: offsetIn(cells, position),
    ellipse: { semiMajorMetres, semiMinorMetres, azimuthDegrees: bearingDegrees },
  }));
  const { within, meanMetresOff } = placesErrorOf({ grid: cells.grid, arrivalMinutes: middle }, burning);
  const { within: withinEarly } = placesErrorOf({ grid: cells.grid, arrivalMinutes: early }, burning);
  return { count: places.length, within, withinEarly, meanMetresOff: numberOrNull(meanMetresOff) };
}

/** The stored box of a run, extended to the observations. Minutes from the start, infinity outside the stored box. */
function groundFor({ frame, stepMinutes, early, middle }: RunArrivals['raster'], seen: readonly LngLat[]) {
  const { west, north, columns, rows, lngDegrees, latDegrees } = frame;
  const column = ({ lng }: LngLat): number => Math.floor((lng - west) / lngDegrees);
  const row = ({ lat }: LngLat): number => Math.floor((north - lat) / latDegrees);
  const [left, right] = sides(columns, seen.map(column));
  const [top, bottom] = sides(rows, seen.map(row));
  const size = { columns: right - left, rows: bottom - top };
  const cellMetres = latDegrees * degreesAt(north - (rows / 2) * latDegrees).northMetresPerDegree;
  const cells: GroundCells = {
    frame: { ...size, west: west + left * lngDegrees, north: north - top * latDegrees, lngDegrees, latDegrees },
    grid: { ...size, cellMetres, westMetres: 0, northMetres: size.rows * cellMetres },
  };
  const spread = (steps: Uint8Array): Float32Array => {
    const minutes = new Float32Array(size.columns * size.rows).fill(Number.POSITIVE_INFINITY);
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < columns; x++) {
        const step = steps[y * columns + x] as number;
        // Times were rounded down to steps, so the middle of the step has no bias. Cells of the ignition burn from the start.
        if (step !== NEVER_STEP) minutes[(y - top) * size.columns + x - left] = step === 0 ? 0 : (step + 0.5) * stepMinutes;
      }
    return minutes;
  };
  return { cells, early: spread(early), middle: spread(middle) };
}

/** The first and the end index (exclusive), extended to one cell beyond the observations. The stored box is always included. */
function sides(count: number, seen: readonly number[]): readonly [number, number] {
  const room = Math.max(Math.floor((MOST_SIDE - count) / 2), 0);
  const from = seen.reduce((least, at) => Math.min(least, at - 1), 0);
  const to = seen.reduce((most, at) => Math.max(most, at + 2), count);
  return [Math.max(from, -room), Math.min(to, count + room)];
}
