// The current assets: the packed ones, overlaid with what was written and removed since.

import { boxAround, covers, type GridNo, haversineMetres, type Position } from '@lookout/domain';
import { type AssetChanges, type AssetRecord, assetIdOf, readAsset } from '../../asset-feed.store.ts';
import { ASSET_KINDS, type Asset, type AssetKind, RESOURCE_KINDS } from '../../resource.ts';
import type { Around, AroundRequest, AssetCount, AssetFilters } from '../../resources.store.ts';
import type { OpenAssets } from './packed.ts';

/** null: too large for one tick of the event loop; the database answers. */
type Answer<T> = T | null;

export interface AssetIndex {
  /** Same as the store's. For a request that is not `byKind`, the count goes at most one beyond the limit. */
  around(scope: GridNo, request: AroundRequest, limit: number): Answer<Around>;
  /** Same as the store's `assets`, but only for a box, and only when all of it is within the limit. */
  inBox(scope: GridNo, filters: AssetFilters & { readonly box: NonNullable<AssetFilters['box']> }, limit: number): Answer<Asset[]>;
  counts(scope: GridNo, level: 'prefecture' | 'county'): AssetCount[];
  apply(changes: Pick<AssetChanges, 'written' | 'removed'>): void;
  /** The number of changes overlaid on the packed assets. */
  readonly changed: number;
}

/** Maximum number of assets visited in one tick by position, and when names must be parsed: about ten milliseconds. */
const MOST_VISITED = 30_000;
const MOST_NAMES = 5_000;
const MOST_VIEWS = 200;

/** The part of the packed assets within a scope. */
interface View {
  /** For each grid in `gridNos`. */
  readonly isCovered: Uint8Array;
  readonly coversAll: boolean;
  /** Counts by kind when the view was built: accurate enough to choose a search strategy. */
  readonly counts: readonly number[];
}

/** A row of the packed assets, or a record that was written since. */
type Entry = number | AssetRecord;

interface Near {
  readonly entry: Entry;
  readonly metres: number;
}

/** Count, and the sums of longitudes and latitudes. */
interface Tally {
  count: number;
  lng: number;
  lat: number;
}

