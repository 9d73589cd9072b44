// The consequences of a forecast for people: the terrain around the fire, and the worker thread that searches for ways out.

import { MINUTE_MS, type Position } from '@lookout/domain';
import { type Outlook, type SafeGroundPlace, separationMetresOf } from '@lookout/fire-model';
import { degreesAt } from '@lookout/geo';
import type { Room } from '@lookout/server/services/open.ts';
import { createWorkerHost } from '@lookout/server/services/worker-host.ts';
import { LRUCache } from 'lru-cache';
import type { FuelRow } from '../../spread/fuel-row.ts';
import type { RunArrivals } from '../../spread/service/fire-arrivals.ts';
import type { GroundWindow } from '../../terrain/service/ground-window.ts';
import type { EscapeWay } from '../safety.ts';

/** What the worker receives with each question. The memory of the terrain is shared. */
export interface OutlookQuestion {
  /** Cache key of the run and its terrain, for the data that the worker derives from them. */
  readonly key: string;
  readonly ground: Pick<GroundWindow, 'frame' | 'grid' | 'heights' | 'classes' | 'table'>;
  readonly ownFuels: readonly FuelRow[];
  readonly raster: RunArrivals['raster'];
  readonly separationMetres: number;
  /** Minutes from the start of the forecast until now. */
  readonly nowMinutes: number;
  readonly ask:
    | { readonly kind: 'people'; readonly places: readonly Position[] }
    /** `minutes`: the times of the outlines. */
    | { readonly kind: 'around'; readonly place: Position; readonly minutes: readonly number[] };
}
export type OutlookAnswer =
  | { readonly kind: 'people'; readonly outlooks: readonly Outlook[] }
  | { readonly kind: 'around'; readonly safePlaces: readonly SafeGroundPlace[]; readonly outlines: readonly Outline[] };

/** The area burned by a minute, around a place: coordinates of a GeoJSON MultiPolygon. */
export interface Outline {
  readonly minutes: number;
  readonly coordinates: readonly (readonly (readonly (readonly [number, number])[])[])[];
}

export interface Outlooks {
  /** One result for each place, in the same order. */
  of(run: RunArrivals, places: readonly Position[], now: Date): Promise<readonly Outlook[]>;
  /** Safe places within some kilometres, and the area burned now and by each full hour of the forecast. */
  around(run: RunArrivals, place: Position, now: Date): Promise<Extract<OutlookAnswer, { kind: 'around' }>>;
  stop(): Promise<void>;
}

/** The margin of terrain around the fire. A way out that would lead farther counts as no way out. */
const AROUND_METRES = 2_000;
const LEAST_CELL_METRES = 30;
const MOST_CELLS_A_SIDE = 600;
/** The most fires that burn at once; each takes a few megabytes. */
const MOST_WINDOWS = 10;
/** A fire is checked every 15 s, so the worker is not stopped between checks and its terrain data remains cached. */
const IDLE_MS = 10 * 60_000;
/** The most outlines, which limits how far ahead a phone that is offline can show the fire. */
const MOST_OUTLINES = 6;

export const separationOf = ({ flameLengthMetres }: Pick<RunArrivals, 'flameLengthMetres'>): number =>
  separationMetresOf(flameLengthMetres);

/** The box of the fire, extended by this distance. */
export function boxAroundRun({ frame }: Pick<RunArrivals, 'frame'>, metres: number) {
  const { west, north, columns, rows, lngDegrees, latDegrees } = frame;
  const [east, south] = [west + columns * lngDegrees, north - rows * latDegrees];
  const { eastMetresPerDegree, northMetresPerDegree } = degreesAt((north + south) / 2);
  const [across, up] = [metres / eastMetresPerDegree, metres / northMetresPerDegree];
  return { west: west - across, east: east + across, south: south - up, north: north + up };
}

