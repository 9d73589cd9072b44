// The resources and monitoring points on this desk's map, of the kinds switched on: counted by grid while the camera is high, individually
// for the box in view when it is near; also the results of the last search around a position.
import type { Client } from '@lookout/client';
import type { Named } from '@lookout/domain';
import { perSession, useServices } from '@lookout/web/shared/services.ts';
import type { LoadState } from '@lookout/web/stores/live-records.ts';
import type { Asset, AssetKind, GridCount } from '../resource.ts';
import { writeAssetKind } from '../resource.wire.ts';

export type ShownResource = Named<Asset>;

export interface ResourceCatalogueChange {
  readonly upserted: readonly ShownResource[];
  readonly removed: readonly string[];
}

export type CountLevel = 'prefecture' | 'county';

/** The resting camera's box and how resources are drawn at its height (`aggregationAt` of the map). */
export interface SeenFrom {
  readonly step: 'detail' | 'level3' | 'level2' | 'hidden';
  readonly box: SeenBox;
}

export interface ResourceCatalogue {
  /** Replaces the shown kinds. */
  readonly showKinds: (kinds: readonly AssetKind[]) => Promise<void>;
  readonly showKind: (kind: AssetKind, visible: boolean) => Promise<void>;
  readonly shows: (kind: AssetKind) => boolean;
  /** The camera came to rest: fetches what is missing. */
  readonly look: (seen: SeenFrom) => Promise<void>;
  /** Refetches the shown assets. */
  readonly refresh: () => Promise<void>;
  /** Draws search results whatever kinds are switched on; an empty list removes them. */
  readonly showFound: (found: readonly ShownResource[]) => void;
  readonly get: (id: string) => ShownResource | undefined;
  readonly list: () => readonly ShownResource[];
  /** Counts of the shown kinds; empty until fetched. */
  readonly counts: (level: CountLevel) => readonly GridCount[];
  readonly state: () => LoadState;
  /** The box contains more resources than are drawn. */
  readonly isCut: () => boolean;
  readonly subscribe: (listener: (change: ResourceCatalogueChange) => void) => () => void;
  readonly clear: () => void;
}

/** More marks would be indistinguishable, and the reply would take megabytes. */
export const MOST_IN_VIEW = 3_000;

/** Shown by default; the other kinds are switched on by the user. */
const AT_FIRST: readonly AssetKind[] = ['monitoring-point'];

const levelOf = { level2: 'prefecture', level3: 'county' } as const;

/** One per session; outlives the globe. */
export const resourceCatalogueOf = perSession(
  ({ client }) => createResourceCatalogue(client),
  (catalogue) => catalogue.clear(),
);

export const useResourceCatalogue = (): ResourceCatalogue => resourceCatalogueOf(useServices());

