// The rules of docs/interface.md "Running": one server per folder, a clean shutdown by any signal, a start after any crash, and a plain
// message when it cannot start.
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { lockDataDir } from '@lookout/store/lock';
import { allowed } from '@lookout/store/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { figures, lengthOf } from './battery.ts';
import { createLedger, NO_FINDINGS, reportsSeen, startLoad } from './sender.ts';
import {
  isAlive,
  launch,
  NO_LAYERS,
  NO_WORLD,
  postmasterPid,
  processesOf,
  readyz,
  type ServerProcess,
  sessionAt,
  startedDataDir,
  temporaryDataDir,
} from './server-process.ts';

const DATABASE_KILLS = lengthOf('databaseKills');
const REFUSES_WITHIN_MS = 2_000;
const ENDS_WITHIN_MS = 10_000;
const READY_AGAIN_MS = 10_000;
const STATUS_503_WITHIN_MS = 1_000;
const DATABASE_BACK_WITHIN_MS = 5_000;

let dataDir: Awaited<ReturnType<typeof startedDataDir>>;
let server: ServerProcess;
/** For starts that fail. The first test that needs the folder creates it, and the tests share it, because a first start takes seconds. */
let spare: Awaited<ReturnType<typeof temporaryDataDir>>;

beforeAll(async () => {
  [dataDir, spare] = [await startedDataDir(), await temporaryDataDir()];
  server = await launch({ dataDir: dataDir.path });
  await server.ready();
});
afterAll(async () => {
  await server?.stop();
  await dataDir?.remove();
  await spare?.remove();
});

const lastLine = (text: string): string | undefined => text.trimEnd().split('\n').at(-1);

/** Runs a server that must not start. Returns its output, and the time until it ended. */
async function refusal(
  env: Record<string, string | undefined>,
  folder = dataDir.path,
): Promise<{ output: string; ms: number; code: number | null }> {
  const begun = performance.now();
  const other = await launch({ dataDir: folder, env });
  const { code } = await other.ended();
  expect(other.stdout()).not.toContain('stopped cleanly');
  return { output: other.stdout() + other.stderr(), ms: performance.now() - begun, code };
}

it('a second server on the same folder refuses within 2 s and names the first one’s pid, and the first is not affected', async () => {
  const { output, ms, code } = await refusal({});
  expect(output).toContain(String(server.pid));
  expect(ms).toBeLessThan(allowed(REFUSES_WITHIN_MS));
  expect(code).toBe(1);
  expect((await readyz(server.base)).isReady).toBe(true);
});

/** The demo world's processes cost as much as the server, so it runs only in the first case and in the one that signals the whole group. */
const requests = [
  { name: 'SIGTERM to the process', ask: (one: ServerProcess) => one.signal('SIGTERM'), next: {} },
  { name: 'SIGINT to its whole group', ask: (one: ServerProcess) => one.signal('SIGINT', 'group'), next: NO_WORLD },
  {
    name: 'SIGTERM to its whole group and to the process at once, twice, and both signals again in the middle of the end',
    ask(one: ServerProcess) {
      for (const whom of ['group', 'process', 'group', 'process'] as const) one.signal('SIGTERM', whom);
      setTimeout(() => one.signal('SIGINT'), 100);
      setTimeout(() => one.signal('SIGTERM', 'group'), 150);
    },
    next: NO_WORLD,
  },
  { name: 'its launcher killed (−9)', ask: (one: ServerProcess) => one.closeChannel(), next: NO_WORLD },
];

it.each(requests)(
  '$name: ends within 10 s, last line `stopped cleanly`, no process left; what was acknowledged is stored',
  async ({ ask: askToEnd, next }) => {
    const ledger = createLedger(`end${Date.now()}`);
    const load = startLoad(server.base, ledger, 25);
    await delay(300);
    askToEnd(server);
    const { code, ms } = await server.ended();
    await load.stop();
    expect(lastLine(server.stdout())).toBe('stopped cleanly');
    expect(server.stderr()).toBe('');
    expect(code).toBe(0);
    expect(ms).toBeLessThan(allowed(ENDS_WITHIN_MS));
    expect(processesOf(dataDir.path)).toEqual([]);
    server = await launch({ dataDir: dataDir.path, env: next });
    await server.ready(allowed(READY_AGAIN_MS));
    const { access_token } = await sessionAt(server.base, 'guojia');
    const mine = (await reportsSeen(server.base, access_token)).filter(({ marker }) =>
      marker.startsWith(ledger.markers('ok')[0]?.split('-')[0] ?? '?'),
    );
    expect(ledger.compare(mine)).toEqual(NO_FINDINGS);
    expect(ledger.markers('refused')).toEqual([]);
  },
);

it('after a kill (−9) of the whole group, the next start finds and ends the remaining processes', async () => {
  const before = await postmasterPid(dataDir.path);
  server.signal('SIGKILL', 'group');
  await server.ended();
  const { port } = server;
  server = await launch({ dataDir: dataDir.path, port, env: NO_WORLD });
  await server.ready(allowed(READY_AGAIN_MS));
  expect(before !== null && before !== (await postmasterPid(dataDir.path)) && isAlive(before)).toBe(false);
});

it('a server stopped during its first start ends cleanly, with nothing left behind', async () => {
  for (const afterMs of [50, 600, 1_500]) {
    const one = await launch({ dataDir: spare.path });
    await delay(afterMs);
    one.signal('SIGTERM', afterMs === 600 ? 'group' : 'process');
    const { ms } = await one.ended();
    expect(ms).toBeLessThan(allowed(ENDS_WITHIN_MS));
    expect(processesOf(spare.path)).toEqual([]);
  }
});

