import { expect, it } from 'vitest';
import { loadTerrainMeta, readTerrainMeta, tileGroundOf } from './terrain.ts';

it('the terrain’s meta data is read bare or in its envelope; anything else is rejected', async () => {
  expect(readTerrainMeta({ origin: 'demo', maxLevel: 12 })).toMatchObject({ origin: 'demo', maxLevel: 12 });
  expect(readTerrainMeta({ code: 200, data: { origin: 'imported', maxLevel: 14 } })).toMatchObject({ origin: 'imported', maxLevel: 14 });
  expect([null, 'demo', { origin: 'mars', maxLevel: 1 }, { data: null }].map(readTerrainMeta)).toEqual([null, null, null, null]);
  expect(await loadTerrainMeta(async () => Promise.reject(new TypeError('no line')))).toBeNull();
  expect(await loadTerrainMeta(async () => new Response('', { status: 404 }))).toBeNull();
});

it('the version is part of the address of every tile', () => {
  const meta = readTerrainMeta({ origin: 'mixed', maxLevel: 16, baseLevel: 12, version: 'a1', detail: [{ west: 1 }] });
  expect(meta).toMatchObject({ baseLevel: 12, detail: [], terrainUrl: null });
  expect(tileGroundOf(meta)).toEqual({ urlTemplate: '/terrain/{z}/{x}/{y}?v=a1', maxLevel: 16, baseLevel: 12, detail: [] });
  const covered = readTerrainMeta({ origin: 'demo', maxLevel: 12, version: 'a1', cover: { version: 'a1.b', minLevel: 8, maxLevel: 13 } });
  expect(tileGroundOf(covered)).toMatchObject({ cover: { urlTemplate: '/terrain/cover/{z}/{x}/{y}?v=a1.b', minLevel: 8, maxLevel: 13 } });
  expect(tileGroundOf(null)).toEqual({ urlTemplate: '/terrain/{z}/{x}/{y}' });
});