export function createResourceCatalogue(client: Client): ResourceCatalogue {
  const listeners = new Set<(change: ResourceCatalogueChange) => void>();
  const counted = new Map<CountLevel, readonly GridCount[]>();
  let kinds: ReadonlySet<AssetKind> = new Set(AT_FIRST);
  let seen: SeenFrom | null = null;
  let fetched: FetchedBox | null = null;
  let listed = new Map<string, ShownResource>();
  let found = new Map<string, ShownResource>();
  let state: LoadState = 'empty';
  let generation = 0;

  const notify = (change: ResourceCatalogueChange) => {
    for (const listener of [...listeners]) listener(change);
  };
  const NOTHING: ResourceCatalogueChange = { upserted: [], removed: [] };
  const get = (id: string): ShownResource | undefined => found.get(id) ?? listed.get(id);
  const enter = (next: LoadState) => {
    state = next;
    notify(NOTHING);
  };
  /** Publishes the difference: new or changed resources, and those no longer in either list. */
  const replace = (change: () => void) => {
    const before = new Map([...listed, ...found]);
    change();
    const after = [...new Set([...listed.keys(), ...found.keys()])].flatMap((id) => get(id) ?? []);
    const upserted = after.filter((one) => !isSame(before.get(one.id), one));
    for (const { id } of after) before.delete(id);
    notify({ upserted, removed: [...before.keys()] });
  };
  const list = (rows: readonly ShownResource[]) =>
    replace(() => {
      listed = new Map(rows.map((row) => [row.id, row]));
    });

  const fetchList = async (own: number, box: SeenBox) => {
    const wanted: FetchedBox = { box: widened(box), kinds: [...kinds], isCut: false };
    const body = { resourceType: [...kinds].map(writeAssetKind), box: wanted.box, limit: MOST_IN_VIEW };
    const rows = await client.resource.resourceList({ body, occasion: 'background', silent: true });
    if (own !== generation) return;
    fetched = { ...wanted, isCut: rows.length >= MOST_IN_VIEW };
    state = 'loaded';
    list(rows);
  };
  const fetchCounts = async (own: number, level: CountLevel) => {
    const rows = await client.resource.counts({ query: { level }, occasion: 'background', silent: true });
    counted.set(level, rows);
    if (own === generation) enter('loaded');
  };

  /** @param isAnew also refetches assets already loaded */
  const fetchMissing = async (isAnew: boolean) => {
    const own = ++generation;
    if (kinds.size === 0 || seen === null || seen.step === 'hidden') {
      if (kinds.size === 0) {
        fetched = null;
        state = 'empty';
        list([]);
      }
      return;
    }
    const { step, box } = seen;
    const level = step === 'detail' ? null : levelOf[step];
    const isHere = level === null ? fetched !== null && covers(fetched, box, kinds) : counted.has(level);
    if (isHere && !isAnew) {
      // Possibly only the kinds have changed.
      if (level === null) list([...listed.values()].filter(({ kind }) => kinds.has(kind)));
      return enter('loaded');
    }
    if (!isHere) enter('loading');
    try {
      await (level === null ? fetchList(own, box) : fetchCounts(own, level));
    } catch {
      // The layer row shows the failure with a retry; the drawn marks remain.
      if (own === generation) enter('failed');
    }
  };
  const showKinds = (next: readonly AssetKind[]) => {
    kinds = new Set(next);
    return fetchMissing(false);
  };

  return {
    showKinds,
    shows: (kind) => kinds.has(kind),
    showKind: (kind, visible) => showKinds(visible ? [...kinds, kind] : [...kinds].filter((one) => one !== kind)),
    look: (next) => {
      seen = next;
      return fetchMissing(false);
    },
    refresh: () => fetchMissing(true),
    showFound: (rows) =>
      replace(() => {
        found = new Map(rows.map((row) => [row.id, row]));
      }),
    get,
    list: () => [...new Set([...listed.keys(), ...found.keys()])].flatMap((id) => get(id) ?? []),
    counts: (level) => (counted.get(level) ?? []).filter(({ kind }) => kinds.has(kind)),
    state: () => state,
    isCut: () => seen?.step === 'detail' && fetched !== null && fetched.isCut,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    clear: () => {
      generation++;
      state = 'empty';
      fetched = null;
      counted.clear();
      replace(() => {
        listed = new Map();
        found = new Map();
      });
    },
  };
}

/** Whether two resources are drawn alike; the other fields are fetched when the card opens. */
const isSame = (before: ShownResource | undefined, after: ShownResource): boolean =>
  before !== undefined &&
  before.name === after.name &&
  before.online === after.online &&
  before.kind === after.kind &&
  before.position.lng === after.position.lng &&
  before.position.lat === after.position.lat;

/** Degrees. */
interface SeenBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

interface FetchedBox {
  readonly box: SeenBox;
  readonly kinds: readonly AssetKind[];
  /** The reply was truncated at the limit. */
  readonly isCut: boolean;
}

/** The requested box exceeds the view by this share on each side, so that a small move needs no request. */
const MARGIN = 0.35;

/** Clamped, because the call does not accept a box across the date line. */
export function widened({ west, south, east, north }: SeenBox): SeenBox {
  const [x, y] = [(east - west) * MARGIN, (north - south) * MARGIN];
  return { west: Math.max(-180, west - x), south: Math.max(-90, south - y), east: Math.min(180, east + x), north: Math.min(90, north + y) };
}

/**
 * Whether the requested box still covers the view. A truncated reply is refetched at every move, because a smaller view may fit the limit.
 */
export const covers = (fetched: FetchedBox, view: SeenBox, kinds: ReadonlySet<AssetKind>): boolean =>
  !fetched.isCut &&
  [...kinds].every((kind) => fetched.kinds.includes(kind)) &&
  view.west >= fetched.box.west &&
  view.east <= fetched.box.east &&
  view.south >= fetched.box.south &&
  view.north <= fetched.box.north;