export function createOutlooks({ groundWindows, store }: Pick<Room, 'groundWindows' | 'store'>): Outlooks {
  const worker = createWorkerHost<OutlookQuestion, OutlookAnswer>(new URL('./outlook-worker.ts', import.meta.url), { idleMs: IDLE_MS });
  const windows = new LRUCache<string, Pick<OutlookQuestion, 'ground' | 'ownFuels'>>({ max: MOST_WINDOWS });

  const groundOf = async (run: RunArrivals): Promise<Pick<OutlookQuestion, 'ground' | 'ownFuels'>> => {
    const known = windows.get(run.runId);
    if (known !== undefined) return known;
    const box = boxAroundRun(run, AROUND_METRES);
    const centre = { lng: (box.west + box.east) / 2, lat: (box.south + box.north) / 2 };
    const { eastMetresPerDegree, northMetresPerDegree } = degreesAt(centre.lat);
    const halfMetres = Math.max((box.east - box.west) * eastMetresPerDegree, (box.north - box.south) * northMetresPerDegree) / 2;
    const cellMetres = Math.max(LEAST_CELL_METRES, Math.ceil((2 * halfMetres) / MOST_CELLS_A_SIDE));
    const [{ frame, grid, heights, classes, table }, ownFuels] = await Promise.all([
      groundWindows.read({ centre, halfMetres, cellMetres }),
      store.fuelRows.all(),
    ]);
    const made = { ground: { frame, grid, heights, classes, table }, ownFuels };
    windows.set(run.runId, made);
    return made;
  };
  const ask = async <K extends OutlookAnswer['kind']>(
    run: RunArrivals,
    now: Date,
    question: Extract<OutlookQuestion['ask'], { kind: K }>,
  ): Promise<Extract<OutlookAnswer, { kind: K }>> => {
    const answer = await worker.ask({
      key: run.runId,
      ...(await groundOf(run)),
      raster: run.raster,
      separationMetres: separationOf(run),
      nowMinutes: (now.getTime() - run.beginMs) / MINUTE_MS,
      ask: question,
    });
    return answer as Extract<OutlookAnswer, { kind: K }>;
  };

  return {
    async of(run, places, now) {
      const { outlooks } = await ask(run, now, { kind: 'people', places });
      return outlooks.map((outlook) => ({ ...outlook, escape: outlook.escape && roundedEscape(outlook.escape) }));
    },
    async around(run, place, now) {
      const answer = await ask(run, now, { kind: 'around', place, minutes: outlineMinutes(run, now) });
      return { ...answer, safePlaces: answer.safePlaces.map(roundedPlace) };
    },
    stop: () => worker.stop(),
  };
}

/** Five decimals, about a metre, are enough for a way on foot. */
const DEGREE_DECIMALS = 1e5;
const rounded = (degrees: number): number => Math.round(degrees * DEGREE_DECIMALS) / DEGREE_DECIMALS;
const roundedPosition = ({ lng, lat }: Position): Position => ({ lng: rounded(lng), lat: rounded(lat) });

const roundedEscape = ({ seconds, metres, kind, place, path }: EscapeWay): EscapeWay => ({
  seconds: Math.round(seconds),
  metres: Math.round(metres),
  kind,
  place: roundedPosition(place),
  path: path.map(roundedPosition),
});

const roundedPlace = ({ kind, position, metres }: SafeGroundPlace): SafeGroundPlace => ({
  kind,
  position: roundedPosition(position),
  metres: Math.round(metres),
});

/** The times of the outlines, in minutes from the start of the forecast: now, and the next full hours. */
function outlineMinutes({ beginMs, endMs }: RunArrivals, now: Date): number[] {
  const nowMinutes = Math.max(0, Math.floor((now.getTime() - beginMs) / MINUTE_MS));
  const lastMinutes = (endMs - beginMs) / MINUTE_MS;
  const minutes = [nowMinutes];
  for (let next = (Math.floor(nowMinutes / 60) + 1) * 60; next <= lastMinutes && minutes.length < MOST_OUTLINES; next += 60)
    minutes.push(next);
  return minutes;
}
