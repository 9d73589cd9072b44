// Nearest things, things in a box and counts are answered from memory; truth stays in the database. What this server writes is asked for
// when it has been written (`look`), what others write twice a second. While there is no index, or it is behind, or the question is too
// large for one turn of the event loop, the database itself answers: the same.
import type { GridNo, PlacedThing } from '@lookout/domain';
import {
  type Around,
  type AroundRequest,
  type Listed,
  type PlacedCount,
  type PlacedFilters,
  REMOVED_KEPT_MS,
  type Snapshot,
  type Store,
} from '@lookout/store';
import type { Log } from '../deps.ts';
import { poll } from '../poll.ts';
import { type Building, build } from './build.ts';
import { openThings } from './packed.ts';
import { createPlacedBook, type PlacedBook } from './placed-book.ts';

export interface ResourceIndex {
  /** As `store.resources.around`; the count of a request that is not `byKind` goes one beyond the limit at most. */
  around(scope: GridNo, request: AroundRequest, limit: number): Promise<Around>;
  /** As `store.resources.placed`. */
  placed(scope: GridNo, filters: PlacedFilters, limit: number): Promise<Listed<PlacedThing>>;
  counts(scope: GridNo, level: 'prefecture' | 'county'): Promise<PlacedCount[]>;
  /** What is committed when this is called is found when it has resolved. */
  look(): Promise<void>;
  /** Are questions answered from memory? */
  isReady(): boolean;
  stop(): Promise<void>;
}

export interface ResourceIndexDeps {
  readonly store: Pick<Store, 'resources' | 'placedFeed'>;
  /** Of the same database, for the worker that packs. */
  readonly url: string;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  readonly log: Log;
}

const LOOK_MS = 500;
/** Between two looks lies so many times what the last one took, at least. */
const SHARE = 4;
/** When the database has not said what changed for so long, it is asked itself. */
const STALE_MS = 2_000;
/** More changes than this are not laid over what is packed: all is packed anew, and meanwhile the database answers. */
const MOST_CHANGES = 20_000;
/** From so many changes on, all is packed anew while the old goes on answering. */
const REPACKED_AT = 5_000;
/** So much time lies between two packings at least, and as much as the last one took: an import of millions does not keep a core packing. */
const REST_MS = 5_000;

export function createResourceIndex({ store, url, now, log }: ResourceIndexDeps): ResourceIndex {
  interface Standing {
    readonly book: PlacedBook;
    snapshot: Snapshot;
  }
  let standing: Standing | null = null;
  /** Packed, and waiting for a look to bring it up to date. */
  let packed: Standing | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let mayPackAt = Number.NEGATIVE_INFINITY;
  let packing: Promise<void> | null = null;
  let building: Building | null = null;
  let isOpen = true;

  const pack = async (): Promise<void> => {
    building = await build(store, url);
    const { things, snapshot } = await building.done;
    packed = { book: createPlacedBook(openThings(things)), snapshot };
    void polling.wake();
  };
  const ensurePacking = (): void => {
    if (packing !== null || packed !== null || !isOpen || now() < mayPackAt) return;
    const began = now();
    packing = pack()
      .catch((error: unknown) => {
        if (isOpen) log.warn({ err: error }, 'what stands somewhere could not be packed; the database answers');
      })
      .finally(() => {
        mayPackAt = now() + Math.max(REST_MS, now() - began);
        packing = null;
        building = null;
      });
  };

  const lookOnce = async (): Promise<void> => {
    const began = now();
    if (began - lookedAt > REMOVED_KEPT_MS / 2) standing = null;
    const looked = packed ?? standing;
    if (looked !== null) {
      const changes = await store.placedFeed.since(looked.snapshot, MOST_CHANGES);
      const isBehind = changes.more || looked.book.changed > MOST_CHANGES;
      if (!isBehind) {
        looked.book.apply(changes);
        looked.snapshot = changes.snapshot;
        lookedAt = began;
      }
      standing = isBehind ? null : looked;
      if (packed === looked) packed = null;
    }
    if (standing === null || standing.book.changed > REPACKED_AT) ensurePacking();
  };
  const polling = poll({
    run: lookOnce,
    // A database that has much to walk past (an import in one transaction) is not kept busy by being asked.
    everyMs: (tookMs) => Math.max(LOOK_MS, SHARE * tookMs),
    failed: (error) => log.warn({ err: error }, 'what stands somewhere could not be looked at; the database answers'),
  });

  const book = (): PlacedBook | null => (standing !== null && now() - lookedAt < STALE_MS ? standing.book : null);

  return {
    around: async (scope, request, limit) =>
      book()?.around(scope, request, limit) ?? (await store.resources.around(scope, request, { limit })),
    async placed(scope, { box, ...filters }, limit) {
      const list = box && book()?.inBox(scope, { ...filters, box }, limit);
      return list ? { list, more: false } : store.resources.placed(scope, { ...filters, box }, { limit });
    },
    counts: async (scope, level) => book()?.counts(scope, level) ?? (await store.resources.counts(scope, level)),
    look: () => polling.wake(),
    isReady: () => book() !== null,
    async stop() {
      isOpen = false;
      const ended = polling.stop();
      await building?.stop();
      await Promise.all([ended, packing]);
    },
  };
}
