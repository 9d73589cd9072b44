import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { NATION } from '@lookout/domain';
import { roadManifest } from '@lookout/features/travel/service/road-file.ts';
import { openRoads, type Roads } from '@lookout/features/travel/service/roads.ts';
import { DEMO_TOWNS, degreesAt } from '@lookout/geo';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { importRoads, removeRoads } from '../../import/roads.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { startDemoRoads } from './demo-roads.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let server: TestServer;
let roads: Roads;
beforeAll(async () => {
  server = await startTestServer();
  const { changes, log } = server.app.deps;
  roads = await openRoads({ dataDir: server.dataDir, changes: changes, log });
});
afterAll(async () => {
  await roads.stop();
  await server.stop();
});

const run = async (): Promise<void> => {
  const { store, dataDir } = server;
  const started = startDemoRoads({ store, dataDir, clock: () => new Date(), log: server.app.deps.log });
  await started.done;
  await started.stop();
};
const context = () => ({
  store: server.store,
  clock: () => new Date(),
  dataDir: server.dataDir,
  demoRelief: true,
  print: () => undefined,
});

describe('the roads of the demo', () => {
  it('are added to a running server, join its towns, give way to real ones, and do not return once removed', async () => {
    await run();
    await vi.waitFor(() => expect(roads.origin()).toBe('demo'), { timeout: 10_000 });
    const net = roads.net();
    // Aba and Weihui: two road networks, each connected.
    expect(new Set(net?.islandOf).size).toBe(2);
    for (const { lng, lat } of Object.values(DEMO_TOWNS).flat()) {
      const { eastMetresPerDegree, northMetresPerDegree } = degreesAt(lat);
      const [x, y] = [300 / eastMetresPerDegree, 300 / northMetresPerDegree];
      expect(roads.roadsIn({ west: lng - x, east: lng + x, south: lat - y, north: lat + y }).length).toBeGreaterThan(0);
    }
    const [layer] = await server.store.mapLayers.list(NATION);
    expect(layer).toMatchObject({ name: '演示道路', kind: 'road', schematic: true });
    expect(layer?.featureCount).toBe((await roadManifest.read(server.dataDir)).sources[0]?.lines);
    const { version, sources } = await roadManifest.read(server.dataDir);
    expect(sources).toMatchObject([{ name: '演示道路', isDemo: true }]);
    await run();
    expect((await roadManifest.read(server.dataDir)).version).toBe(version);

    const before = net?.edges ?? 0;
    const file = path.join(server.dataDir, 'real.geojson');
    await writeRoad(file);
    await importRoads({})(file, context());
    await vi.waitFor(() => expect(roads.origin()).toBe('mixed'), { timeout: 10_000 });
    expect(roads.net()?.edges).toBeLessThan(before);
    expect(roads.roadsIn(REAL).map((road) => road.class)).toContain('motorway');
    await rm(file);

    await removeRoads(['演示道路'], context());
    await run();
    expect((await roadManifest.read(server.dataDir)).sources.map(({ name }) => name)).toEqual(['real.geojson']);
  });
});

/** The surroundings of 威州镇. */
const REAL = { west: 103.55, east: 103.63, south: 31.44, north: 31.5 };
async function writeRoad(file: string): Promise<void> {
  const coordinates = [
    [REAL.west, REAL.south],
    [REAL.east, REAL.north],
  ];
  const features = [{ type: 'Feature', properties: { highway: 'motorway' }, geometry: { type: 'LineString', coordinates } }];
  await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features }));
}
