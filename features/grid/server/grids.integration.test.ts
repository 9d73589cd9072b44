import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importBoundaries } from '@lookout/server/import/boundaries.ts';
import { startTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Area {
  readonly gridNo: string;
  readonly level: string;
  readonly areasPoint: string | null;
  readonly approximate: boolean;
}

async function areasOf(userName: string, query: string): Promise<Area[]> {
  const { access_token: token } = await server.login(userName);
  const reply = await server.call('GET', `/resource/api/grid/getAreaData?${query}`, { token });
  expect(reply.status).toBe(200);
  return (reply.body as { data: Area[] }).data;
}

const count = (areas: readonly Area[], level: string) => areas.filter((area) => area.level === level).length;
const points = ({ areasPoint }: Area) => (JSON.parse(areasPoint ?? '{}') as { coordinates: [number, number][][][] }).coordinates.flat(2);

describe('boundaries of an area', () => {
  it('zoomed out: every province and prefecture, or every county, of the caller’s grid and no other', async () => {
    const whole = await areasOf('guojia', 'level=prefectures');
    expect([count(whole, 'province'), count(whole, 'prefecture'), whole.length]).toEqual([34, 342, 376]);
    const province = await areasOf('sichuan', 'level=prefectures');
    expect([province[0]?.gridNo, count(province, 'prefecture')]).toEqual(['510000', 21]);
    const counties = await areasOf('aba', 'level=counties');
    expect(counties.map(({ gridNo }) => gridNo.slice(0, 4))).toEqual(Array(13).fill('5132'));
    expect((await areasOf('aba', 'level=prefectures')).map(({ gridNo }) => gridNo)).toEqual(['513200']);
    // Vertices lie on a grid of 0.01°, so that neighbours still share their borders.
    for (const [lng, lat] of counties.flatMap(points))
      expect([(lng * 100) % 1, (lat * 100) % 1].map((x) => Math.min(x, 1 - x) < 1e-6)).toEqual([true, true]);
  });

  it('zoomed in: the counties of a prefecture in full detail', async () => {
    const [own] = await areasOf('aba', 'level=self');
    const counties = await areasOf('aba', 'level=children');
    expect([own?.gridNo, count(counties, 'county')]).toEqual(['513200', 13]);
    const vertices = new Set(counties.flatMap(points).map(String));
    // The prefecture is the union of its counties: every vertex of its outline is also one of theirs.
    for (const point of own ? points(own) : []) expect(vertices.has(String(point))).toBe(true);
    expect(vertices.size).toBeGreaterThan(1_000);
  });

  it('zoomed in: the towns of a county and the villages of a town, where they were imported', async () => {
    expect((await areasOf('aba', 'gridNo=513221&level=children')).every(({ areasPoint }) => areasPoint === null)).toBe(true);
    const folder = await mkdtemp(path.join(tmpdir(), 'lookout-towns-'));
    const file = path.join(folder, 'towns.geojson');
    const square = {
      type: 'Polygon',
      coordinates: [
        [
          [103.5, 31.4],
          [103.6, 31.4],
          [103.6, 31.5],
          [103.5, 31.4],
        ],
      ],
    };
    const features = ['513221100', '513221100201'].map((gridNo) => ({
      type: 'Feature',
      properties: { gridNo, name: '村' },
      geometry: square,
    }));
    await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features }));
    const context = { store: server.store, clock: () => new Date(), dataDir: folder, print: () => undefined };
    expect(await importBoundaries({})(file, context)).toMatchObject({ accepted: 2, rejected: [] });
    await rm(folder, { recursive: true });
    const towns = await areasOf('aba', 'gridNo=513221&level=children');
    expect(towns.filter(({ areasPoint }) => areasPoint !== null)).toMatchObject([
      { gridNo: '513221100', level: 'town', approximate: false },
    ]);
    expect(await areasOf('aba', 'gridNo=513221100&level=children')).toMatchObject([{ gridNo: '513221100201', level: 'village' }]);
  });
});
