// When a server cannot be created, everything already started is stopped again, in reverse order.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVERS as FEATURES } from '@lookout/features/servers.generated.ts';
import { openStore, type Store } from '@lookout/features/store.ts';
import { startAnyServer, type TestServer } from '@lookout/store/testing';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type AppOptions, createApp } from './app.ts';
import type { Features, Job, OpenFeature } from './feature.ts';
import type { Live } from './live/live.ts';
import type { Room } from './services/open.ts';
import { readConfig } from './settings/config.ts';

let database: TestServer;
let store: Store;
let dataDir: string;
/** Names of the stopped parts, in the order in which they stopped. */
let ended: string[];
let room: Room | null;

beforeAll(async () => {
  database = await startAnyServer();
  dataDir = await mkdtemp(join(tmpdir(), 'lookout-app-'));
  store = await openStore({ url: await database.newDatabase('migrated'), clock: () => new Date(), mayWait: () => true });
});
afterAll(async () => {
  await store?.close();
  await database?.stop();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  ended = [];
  room = null;
});

const job = (name: string): Job => ({
  stop: async () => void ended.push(name),
});
/** The first feature with test jobs, recording when shared services stop. */
const watched: Features['alarm'] = {
  open(given) {
    room = given;
    for (const name of ['video', 'assetIndex'] as const) {
      const stop = given[name].stop.bind(given[name]);
      vi.spyOn(given[name], 'stop').mockImplementation(() => stop().then(() => void ended.push(name)));
    }
    return { ...FEATURES.alarm.open(given), jobs: [job('first'), job('second')] };
  },
};
const start = (features: Partial<Features>, more: Partial<AppOptions> = {}) => {
  const config = readConfig({ DATA_DIR: dataDir, DEMO: 'off', FEED_KEY: 'feed-key-of-the-test', PORT: '0' });
  const log = pino({ level: 'silent' });
  return createApp({
    store,
    config,
    log,
    feedKey: 'feed-key-of-the-test',
    clock: () => new Date(),
    features: { ...FEATURES, alarm: watched, ...features },
    ...more,
  });
};
const isLiveOpen = () => (room as (Room & { live: Live }) | null)?.live.isOpen();

it('when a feature throws, jobs, services and live connections are stopped in reverse order', async () => {
  const broken: Features['task'] = {
    open() {
      throw new Error('no tasks today');
    },
  };
  await expect(start({ task: broken })).rejects.toThrow('no tasks today');
  expect(ended).toEqual(['second', 'first', 'video', 'assetIndex']);
  expect(isLiveOpen()).toBe(false);
});

it('when a call has no handler, all features are stopped too', async () => {
  const task: Features['task'] = { open: () => ({ calls: {}, jobs: [job('tasks')] }) as unknown as OpenFeature<'task'> };
  await expect(start({ task })).rejects.toThrow('task.');
  expect(ended).toEqual(['tasks', 'second', 'first', 'video', 'assetIndex']);
  expect(isLiveOpen()).toBe(false);
});

it('a failure before the first feature is thrown unchanged, and a job that cannot be stopped hides no other error', async () => {
  const firstGazetteer = () => Promise.reject(new Error('no places'));
  await expect(start({}, { firstGazetteer })).rejects.toThrow('no places');
  expect(room).toBeNull();
  const sticky: Job = { stop: () => Promise.reject(new Error('will not end')) };
  const sms: Features['sms'] = { open: (given) => ({ ...FEATURES.sms.open(given), jobs: [sticky] }) };
  const task: Features['task'] = {
    open() {
      throw new Error('no tasks today');
    },
  };
  await expect(start({ sms, task })).rejects.toMatchObject({
    error: { message: 'will not end' },
    suppressed: { message: 'no tasks today' },
  });
  expect(ended).toEqual(['second', 'first', 'video', 'assetIndex']);
});

it('a complete app stops once, however often stop is called', async () => {
  const app = await start({});
  expect(isLiveOpen()).toBe(true);
  await Promise.all([app.stop(), app.stop()]);
  expect(ended).toEqual(['second', 'first', 'video', 'assetIndex']);
  expect(isLiveOpen()).toBe(false);
});
