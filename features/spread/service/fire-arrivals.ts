// When a fire reaches a place, by the stored forecasts. Used to decide whether a road closes or people are in danger. A model result.
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { type ArrivalRaster, arrivalIn, type FireArrival, type GroundFrame } from '@lookout/fire-model';
import { LRUCache } from 'lru-cache';
import type { Repositories } from '../../store.ts';
import type { SpreadArrivals } from '../spread-result.ts';
import type { CurrentSpread, StoredArrivals } from '../spread-runs.store.ts';

/** The arrival times of a finished run. */
export interface RunArrivals {
  readonly runId: string;
  readonly beginMs: number;
  /** After this time the run has no result. */
  readonly endMs: number;
  /** The box of the burned area. */
  readonly frame: GroundFrame;
  readonly flameLengthMetres: number;
  /** The early tenth of the members, used for people's safety. Minutes from `beginMs`, not from now. */
  readonly early: FireArrival;
  /** The median of the members; for a single member its own time. */
  readonly middle: FireArrival;
  /** The same by cell, for worker threads. */
  readonly raster: ArrivalRaster;
}

export interface FireArrivals {
  /** null: the run does not exist, is not done, or is older than stored arrivals. */
  arrivalsOf(runId: string): Promise<RunArrivals | null>;
  /** The same for several runs, by their ids; one query. */
  arrivalsOfEach(runIds: readonly string[]): Promise<ReadonlyMap<string, RunArrivals>>;
  /**
   * The newest finished run of a fire, which is named by its own id or by any of its alarms; null: there is none. Its hours may be over.
   */
  newestOf(fireId: string): Promise<RunArrivals | null>;
  /** For each open fire, the newest run whose hours include this time. Fires of exercises have none. */
  current(at: Date): Promise<readonly (RunArrivals & Pick<CurrentSpread, 'fireId'>)[]>;
}

/** The cache size. A finished run does not change, and takes two megabytes at most. */
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
    for (const stored of await store.spreadRuns.arrivalsOf(missing)) {
      const one = await openArrivals(stored);
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

/** Converts the raster to its stored form. */
export async function storedArrivalsOf(
  { frame, stepMinutes, early, middle }: ArrivalRaster,
  flameLengthMetres: SpreadArrivals['flameLengthMetres'],
): Promise<SpreadArrivals> {
  return { frame, stepMinutes, steps: await deflated(Buffer.concat([early, middle])), flameLengthMetres };
}

async function openArrivals(stored: StoredArrivals): Promise<RunArrivals> {
  const { runId, beginsAt, endsAt, frame, stepMinutes, steps, flameLengthMetres } = stored;
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
