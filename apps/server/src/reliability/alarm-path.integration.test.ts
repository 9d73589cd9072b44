// The work of an alarm on its way to the clients: the number of function calls of our code and of libraries that each step makes in the
// server's own thread, compared with the budget in alarm-path.json. A step that grows by a fifth fails. V8 counts the calls, so the figures
// are the same on every machine and under any load, which CPU time is not; the benchmark `alarm-latency` measures the time.
//   ALARM_PATH=accept npm test -- alarm-path      stores the measurement as the budget
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { GridNo, Position } from '@lookout/domain';
import type { Observation } from '@lookout/features/alarm/alarm.ts';
import { admitted } from '@lookout/features/alarm/service/admission-rule.ts';
import { createAlarmCommands } from '@lookout/features/alarm/service/alarm-commands.ts';
import { contract } from '@lookout/features/contract.ts';
import { associateAlarms } from '@lookout/features/incident/server/association.ts';
import { topicOf } from '@lookout/features/live-topics.ts';
import { createRightOfWay } from '@lookout/features/travel/service/right-of-way.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/index.ts';
import type { DesksToOpen } from './alarm-path-desks.fixture.ts';

const GRID = '513221' as GridNo;
const SESSIONS = 5;
const DESKS_OF_A_SESSION = 10;
const ROUNDS = 25;
const TOLERANCE = 0.2;
/** A thread that makes at most as many calls in this time as the counting itself is idle. */
const BETWEEN_COUNTS_MS = 5;
const CALLS_OF_COUNTING = 60;
const BUDGET = new URL('./alarm-path.json', import.meta.url);
const ALARMS_TO_WARM_UP = 20;

/** The number of function calls for one alarm, by step. */
type Calls = Readonly<Record<string, number>>;

let server: TestServer;
let desks: Worker;
let association: ReturnType<typeof associateAlarms>;

beforeAll(async () => {
  // The test runs the association of fires itself in order to wait for it, so events do not wake it. Everything else runs as in operation.
  server = await startTestServer({ env: { REPORTING_CLOCK: 'on', NOTIFICATIONS: 'on' } });
  const { store, journal, clock, log, gazetteer } = server.app.deps;
  const rightOfWay = createRightOfWay();
  const sharedJobs = { alone: (_: string, work: () => Promise<void>) => work, pause: () => () => 3_600_000 };
  const alarmCommands = createAlarmCommands({ journal, nameOf: (no: GridNo) => gazetteer().grids.nameOf(no) } as never);
  association = associateAlarms({
    store,
    journal,
    alarmCommands,
    changes: { subscribe: () => () => undefined },
    sharedJobs,
    rightOfWay,
    clock,
    log,
    everyMs: undefined,
  } as never);
});
afterAll(async () => {
  profiler.disconnect();
  await desks?.terminate();
  await association?.stop();
  await server?.stop();
});

async function openDesks(): Promise<void> {
  const logins = await Promise.all(Array.from({ length: SESSIONS }, () => server.login('wenchuan')));
  const sessions = logins.map(({ accid, access_token }) => ({ userName: accid, password: access_token }));
  const workerData: DesksToOpen = { url: server.mqttUrl, topic: topicOf('newFire', GRID), sessions, desksOfASession: DESKS_OF_A_SESSION };
  desks = new Worker(new URL('./alarm-path-desks.fixture.ts', import.meta.url), { workerData });
  await once(desks, 'message');
}

/** The n-th of 1,600 places. They are too far apart for one fire, so each alarm costs the same. */
const placeOf = (n: number) => ({ lng: 103.2 + (n % 40) * 0.012, lat: 31.1 + (Math.floor(n / 40) % 40) * 0.012 });
let sent = 0;
const nextPlace = () => placeOf(++sent);
const DESCRIPTION = '山坡有烟，向东北移动。'.repeat(25);

async function sendReport(): Promise<void> {
  const { lng, lat } = nextPlace();
  const { method, path } = contract.alarm.createReport;
  const payload = { longitude: lng, latitude: lat, reportTime: new Date().toISOString(), description: DESCRIPTION, reporterName: '测试' };
  const reply = await server.app.http.inject({ method: method as 'POST', url: path, headers: { 'x-feed-key': server.feedKey }, payload });
  expect(reply.json()).toMatchObject({ code: 200 });
}

const observe = (position: Position): Observation =>
  ({
    findType: 'report',
    position,
    observedAt: new Date(),
    address: null,
    dedupeKey: null,
    facts: {
      kind: 'report',
      description: DESCRIPTION,
      reporterName: '测试',
      reporterPhone: null,
      altitudeMetres: null,
      photos: [],
    } as never,
  }) as never;

const profiler = new Session();

/** The number of function calls since the last count; without those of Node.js, which depend on how the network splits its packets. */
async function takeCalls(): Promise<number> {
  const { result } = await profiler.post('Profiler.takePreciseCoverage');
  let calls = 0;
  for (const { url, functions } of result) if (url.startsWith('file:')) for (const { ranges } of functions) calls += ranges[0]?.count ?? 0;
  return calls;
}

/** Waits until the work that earlier steps left behind is done. */
async function untilIdle(): Promise<void> {
  do await setTimeout(BETWEEN_COUNTS_MS);
  while ((await takeCalls()) > CALLS_OF_COUNTING);
}

/** The third fewest calls of each step: other work of the server adds calls to most runs, and one or two runs have less to do. */
async function measure(steps: Readonly<Record<string, () => Promise<void> | void>>): Promise<Calls> {
  const counts: { readonly name: string; readonly calls: number }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, run] of Object.entries(steps)) {
      await untilIdle();
      await run();
      counts.push({ name, calls: await takeCalls() });
    }
  const thirdFewest = (step: string) =>
    counts
      .filter(({ name }) => name === step)
      .map(({ calls }) => calls)
      .toSorted((a, b) => a - b)[2] as number;
  return Object.fromEntries(Object.keys(steps).map((name) => [name, thirdFewest(name)]));
}

it('no step of an alarm on its way to the clients makes a fifth more function calls than its budget', async () => {
  const { store, gazetteer, clock } = server.app.deps;
  const sender = { grid: null, heldTo: null };
  const origin = { actor: { kind: 'feed', name: 'test' }, requestId: null } as never;
  const located = (position = nextPlace()) => {
    const place = admitted(observe(position), sender, clock(), gazetteer());
    if (!place.ok) throw new Error(place.error);
    return place.value;
  };
  let placed = 0;
  const steps = {
    'its place in the grid': () => void located(placeOf(++placed)),
    'stored in the database': async () => void (await store.alarms.record({ observations: [located()], origin })),
    'the whole call': sendReport,
    'the fire that it is of': () => association.wake(),
  };
  // The first runs fill the caches.
  for (let n = 0; n < ALARMS_TO_WARM_UP; n++) for (const run of Object.values(steps)) await run();
  await openDesks();
  profiler.connect();
  await profiler.post('Profiler.enable');
  await profiler.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const calls = await measure(steps);
  if (process.env.ALARM_PATH === 'accept') {
    writeFileSync(BUDGET, `${JSON.stringify(calls, null, 2)}\n`);
    return;
  }
  const budget = JSON.parse(readFileSync(BUDGET, 'utf8')) as Calls;
  const limitOf = (name: string) => Math.floor((budget[name] as number) * (1 + TOLERANCE));
  const grown = Object.entries(calls).filter(([name, count]) => count > limitOf(name));
  expect(grown.map(([name, count]) => `${name}: ${count} calls, ${limitOf(name)} are allowed`)).toEqual([]);
});
