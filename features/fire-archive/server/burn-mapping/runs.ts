// The computations of burned areas that are running or stored for their officer: one for each account, few at a time, ended when they are
// no longer polled.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { GridNo } from '@lookout/domain';
import { type FieldFault, fieldFault, Refusal, refused } from '@lookout/server/acting/refusal.ts';
import type { BurnMessage, BurnOrder, OutlineRequest, PictureSummary } from './burn-worker.ts';
import type { ChangeAreas } from './change.ts';
import type { Outline, OutlineOrder } from './outline.ts';
import type { PictureFile } from './pictures.ts';

export interface BurnRun {
  readonly id: string;
  readonly accountId: string;
  readonly state: 'reading' | 'ready' | 'failed';
  /** 0 … 1 */
  readonly share: number;
  readonly pictures: readonly PictureSummary[];
  readonly faults: readonly FieldFault[];
  /** null until it is ready. */
  readonly areas: ChangeAreas | null;
}

export interface BurnRunOrder extends Omit<BurnOrder, 'files'> {
  readonly accountId: string;
  /** The account's grid: one grid cannot take both places. */
  readonly gridNo: GridNo;
  /** Writes the files into the folder. @throws Refusal when they are unusable */
  readonly receive: (folder: string) => Promise<readonly PictureFile[]>;
}

export interface BurnRuns {
  /**
   * Receives the files and opens them; ends the account's previous run.
   * @throws Refusal 422 naming the files at fault; 501 when the server is busy with other runs; 503 when the files cannot be opened in time
   */
  begin(order: BurnRunOrder): Promise<BurnRun>;
  /** null: the run does not exist, or belongs to another account. */
  find(accountId: string, id: string): BurnRun | null;
  /** @throws Refusal when no cell is above the threshold, or the outline is too fine */
  outline(run: BurnRun, order: OutlineOrder): Promise<Outline>;
  end(run: BurnRun): Promise<void>;
  stop(): Promise<void>;
}

/** A run holds up to 100 MB and a core while it computes. */
const MOST_READING = 2;
const MOST_READING_OF_GRID = 1;
const MOST_RUNS = 6;
/** A whole scene takes about a minute. */
const LIMIT_MS = 10 * 60_000;
const IDLE_MS = 20 * 60_000;

interface Pending {
  resolve(outline: Outline): void;
  reject(error: Error): void;
}

interface OwnRun {
  run: BurnRun;
  readonly gridNo: GridNo;
  readonly worker: Worker;
  readonly folder: string;
  readonly pending: Map<number, Pending>;
  idle: NodeJS.Timeout;
  /** Ends the computation when it takes too long. */
  readonly limit: NodeJS.Timeout;
}

/** The first fault determines the refusal's code. */
function refusalOf(faults: readonly FieldFault[]): Refusal {
  const [first] = faults;
  return first === undefined ? refused('burn-mapping-broke') : new Refusal(first, { fields: faults });
}

/**
 * @param folder for the files while they are read; emptied at the start, because nothing else uses it
 * @param limitMs for tests
 */
