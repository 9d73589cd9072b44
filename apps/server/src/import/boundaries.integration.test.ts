import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadGazetteer } from '../services/gazetteer.ts';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { centreOf, importBoundaries, readShape } from './boundaries.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(path.join(tmpdir(), 'lookout-import-'));
});
afterAll(async () => {
  await server.stop();
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

async function importFeatures(content: unknown) {
  const file = path.join(folder, 'x.geojson');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return importBoundaries(file, { store: server.store, clock: () => new Date(), dataDir: folder, print: () => undefined });
}

describe('importing boundaries', () => {
  it('an official county boundary decides the county, whichever seat is nearest', async () => {
    const observation = { position: { lng: 103.59, lat: 31.48 } } as never;
    const before = (await loadGazetteer(server.store)).locateObservation(observation, null);
    expect(before).toMatchObject({ ok: true, value: { gridNo: '513221', gridBasis: 'nearest-seat' } });
    const report = await importFeatures({ type: 'FeatureCollection', features: [feature({ adcode: 513222 }, square(103.5, 31.4, 0.2))] });
    expect(report).toEqual({ received: 1, accepted: 1, duplicates: 0, rejected: [] });
    const after = (await loadGazetteer(server.store)).locateObservation(observation, null);
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

  it('takes nothing of a file that is no GeoJSON', async () => {
    await expect(importFeatures('not json')).rejects.toThrow('not-geojson');
    await expect(importFeatures({ type: 'Feature' })).rejects.toThrow('not-a-feature-collection');
  });
});

describe('a shape', () => {
  it('is closed when it was left open, and has its centre inside', () => {
    const open = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [2, 0],
          [2, 2],
          [0, 2],
        ],
      ],
    };
    const shape = readShape(open);
    expect(shape).toEqual({
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [0, 0],
            [2, 0],
            [2, 2],
            [0, 2],
            [0, 0],
          ],
        ],
      ],
    });
    expect('code' in shape ? null : centreOf(shape)).toEqual({ lng: 1, lat: 1 });
    expect(
      readShape({
        type: 'Polygon',
        coordinates: [
          [
            [500_000, 1],
            [1, 1],
            [1, 2],
            [500_000, 1],
          ],
        ],
      }),
    ).toMatchObject({ code: 'coordinates-not-degrees' });
  });
});
