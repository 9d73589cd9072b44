import { generateKeyPairSync } from 'node:crypto';
import { contract } from '@lookout/features/contract.ts';
import { createSurface, demoRelief } from '@lookout/geo';
import { notices, towersOn } from '@lookout/sim';
import { expect, test } from 'vitest';
import { BadSettings, type Environment, readSettings } from './settings.ts';
import { runSimulator } from './simulator.ts';

const START = Date.parse('2026-11-21T09:00:00+08:00');
const settingsOf = (env: Record<string, string> = {}, ...args: string[]) => readSettings({ FEED_KEY: 'key', ...env }, args);

interface Call {
  readonly path: string;
  readonly body: unknown;
  readonly headers: Record<string, string> | undefined;
}

const ok = (data: unknown) => Response.json({ code: 200, message: 'OK', data });
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = { publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'), nonce: 'n' };

/** A server that accepts everything; an account's id is derived from its user name. */
const responseOf = ({ path, body }: Call): Response => {
  switch (path) {
    case contract.auth.publicKey.path:
      return ok(key);
    case contract.auth.login.path: {
      const { userName } = body as { userName: string };
      return Response.json({ access_token: `token-${userName}`, accid: `id-${userName}` });
    }
    case contract.camera.monitorList.path:
    case contract.task.myTasks.path:
    case contract.resource.inspectionPost.path:
    case contract.burning.burningList.path:
    case contract.hazard.hazardList.path:
      return ok([]);
    case contract.resource.putResources.path:
    case contract.ranger.position.path:
      return ok({ received: 1, accepted: 1, duplicates: 0, rejected: [] });
    default:
      return ok({ id: 'x' });
  }
};

/** Runs the simulator for so many minutes on a clock that advances when nothing but timers is pending. */
const runFor = async (minutes: number, settings = settingsOf(), override: (call: Call, nth: number) => Response | null = () => null) => {
  let wall = START;
  const calls: Call[] = [];
  const warnings: string[] = [];
  const sleepers: { untilMs: number; wake: () => void }[] = [];
  const ending = new AbortController();
  const environment: Environment = {
    clock: () => wall,
    random: () => 0.5,
    debug: () => undefined,
    warn: (line) => warnings.push(line),
    fetch: async (url, init) => {
      const isJson = typeof init.body === 'string' && /^[[{]/.test(init.body);
      const call = {
        path: url.pathname,
        body: isJson ? JSON.parse(init.body as string) : null,
        headers: init.headers as Record<string, string>,
      };
      calls.push(call);
      return override(call, calls.length) ?? responseOf(call);
    },
    pause: (ms, signal) =>
      new Promise((wake) => {
        if (signal.aborted) return wake();
        signal.addEventListener('abort', () => wake(), { once: true });
        sleepers.push({ untilMs: wall + ms, wake });
      }),
  };
  const running = runSimulator(settings, ending.signal, environment);
  let hasEnded = false;
  const exitCode = running.finally(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    // Pending promises are settled first, as in real time.
    for (let turn = 0; turn < 30; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
    const next = sleepers.sort((a, b) => a.untilMs - b.untilMs).shift();
    if (next === undefined) continue;
    wall = Math.max(wall, next.untilMs);
    if (wall - START >= minutes * 60_000) ending.abort();
    next.wake();
  }
  return { calls, paths: calls.map(({ path }) => path), warnings, exitCode: await exitCode };
};
const noRangers = { DEMO_RANGERS: 'off' };

test('on: waits until the server is ready, then sends resources, towers, alarms and images; twenty rangers log in and send positions', async () => {
  const { calls, paths, exitCode, warnings } = await runFor(15, settingsOf(), ({ path }, nth) =>
    path === '/readyz' && nth < 4 ? new Response('{}', { status: 503 }) : null,
  );
  expect(paths.slice(0, 4)).toEqual(['/readyz', '/readyz', '/readyz', '/readyz']);
  expect(paths[4]).toBe(contract.resource.putResources.path);
  const arrivals = [
    contract.alarm.ingestSatellite,
    contract.alarm.createReport,
    contract.alarm.createMonitorAlarm,
    contract.post.createGateImage,
  ];
  for (const row of arrivals) {
    expect(paths.indexOf(row.path)).toBeGreaterThan(paths.lastIndexOf(contract.camera.createMonitoringPoint.path));
  }
  expect(paths.slice(4)).not.toContain('/readyz');

  // One of the rangers has a bound phone. Positions are sent every 15 s with the feed key.
  const logins = calls.filter(({ path }) => path === contract.auth.login.path).map(({ body }) => (body as { userName: string }).userName);
  expect(logins.filter((name) => name.startsWith('ranger')).toSorted()).toEqual(
    Array.from({ length: 20 }, (_, n) => `ranger${String(n + 1).padStart(2, '0')}`),
  );
  const phones = calls.filter(({ headers }) => headers?.['x-device-id']);
  expect(new Set(phones.map(({ headers }) => headers?.['x-device-id']))).toEqual(new Set(['demo-device-20']));
  const batches = calls.filter(({ path }) => path === contract.ranger.position.path);
  expect(batches.length).toBeGreaterThan(55);
  expect(batches.every(({ headers }) => headers?.['x-feed-key'] === 'key')).toBe(true);
  expect([exitCode, warnings]).toEqual([0, []]);
});

test('a larger scale adds walkers for load: each gets an account once and sends positions without logging in', async () => {
  const { calls, warnings } = await runFor(3, settingsOf({ DEMO: 'quiet', DEMO_SCALE: '1.1' }), ({ path }) =>
    path === contract.admin.adminUsers.path ? ok({ total: 0, list: [] }) : null,
  );
  const made = calls.filter(({ path }) => path === contract.admin.createUser.path);
  expect(made).toHaveLength(44);
  expect(calls.some(({ path, body }) => path === contract.ranger.position.path && (body as unknown[]).length > 0)).toBe(true);
  expect(warnings).toEqual([notices.walkers(44, 44)]);
});

test('quiet: resources and cameras exist, rangers poll tasks, and no alarms are sent in hours', async () => {
  const { calls, paths, exitCode, warnings } = await runFor(2 * 60, settingsOf({ DEMO: 'quiet' }));
  const expected: readonly string[] = [
    '/readyz',
    ...[contract.resource.putResources, contract.camera.monitorList, contract.camera.createMonitoringPoint].map(({ path }) => path),
    ...[contract.resource.inspectionPost, contract.burning.createBurning, contract.burning.burningList].map(({ path }) => path),
    ...[contract.hazard.hazardList, contract.hazard.createHazard, contract.hazard.putReadings].map(({ path }) => path),
    ...[contract.auth.publicKey, contract.auth.login, contract.task.myTasks].map(({ path }) => path),
  ];
  expect(paths.filter((path) => !expected.includes(path))).toEqual([]);
  expect(paths).toContain(contract.burning.createBurning.path);
  const resources = calls.filter(({ path }) => path === contract.resource.putResources.path).flatMap(({ body }) => body as unknown[]);
  expect(resources.length).toBeGreaterThan(340);
  expect(paths.filter((path) => path === contract.camera.createMonitoringPoint.path).length).toBeGreaterThanOrEqual(23);
  expect([exitCode, warnings]).toEqual([0, []]);
});

test('quiet without rangers: tasks are not polled, positions are not sent, and existing towers are not created again', async () => {
  const codes = towersOn(createSurface(demoRelief())).map(({ code }) => ({ resourceCode: code }));
  const { paths } = await runFor(60, settingsOf({ DEMO: 'quiet', ...noRangers }), ({ path }) =>
    path === contract.camera.monitorList.path ? ok(codes.slice(1)) : null,
  );
  expect(paths).not.toContain(contract.task.myTasks.path);
  expect(paths).not.toContain(contract.ranger.position.path);
  expect(paths.filter((path) => path === contract.camera.createMonitoringPoint.path)).toHaveLength(1);
});

test('off: there is no demo world', async () => {
  expect((await runFor(60, settingsOf({ DEMO: 'off' }))).calls).toEqual([]);
});

test('a refused key is reported once and ends the simulator', async () => {
  const { warnings, exitCode } = await runFor(60, settingsOf(), ({ path, headers }) =>
    path !== '/readyz' && headers?.['x-feed-key'] ? Response.json({ code: 401, message: '推送密钥不正确' }, { status: 401 }) : null,
  );
  expect(exitCode).toBe(1);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('FEED_KEY');
});

test('without a key it warns and sends nothing', async () => {
  const { calls, warnings, exitCode } = await runFor(60, readSettings({}, []));
  expect([calls, exitCode]).toEqual([[], 1]);
  expect(warnings[0]).toContain('FEED_KEY');
});

test('flags override the environment, and invalid values are refused', () => {
  expect(readSettings({ SEED: '3', LOOKOUT_URL: 'http://10.0.0.1:9000', WEATHER_PORT: '8123' }, ['--seed', '7', '--speed', '60'])).toEqual({
    serverUrl: 'http://10.0.0.1:9000',
    feedKey: null,
    mode: 'on',
    seed: 7,
    speed: 60,
    scale: 1,
    rangers: true,
    weatherPort: 8123,
    towers: null,
    logsEvents: false,
  });
  expect(readSettings({ WEATHER_PORT: '0' }, [])).toMatchObject({
    serverUrl: 'http://127.0.0.1:8080',
    weatherPort: null,
    seed: 1,
    speed: 1,
  });
  expect(readSettings({ WEATHER_PORT: '8124' }, [])).toMatchObject({ weatherPort: 8124 });
  expect(readSettings({ TOWERS_RTSP_PORT: '8554', TOWERS_ONVIF_PORT: '8088' }, [])).toMatchObject({
    towers: { rtspPort: 8554, onvifPort: 8088, faults: {} },
  });
  expect(readSettings({ TOWERS_RTSP_PORT: '8554' }, [])).toMatchObject({ towers: null });
  expect(readSettings({ DEMO_RANGERS: 'off' }, [])).toMatchObject({ rangers: false });
  expect(readSettings({ DEMO_SCALE: '250' }, []).scale).toBe(250);
  expect(readSettings({ DEMO_SCALE: '250' }, ['--scale', '2']).scale).toBe(2);
  for (const [env, args] of [
    [{ SEED: 'x' }, []],
    [{ DEMO: 'loud' }, []],
    [{ DEMO_RANGERS: 'maybe' }, []],
    [{ LOOKOUT_URL: 'ftp://x' }, []],
    [{ WEATHER_PORT: '99999' }, []],
    [{ DEMO_SCALE: '0' }, []],
    [{}, ['--speed', '0']],
    [{}, ['--spede', '60']],
  ] as const) {
    expect(() => readSettings(env, args)).toThrow(BadSettings);
  }
});
