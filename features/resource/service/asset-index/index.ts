// Answers queries for nearest assets, assets in a box and counts from memory; the database remains authoritative. On a change in the log,
// by any server, the changes are fetched. The database answers, with the same result, while there is no index, the index is behind the log,
// the log cannot be read, or a query is too large for one tick of the event loop.

import type { GridNo } from '@lookout/domain';
import type { Log } from '@lookout/server/log-lines/log.ts';
import type { ChangeFeed, Subject } from '@lookout/server/services/changes.ts';
import { poll } from '@lookout/server/services/poll.ts';
import type { Listed } from '@lookout/store';
import type { Store } from '../../../store.ts';
import { REMOVED_RETAINED_MS, type Snapshot } from '../../asset-feed.store.ts';
import type { Asset } from '../../resource.ts';
import type { Around, AroundRequest, AssetCount, AssetFilters } from '../../resources.store.ts';
import { type AssetIndex, createAssetIndex } from './asset-index.ts';
import { type Building, build } from './build.ts';
import { openAssets } from './packed.ts';

export interface AssetLookup {
  /** Same as `store.resources.around`. For a request that is not `byKind`, the count goes at most one beyond the limit. */
  around(scope: GridNo, request: AroundRequest, limit: number): Promise<Around>;
  /** Same as `store.resources.assets`. */
  assets(scope: GridNo, filters: AssetFilters, limit: number): Promise<Listed<Asset>>;
  counts(scope: GridNo, level: 'prefecture' | 'county'): Promise<AssetCount[]>;
  /** Whether queries are answered from memory. */
  isReady(): boolean;
  stop(): Promise<void>;
}

interface AssetLookupDeps {
  readonly store: Pick<Store, 'resources' | 'assetFeed'>;
  readonly changes: ChangeFeed;
  /** Of the same database, for the worker that packs. */
  readonly url: string;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly log: Log;
}

/** The log subjects that the index follows. */
const ASSETS: readonly Subject[] = ['resources', 'resource', 'monitoring-point', 'camera'];
/** The pause before a retry, and the least multiple of the run's duration to wait. */
const RETRY_MS = 500;
const SHARE = 4;
/** If the log has not been read to its head for this long, the database answers. */
const STALE_MS = 3_000;
/** Above this number of changes the index is repacked, and the database answers in the meantime. */
const MOST_CHANGES = 20_000;
/** From this number of changes on, the index is repacked while the old index still answers. */
const REPACKED_AT = 5_000;
/**
 * Minimum pause between two packings, which is also at least as long as the last one took: an import of millions must not keep a core busy.
 */
const REST_MS = 5_000;

export function createAssetLookup({ store, changes, url, now, log }: AssetLookupDeps): AssetLookup {
  interface Version {
    readonly index: AssetIndex;
    snapshot: Snapshot;
  }
  let current: Version | null = null;
  /** A packed version, waiting for the next run to bring it up to date. */
  let packed: Version | null = null;
  /** The newest sequence number in the log about assets, and the one up to which all changes are applied. */
  let newestSeq = 0;
  let seen = 0;
  /** Removals since then may not be applied yet; null: all are. */
  let unseenSince: number | null = null;
  let mayPackAt = Number.NEGATIVE_INFINITY;
  let packing: Promise<void> | null = null;
  let building: Building | null = null;
  let isOpen = true;

  const pack = async (): Promise<void> => {
    building = await build(store, url);
    const { assets, snapshot } = await building.done;
    packed = { index: createAssetIndex(openAssets(assets)), snapshot };
    void polling.wake();
  };
  const ensurePacking = (): void => {
    if (packing !== null || packed !== null || !isOpen || now() < mayPackAt) return;
    const began = now();
    packing = pack()
      .catch((error: unknown) => {
        if (isOpen) log.warn({ err: error }, 'the resource index could not be packed; the database answers');
      })
      .finally(() => {
        mayPackAt = now() + Math.max(REST_MS, now() - began);
        packing = null;
        building = null;
      });
  };

  const mustPack = (): boolean => current === null || current.index.changed > REPACKED_AT;
  const catchUp = async (): Promise<void> => {
    if (unseenSince !== null && now() - unseenSince > REMOVED_RETAINED_MS / 2) current = null;
    const wanted = newestSeq;
    const target = packed ?? current;
    if (target !== null) {
      const changes = await store.assetFeed.since(target.snapshot, MOST_CHANGES);
      const isBehind = changes.more || target.index.changed > MOST_CHANGES;
      if (!isBehind) {
        target.index.apply(changes);
        target.snapshot = changes.snapshot;
        seen = wanted;
        if (seen === newestSeq) unseenSince = null;
      }
      current = isBehind ? null : target;
      if (packed === target) packed = null;
    }
    if (mustPack()) ensurePacking();
  };
  const polling = poll({
    run: catchUp,
    everyMs: ({ tookMs, hasFailed }) => (hasFailed || mustPack() ? Math.max(RETRY_MS, SHARE * tookMs) : null),
    failed: (error) => log.warn({ err: error }, 'the resource index could not be updated; the database answers'),
  });
  const stopListening = changes.subscribe(ASSETS, (seq) => {
    if (seq <= newestSeq) return;
    unseenSince ??= Math.min(now(), changes.receivedUntil());
    newestSeq = seq;
    void polling.wake();
  });

  const index = (): AssetIndex | null =>
    current !== null && seen === newestSeq && now() - changes.receivedUntil() < STALE_MS ? current.index : null;

  return {
    around: async (scope, request, limit) =>
      index()?.around(scope, request, limit) ?? (await store.resources.around(scope, request, { limit })),
    async assets(scope, { box, ...filters }, limit) {
      const list = box && index()?.inBox(scope, { ...filters, box }, limit);
      return list ? { list, more: false } : store.resources.assets(scope, { ...filters, box }, { limit });
    },
    counts: async (scope, level) => index()?.counts(scope, level) ?? (await store.resources.counts(scope, level)),
    isReady: () => index() !== null,
    async stop() {
      isOpen = false;
      stopListening();
      const ended = polling.stop();
      await building?.stop();
      await Promise.all([ended, packing]);
    },
  };
}