export function createAssetIndex(assets: OpenAssets): AssetIndex {
  const { points, kinds, grids, gridNos } = assets;
  const isGone = new Uint8Array(assets.count);
  const added = new Map<string, AssetRecord>();
  const tallies = talliesOf(assets);
  const views = new Map<GridNo, View>();
  let gone = 0;

  const viewOf = (scope: GridNo): View => {
    const known = views.get(scope);
    if (known) return known;
    if (views.size >= MOST_VIEWS) views.clear();
    const isCovered = Uint8Array.from(gridNos, (gridNo) => (covers(scope, gridNo) ? 1 : 0));
    const inScope = [...tallies].filter(([gridNo]) => covers(scope, gridNo)).map(([, byKind]) => byKind);
    const counts = ASSET_KINDS.map((kind) => inScope.reduce((sum, byKind) => sum + (byKind.get(kind)?.count ?? 0), 0));
    const view = { isCovered, coversAll: isCovered.every((covered) => covered === 1), counts };
    views.set(scope, view);
    return view;
  };
  const accepting = (scope: GridNo, requested: ReadonlySet<AssetKind>) => {
    const { isCovered, coversAll } = viewOf(scope);
    const isKind = Uint8Array.from(ASSET_KINDS, (kind) => (requested.has(kind) ? 1 : 0));
    // Each test avoided saves a memory access, some hundred times a search.
    if (coversAll && gone === 0) return (row: number): boolean => isKind[kinds[row] as number] === 1;
    return (row: number): boolean => isGone[row] === 0 && isKind[kinds[row] as number] === 1 && isCovered[grids[row] as number] === 1;
  };
  const addedOf = (scope: GridNo, requested: ReadonlySet<AssetKind>): AssetRecord[] =>
    [...added.values()].filter(({ kind, grid_no }) => requested.has(kind) && covers(scope, grid_no));
  const kindOf = (entry: Entry): AssetKind => (typeof entry === 'number' ? (ASSET_KINDS[kinds[entry] as number] as AssetKind) : entry.kind);
  const idOf = (entry: Entry): string => (typeof entry === 'number' ? assets.idAt(entry) : assetIdOf(entry.fields_json));
  const read = (entry: Entry): Asset => (typeof entry === 'number' ? assets.assetAt(entry) : readAsset(entry));
  const inOrder = (a: Near, b: Near): number => a.metres - b.metres || compare(idOf(a.entry), idOf(b.entry));
  const withAdded = (near: Near[], scope: GridNo, { centre, radiusMetres }: AroundRequest, requested: ReadonlySet<AssetKind>): Near[] => {
    for (const record of addedOf(scope, requested)) near.push({ entry: record, metres: haversineMetres(centre, record) });
    return near.filter(({ metres }) => metres <= radiusMetres).sort(inOrder);
  };

  const nearest = (scope: GridNo, request: AroundRequest, requested: ReadonlySet<AssetKind>, limit: number): Answer<Near[]> => {
    const { centre, radiusMetres } = request;
    // Where few assets match, the search also visits the others: about as many as lie between two matches.
    const { counts } = viewOf(scope);
    const matching = ASSET_KINDS.reduce((sum, kind, index) => sum + (requested.has(kind) ? (counts[index] as number) : 0), 0);
    const visited = ((limit + 1) * assets.count) / Math.max(1, matching);
    if (visited > Math.max(MOST_VISITED, limit + 1)) return null;
    const packed = points.nearest({ centre, radiusMetres, limit: limit + 1, accepts: accepting(scope, requested) });
    return withAdded(
      packed.map(({ point, metres }) => ({ entry: point, metres })),
      scope,
      request,
      requested,
    );
  };

  /** Everything within the radius, by a full scan of its box. */
  const allWithin = (scope: GridNo, request: AroundRequest, requested: ReadonlySet<AssetKind>): Answer<Near[]> => {
    const rows = points.within(boxAround(request.centre, request.radiusMetres));
    if (rows.length > MOST_VISITED) return null;
    const accepted = rows.filter(accepting(scope, requested));
    const near = accepted.map((row) => ({ entry: row, metres: haversineMetres(request.centre, points.positionOf(row)) }));
    return withAdded(near, scope, request, requested);
  };

  const count = ({ kind, grid_no, lng, lat }: Omit<AssetRecord, 'fields_json'>, by: 1 | -1): void => {
    const byKind = tallies.get(grid_no) ?? new Map<AssetKind, Tally>();
    tallies.set(grid_no, byKind);
    const tally = byKind.get(kind) ?? { count: 0, lng: 0, lat: 0 };
    byKind.set(kind, tally);
    tally.count += by;
    tally.lng += by * lng;
    tally.lat += by * lat;
  };
  const remove = (id: string): void => {
    const existing = added.get(id);
    if (existing) {
      count(existing, -1);
      added.delete(id);
      return;
    }
    const row = assets.rowOf(id);
    if (row === null || isGone[row] === 1) return;
    isGone[row] = 1;
    gone += 1;
    const kind = ASSET_KINDS[kinds[row] as number] as AssetKind;
    count({ kind, grid_no: gridNos[grids[row] as number] as GridNo, ...points.positionOf(row) }, -1);
  };

  return {
    around(scope, request, limit) {
      const requested = new Set(request.kinds ?? ASSET_KINDS);
      const { byKind, text } = request;
      const all = () => allWithin(scope, request, requested);
      const found = byKind || text !== undefined ? all() : (nearest(scope, request, requested, limit) ?? all());
      if (found === null || (text !== undefined && found.length > MOST_NAMES)) return null;
      const counts = new Map<AssetKind | '', number>();
      const list: Asset[] = [];
      for (const { entry } of found) {
        const group = byKind ? kindOf(entry) : '';
        const before = counts.get(group) ?? 0;
        const asset = before < limit || text !== undefined ? read(entry) : null;
        if (asset && !isNamed(asset, text)) continue;
        if (asset && before < limit) list.push(asset);
        counts.set(group, before + 1);
      }
      return { list, counts };
    },

    inBox(scope, { kinds: wanted = RESOURCE_KINDS, text, box }, limit) {
      const requested = new Set(wanted);
      const rows = points.within(box).filter(accepting(scope, requested));
      const entry: Entry[] = [...rows, ...addedOf(scope, requested).filter((record) => isInBox(box, record))];
      if (entry.length > (text === undefined ? limit : MOST_NAMES)) return null;
      const named = entry.map(read).filter((asset) => isNamed(asset, text));
      return named.length > limit ? null : named.sort(byName);
    },

    counts(scope, level) {
      const digits = level === 'prefecture' ? 4 : 6;
      const sums = new Map<string, { gridNo: GridNo; kind: AssetKind } & Tally>();
      for (const [no, byKind] of tallies) {
        if (!covers(scope, no)) continue;
        const gridNo = no.slice(0, digits).padEnd(6, '0') as GridNo;
        for (const [kind, tally] of byKind) {
          if (tally.count === 0) continue;
          const key = `${gridNo} ${kind}`;
          const sum = sums.get(key) ?? { gridNo, kind, count: 0, lng: 0, lat: 0 };
          sums.set(key, { gridNo, kind, count: sum.count + tally.count, lng: sum.lng + tally.lng, lat: sum.lat + tally.lat });
        }
      }
      return [...sums]
        .sort(([a], [b]) => compare(a, b))
        .map(([, { gridNo, kind, count: n, lng, lat }]) => ({ gridNo, kind, count: n, middle: { lng: lng / n, lat: lat / n } }));
    },

    apply({ written, removed }) {
      for (const id of removed) remove(id);
      for (const record of written) {
        const id = assetIdOf(record.fields_json);
        remove(id);
        added.set(id, record);
        count(record, 1);
      }
    },

    get changed() {
      return added.size + gone;
    },
  };
}

