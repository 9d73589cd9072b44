import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Session, sharedTestServer, type TestServer } from '../../testing/index.ts';

const OUTSIDE = { IMAGERY_URL: 'https://imagery.example/{z}/{x}/{y}.jpg', TERRAIN_URL: 'https://terrain.example/layer.json' };

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
it('map tiles and terrain come from our server and, where set, from others; boundaries and home views from local /json files', async () => {
  const meta = (await (await read('aba', '/terrain/meta')).json()) as { data: Record<string, unknown> };
  expect(meta.data).toMatchObject({ imageryUrl: OUTSIDE.IMAGERY_URL, terrainUrl: OUTSIDE.TERRAIN_URL });
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

it('the home view of a grid below the own one is that grid, not the view of the officer’s group', async () => {
  const placeOf = async (user: string, gridNo: string) => {
    const { features } = (await (await read(user, `/json/home/${gridNo}.json`)).json()) as {
      features: { geometry: { coordinates: number[] } }[];
    };
    return features[0]?.geometry.coordinates;
  };
  const [wenchuan, lixian] = [await placeOf('aba', '513221'), await placeOf('aba', '513222')];
  expect(wenchuan).not.toEqual(lixian);
});

it('a file of a grid beside the own one is not there, like one that does not exist; without a session none is', async () => {
  for (const folder of ['boundaries', 'home']) {
    for (const file of ['513222.json', '513200.json', '100000.json', '999.json', '513221', '..%2f513221.json'])
      expect({ file, status: (await read('wenchuan', `/json/${folder}/${file}`)).status }).toEqual({ file, status: 404 });
    expect((await read('nobody', `/json/${folder}/513221.json`)).status).toBe(401);
  }
});

it('is sent again only after a change', async () => {
  const first = await read('aba', '/json/boundaries/513221.json');
  const etag = first.headers.get('etag') ?? '';
  expect((await read('aba', '/json/boundaries/513221.json', { 'if-none-match': etag })).status).toBe(304);
});
