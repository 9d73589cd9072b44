import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GridNo } from '@lookout/domain';
import { loadGazetteer } from '@lookout/features/grid/service/gazetteer.ts';
import { openStore, type Store } from '@lookout/features/store.ts';
import { UNSTATED } from '@lookout/ingest';
import { ask, startAnyServer, type TestServer } from '@lookout/store/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { centreOf, importBoundaries, readShape } from './boundaries.ts';

const clock = () => new Date();

let database: TestServer;
let store: Store;
let folder: string;
beforeAll(async () => {
  database = await startAnyServer();
  const url = await database.newDatabase('gazetteer');
  // The gazetteer is read four times here, so only one province's boundaries are retained.
  await ask(url, "delete from area where no not like '51%'");
  store = await openStore({ url, clock });
  folder = await mkdtemp(path.join(tmpdir(), 'lookout-import-'));
});
afterAll(async () => {
  await store.close();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

const square = (west: number, south: number, size: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ],
  ],
});
const feature = (properties: object, geometry: unknown) => ({ type: 'Feature', properties, geometry });

async function importFeatures(content: unknown, options: Parameters<typeof importBoundaries>[0] = {}) {
  const file = path.join(folder, 'x.geojson');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return importBoundaries(options)(file, { store, clock, dataDir: folder, print: () => undefined });
}

