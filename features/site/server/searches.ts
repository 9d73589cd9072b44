// The searches of this server: each waits for its turn, reads the land, is computed in a worker thread, and stays for its officer for a day.
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@lookout/domain';
import type { PostBox } from '@lookout/geo';
import { refused } from '@lookout/server/acting/refusal.ts';
import { createTurns } from '@lookout/server/acting/turns.ts';
import type { Job } from '@lookout/server/feature.ts';
import { accountOf, type Context } from '@lookout/server/serve/context.ts';
import { whoseOf } from '@lookout/server/serve/whose.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { createWorkerHost } from '@lookout/server/services/worker-host.ts';
import type { CandidatePlace, SiteFailure, SiteQuestion, SiteSearch } from '../site.ts';
import type { SiteAnswer, SiteJob } from './site-job.ts';

type Needs = Pick<Room, 'coverage' | 'groundWindows' | 'roads' | 'rightOfWay' | 'clock' | 'log'>;

export interface SiteSearches extends Job {
  /** Begins a search; ends the account's unfinished one. @throws Refusal when too many of the grid wait */
  begin(context: Context, question: SiteQuestion, places: readonly CandidatePlace[]): SiteSearch;
  /** The searches of an account, newest first. */
  of(accountId: string): readonly SiteSearch[];
  /** null: the search does not exist, or belongs to another account. */
  find(accountId: string, id: string): SiteSearch | null;
  end(accountId: string, id: string): void;
}

const MOST_OF_ACCOUNT = 10;
const MOST_UNFINISHED_OF_GRID = 3;
const MOST_UNFINISHED = 20;
/** Ten thousand places in a prefecture take ten seconds on a free core. */
const LIMIT_MS = 10 * 60_000;
const KEPT_MS = DAY_MS;
/** More posts than the ground worker reads at once. */
const MOST_POSTS = 4_000_000;
/** Ridges and slopes near a mast count on finer posts than the forest that it sees. */
const FINER_LEVELS = 1;

interface OwnSearch {
  search: SiteSearch;
  readonly accountId: string;
  readonly accountGrid: string;
  readonly ended: AbortController;
  readonly progress: Int32Array;
}

export function startSiteSearches(needs: Needs): SiteSearches {
  const { clock, log } = needs;
  const searches = new Map<string, OwnSearch>();
  const turns = createTurns({ atOnce: 1, mostWaiting: MOST_UNFINISHED });
  const worker = createWorkerHost<SiteJob, SiteAnswer>(new URL('./site-worker.ts', import.meta.url));
  const running = new Set<Promise<void>>();

  const isUnfinished = ({ search: { state } }: OwnSearch): boolean => state === 'waiting' || state === 'running';
  const drop = (own: OwnSearch): void => {
    searches.delete(own.search.id);
    own.ended.abort(refused('call-abandoned'));
  };
  /** Removes searches that are too old, and the account's oldest ones. */
  const prune = (accountId: string): void => {
    const oldest = clock().getTime() - KEPT_MS;
    for (const own of searches.values()) if (own.search.requestedAt.getTime() < oldest) drop(own);
    const owned = [...searches.values()].filter((own) => own.accountId === accountId);
    for (const own of owned.slice(0, -MOST_OF_ACCOUNT)) drop(own);
  };
  const shown = ({ search, progress }: OwnSearch): SiteSearch =>
    search.state === 'running' ? { ...search, percent: Math.floor(Atomics.load(progress, 0) / 10) } : search;

  const compute = async (own: OwnSearch, places: readonly CandidatePlace[]): Promise<void> => {
    own.search = { ...own.search, state: 'running' };
    const limit = AbortSignal.timeout(LIMIT_MS);
    const signal = AbortSignal.any([own.ended.signal, limit]);
    const fail = (failure: SiteFailure): void => {
      own.search = { ...own.search, state: 'failed', failure };
    };
    try {
      const job = await jobOf(needs, own, places, signal);
      if (job === null) return fail('no-land');
      const { result, failure } = await worker.ask(job, signal);
      if (failure !== null) return fail(failure);
      own.search = { ...own.search, state: 'done', percent: 100, result };
    } catch (error) {
      if (own.ended.signal.aborted) return;
      if (limit.aborted) return fail('too-long');
      log.error({ err: error, id: own.search.id }, 'a search for sites failed');
      fail('fault');
    }
  };

  return {
    begin(context, question, places) {
      const { accountId, gridNo: accountGrid } = accountOf(context);
      for (const own of [...searches.values()]) if (own.accountId === accountId && isUnfinished(own)) drop(own);
      const unfinished = [...searches.values()].filter(isUnfinished);
      const ofGrid = unfinished.filter((own) => own.accountGrid === accountGrid);
      if (ofGrid.length >= MOST_UNFINISHED_OF_GRID || unfinished.length >= MOST_UNFINISHED) throw refused('site-busy');
      const search: SiteSearch = {
        ...{ id: randomUUID(), question, state: 'waiting', percent: 0 },
        ...{ requestedAt: context.now, failure: null, result: null },
      };
      const progress = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      const own: OwnSearch = { search, accountId, accountGrid, ended: new AbortController(), progress };
      searches.set(search.id, own);
      prune(accountId);
      const end = turns
        .take(whoseOf(context), () => compute(own, places), { signal: own.ended.signal })
        .catch((error: unknown) => {
          if (!own.ended.signal.aborted) log.error({ err: error, id: search.id }, 'a search for sites could not wait for its turn');
        })
        .finally(() => running.delete(end));
      running.add(end);
      return search;
    },
    of(accountId) {
      prune(accountId);
      return [...searches.values()]
        .filter((own) => own.accountId === accountId)
        .map(shown)
        .reverse();
    },
    find(accountId, id) {
      const own = searches.get(id);
      return own === undefined || own.accountId !== accountId ? null : shown(own);
    },
    end(accountId, id) {
      const own = searches.get(id);
      if (own !== undefined && own.accountId === accountId) drop(own);
    },
    async stop() {
      for (const own of [...searches.values()]) drop(own);
      await worker.stop();
      await Promise.allSettled(running);
    },
  };
}

/** Reads the land, its elevations, and what the masts around it see. @returns null: the boundary of the grid is not known */
async function jobOf(
  { coverage, groundWindows, roads, rightOfWay }: Needs,
  { search: { question }, progress }: OwnSearch,
  places: readonly CandidatePlace[],
  signal: AbortSignal,
): Promise<SiteJob | null> {
  const land = await coverage.landOf(question.gridNo);
  if (land === null) return null;
  signal.throwIfAborted();
  const finer = finerBox(land.box, land.box.level + FINER_LEVELS);
  const isFine = finer.columns * finer.rows <= MOST_POSTS;
  const ground = isFine ? { box: finer, heights: (await groundWindows.posts(finer, false)).heights } : land;
  const views = (await coverage.seeing(land.area)).map(({ view }) => view);
  signal.throwIfAborted();
  const net = roads.net();
  return {
    question,
    places,
    land,
    ground: { box: ground.box, heights: ground.heights },
    views,
    roads: net,
    progress,
    rightOfWay: rightOfWay.flag,
  };
}

/** The same area on the posts of a finer level. */
function finerBox({ level, west, north, columns, rows }: PostBox, finer: number): PostBox {
  const step = 2 ** (finer - level);
  return { level: finer, west: west * step, north: north * step, columns: (columns - 1) * step + 1, rows: (rows - 1) * step + 1 };
}
