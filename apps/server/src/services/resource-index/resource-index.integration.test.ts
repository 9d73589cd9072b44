// Against the real database: the index hears of every change, here and on another server, and answers as the database does.
import { randomUUID } from 'node:crypto';
import { type GridNo, NATION, PLACED_KINDS } from '@lookout/domain';
import { openStore, type Store } from '@lookout/store';
import { startAnyServer, type TestServer } from '@lookout/store/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createResourceIndex, type ResourceIndex } from './index.ts';

const CENTRE = { lng: 103.59, lat: 31.48 };
const log = { info: () => undefined, warn: vi.fn(), error: () => undefined };

let database: TestServer;
let here: Store;
let there: Store;
let index: ResourceIndex;
let other: ResourceIndex;

const ready = (one: ResourceIndex) => vi.waitFor(() => expect(one.isReady()).toBe(true), { timeout: 20_000, interval: 20 });
const indexOf = (store: Store) => createResourceIndex({ store, url: store.url, now: () => performance.now(), log });

beforeAll(async () => {
  database = await startAnyServer();
  const url = await database.newDatabase();
  const clock = () => new Date();
  here = await openStore({ url, clock });
  there = await openStore({ url, clock });
  [index, other] = [indexOf(here), indexOf(there)];
  await Promise.all([ready(index), ready(other)]);
});
afterAll(async () => {
  await Promise.all([index?.stop(), other?.stop()]);
  await Promise.all([here?.close(), there?.close()]);
  await database?.stop();
});

const resource = (code: string, lng: number, gridNo = '513221') => ({
  ...{ kind: 'team' as const, code, name: `队${code}`, online: null, districtName: '汶川县', streetName: null, gridNo: gridNo as GridNo },
  ...{ position: { lng, lat: CENTRE.lat }, heightMetres: 1_330.5, leaderName: '王五', leaderPhone: null, description: null },
  ...{ rangeMetres: null, horizontalAngleDegrees: null, attributes: { 人数: 35 } },
});
const monitor = (id: string, lng: number) => ({
  ...{ id, name: '塔', resourceCode: null, resourceType: null, online: false, districtName: null, streetName: null },
  ...{ gridNo: '513221' as GridNo, position: { lng, lat: CENTRE.lat }, groundHeightMetres: 2_000, towerHeightMetres: 30 },
  ...{ leaderName: null, leaderPhone: null, description: null, rangeMetres: 5_000, horizontalAngleDegrees: null },
});
const request = { centre: CENTRE, radiusMetres: 5_000, byKind: false };
const box = { west: 103.5, south: 31.4, east: 103.7, north: 31.5 };

/** By all ways of asking, from memory and from the database itself. */
async function expectSame(one: ResourceIndex): Promise<void> {
  expect(one.isReady()).toBe(true);
  for (const scope of [NATION, '513221', '513222'] as GridNo[]) {
    expect(await one.around(scope, request, 1_000)).toEqual(await here.resources.around(scope, request, { limit: 1_000 }));
    const byKind = { ...request, byKind: true };
    expect(await one.around(scope, byKind, 2)).toEqual(await here.resources.around(scope, byKind, { limit: 2 }));
    const filters = { kinds: PLACED_KINDS, box };
    expect(await one.placed(scope, filters, 1_000)).toEqual(await here.resources.placed(scope, filters, { limit: 1_000 }));
    for (const level of ['prefecture', 'county'] as const) {
      const rounded = (counts: Awaited<ReturnType<ResourceIndex['counts']>>) =>
        counts.map(({ middle, ...count }) => ({ ...count, lng: middle.lng.toFixed(9), lat: middle.lat.toFixed(9) }));
      expect(rounded(await one.counts(scope, level))).toEqual(rounded(await here.resources.counts(scope, level)));
    }
  }
}
const namesNear = async (one: ResourceIndex) => (await one.around(NATION, request, 100)).list.map(({ name }) => name);

it('what was written, moved and removed is found so at once here, and within a second by another server', async () => {
  await here.resources.put(NATION, [resource('A', 103.591), resource('B', 103.592, '513222'), resource('C', 103.593)]);
  const tower = randomUUID();
  await here.monitors.put(NATION, [monitor(tower, 103.594)]);
  await index.look();
  expect(await namesNear(index)).toEqual(['队A', '队B', '队C', '塔']);
  await expectSame(index);
  await vi.waitFor(async () => expect(await namesNear(other)).toEqual(['队A', '队B', '队C', '塔']), { timeout: 2_000, interval: 20 });

  await here.resources.put(NATION, [resource('A', 103.5935)]);
  await there.monitors.remove(NATION, tower);
  await index.look();
  expect(await namesNear(index)).toEqual(['队B', '队C', '队A']);
  await expectSame(index);
  await vi.waitFor(async () => expect(await namesNear(other)).toEqual(['队B', '队C', '队A']), { timeout: 2_000, interval: 20 });
  await expectSame(other);
});

it('a transaction that commits after later ones is not passed over', async () => {
  const slow = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const writing = here.transaction(async (tx) => {
    await tx.resources.put(NATION, [resource('slow', 103.5901)]);
    begun.resolve();
    await slow.promise;
  });
  await begun.promise;
  await there.resources.put(NATION, [resource('quick', 103.5902)]);
  await index.look();
  expect((await namesNear(index)).slice(0, 2)).toEqual(['队quick', '队B']);
  slow.resolve();
  await writing;
  await index.look();
  expect((await namesNear(index)).slice(0, 2)).toEqual(['队slow', '队quick']);
});

it('more than can be laid over is packed anew by a worker, while the database answers', async () => {
  const many = Array.from({ length: 24_000 }, (_, n) => resource(`M${n}`, 104 + n / 10_000));
  for (let first = 0; first < many.length; first += 6_000) await here.resources.put(NATION, many.slice(first, first + 6_000));
  await index.look();
  const far = { centre: { lng: 105, lat: CENTRE.lat }, radiusMetres: 300, byKind: false };
  expect((await index.around(NATION, far, 100)).list.map(({ code }) => code)).toContain('M10000');
  await ready(index);
  await expectSame(index);
  expect(await index.around(NATION, far, 100)).toEqual(await here.resources.around(NATION, far, { limit: 100 }));
  expect(log.warn).not.toHaveBeenCalled();
});
