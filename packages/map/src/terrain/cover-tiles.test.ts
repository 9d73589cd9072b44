import { COVER_TILE_BYTES } from '@lookout/geo';
import { expect, it, vi } from 'vitest';
import { createCoverTiles } from './cover-tiles.ts';

const ground = { urlTemplate: '/terrain/cover/{z}/{x}/{y}?v=1', minLevel: 8, maxLevel: 13 };

it('a tile is fetched by its address; coarser ones than exist are not requested', async () => {
  const fetch = vi.fn(async () => new Response(new Uint8Array(COVER_TILE_BYTES)));
  const covers = createCoverTiles(ground, { fetch, onStale: vi.fn() });
  expect((await covers.tile({ level: 9, x: 806, y: 166 }))?.byteLength).toBe(COVER_TILE_BYTES);
  expect(await covers.tile({ level: 7, x: 1, y: 1 })).toBeNull();
  expect(fetch.mock.calls).toEqual([['/terrain/cover/9/806/166?v=1']]);
});

it('after a lost connection, a refusal or an incomplete tile the relief is shown alone', async () => {
  const answers = [
    () => Promise.reject(new TypeError('no line')),
    async () => new Response('', { status: 404 }),
    async () => new Response('x'),
  ];
  for (const fetch of answers) {
    expect(await createCoverTiles(ground, { fetch, onStale: vi.fn() }).tile({ level: 9, x: 1, y: 1 })).toBeNull();
  }
});

it('updated land cover is reported once, and is not mixed with the old', async () => {
  const onStale = vi.fn();
  const fetch = vi.fn(async () => new Response('', { status: 410 }));
  const covers = createCoverTiles(ground, { fetch, onStale });
  await covers.tile({ level: 9, x: 1, y: 1 });
  await covers.tile({ level: 9, x: 2, y: 1 });
  expect([onStale.mock.calls.length, fetch.mock.calls.length]).toEqual([1, 1]);
});
