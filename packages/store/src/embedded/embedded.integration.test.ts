import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allowed } from '../testing/allowance.ts';
import { copyCluster } from '../testing/databases.ts';
import { commandLineOf, isAlive, processesIn, until } from './processes.ts';
import type { RunAsKind } from './run-as.ts';
import { runningEmbedded, startEmbedded } from './start-embedded.ts';

/** The full form of the test battery: `BATTERY=full`. */
const FIRST_STARTS = process.env.BATTERY === 'full' ? 30 : 2;
const FILES_OF_A_CLUSTER = 960;
const owner = fileURLToPath(new URL('owner.fixture.ts', import.meta.url));
const asRoot = process.geteuid?.() === 0;
const waysHere: RunAsKind[] = asRoot ? ['namespace', 'capability', 'uid'] : ['self'];

let parent = '';
let dataDir = '';
const children: ChildProcess[] = [];
const output: string[] = [];
const log = (line: string) => {
  output.push(line);
};

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'lookout-embedded-'));
  await chmod(parent, 0o700);
  dataDir = join(parent, 'data');
  output.length = 0;
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  const cluster = join(await stagedHome(), 'cluster');
  await until(() => processesIn(cluster).length === 0, 10_000);
  if ((await stagedHome()) !== join(dataDir, 'postgres')) await rm(await stagedHome(), { recursive: true, force: true });
  await rm(parent, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

/** For tests that are not about creating a cluster: creation takes seconds, a copy does not. */
async function clusterMade(): Promise<void> {
  await mkdir(dataDir);
  await copyCluster(dataDir);
}

async function stagedHome(): Promise<string> {
  const record = join(dataDir, 'postgres', 'staged.json');
  return access(record).then(
    async () => (JSON.parse(await readFile(record, 'utf8')) as { path: string }).path,
    () => join(dataDir, 'postgres'),
  );
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

interface Owner {
  child: ChildProcess & { pid: number };
  url: string;
  pid: number;
  ended: Promise<unknown>;
}

async function startOwner(way = waysHere[0] ?? 'self'): Promise<Owner> {
  const child = spawn(process.execPath, [owner, dataDir, way], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const ended = once(child, 'exit');
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then(([code]) => Promise.reject(new Error(`the owner ended with ${code}`))),
  ])) as [string];
  return { ...(JSON.parse(line) as { url: string; pid: number }), child: child as Owner['child'], ended };
}

/** The watchdog of an owner process: the only sh among its children. */
async function watchdogOf(ownerPid: number): Promise<number> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const found: number[] = [];
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    if (stat.split(') ')[1]?.split(' ')[1] === String(ownerPid) && commandLineOf(pid).includes('watchdog.sh')) found.push(pid);
  }
  expect(found).toHaveLength(1);
  return found[0] ?? 0;
}

test.each(waysHere)('after start, query, stop and another start the data is there (%s, folder of mode 0700, umask 077)', async (way) => {
  const umask = process.umask(0o077);
  try {
    const first = await startEmbedded({ dataDir, log, runAs: [way] });
    await ask(first.ownerUrl, "CREATE TABLE fire (place text); INSERT INTO fire VALUES ('汶川县')");
    await Promise.all([first.stop(), first.stop()]);
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    const second = await startEmbedded({ dataDir, log, runAs: [way] });
    expect(await ask(second.ownerUrl, 'SELECT place FROM fire')).toEqual([{ place: '汶川县' }]);
    await second.stop();
  } finally {
    process.umask(umask);
  }
});

test('a cluster created in one way of running works in another', async () => {
  await clusterMade();
  const inPlace = waysHere.filter((way) => way !== 'uid');
  for (const way of [...inPlace, ...inPlace.reverse()]) {
    const database = await startEmbedded({ dataDir, log, runAs: [way] });
    await ask(database.ownerUrl, 'CREATE TABLE IF NOT EXISTS seen (way text)');
    await database.stop();
  }
});

test('Chinese is searched by trigrams, ordering is by code point, and durable writes are on', async () => {
  await clusterMade();
  const { ownerUrl: url, stop } = await startEmbedded({ dataDir, log });
  await ask(url, 'CREATE EXTENSION pg_trgm');
  expect(await ask(url, "SELECT similarity('汶川县映秀镇', '汶川县') > 0.3 AS alike, 'B' < 'a' AS by_code_point")).toEqual([
    { alike: true, by_code_point: true },
  ]);
  expect(await ask(url, "SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit")).toEqual([
    { fsync: 'on', commit: 'on' },
  ]);
  await stop();
});