/** Compares texts by their bytes, as PostgreSQL's "C" collation. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byName = (a: Asset, b: Asset): number => compare(a.name, b.name) || compare(a.id, b.id);

const isNamed = ({ name }: Asset, text: string | undefined): boolean =>
  text === undefined || name.toLowerCase().includes(text.toLowerCase());

const isInBox = ({ west, south, east, north }: NonNullable<AssetFilters['box']>, { lng, lat }: Position): boolean =>
  lng >= west && lng <= east && lat >= south && lat <= north;

function talliesOf({ count, kinds, grids, gridNos, points }: OpenAssets): Map<GridNo, Map<AssetKind, Tally>> {
  const { positions } = points.shared;
  const sums = new Float64Array(gridNos.length * ASSET_KINDS.length * 3);
  for (let row = 0; row < count; row += 1) {
    const at = 3 * ((grids[row] as number) * ASSET_KINDS.length + (kinds[row] as number));
    sums[at] = (sums[at] as number) + 1;
    sums[at + 1] = (sums[at + 1] as number) + (positions[2 * row] as number);
    sums[at + 2] = (sums[at + 2] as number) + (positions[2 * row + 1] as number);
  }
  const tallyAt = (at: number): Tally => ({ count: sums[at] as number, lng: sums[at + 1] as number, lat: sums[at + 2] as number });
  return new Map(
    gridNos.map((gridNo, grid) => {
      const byKind = ASSET_KINDS.map((kind, index) => [kind, tallyAt(3 * (grid * ASSET_KINDS.length + index))] as const);
      return [gridNo, new Map(byKind.filter(([, { count: n }]) => n > 0))];
    }),
  );
}
