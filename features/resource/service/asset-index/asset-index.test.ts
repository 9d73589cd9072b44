import { boxAround, covers, type GridNo, haversineMetres, NATION } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { type AssetRecord, readAsset } from '../../asset-feed.store.ts';
import { ASSET_KINDS, type AssetKind } from '../../resource.ts';
import type { AroundRequest } from '../../resources.store.ts';
import { createAssetIndex } from './asset-index.ts';
import { openAssets, packer } from './packed.ts';

const GRIDS = ['513221', '513222', '513200', '510104', '710000', '513221101'] as GridNo[];
const CENTRE = { lng: 103.5, lat: 31.5 };

const idOf = (n: number): string => `00000000-0000-8000-8000-${String(n).padStart(12, '0')}`;
const record = (n: number, overrides: Partial<AssetRecord> & { name?: string } = {}): AssetRecord => {
  const { name = `林区${n % 7} "水${n}"\\`, ...rest } = overrides;
  return {
    kind: ASSET_KINDS[n % ASSET_KINDS.length] as AssetKind,
    grid_no: GRIDS[n % GRIDS.length] as GridNo,
    // Every fifth has exactly the position of another.
    lng: 103 + (((n - (n % 5 === 4 ? 1 : 0)) * 7919) % 1_000) / 1_000,
    lat: 31 + (((n - (n % 5 === 4 ? 1 : 0)) * 104_729) % 1_000) / 1_000,
    fields_json: JSON.stringify([idOf(n), `C${n}`, name, n % 2 === 0, null, null, 12.5, null, null, null, null, null, { 人数: n }]),
    ...rest,
  };
};
const COUNT = 600;
const current = new Map(Array.from({ length: COUNT }, (_, n) => [idOf(n), record(n)]));

const packing = packer();
const records = [...current.values()];
packing.add(records.slice(0, 400));
// A row that moved in its table while it was read comes twice.
packing.add(records.slice(300));
const assets = openAssets(packing.end());
const index = createAssetIndex(assets);

const assetsNow = () => [...current.values()].map(readAsset);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The same answers by a full scan of the assets. */
function bruteAround(scope: GridNo, { centre, radiusMetres, kinds = ASSET_KINDS, text = '', byKind }: AroundRequest, limit: number) {
  const near = assetsNow()
    .filter(({ kind, gridNo, name }) => kinds.includes(kind) && covers(scope, gridNo) && name.includes(text))
    .map((asset) => ({ asset, metres: haversineMetres(centre, asset.position) }))
    .filter(({ metres }) => metres <= radiusMetres)
    .sort((a, b) => a.metres - b.metres || compare(a.asset.id, b.asset.id))
    .map(({ asset }) => asset);
  const groups = Map.groupBy(near, ({ kind }) => (byKind ? kind : ''));
  const first = new Set([...groups.values()].flatMap((group) => group.slice(0, limit)));
  return { list: near.filter((asset) => first.has(asset)), counts: new Map([...groups].map(([kind, group]) => [kind, group.length])) };
}

const scopes = [NATION, '510000', '513200', '513221', '513221101', '710000', '520000'] as GridNo[];

const ids = (list: readonly { readonly id: string }[] | null | undefined) => list?.map(({ id }) => id);

function expectSame(): void {
  const now = assetsNow();
  for (const scope of scopes) {
    for (const radiusMetres of [5_000, 40_000]) {
      for (const kinds of [undefined, ['team'], ['monitoring-point', 'uav', 'camera']] as (AssetKind[] | undefined)[]) {
        const request = { centre: CENTRE, radiusMetres, kinds, byKind: false };
        const expected = bruteAround(scope, request, 20);
        const found = index.around(scope, request, 20);
        expect(ids(found?.list)).toEqual(ids(expected.list));
        expect((found?.counts.get('') ?? 0) > 20).toBe((expected.counts.get('') ?? 0) > 20);
        const grouped = {
          found: index.around(scope, { ...request, byKind: true }, 3),
          expected: bruteAround(scope, { ...request, byKind: true }, 3),
        };
        expect(ids(grouped.found?.list)).toEqual(ids(grouped.expected.list));
        expect(grouped.found?.counts).toEqual(grouped.expected.counts);
      }
    }
    const named = { centre: CENTRE, radiusMetres: 50_000, text: '水12', byKind: false };
    expect(index.around(scope, named, 20)).toEqual(bruteAround(scope, named, 20));
    const box = boxAround(CENTRE, 12_000);
    const boxed = now
      .filter(({ gridNo, kind }) => covers(scope, gridNo) && kind !== 'monitoring-point' && kind !== 'camera')
      .filter(({ position: { lng, lat } }) => lng >= box.west && lng <= box.east && lat >= box.south && lat <= box.north)
      .sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id));
    expect(ids(index.inBox(scope, { box }, COUNT))).toEqual(ids(boxed));
    for (const level of ['prefecture', 'county'] as const) {
      const seen = now.filter(({ gridNo }) => covers(scope, gridNo));
      const expected = Map.groupBy(seen, ({ gridNo, kind }) => `${gridNo.slice(0, level === 'county' ? 6 : 4).padEnd(6, '0')} ${kind}`);
      const counted = index.counts(scope, level).map(({ gridNo, kind, count }) => [`${gridNo} ${kind}`, count]);
      expect(counted).toEqual([...expected].map(([key, group]) => [key, group.length]).sort(([a], [b]) => compare(String(a), String(b))));
    }
  }
}

it('each asset is packed once, and found by its id', () => {
  expect(assets.count).toBe(COUNT);
  for (const n of [0, 1, 399, COUNT - 1]) {
    const row = assets.rowOf(idOf(n)) as number;
    expect([assets.idAt(row), assets.assetAt(row).attributes]).toEqual([idOf(n), { 人数: n }]);
  }
  expect(assets.rowOf(idOf(COUNT))).toBeNull();
});

describe('answers are those of a full scan', () => {
  it('as packed', expectSame);

  it('after assets were written, moved, removed and written again', () => {
    const written: AssetRecord[] = [];
    const write = (n: number, one: AssetRecord) => {
      current.set(idOf(n), one);
      written.push(one);
    };
    for (let n = COUNT; n < COUNT + 40; n += 1) write(n, record(n, { lng: CENTRE.lng + n / 1e6, lat: CENTRE.lat }));
    for (let n = 0; n < 60; n += 2) write(n, record(n, { lng: CENTRE.lng, lat: CENTRE.lat, grid_no: '513221' as GridNo }));
    const removed = Array.from({ length: 50 }, (_, i) => idOf(100 + i));
    for (const id of removed) current.delete(id);
    index.apply({ written, removed });
    // Applied twice: overlapping reads change nothing.
    index.apply({ written, removed });
    expect(index.changed).toBe(40 + 30 + 30 + 50);
    expectSame();
    const back = record(100, { lng: CENTRE.lng, lat: CENTRE.lat });
    current.set(idOf(100), back);
    current.delete(idOf(COUNT));
    index.apply({ written: [back], removed: [idOf(100), idOf(COUNT)] });
    expectSame();
  });
});

it('queries that would block the event loop are left to the database', () => {
  const box = { west: 102, south: 30, east: 105, north: 33 };
  expect(index.inBox(NATION, { box }, 100)).toBeNull();
  expect(index.inBox(NATION, { box, kinds: ASSET_KINDS }, COUNT)).not.toBeNull();
});
