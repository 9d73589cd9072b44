import type { Session } from '@lookout/server/testing/sign-in.ts';
import { sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const OUTSIDE = { IMAGERY_URL: 'https://imagery.example/{z}/{x}/{y}.jpg?tk=secret', TERRAIN_URL: 'https://terrain.example/layer.json' };

let server: TestServer;
const sessions: Record<string, Session> = {};
beforeAll(async () => {
  server = await sharedTestServer({ env: OUTSIDE });
  for (const user of ['aba', 'wenchuan']) sessions[user] = await server.login(user);
});
afterAll(() => server?.stop());

const read = (user: string, path: string, headers: Record<string, string> = {}) =>
  fetch(server.base + path, { headers: { ...(sessions[user] && { authorization: `Bearer ${sessions[user].access_token}` }), ...headers } });

interface Collection {
  readonly type: string;
  readonly features: readonly { readonly properties: { readonly gridNo: string }; readonly geometry: { readonly type: string } }[];
}

// Proves §7.31
it('map tiles, terrain and names come from our server; boundaries and home views from local /json files', async () => {
  const meta = (await (await read('aba', '/terrain/meta')).json()) as { data: Record<string, unknown> };
  expect(meta.data).toMatchObject({ terrainUrl: OUTSIDE.TERRAIN_URL });
  const maps = (await (await read('aba', '/resource/api/baseMap/list')).json()) as { data: { tileUrl: string }[] };
  expect(maps.data).toMatchObject([
    { id: 'imagery', tileUrl: expect.stringMatching(/^\/basemaps\/imagery\/[0-9a-f]{8}\/\{z\}\/\{x\}\/\{y\}$/) },
  ]);
  expect(JSON.stringify([meta, maps])).not.toContain('secret');
  const { tileUrl = '' } = maps.data[0] ?? {};
  const pieceOf = (user: string, template: string, numbers: string) => read(user, template.replace('{z}/{x}/{y}', numbers));
  expect((await pieceOf('nobody', tileUrl, '1/0/0')).status).toBe(401);
  for (const [template, numbers] of [
    [tileUrl, '1/2/0'],
    [tileUrl, '19/0/0'],
    [tileUrl, '1/0/x'],
    [tileUrl.replace(/[0-9a-f]{8}/, '00000000'), '1/0/0'],
    [tileUrl.replace('imagery', 'https:%2f%2f127.0.0.1'), '1/0/0'],
  ] as const)
    expect([numbers, (await pieceOf('aba', template, numbers)).status]).toEqual([numbers, 404]);

  const names = async (query: string) =>
    ((await (await read('wenchuan', `/resource/api/grid/listMapNames${query}`)).json()) as { data: Record<string, unknown>[] }).data;
  const far = await names('');
  expect(far.find(({ gridNo }) => gridNo === '513200')).toMatchObject({ name: '阿坝州', latinName: 'Aba', level: 'prefecture' });
  expect(far.some(({ name }) => name === '市辖区' || String(name).includes('直辖'))).toBe(false);
  // A map also shows the names of neighbouring grids.
  const below = await names('?province=410000');
  expect(below.find(({ gridNo }) => gridNo === '410781')).toMatchObject({
    name: '卫辉市',
    latinName: 'Weihui',
    level: 'county',
    isSeat: false,
  });
  expect((await names('?province=510000')).find(({ gridNo }) => gridNo === '513221100')).toMatchObject({ name: '威州镇', isSeat: true });
  expect(await names('?province=513200')).toEqual([]);

  const tile = await read('aba', '/terrain/8/403/169');
  expect([tile.status, tile.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);

  const boundaries = await read('aba', '/json/boundaries/513200.json');
  expect([boundaries.status, boundaries.headers.get('content-type')]).toEqual([200, 'application/geo+json; charset=utf-8']);
  const { type, features } = (await boundaries.json()) as Collection;
  expect(type).toBe('FeatureCollection');
  expect(features.map(({ properties }) => properties.gridNo)).toEqual(expect.arrayContaining(['513200', '513221', '513222']));
  for (const { geometry } of features) expect(['Polygon', 'MultiPolygon']).toContain(geometry.type);

  const home = (await (await read('wenchuan', '/json/home/513221.json')).json()) as unknown;
  expect(home).toMatchObject({
    type: 'FeatureCollection',
    features: [
      {
        properties: { gridNo: '513221', name: '汶川县', heightMetres: expect.any(Number) },
        geometry: { type: 'Point', coordinates: [expect.any(Number), expect.any(Number)] },
      },
    ],
  });
});

it('the home view of a grid below the officer’s own is that grid, not the view of the officer’s group', async () => {
  const placeOf = async (user: string, gridNo: string) => {
    const { features } = (await (await read(user, `/json/home/${gridNo}.json`)).json()) as {
      features: { geometry: { coordinates: number[] } }[];
    };
    return features[0]?.geometry.coordinates;
  };
  const [wenchuan, lixian] = [await placeOf('aba', '513221'), await placeOf('aba', '513222')];
  expect(wenchuan).not.toEqual(lixian);
});

it('a file of a grid outside the caller’s is answered like a missing file; without a session no file is served', async () => {
  for (const folder of ['boundaries', 'home']) {
    for (const file of ['513222.json', '513200.json', '100000.json', '999.json', '513221', '..%2f513221.json'])
      expect({ file, status: (await read('wenchuan', `/json/${folder}/${file}`)).status }).toEqual({ file, status: 404 });
    expect((await read('nobody', `/json/${folder}/513221.json`)).status).toBe(401);
  }
});

it('a file is sent again only after a change', async () => {
  const first = await read('aba', '/json/boundaries/513221.json');
  const etag = first.headers.get('etag') ?? '';
  expect((await read('aba', '/json/boundaries/513221.json', { 'if-none-match': etag })).status).toBe(304);
});