it('of two servers started at once on a folder with an interrupted first start, one serves and the other refuses and names the first', async () => {
  const both = await Promise.all([1, 2].map(() => launch({ dataDir: spare.path, env: NO_LAYERS })));
  const [loser] = await Promise.race(both.map(async (one) => one.ended().then(() => [one])));
  const [winner] = both.filter((one) => one !== loser);
  expect(loser?.stderr()).toContain(String(winner?.pid));
  await winner?.ready();
  await winner?.stop();
  expect(lastLine(winner?.stdout() ?? '')).toBe('stopped cleanly');
});

it('an error about a port in use names it and what to do; the folder is unlocked afterwards', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  const { output, code } = await refusal({ ...NO_LAYERS, PORT: String(port) }, spare.path);
  expect(output).toMatch(new RegExp(`端口 ${port}.*PORT`, 's'));
  expect(code).toBe(1);
  expect(processesOf(spare.path)).toEqual([]);
  holder.close();
  const lock = await lockDataDir(spare.path);
  await lock.release();
});

it('all bad environment values are named at once, and no secret is printed', async () => {
  const bad = {
    PORT: '80a',
    REGION: 'mars',
    DEMO: 'perhaps',
    DATABASE_URL: 'mysql://u:geheim@h/d',
    MQTT_URL: 'nonsense-geheim',
    SEED: '-1',
    TLS_CERT: '/nowhere.pem',
  };
  const folder = join(tmpdir(), `lookout-never-made-${process.pid}`);
  const { output, ms, code } = await refusal(bad, folder);
  for (const name of Object.keys(bad)) expect(output).toContain(name === 'TLS_CERT' ? 'TLS_KEY' : name);
  expect(output).not.toContain('geheim');
  expect(output).not.toMatch(/\n\s+at /);
  expect(ms).toBeLessThan(allowed(REFUSES_WITHIN_MS));
  expect(code).toBe(1);
});

it('a DATA_DIR that is a file, or that cannot be created, is refused with a message', async () => {
  const place = await mkdtemp(join(tmpdir(), 'lookout-reliability-'));
  await writeFile(join(place, 'file'), '');
  await mkdir(join(place, 'read-only'), { mode: 0o500 });
  // Root can write everywhere except in read-only file systems.
  const unwritable = process.getuid?.() === 0 ? '/sys/lookout' : join(place, 'read-only', 'data');
  for (const folder of [join(place, 'file'), join(place, 'file', 'below'), unwritable]) {
    const { output, ms, code } = await refusal({}, folder);
    expect(output).toContain('DATA_DIR');
    expect(output).toContain(folder);
    expect(output).not.toMatch(/\n\s+at /);
    expect(code).toBe(1);
    expect(ms).toBeLessThan(allowed(REFUSES_WITHIN_MS));
  }
  await rm(place, { recursive: true, force: true });
});

it('an unreachable database is refused with a message, and its password is not printed', async () => {
  const { output, code } = await refusal({ DATABASE_URL: 'postgres://u:geheim@127.0.0.1:1/x' }, join(dataDir.path, 'other'));
  expect(output).toContain('DATABASE_URL');
  expect(output).not.toContain('geheim');
  expect(code).toBe(1);
});

it(`the database killed ${DATABASE_KILLS} times under load: 503 with the reason within 1 s, no call hangs, back within 5 s, nothing acknowledged lost`, {
  timeout: 60_000 + DATABASE_KILLS * 10_000,
}, async () => {
  const ledger = createLedger(`db${Date.now()}`);
  const load = startLoad(server.base, ledger, 50);
  for (let round = 0; round < DATABASE_KILLS; round += 1) {
    await delay(300);
    const pid = await postmasterPid(dataDir.path);
    if (pid === null) throw new Error('no embedded database is recorded');
    const [status503WithinMs, backWithinMs] = [allowed(STATUS_503_WITHIN_MS), allowed(DATABASE_BACK_WITHIN_MS)];
    process.kill(pid, round % 2 === 0 ? 'SIGKILL' : 'SIGQUIT');
    const killed = performance.now();
    let has503 = false;
    for (;;) {
      // The database's pid before the probe. A stopped database removes its file, and the probe may miss the outage.
      const pidBefore = await postmasterPid(dataDir.path);
      const requestedAfterMs = performance.now() - killed;
      const { status, reason, isReady, ms } = await readyz(server.base, status503WithinMs);
      const since = performance.now() - killed;
      expect(ms, 'a look at /readyz').toBeLessThan(status503WithinMs);
      if (status === 503) {
        expect(reason).toMatch(/^database: /);
        has503 = true;
      }
      // A database that is back before a probe has seen it down is accepted.
      if (isReady && (has503 || (pidBefore !== null && pidBefore !== pid))) break;
      // Measured from when the probe was sent: on a busy machine the probe itself may wait for a core.
      if (requestedAfterMs >= status503WithinMs) expect(status, `asked ${requestedAfterMs} ms after the kill`).toBe(503);
      if (since > backWithinMs) throw new Error(`round ${round}: not back after ${since} ms (${status} ${reason})`);
      await delay(10);
    }
  }
  await delay(300);
  await load.stop();
  figures(import.meta.filename, {
    'database kills': DATABASE_KILLS,
    'slowest answer ms': Math.round(load.slowestMs()),
    ok: ledger.markers('ok').length,
    unknown: ledger.markers('unknown').length,
  });
  expect(load.slowestMs()).toBeLessThan(allowed(DATABASE_BACK_WITHIN_MS));
  expect(ledger.markers('refused')).toEqual([]);
  const { access_token } = await sessionAt(server.base, 'guojia');
  const found = (await reportsSeen(server.base, access_token)).filter(({ marker }) => marker.startsWith('db'));
  expect(ledger.compare(found)).toEqual(NO_FINDINGS);
  expect(server.isRunning()).toBe(true);
});
