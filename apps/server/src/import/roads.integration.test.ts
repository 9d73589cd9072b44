import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NATION } from '@lookout/domain';
import { roadManifest } from '@lookout/features/travel/service/road-file.ts';
import { openRoads, type Roads } from '@lookout/features/travel/service/roads.ts';
import { osmPbfOf, zipOf } from '@lookout/ingest/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { importRoads, listRoads, rejoinRoads, removeRoads } from './roads.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let server: TestServer;
let folder: string;
/** The roads as the server loads them. */
let roads: Roads;
beforeAll(async () => {
  server = await startTestServer();
  roads = await openRoads({ dataDir: server.dataDir, changes: server.app.deps.changes, log: server.app.deps.log });
  folder = await mkdtemp(path.join(tmpdir(), 'lookout-roads-'));
});
afterAll(async () => {
  await roads.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const output: string[] = [];
async function bring(name: string, content: string | Uint8Array, options: Parameters<typeof importRoads>[0] = {}) {
  const file = path.join(folder, name);
  await writeFile(file, content);
  output.length = 0;
  return importRoads(options)(file, context());
}
const context = () => ({
  store: server.store,
  clock: () => new Date(),
  dataDir: server.dataDir,
  demoRelief: true,
  print: (line: string) => output.push(line),
});
const feature = (properties: object, coordinates: unknown, type = 'LineString') => ({
  type: 'Feature',
  properties,
  geometry: { type, coordinates },
});
const geojson = (...features: readonly object[]): string => JSON.stringify({ type: 'FeatureCollection', features });
const HERE = { west: 103.4, east: 103.7, south: 31.3, north: 31.6 };
const classes = () =>
  roads
    .roadsIn(HERE)
    .map((road) => road.class)
    .toSorted();

describe('importing roads', () => {
  it('a running server loads each format, and no longer has what was removed', async () => {
    const lines = geojson(
      feature({ highway: 'trunk', maxspeed: '40' }, [
        [103.5, 31.4],
        [103.5008, 31.4],
      ]),
      feature({ 等级: '铁路' }, [
        [103.5, 31.4],
        [103.5, 31.41],
      ]),
      feature({ highway: 'track' }, [103.5, 31.4], 'Point'),
      feature({ highway: 'track' }, paris()),
      feature({ 道路等级: '县道', 单行: '反向' }, [
        [103.5008, 31.4],
        [103.5008, 31.4008],
      ]),
    );
    expect(await bring('a.geojson', lines)).toMatchObject({
      received: 5,
      accepted: 2,
      rejected: [
        { line: 2, error: { code: 'road-class-unknown', params: { found: '铁路' } } },
        { line: 3, error: { code: 'shape-type', params: { wanted: 'line', found: 'Point' } } },
        { line: 4, error: { code: 'position-outside' } },
      ],
    });
    expect(output.at(-1)).toBe('国道 0.1 公里、县道 0.1 公里');
    await vi.waitFor(() => expect(classes()).toEqual(['secondary', 'trunk']), { timeout: 10_000 });
    expect(roads.origin()).toBe('imported');
    // The slope comes from the demo relief, and the order of the points is reversed.
    const net = roads.net();
    expect(net?.climb.some((up) => up > 0) || net?.drop.some((down) => down > 0)).toBe(true);
    expect(roads.roadsIn(HERE).find((road) => road.class === 'secondary')?.points[0]).toEqual({ lng: 103.5008, lat: 31.4008 });
    expect(await bring('a.geojson', lines)).toMatchObject({ accepted: 0, duplicates: 2 });

    // Rebuilt without relief: a running server loads the same roads again.
    await rejoinRoads([], { ...context(), demoRelief: false });
    await vi.waitFor(() => expect(roads.net()?.climb.every((up) => up === 0)).toBe(true), { timeout: 10_000 });
    expect(classes()).toEqual(['secondary', 'trunk']);
    await expect(rejoinRoads(['a.geojson'], context())).rejects.toThrow('--rejoin');

    const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>布瓦防火道</name>
      <ExtendedData><Data name="等级"><value>防火道</value></Data></ExtendedData>
      <LineString><coordinates>103.5008,31.4008 103.501,31.402</coordinates></LineString></Placemark></Document></kml>`;
    expect(await bring('b.kml', kml)).toMatchObject({ accepted: 1, rejected: [] });
    await vi.waitFor(() => expect(classes()).toEqual(['fire-road', 'secondary', 'trunk']), { timeout: 10_000 });

    const osm = osmPbfOf({
      nodes: [
        { id: 1, lng: 103.6, lat: 31.5 },
        { id: 2, lng: 103.601, lat: 31.5 },
        { id: 3, lng: 103.601, lat: 31.501 },
      ],
      ways: [
        { id: 10, refs: [1, 2], tags: { highway: 'motorway', maxspeed: '900' } },
        { id: 11, refs: [2, 3, 4], tags: { highway: 'tertiary', bridge: 'yes' } },
        { id: 12, refs: [1, 3], tags: { highway: 'proposed' } },
        { id: 13, refs: [1, 3], tags: { railway: 'rail' } },
      ],
    });
    expect(await bring('c.osm.pbf', osm)).toMatchObject({ received: 3, accepted: 2, rejected: [] });
    expect(output.join('\n')).toContain('不作道路的 highway 值：proposed 1\n1 条路有一部分不在文件里，只取有的部分\n1 条路的限速不是速度');
    expect(output.join('\n')).toContain('有 1 处道路不与主路网相连');
    await vi.waitFor(() => expect(classes()).toEqual(['fire-road', 'motorway', 'secondary', 'tertiary', 'trunk']), { timeout: 10_000 });
    expect(roads.roadsIn(HERE).find((road) => road.class === 'tertiary')).toMatchObject({ isBridge: true, isTunnel: false });

    output.length = 0;
    await listRoads([], context());
    expect(output.map((line) => line.split('  ')[0])).toEqual(['c.osm.pbf', 'b.kml', 'a.geojson']);
    await removeRoads(['a.geojson', 'b.kml'], context());
    await vi.waitFor(() => expect(classes()).toEqual(['motorway', 'tertiary']), { timeout: 10_000 });
    const { version, sources } = await roadManifest.read(server.dataDir);
    expect((await readdir(path.join(server.dataDir, 'roads'))).toSorted()).toEqual(
      [`${sources[0]?.id}.lines`, `${version}.net`].toSorted(),
    );
    await removeRoads(['c.osm.pbf'], context());
    await vi.waitFor(() => expect(roads.net()).toBeNull(), { timeout: 10_000 });
    await expect(removeRoads(['c.osm.pbf'], context())).rejects.toThrow('没有导入过');

    const { list } = await server.store.audit.page(NATION, {}, { limit: 20, offset: 0 });
    expect(
      list
        .map(({ act }) => act)
        .filter((act) => /roads/.test(act))
        .toSorted(),
    ).toEqual([...Array(3).fill('import-roads'), 'rejoin-roads', ...Array(3).fill('remove-roads')]);
  });

  it('loose ends are joined on request, and the class comes from the named column', async () => {
    const lines = geojson(
      feature({ kind: '林道' }, [
        [103.5, 31.4],
        [103.51, 31.4],
      ]),
      feature({ kind: '林道' }, [
        [103.51005, 31.4],
        [103.52, 31.4],
      ]),
    );
    await expect(bring('d.geojson', lines)).rejects.toMatchObject({ fault: { code: 'road-class-missing' } });
    await bring('d.geojson', lines, { class: 'kind', snap: '10' });
    expect(output).toContain('接上 1 个断头');
    expect(() => importRoads({ snap: '51' })).toThrow();
    await removeRoads(['d.geojson'], context());
  });

  it.each<[string, string, string | Uint8Array, string]>([
    ['no lines', 'x.geojson', geojson(), 'roads-without-lines'],
    ['only points', 'x.geojson', geojson(feature({ highway: 'track' }, [103.5, 31.4], 'Point')), 'shape-type'],
    ['Paris', 'x.geojson', geojson(feature({ highway: 'track' }, paris())), 'roads-outside-china'],
    ['Paris by OpenStreetMap', 'x.osm.pbf', parisOsm(), 'roads-outside-china'],
    ['no map', 'x.osm.pbf', 'hello', 'not-osm-pbf'],
    ['no road', 'x.osm.pbf', osmPbfOf({ nodes: [], ways: [] }), 'roads-without-lines'],
    ['another archive', 'x.zip', zipOf({ 'a.txt': 'x' }), 'not-a-shapefile'],
    ['another format', 'x.dwg', 'x', 'layer-format'],
  ])('a file with %s is refused completely', async (_name, file, content, code) => {
    const before = await roadManifest.read(server.dataDir);
    await expect(bring(file, content)).rejects.toMatchObject({ fault: { code } });
    expect(await roadManifest.read(server.dataDir)).toEqual(before);
  });
});

function paris() {
  return [
    [2.3, 48.8],
    [2.31, 48.81],
  ];
}
function parisOsm(): Uint8Array {
  const nodes = paris().map(([lng = 0, lat = 0], i) => ({ id: i + 1, lng, lat }));
  return osmPbfOf({ nodes, ways: [{ id: 1, refs: [1, 2], tags: { highway: 'primary' } }] });
}