test('a password is required, and only its owner can read it', async () => {
  await clusterMade();
  const { ownerUrl: url, stop } = await startEmbedded({ dataDir, log });
  await expect(ask(url.replace(/lookout:\w+@/, 'lookout:wrong@'), 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  expect((await stat(join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
  expect(await runningEmbedded(dataDir)).toBe(url);
  await stop();
  expect(await runningEmbedded(dataDir)).toBeNull();
});

test.each(waysHere)('a killed owner (−9) takes its database down within 5 s, and the next start has the data (%s)', async (way) => {
  if (way === waysHere[0]) await clusterMade();
  const { child, url, pid, ended } = await startOwner(way);
  await ask(url, 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (1)');
  child.kill('SIGKILL');
  await ended;
  expect(await until(() => !isAlive(pid), allowed(5_000))).toBe(true);
  const next = await startOwner(way);
  expect(await ask(next.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
  // The database was shut down in order: nothing had to be recovered.
  expect(await readFile(join(dataDir, 'postgres', 'postgres.log'), 'utf8')).not.toContain('not properly shut down');
});

test('a database whose owner and watchdog were both killed is found and ended by the next start', async () => {
  await clusterMade();
  const { child, pid, url, ended } = await startOwner();
  await ask(url, 'CREATE TABLE kept (n int)');
  process.kill(await watchdogOf(child.pid), 'SIGKILL');
  child.kill('SIGKILL');
  await ended;
  expect(isAlive(pid)).toBe(true);
  const next = await startOwner();
  expect(isAlive(pid)).toBe(false);
  expect(await ask(next.url, 'SELECT n FROM kept')).toEqual([]);
});

test('a postmaster.pid whose number now belongs to another process is removed, and that process is left alone', async () => {
  await clusterMade();
  const { stop } = await startEmbedded({ dataDir, log });
  await stop();
  const bystander = spawn('sleep', ['60']);
  children.push(bystander);
  await writeFile(join(await stagedHome(), 'cluster', 'postmaster.pid'), `${bystander.pid}\n${dataDir}\n1\n5432\n`);
  const again = await startEmbedded({ dataDir, log });
  expect(isAlive(bystander.pid ?? 0)).toBe(true);
  await again.stop();
});

test('a killed database (−9) whose owner is alive is back within 5 s at the same address, with the committed data', async () => {
  await clusterMade();
  const database = await startEmbedded({ dataDir, log });
  await ask(database.ownerUrl, 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)');
  const before = database.pid;
  process.kill(before, 'SIGKILL');
  const isBack = () =>
    ask(database.ownerUrl, 'SELECT n FROM kept').then(
      (rows) => rows.length === 1,
      () => false,
    );
  expect(await until(() => !isAlive(before), allowed(1_000))).toBe(true);
  expect(await until(isBack, allowed(5_000))).toBe(true);
  expect(database.pid).not.toBe(before);
  await database.stop();
});

test('stop during a restart leaves nothing running', async () => {
  await clusterMade();
  const database = await startEmbedded({ dataDir, log });
  process.kill(database.pid, 'SIGKILL');
  await until(() => database.pid === 0, 1000, 1);
  await database.stop();
  expect(processesIn(join(dataDir, 'postgres', 'cluster'))).toEqual([]);
});

test('an owner killed (−9) at any point of its first start leaves nothing that breaks the next start', {
  timeout: 30_000 + FIRST_STARTS * 10_000,
}, async () => {
  for (let round = 0; round < FIRST_STARTS; round++) {
    const child = spawn(process.execPath, [owner, dataDir], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    // Killed when a certain number of files exists, not after a certain time.
    const workshop = async () => (await readdir(join(dataDir, 'postgres')).catch(() => [])).some((name) => name.startsWith('cluster.new-'));
    const filesMade = async () => (await readdir(join(dataDir, 'postgres'), { recursive: true }).catch(() => [])).length;
    await until(async () => (await workshop()) && (await filesMade()) > (round / FIRST_STARTS) * FILES_OF_A_CLUSTER, 5000, 1);
    child.kill('SIGKILL');
    await ended;
  }
  const database = await startEmbedded({ dataDir, log });
  expect(await ask(database.ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect((await readdir(join(dataDir, 'postgres'))).filter((name) => name.includes('.new'))).toEqual([]);
  await database.stop();
});

test('an aborted first start ends without waiting for initdb, leaves no incomplete cluster, and can be repeated', async () => {
  const abort = new AbortController();
  const reason = new Error('shutdown');
  const home = join(dataDir, 'postgres');
  const drafts = async () => (await readdir(home).catch(() => [])).filter((name) => name.startsWith('cluster'));
  const starting = startEmbedded({ dataDir, log, signal: abort.signal });
  starting.catch(() => undefined);
  await until(async () => (await drafts()).length > 0, 5_000, 1);
  abort.abort(reason);
  await expect(starting).rejects.toBe(reason);
  expect(await drafts()).toEqual([]);
  const database = await startEmbedded({ dataDir, log });
  expect(await ask(database.ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await database.stop();
});

test('a lost cluster is reported as lost, not replaced by an empty one', async () => {
  await clusterMade();
  const { stop } = await startEmbedded({ dataDir, log });
  await stop();
  await rm(join(dataDir, 'postgres', 'cluster'), { recursive: true });
  await expect(startEmbedded({ dataDir, log })).rejects.toThrow('空库');
});

test.runIf(asRoot)('a staging folder that was emptied is reported as lost', async () => {
  const { stop } = await startEmbedded({ dataDir, log, runAs: ['uid'] });
  await stop();
  const home = await stagedHome();
  expect(home).not.toContain(dataDir);
  await rm(home, { recursive: true });
  await mkdir(home);
  await expect(startEmbedded({ dataDir, log })).rejects.toThrow(home);
});
