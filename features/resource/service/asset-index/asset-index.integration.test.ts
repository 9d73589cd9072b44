// Against the real database: the index takes up every change, of this and of another server, and answers as the database does.
import { randomUUID } from 'node:crypto';
import { type GridNo, NATION, type Origin } from '@lookout/domain';
import { startLive } from '@lookout/server/live/live.ts';
import type { ChangeFeed } from '@lookout/server/services/changes.ts';
import { monitoringPointRemoved, monitoringPointSaved, registerEvent } from '@lookout/server/services/installation-events.ts';
import { createJournal, createLogReader, type Happened, type Journal } from '@lookout/server/services/journal.ts';
import { startAnyServer, type TestServer } from '@lookout/store/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openStore, type Repositories, type Store } from '../../../store.ts';
import { ASSET_KINDS } from '../../resource.ts';
import { type AssetLookup, createAssetLookup } from './index.ts';

const CENTRE = { lng: 103.59, lat: 31.48 };
const log = { info: () => undefined, warn: vi.fn(), error: () => undefined };

let database: TestServer;
let here: Store;
let there: Store;
let index: AssetLookup;
let other: AssetLookup;
let servers: Server[];

/** The parts of a server that the index uses. */
interface Server {
  readonly changes: ChangeFeed;
  readonly journal: Journal;
  stop(): Promise<void>;
}
async function serverOn(store: Store): Promise<Server> {
  const logReader = createLogReader(store, () => null, { error: (_fields, message) => expect.unreachable(message) });
  const sessions = { callerOf: async () => null, callerOfHash: async () => null, forget: () => undefined };
  const live = await startLive({
    store,
    logReader,
    recentLog: { delivered: () => undefined, forget: () => undefined },
    sessions,
    used: () => undefined,
    mqttUrl: null,
    relaySecret: '',
    rates: { mayPass: () => true, takeSpent: () => new Map(), drain: () => undefined },
    addressOf: () => '',
    serverId: randomUUID(),
    clock: () => new Date(),
    log,
  });
  const journal = createJournal({ store, nameOf: () => null, publish: (messages) => live.committed(messages) });
  return { changes: live, journal, stop: () => live.stop() };
}

const ready = (one: AssetLookup) => vi.waitFor(() => expect(one.isReady()).toBe(true), { timeout: 20_000, interval: 20 });
const indexOf = (store: Store, changes: ChangeFeed) =>
  createAssetLookup({ store, changes, url: store.url, now: () => performance.now(), log });

const ORIGIN: Origin = { actor: { kind: 'system', name: 'test' }, requestId: null };
/** A server's work in one transaction, with its event. */
async function write(store: Store, work: (tx: Repositories) => Promise<Happened>): Promise<void> {
  const journal = servers[store === here ? 0 : 1]?.journal as Journal;
  const messages = await store.transaction(async (tx) => journal.append(tx, [await work(tx)]));
  journal.publish(messages);
}
const put = (store: Store, resources: readonly ReturnType<typeof resource>[]): Promise<void> =>
  write(store, async (tx) => {
    const { written } = await tx.resources.put(NATION, resources);
    return registerEvent(ORIGIN, new Date(), 'resources', written.size);
  });

beforeAll(async () => {
  database = await startAnyServer();
  const url = await database.newDatabase();
  const clock = () => new Date();
  here = await openStore({ url, clock, mayWait: () => true });
  there = await openStore({ url, clock, mayWait: () => true });
  servers = await Promise.all([serverOn(here), serverOn(there)]);
  [index, other] = [indexOf(here, (servers[0] as Server).changes), indexOf(there, (servers[1] as Server).changes)];
  await Promise.all([ready(index), ready(other)]);
});
afterAll(async () => {
  await Promise.all([index?.stop(), other?.stop()]);
  await Promise.all((servers ?? []).map((server) => server.stop()));
  await Promise.all([here?.close(), there?.close()]);
  await database?.stop();
});

const resource = (code: string, lng: number, gridNo = '513221') => ({
  kind: 'team' as const,
  code,
  name: `队${code}`,
  online: null,
  districtName: '汶川县',
  streetName: null,
  gridNo: gridNo as GridNo,
  position: { lng, lat: CENTRE.lat },
  heightMetres: 1_330.5,
  leaderName: '王五',
  leaderPhone: null,
  description: null,
  rangeMetres: null,
  horizontalAngleDegrees: null,
  attributes: { 人数: 35 },
});
const monitoringPoint = (id: string, lng: number) => ({
  id,
  name: '塔',
  resourceCode: null,
  online: false,
  districtName: null,
  streetName: null,
  gridNo: '513221' as GridNo,
  position: { lng, lat: CENTRE.lat },
  groundHeightMetres: 2_000,
  towerHeightMetres: 30,
  leaderName: null,
  leaderPhone: null,
  description: null,
  rangeMetres: 5_000,
  horizontalAngleDegrees: null,
});
const request = { centre: CENTRE, radiusMetres: 5_000, byKind: false };
const box = { west: 103.5, south: 31.4, east: 103.7, north: 31.5 };

