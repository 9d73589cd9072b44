import { encodeTile, type TerrainSource, TILE_CELLS, TILE_POSTS } from '@lookout/geo';
import { describe, expect, it } from 'vitest';
import { exactHeight, knownHeight } from './heights.ts';
import { createTerrainTiles, type TerrainTilesOptions } from './tiles.ts';

/** A slope that rises from 100 m by 0.2 m per post to the east and 0.4 m per post to the south. */
const slope: TerrainSource = { maxLevel: 3, post: (i, j) => 100 + i * 0.2 + j * 0.4 };

function aServer(overrides: Partial<TerrainTilesOptions> = {}) {
  const requests: string[] = [];
  const timers: Array<{ run: () => void; milliseconds: number }> = [];
  const calls = { arrived: 0, recovered: 0 };
  const server = { down: false };
  const tiles = createTerrainTiles({
    urlTemplate: '/terrain/{z}/{x}/{y}',
    maxLevel: slope.maxLevel,
    fetch: async (url) => {
      requests.push(url);
      if (server.down) return new Response(null, { status: 503 });
      const [level = 0, x = 0, y = 0] = url.split('/').slice(-3).map(Number);
      return new Response(encodeTile(slope, level, x, y) as BodyInit);
    },
    setTimer: (run, milliseconds) => {
      timers.push({ run, milliseconds });
      return () => undefined;
    },
    onArrived: () => calls.arrived++,
    onRecovered: () => calls.recovered++,
    ...overrides,
  });
  return { tiles, requests, timers, calls, server };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('terrain tiles', () => {
  it('a tile requested twice at once and again later is fetched only once', async () => {
    const { tiles, requests, calls } = aServer();
    await Promise.all([tiles.tile({ level: 1, x: 2, y: 0 }), tiles.exactTile({ level: 1, x: 2, y: 0 })]);
    await tiles.tile({ level: 1, x: 2, y: 0 });
    expect([requests, calls.arrived]).toEqual([['/terrain/1/2/0'], 1]);
  });

  it('a missing tile is flat when no ancestor is loaded, and upsampled from an ancestor otherwise', async () => {
    const { tiles, server } = aServer();
    await tiles.tile({ level: 2, x: 3, y: 1 });
    server.down = true;
    const stretched = await tiles.tile({ level: 3, x: 7, y: 3 });
    const flat = await tiles.tile({ level: 0, x: 0, y: 0 });
    const parent = await tiles.tile({ level: 2, x: 3, y: 1 });
    const middleOfParent = (TILE_CELLS / 2) * TILE_POSTS + TILE_CELLS / 2;
    expect(stretched[0]).toBeCloseTo(parent[middleOfParent] ?? 0, 3);
    expect(flat.every((height) => height === 0)).toBe(true);
  });

  it('a server that is down is retried with growing delays, and its recovery is reported once', async () => {
    const { tiles, timers, calls, server } = aServer();
    server.down = true;
    await Promise.all([tiles.tile({ level: 0, x: 0, y: 0 }), tiles.tile({ level: 0, x: 1, y: 0 })]);
    timers[0]?.run();
    await settle();
    expect(calls.recovered).toBe(0);
    server.down = false;
    timers[1]?.run();
    await settle();
    expect([timers.map(({ milliseconds }) => milliseconds), calls.recovered]).toEqual([[3000, 6000], 1]);
  });

  // Proves §8.11
  it.each([
    ['a refused request', async () => new Response(null, { status: 401 })],
    ['half a tile', async () => new Response(new Uint8Array(100))],
    ['a lost line', () => Promise.reject(new TypeError('fetch failed'))],
  ])('%s gives no tile and no exception', async (_name, fetch) => {
    const { tiles } = aServer({ fetch });
    expect(await tiles.exactTile({ level: 0, x: 0, y: 0 })).toBeNull();
  });

  it('no more than 16 requests are in flight at once', async () => {
    let open = 0;
    let most = 0;
    const { tiles } = aServer({
      maxLevel: 8,
      fetch: async () => {
        most = Math.max(most, ++open);
        await settle();
        open--;
        return new Response(null, { status: 503 });
      },
    });
    await Promise.all(Array.from({ length: 60 }, (_, x) => tiles.tile({ level: 8, x, y: 0 })));
    expect(most).toBe(16);
  });

  it('after stop nothing is fetched', async () => {
    const { tiles, requests } = aServer();
    tiles.stop();
    expect([await tiles.exactTile({ level: 0, x: 0, y: 0 }), requests]).toEqual([null, []]);
  });
});

describe('terrain of several levels', () => {
  const box = { west: 90, south: 20, east: 100, north: 30, maxLevel: 3 };
  const partly = { baseLevel: 1, detail: [box] };

  it('a finer tile is requested only where finer terrain exists; elsewhere the coarser one is upsampled', async () => {
    const { tiles, requests } = aServer(partly);
    await tiles.tile({ level: 3, x: 12, y: 2 });
    const stretched = await tiles.tile({ level: 3, x: 0, y: 0 });
    expect(requests).toEqual(['/terrain/3/12/2', '/terrain/1/0/0']);
    expect(stretched[TILE_POSTS * TILE_POSTS - 1]).toBeCloseTo(slope.post(64, 64) ?? 0, 1);
    expect(await tiles.exactTile({ level: 2, x: 0, y: 0 })).toBeNull();
  });

  it('the exact height comes from the finest tile of the place', async () => {
    const { tiles, requests } = aServer(partly);
    await exactHeight(tiles, 95, 25);
    await exactHeight(tiles, 0, 0);
    expect(requests).toEqual(['/terrain/3/12/2', '/terrain/1/2/1']);
  });

  it('on new terrain, cached tiles and those in flight are dropped, and staleness is reported once', async () => {
    let stale = 0;
    const answers: Array<(response: Response) => void> = [];
    const { tiles } = aServer({
      fetch: () => new Promise((resolve) => answers.push(resolve)),
      onStale: () => stale++,
    });
    const first = tiles.exactTile({ level: 0, x: 0, y: 0 });
    const second = tiles.exactTile({ level: 0, x: 1, y: 0 });
    const late = tiles.exactTile({ level: 1, x: 0, y: 0 });
    await settle();
    answers[0]?.(new Response(null, { status: 410 }));
    answers[1]?.(new Response(null, { status: 410 }));
    await Promise.all([first, second]);
    tiles.renew({ urlTemplate: '/terrain/{z}/{x}/{y}?v=2', maxLevel: 3 });
    answers[2]?.(new Response(encodeTile(slope, 1, 0, 0) as BodyInit));
    expect([stale, await late, tiles.peek(1, 0, 0)]).toEqual([1, null, undefined]);
  });
});

describe('heights from tiles', () => {
  it('the exact height is that of the finest level, also at the edges of the tile grid', async () => {
    const { tiles } = aServer();
    const cell = 180 / 2 ** slope.maxLevel / TILE_CELLS;
    const expected = (lng: number, lat: number): number => 100 + ((lng + 180) / cell) * 0.2 + ((90 - lat) / cell) * 0.4;
    for (const [lng, lat] of [
      [103.45, 31.3],
      [-180, 90],
      [180, -90],
    ] as const) {
      expect(await exactHeight(tiles, lng, lat)).toBeCloseTo(expected(lng, lat), 0);
    }
  });

  // Proves §8.11
  it('coordinates outside the Earth’s range have no height', async () => {
    const { tiles, requests } = aServer();
    expect([await exactHeight(tiles, 181, 0), await exactHeight(tiles, 0, Number.NaN), requests]).toEqual([null, null, []]);
  });

  it('the known height is taken from the finest loaded tile, and is null before the first', async () => {
    const { tiles } = aServer();
    expect(knownHeight(tiles, 103.45, 31.3)).toBeNull();
    await tiles.tile({ level: 0, x: 1, y: 0 });
    const coarse = knownHeight(tiles, 103.45, 31.3);
    await exactHeight(tiles, 103.45, 31.3);
    expect(coarse).toBeCloseTo((await exactHeight(tiles, 103.45, 31.3)) ?? 0, 0);
  });
});
