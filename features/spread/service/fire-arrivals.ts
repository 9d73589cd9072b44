// When the fire comes to a place, by the forecasts that are kept: for whoever asks whether a road closes or people are in danger. A model's word.
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { type ArrivalRaster, arrivalIn, type FireArrival, type GroundFrame } from '@lookout/fire-model';
import { LRUCache } from 'lru-cache';
import type { Repositories } from '../../store.ts';
import type { SpreadArrivals } from '../spread.ts';
import type { CurrentSpread, KeptArrivals } from '../spread-runs.store.ts';

/** What a finished run says of when the fire comes. */
export interface RunArrivals {
  readonly runId: string;
  readonly beginMs: number;
  /** Beyond it the run says nothing. */
  readonly endMs: number;
  /** The box that burns. */
  readonly frame: GroundFrame;
  readonly flameLengthMetres: number;
  /** The early tenth of the members: for people. Minutes from `beginMs`, not from now. */
  readonly early: FireArrival;
  /** The middle of the members, of a single one its own. */
  readonly middle: FireArrival;
  /** The same by cell, for threads. */
  readonly raster: ArrivalRaster;
}

export interface FireArrivals {
  /** null: there is no such run, it is not done, or it is older than these are kept. */
  arrivalsOf(runId: string): Promise<RunArrivals | null>;
  /** The same of several, by their ids; one query. */
  arrivalsOfEach(runIds: readonly string[]): Promise<ReadonlyMap<string, RunArrivals>>;
  /** Of the newest run that is done of a fire, named by itself or by any of its alarms; null: there is none. Its hours may be over. */
  newestOf(fireId: string): Promise<RunArrivals | null>;
  /** Of each open fire the newest run in whose hours this moment lies; fires of exercises have none. */
  current(at: Date): Promise<readonly (RunArrivals & Pick<CurrentSpread, 'fireId'>)[]>;
}

/** A run that is done does not change; two megabytes each at most. */
const MOST_OPEN = 40;

export function createFireArrivals({ store }: { readonly store: Pick<Repositories, 'spreadRuns'> }): FireArrivals {
  const opened = new LRUCache<string, RunArrivals>({ max: MOST_OPEN });

  const openAll = async (runIds: readonly string[]): Promise<Map<string, RunArrivals>> => {
    const found = new Map<string, RunArrivals>();
    for (const id of runIds) {
      const one = opened.get(id);
      if (one !== undefined) found.set(id, one);
    }
    const missing = runIds.filter((id) => !found.has(id));
    for (const kept of await store.spreadRuns.arrivalsOf(missing)) {
      const one = await openArrivals(kept);
      opened.set(one.runId, one);
      found.set(one.runId, one);
    }
    return found;
  };
  const arrivalsOf = async (runId: string): Promise<RunArrivals | null> => (await openAll([runId])).get(runId) ?? null;

  return {
    arrivalsOf,
    arrivalsOfEach: openAll,
    async newestOf(fireId) {
      const runId = await store.spreadRuns.newestOfFire(fireId);
      return runId === null ? null : await arrivalsOf(runId);
    },
    async current(at) {
      const runs = await store.spreadRuns.current(at);
      const found = await openAll(runs.map(({ runId }) => runId));
      return runs.flatMap(({ runId, fireId }) => {
        const one = found.get(runId);
        return one === undefined ? [] : [{ ...one, fireId }];
      });
    },
  };
}

const deflated = promisify(deflate);
const inflated = promisify(inflate) as (bytes: Uint8Array) => Promise<Buffer>;

/** As it is kept. */
export async function keptArrivalsOf(
  { frame, stepMinutes, early, middle }: ArrivalRaster,
  flameLengthMetres: SpreadArrivals['flameLengthMetres'],
): Promise<SpreadArrivals> {
  return { frame, stepMinutes, steps: await deflated(Buffer.concat([early, middle])), flameLengthMetres };
}

async function openArrivals(kept: KeptArrivals): Promise<RunArrivals> {
  const { runId, beginsAt, endsAt, frame, stepMinutes, steps, flameLengthMetres } = kept;
  const bytes = await inflated(steps);
  const cells = frame.columns * frame.rows;
  const early = bytes.subarray(0, cells);
  const raster: ArrivalRaster = { frame, stepMinutes, early, middle: bytes.length > cells ? bytes.subarray(cells) : early };
  return {
    runId,
    beginMs: beginsAt.getTime(),
    endMs: endsAt.getTime(),
    frame,
    flameLengthMetres,
    early: arrivalIn(raster, raster.early),
    middle: arrivalIn(raster, raster.middle),
    raster,
  };
}