describe('importing boundaries', () => {
  it('an imported county boundary determines the county, whatever the seed has', async () => {
    const observation = { position: { lng: 103.59, lat: 31.48 } } as never;
    const before = (await loadGazetteer(store)).locateObservation(observation, null);
    expect(before).toMatchObject({ ok: true, value: { gridNo: '513221', gridBasis: 'boundary' } });
    const report = await importFeatures({ type: 'FeatureCollection', features: [feature({ adcode: 513222 }, square(103.5, 31.4, 0.2))] });
    expect(report).toEqual({ received: 1, accepted: 1, duplicates: 0, rejected: [] });
    const after = (await loadGazetteer(store)).locateObservation(observation, null);
    expect(after).toMatchObject({ ok: true, value: { gridNo: '513222', gridBasis: 'boundary' } });
  });

  it('reports wrong features by number with the reason, and imports the good ones', async () => {
    const report = await importFeatures({
      type: 'FeatureCollection',
      features: [
        feature({}, square(103, 31, 1)),
        feature({ gridNo: '999999' }, square(103, 31, 1)),
        feature({ gridNo: '513223' }, { type: 'Point', coordinates: [103, 31] }),
        feature({ gridNo: '513223' }, square(500_000, 3_400_000, 10)),
        feature({ gridNo: '513223' }, square(103.8, 31.6, 0.1)),
        feature({ gridNo: '513223' }, square(103.8, 31.6, 0.1)),
      ],
    });
    expect([report.received, report.accepted, report.rejected.map((r) => r.line)]).toEqual([6, 1, [1, 2, 3, 4, 6]]);
    expect(report.rejected.at(-1)?.error).toEqual({ code: 'boundary-twice', params: { gridNo: '513223' } });
  });

  it('merges the features of one county into one boundary with several parts, and refuses a second boundary', async () => {
    const features = [square(103, 33, 0.2), square(103.5, 33, 0.1), square(103.05, 33.02, 0.1)].map((shape) =>
      feature({ adcode: 513227 }, shape),
    );
    const report = await importFeatures(`\uFEFF${JSON.stringify({ type: 'FeatureCollection', features })}`);
    expect([report.accepted, report.rejected.map(({ line, error }) => [line, error.code])]).toEqual([2, [[3, 'boundary-twice']]]);
    const [area] = await store.areas.of('100000' as GridNo, ['513227' as GridNo]);
    expect(area?.boundary.coordinates).toHaveLength(2);
  });

  it('imports towns and villages, adds new ones by name, and then locates places in them', async () => {
    const town = feature({ XZQDM: '513224100' }, square(103.5, 32.5, 0.3));
    const report = await importFeatures({
      type: 'FeatureCollection',
      features: [
        feature({ code: '513224100201', name: '进安村' }, square(103.5, 32.5, 0.1)),
        town,
        feature({ code: '513224100202' }, square(103.7, 32.7, 0.1)),
        feature({ code: '513224999201', name: '无镇村' }, square(103.7, 32.7, 0.1)),
        feature({ code: '513224998', name: '新设镇' }, square(103.9, 32.5, 0.1)),
      ],
    });
    expect([report.accepted, report.rejected.map(({ line, error }) => [line, error.code])]).toEqual([
      3,
      [
        [3, 'boundary-without-name'],
        [4, 'boundary-grid-not-there'],
      ],
    ]);
    const { locate } = await loadGazetteer(store);
    const address = (lng: number, lat: number) => {
      const found = locate({ lng, lat }, null);
      return found.ok && [found.value.gridNo, found.value.gridBasis, found.value.formattedAddress.split('，')[0]];
    };
    expect(address(103.55, 32.55)).toEqual(['513224', 'boundary', '四川省阿坝藏族羌族自治州松潘县进安镇进安村']);
    expect(address(103.75, 32.55)).toEqual(['513224', 'boundary', '四川省阿坝藏族羌族自治州松潘县进安镇']);
    expect(address(103.95, 32.55)).toEqual(['513224', 'boundary', '四川省阿坝藏族羌族自治州松潘县新设镇']);
    expect(address(103.75, 32.9)).toEqual(['513224', 'boundary', '四川省阿坝藏族羌族自治州松潘县']);
  });

  it('reads codes as official files write them: padded with zeros, or prefixed with the country’s 156', async () => {
    const report = await importFeatures({
      type: 'FeatureCollection',
      features: ['513225000000', '513226000', '513224102000', '156513228', '51322', '5132281'].map((code) =>
        feature({ gb: code }, square(102, 31, 0.1)),
      ),
    });
    expect([report.accepted, report.rejected.map(({ line }) => line)]).toEqual([4, [5, 6]]);
    const known = await store.areas.of('100000' as GridNo, ['513224102', '513225', '513226', '513228'] as GridNo[]);
    expect(known.map(({ no, source }) => [no, source])).toEqual(['513224102', '513225', '513226', '513228'].map((no) => [no, 'imported']));
  });

  it('converts GCJ-02 if the option says so, and refuses an unknown datum', async () => {
    const file = { type: 'FeatureCollection', features: [feature({ gridNo: '513230' }, square(101, 32, 0.1))] };
    await importFeatures(file, { datum: 'gcj02' });
    const [area] = await store.areas.of('100000' as GridNo, ['513230' as GridNo]);
    const [lng = 0, lat = 0] = area?.boundary.coordinates[0]?.[0]?.[0] ?? [];
    // Some 300 m to the west and north of the drawn position.
    expect(Math.hypot((lng - 101) * 94_000, (lat - 32) * 111_000)).toBeGreaterThan(150);
    expect(Math.hypot((lng - 101) * 94_000, (lat - 32) * 111_000)).toBeLessThan(700);
    expect(() => importBoundaries({ datum: 'bd09' })).toThrow('option-not-one-of');
  });

  it('imports nothing from a file that is not GeoJSON', async () => {
    await expect(importFeatures('not json')).rejects.toThrow('not-geojson');
    await expect(importFeatures({ type: 'Feature' })).rejects.toThrow('not-a-feature-collection');
  });
});

describe('a shape', () => {
  it('is closed if it was open, and has its centre inside', () => {
    const corners = [
      [103, 31],
      [105, 31],
      [105, 33],
      [103, 33],
    ];
    const shape = readShape({ type: 'Polygon', coordinates: [corners] }, UNSTATED);
    expect(shape).toEqual({ type: 'MultiPolygon', coordinates: [[[...corners, corners[0]]]] });
    const { lng, lat } = 'code' in shape ? expect.fail(shape.code) : centreOf(shape);
    expect([lng, lat]).toEqual([expect.closeTo(104, 9), expect.closeTo(32, 9)]);
    const metres = [[500_000, 3_400_000], ...corners];
    expect(readShape({ type: 'Polygon', coordinates: [metres] }, UNSTATED)).toMatchObject({ code: 'coordinates-not-degrees' });
  });
});