export function createBurnRuns(folder: string, log: { error(what: object, message: string): void }, limitMs = LIMIT_MS): BurnRuns {
  rmSync(folder, { recursive: true, force: true });
  const runs = new Map<string, OwnRun>();
  /** Grids of the runs that are still receiving their files, by run id. */
  const receiving = new Map<string, GridNo>();
  let lastRequest = 0;

  /** @throws Refusal when there is no room for another run of this grid */
  const requireRoom = (gridNo: GridNo): void => {
    const reading = [...[...runs.values()].flatMap((own) => (own.run.state === 'reading' ? [own.gridNo] : [])), ...receiving.values()];
    if (reading.filter((grid) => grid === gridNo).length >= MOST_READING_OF_GRID) throw refused('burn-mapping-busy', { of: 'grid' });
    if (reading.length >= MOST_READING) throw refused('burn-mapping-busy', { of: 'all' });
  };

  const end = async (own: OwnRun): Promise<void> => {
    clearTimeout(own.idle);
    clearTimeout(own.limit);
    if (runs.get(own.run.id) === own) runs.delete(own.run.id);
    for (const { reject } of own.pending.values()) reject(refused('burn-mapping-broke'));
    own.pending.clear();
    await own.worker.terminate();
    await rm(own.folder, { recursive: true, force: true });
  };
  const touch = (own: OwnRun): void => {
    clearTimeout(own.idle);
    own.idle = setTimeout(() => void end(own), IDLE_MS);
    own.idle.unref();
  };

  const start = (order: BurnOrder, own: Pick<OwnRun, 'folder' | 'gridNo'> & Pick<BurnRun, 'id' | 'accountId'>): Promise<OwnRun> => {
    const worker = new Worker(new URL('./burn-worker.ts', import.meta.url), { workerData: order });
    worker.unref();
    const run: BurnRun = { id: own.id, accountId: own.accountId, state: 'reading', share: 0, pictures: [], faults: [], areas: null };
    const { promise, resolve, reject } = Promise.withResolvers<OwnRun>();
    const fail = (faults: readonly FieldFault[]): void => {
      clearTimeout(started.limit);
      started.run = { ...started.run, state: 'failed', faults };
      for (const { reject: refuse } of started.pending.values()) refuse(refusalOf(faults));
      started.pending.clear();
      reject(refusalOf(faults));
      void worker.terminate();
      void rm(started.folder, { recursive: true, force: true });
    };
    const limit = setTimeout(() => fail([fieldFault('', 'work-takes-too-long', { seconds: limitMs / 1_000 })]), limitMs);
    limit.unref();
    const { folder: place, gridNo } = own;
    const started: OwnRun = { run, gridNo, worker, folder: place, pending: new Map(), idle: setTimeout(() => undefined, 0), limit };
    runs.set(own.id, started);
    touch(started);
    const settled = (id: number): Pending | undefined => {
      const waiting = started.pending.get(id);
      started.pending.delete(id);
      return waiting;
    };
    worker.on('message', (message: BurnMessage) => {
      if (message.kind === 'opened') {
        started.run = { ...started.run, pictures: message.pictures };
        resolve(started);
      } else if (message.kind === 'progress') started.run = { ...started.run, share: message.share };
      else if (message.kind === 'refused') fail(message.faults);
      else if (message.kind === 'outlined') settled(message.id)?.resolve(message.outline);
      else if (message.kind === 'not-outlined') settled(message.id)?.reject(refusalOf(message.faults));
      else {
        clearTimeout(limit);
        started.run = { ...started.run, state: 'ready', share: 1, areas: message.areas };
        void rm(started.folder, { recursive: true, force: true });
      }
    });
    worker.on('error', (error) => {
      log.error({ err: error }, 'a computation of a burned area broke off');
      fail([]);
    });
    worker.on('exit', () => {
      // The worker was ended by us or crashed; in both cases the waiting caller must be released.
      if (started.run.state === 'reading') fail([]);
    });
    return promise;
  };

  return {
    async begin({ accountId, gridNo, receive, ...about }) {
      const former = [...runs.values()].filter(({ run }) => run.accountId === accountId);
      await Promise.all(former.map(end));
      requireRoom(gridNo);
      const id = randomUUID();
      const own = path.join(folder, id);
      receiving.set(id, gridNo);
      let files: readonly PictureFile[];
      try {
        // The run polled longest ago: `find` moves a run to the end.
        const oldest = [...runs.values()].find(({ run }) => run.state !== 'reading');
        if (runs.size >= MOST_RUNS && oldest) await end(oldest);
        await mkdir(own, { recursive: true, mode: 0o700 });
        files = await receive(own);
      } catch (error) {
        await rm(own, { recursive: true, force: true });
        throw error;
      } finally {
        receiving.delete(id);
      }
      try {
        return (await start({ ...about, files }, { id, accountId, gridNo, folder: own })).run;
      } catch (error) {
        // The refusal carries the faults.
        runs.delete(id);
        throw error;
      }
    },
    find(accountId, id) {
      const own = runs.get(id);
      if (own === undefined || own.run.accountId !== accountId) return null;
      runs.delete(id);
      runs.set(id, own);
      touch(own);
      return own.run;
    },
    outline({ id, state }, order) {
      const own = runs.get(id);
      if (own === undefined || state !== 'ready') return Promise.reject(refused('burn-mapping-not-ready'));
      lastRequest += 1;
      const request: OutlineRequest = { id: lastRequest, order };
      const answer = new Promise<Outline>((resolve, reject) => own.pending.set(request.id, { resolve, reject }));
      own.worker.postMessage(request);
      return answer;
    },
    async end({ id }) {
      const own = runs.get(id);
      if (own) await end(own);
    },
    async stop() {
      await Promise.all([...runs.values()].map(end));
    },
  };
}