/** Compares all kinds of queries, from memory and from the database itself. */
async function expectSame(one: AssetLookup): Promise<void> {
  expect(one.isReady()).toBe(true);
  for (const scope of [NATION, '513221', '513222'] as GridNo[]) {
    expect(await one.around(scope, request, 1_000)).toEqual(await here.resources.around(scope, request, { limit: 1_000 }));
    const byKind = { ...request, byKind: true };
    expect(await one.around(scope, byKind, 2)).toEqual(await here.resources.around(scope, byKind, { limit: 2 }));
    const filters = { kinds: ASSET_KINDS, box };
    expect(await one.assets(scope, filters, 1_000)).toEqual(await here.resources.assets(scope, filters, { limit: 1_000 }));
    for (const level of ['prefecture', 'county'] as const) {
      const rounded = (counts: Awaited<ReturnType<AssetLookup['counts']>>) =>
        counts.map(({ middle, ...count }) => ({ ...count, lng: middle.lng.toFixed(9), lat: middle.lat.toFixed(9) }));
      expect(rounded(await one.counts(scope, level))).toEqual(rounded(await here.resources.counts(scope, level)));
    }
  }
}
const namesNear = async (one: AssetLookup) => (await one.around(NATION, request, 100)).list.map(({ name }) => name);

it('changes are found at once on this server, and soon on another server', async () => {
  await put(here, [resource('A', 103.591), resource('B', 103.592, '513222'), resource('C', 103.593)]);
  const tower = monitoringPoint(randomUUID(), 103.594);
  await write(here, async (tx) => {
    await tx.monitoringPoints.put(NATION, [tower]);
    return monitoringPointSaved(ORIGIN, new Date(), tower);
  });
  expect(await namesNear(index)).toEqual(['队A', '队B', '队C', '塔']);
  await ready(index);
  await expectSame(index);
  await vi.waitFor(async () => expect(await namesNear(other)).toEqual(['队A', '队B', '队C', '塔']), { interval: 20 });

  await write(there, async (tx) => {
    await tx.monitoringPoints.remove(NATION, tower.id);
    return monitoringPointRemoved(ORIGIN, new Date(), tower);
  });
  await put(here, [resource('A', 103.5935)]);
  expect(await namesNear(index)).toEqual(['队B', '队C', '队A']);
  await ready(index);
  await expectSame(index);
  await vi.waitFor(async () => expect(await namesNear(other)).toEqual(['队B', '队C', '队A']), { interval: 20 });
  await ready(other);
  await expectSame(other);
});

it('a transaction that commits after later ones is not missed', async () => {
  const slow = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const writing = write(here, async (tx) => {
    await tx.resources.put(NATION, [resource('slow', 103.5901)]);
    begun.resolve();
    await slow.promise;
    return registerEvent(ORIGIN, new Date(), 'resources', 1);
  });
  await begun.promise;
  await put(there, [resource('quick', 103.5902)]);
  await vi.waitFor(async () => expect((await namesNear(index)).slice(0, 2)).toEqual(['队quick', '队B']), { interval: 20 });
  await ready(index);
  slow.resolve();
  await writing;
  expect((await namesNear(index)).slice(0, 2)).toEqual(['队slow', '队quick']);
  await ready(index);
  expect((await namesNear(index)).slice(0, 2)).toEqual(['队slow', '队quick']);
});

it('more changes than can be overlaid are repacked by a worker, while the database answers', async () => {
  const many = Array.from({ length: 24_000 }, (_, n) => resource(`M${n}`, 104 + n / 10_000));
  for (let first = 0; first < many.length; first += 6_000) await put(here, many.slice(first, first + 6_000));
  const far = { centre: { lng: 105, lat: CENTRE.lat }, radiusMetres: 300, byKind: false };
  expect((await index.around(NATION, far, 100)).list.map(({ code }) => code)).toContain('M10000');
  await ready(index);
  await expectSame(index);
  expect(await index.around(NATION, far, 100)).toEqual(await here.resources.around(NATION, far, { limit: 100 }));
  expect(log.warn).not.toHaveBeenCalled();
});

it('the database answers while changes are not read yet, and while the log cannot be read', async () => {
  let receivedUntil = performance.now();
  const listeners: ((seq: number) => void)[] = [];
  const changes: ChangeFeed = {
    subscribe(_subjects, onChange) {
      listeners.push(onChange);
      return () => void listeners.splice(listeners.indexOf(onChange), 1);
    },
    receivedUntil: () => receivedUntil,
  };
  let now = performance.now();
  let reads = 0;
  const assetFeed = {
    ...here.assetFeed,
    since: (...[snapshot, limit]: Parameters<Store['assetFeed']['since']>) => {
      reads += 1;
      return reads === 3 ? Promise.reject(new Error('away')) : here.assetFeed.since(snapshot, limit);
    },
  };
  const warned = vi.fn();
  const one = createAssetLookup({
    store: { resources: here.resources, assetFeed: assetFeed },
    changes,
    url: here.url,
    now: () => now,
    log: { ...log, warn: warned },
  });
  await ready(one);
  expect(reads).toBe(1);

  listeners[0]?.(7);
  expect(one.isReady()).toBe(false);
  await ready(one);
  // An event that was already read, and one before it, are not read again.
  for (const seq of [7, 6]) listeners[0]?.(seq);
  expect([one.isReady(), reads]).toEqual([true, 2]);

  // A failed read is retried.
  listeners[0]?.(8);
  await ready(one);
  expect([reads, warned.mock.calls.length]).toEqual([4, 1]);

  now += 10_000;
  expect(one.isReady()).toBe(false);
  receivedUntil = now;
  expect(one.isReady()).toBe(true);
  await one.stop();
  expect(listeners).toEqual([]);
});
