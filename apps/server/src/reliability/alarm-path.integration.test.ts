// The cost of an alarm on its way to the clients: CPU microseconds of the server's own thread per step, compared with the budget in
// alarm-path.json. A step that grows by a fifth fails. A calibration loop in the same thread compares this machine with the machine of the
// budget.
//   ALARM_PATH=accept npm test -- alarm-path      stores the measurement as the budget
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { topicOf } from '@lookout/contract';
import type { GridNo, Position } from '@lookout/domain';
import type { Observation } from '@lookout/features/alarm/alarm.ts';
import { judged } from '@lookout/features/alarm/service/admission-rule.ts';
import { createAlarmActions } from '@lookout/features/alarm/service/alarm-actions.ts';
import { contract } from '@lookout/features/contract.ts';
import { keepIncidents } from '@lookout/features/incident/server/keeper.ts';
import { createRightOfWay } from '@lookout/features/travel/service/right-of-way.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { arithmetic, memory } from '../../../../scripts/lib/calibration-work.mjs';
import { startTestServer, type TestServer } from '../testing/index.ts';
import type { DesksToOpen } from './alarm-path-desks.fixture.ts';

const GRID = '513221' as GridNo;
const SESSIONS = 5;
const DESKS_OF_A_SESSION = 10;
const ROUNDS = 15;
const ALARMS_OF_A_ROUND = 20;
/** The kernel counts CPU time in milliseconds, so steps that take microseconds run more often. */
const PLACES_OF_A_ROUND = 4_000;
/** The share of the full calibration that is run: a tenth of a second. */
const CALIBRATION_SHARE = 0.25;
const TOLERANCE = 0.2;
/** A machine that stalls during a round is unlikely to do so three times. */
const ATTEMPTS = 3;
const BUDGET = new URL('./alarm-path.json', import.meta.url);

interface Measured {
  /** CPU microseconds of the calibration loop. */
  readonly calibration: number;
  /** CPU microseconds for one alarm. */
  readonly steps: Readonly<Record<string, number>>;
}

let server: TestServer;
let desks: Worker;
let keeper: ReturnType<typeof keepIncidents>;

beforeAll(async () => {
  // The test runs the association of fires itself in order to wait for it. Everything else runs as in operation.
  server = await startTestServer({ env: { REPORTING_CLOCK: 'on', NOTIFICATIONS: 'on' } });
  const { store, journal, announcer, clock, log, gazetteer } = server.app.deps;
  const rightOfWay = createRightOfWay();
  const sharedJobs = { alone: (_: string, work: () => Promise<void>) => work, pause: () => () => 3_600_000 };
  const alarmActions = createAlarmActions({ journal, nameOf: (no: GridNo) => gazetteer().grids.nameOf(no) } as never);
  keeper = keepIncidents({
    store,
    journal,
    alarmActions,
    news: announcer,
    sharedJobs,
    rightOfWay,
    clock,
    log,
    everyMs: undefined,
  } as never);
});
afterAll(async () => {
  await desks?.terminate();
  await keeper?.stop();
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

interface Step {
  readonly run: () => Promise<void> | void;
  /** Repetitions in a round; default: once for each alarm. */
  readonly times?: number;
}

/** CPU microseconds of this thread during `work`. */
async function cpuOf(work: () => Promise<void> | void): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

const calibrate = (): void => {
  arithmetic(CALIBRATION_SHARE);
  memory(CALIBRATION_SHARE);
};

/** The median of the rounds, each relative to the calibration of the same round. */
async function measure(steps: Readonly<Record<string, Step>>): Promise<Measured> {
  const rounds: { calibration: number; steps: Record<string, number> }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const calibration = await cpuOf(calibrate);
    const taken: Record<string, number> = {};
    for (const [name, { run, times = ALARMS_OF_A_ROUND }] of Object.entries(steps))
      taken[name] =
        (await cpuOf(async () => {
          for (let n = 0; n < times; n++) await run();
        })) / times;
    rounds.push({ calibration, steps: taken });
  }
  const medianOf = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
  const calibration = medianOf(rounds.map((round) => round.calibration));
  const perCalibration = (name: string) => medianOf(rounds.map((round) => (round.steps[name] as number) / round.calibration));
  return {
    calibration,
    steps: Object.fromEntries(Object.keys(steps).map((name) => [name, Math.round(perCalibration(name) * calibration * 100) / 100])),
  };
}

it('no step of an alarm on its way to the clients has become a fifth slower', async () => {
  const { store, gazetteer, clock } = server.app.deps;
  const sender = { grid: null, heldTo: null };
  const origin = { actor: { kind: 'feed', name: 'test' }, requestId: null } as never;
  const located = (position = nextPlace()) => {
    const place = judged(observe(position), sender, clock(), gazetteer());
    if (!place.ok) throw new Error(place.error);
    return place.value;
  };
  let placed = 0;
  const steps: Readonly<Record<string, Step>> = {
    'its place in the grid': { run: () => void located(placeOf(++placed)), times: PLACES_OF_A_ROUND },
    'stored in the database': { run: async () => void (await store.alarms.record({ observations: [located()], origin })) },
    'the whole call': { run: sendReport },
    'the fire that it is of': { run: () => keeper.wake() },
  };
  // The last step processes the alarms of the others. These runs also warm up the compiler.
  for (let n = 0; n < 2 * ALARMS_OF_A_ROUND; n++) for (const { run } of Object.values(steps)) await run();
  await openDesks();
  if (process.env.ALARM_PATH === 'accept') {
    writeFileSync(BUDGET, `${JSON.stringify(await measure(steps), null, 2)}\n`);
    return;
  }
  const budget = JSON.parse(readFileSync(BUDGET, 'utf8')) as Measured;
  let grown: string[] = [];
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { calibration, steps: taken } = await measure(steps);
    const slowness = calibration / budget.calibration;
    grown = Object.entries(taken).flatMap(([name, microseconds]) => {
      const limit = (budget.steps[name] as number) * slowness * (1 + TOLERANCE);
      return microseconds > limit ? [`${name}: ${microseconds} µs, ${limit.toFixed(2)} are allowed on this machine`] : [];
    });
    if (grown.length === 0) break;
  }
  expect(grown).toEqual([]);
});
