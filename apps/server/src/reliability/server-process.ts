// The real server process, started like its launcher (scripts/start.mjs) does: apps/server/src/main.ts with an IPC channel, in a separate
// process group.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { quietPort } from '@lookout/live/testing';
import { startEmbedded } from '@lookout/store';
import { ask, copyOfMade, copySeededCluster, keepProvinces } from '@lookout/store/testing';
import { serverFlags } from '../../../../scripts/lib/server-flags.mjs';
import { demoRoadsDoneFile } from '../demo/roads/demo-roads.ts';
import { signIn } from '../testing/index.ts';

const PROGRAM = fileURLToPath(new URL('../main.ts', import.meta.url));
/** For a server with demo accounts but without the simulators, which cost as much as the server. */
export const NO_WORLD = { DEMO_WORLD: 'off' };
/** For a first start that also omits the demo's layers: laying out its roads costs as much as a start. */
export const NO_LAYERS = { ...NO_WORLD, DEMO_LAYERS: 'off' };
export const FEED_KEY = 'reliability-feed-key';
const PASSWORD = 'Lookout@2026';
/** The first start creates a database and seeds the country. */
const FIRST_START_MS = 90_000;

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Milliseconds from the request to the end. */
  readonly ms: number;
}

export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  /** `http://127.0.0.1:port` */
  readonly base: string;
  readonly mqttUrl: string;
  readonly dataDir: string;
  stdout(): string;
  stderr(): string;
  isRunning(): boolean;
  /** Resolves with the milliseconds since the launch when /readyz is ready; rejects with the output when the process ends first. */
  ready(withinMs?: number): Promise<number>;
  /** Resolves when the process has ended. The duration is measured from this call. */
  ended(): Promise<Ended>;
  /** Sends the signal to the process alone, or to its whole group. */
  signal(name: NodeJS.Signals, target?: 'process' | 'group'): void;
  /** Sends SIGKILL and waits for the end of this process (its children end by themselves). */
  killNow(): Promise<void>;
  /** Closes the launcher's channel, as the launcher's own death would. */
  closeChannel(): void;
  /** Sends SIGTERM and waits for the end; does nothing when the process has ended already. */
  stop(): Promise<void>;
}

interface Launch {
  readonly dataDir: string;
  readonly port?: number;
  /** Added to the environment or replacing its values; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

// Database and broker settings in this machine's environment must not reach the server under test.
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'TZ', 'NODE_COMPILE_CACHE'] as const;

export async function launch({ dataDir, port, env = {} }: Launch): Promise<ServerProcess> {
  const ownPort = port ?? (await quietPort());
  const inherited = Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]));
  const launched = performance.now();
  const child: ChildProcess = spawn(process.execPath, [...serverFlags, PROGRAM], {
    env: {
      ...inherited,
      PORT: String(ownPort),
      DATA_DIR: dataDir,
      DEMO: 'quiet',
      DEMO_RANGERS: 'off',
      // Association is off, because alarms of a test at one place would become one fire. Tests about fires turn it on.
      FIRE_ASSOCIATION: 'off',
      REPORTING_CLOCK: 'off',
      NOTIFICATIONS: 'off',
      FEED_KEY,
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('the server process could not be started');
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  // 'close' is emitted after all output was read. A child that outlives the server holds the pipe open, so the exit alone is sufficient
  // too.
  const exit = once(child, 'exit').then(async () => {
    await Promise.race([once(child, 'close'), delay(200)]);
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const base = `http://127.0.0.1:${ownPort}`;
  const signal: ServerProcess['signal'] = (name, whom = 'process') => {
    if (isRunning()) process.kill(whom === 'group' ? -pid : pid, name);
  };
  const ended = async (): Promise<Ended> => {
    const startedAt = performance.now();
    await exit;
    return { code: child.exitCode, signal: child.signalCode, ms: performance.now() - startedAt };
  };
  return {
    pid,
    port: ownPort,
    base,
    mqttUrl: `ws://127.0.0.1:${ownPort}/mqtt`,
    dataDir,
    isRunning,
    signal,
    ended,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    async ready(withinMs = FIRST_START_MS) {
      for (let answer = await readyz(base); !answer.isReady; answer = await readyz(base)) {
        const waited = Math.round(performance.now() - launched);
        if (!isRunning()) throw new Error(`the server ended instead of getting ready:\n${output.stdout}${output.stderr}`);
        if (waited > withinMs) throw new Error(`not ready after ${waited} ms (${answer.reason}):\n${output.stdout}${output.stderr}`);
        await delay(25);
      }
      return performance.now() - launched;
    },
    closeChannel: () => child.disconnect(),
    async killNow() {
      signal('SIGKILL');
      await exit;
    },
    async stop() {
      signal('SIGTERM');
      await exit;
    },
  };
}

/** Checks /readyz once. A server that does not answer within a second, or within the given time, is not ready. */
export async function readyz(
  base: string,
  withinMs = 1_000,
): Promise<{ isReady: boolean; status: number | null; reason: string | null; degraded: string | null; ms: number }> {
  const startedAt = performance.now();
  try {
    // `withinMs` may have a fraction, but AbortSignal.timeout requires a whole number.
    const response = await fetch(`${base}/readyz`, { signal: AbortSignal.timeout(Math.ceil(withinMs)) });
    const { reason = null, degraded = null } = (await response.json()) as { reason?: string; degraded?: string };
    return { isReady: response.status === 200, status: response.status, reason, degraded, ms: performance.now() - startedAt };
  } catch (error) {
    return { isReady: false, status: null, reason: String(error), degraded: null, ms: performance.now() - startedAt };
  }
}

/** A temporary data folder; `remove` first ends the processes that still use it, and prints them. */
export async function temporaryDataDir(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'lookout-reliability-'));
  return {
    path,
    async remove() {
      await untilUnused(path, 6_000);
      for (const { pid, command } of processesOf(path)) {
        process.stderr.write(`left over on ${path}, killed now: ${pid} ${command}\n`);
        process.kill(pid, 'SIGKILL');
      }
      await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** Waits until no process uses this data folder, up to the given time: a database may end after its server. */
async function untilUnused(dataDir: string, withinMs: number): Promise<void> {
  const startedAt = performance.now();
  while (processesOf(dataDir).length > 0 && performance.now() - startedAt < withinMs) await delay(50);
}

/** The postmaster of the embedded database on this folder; null when none is recorded. */
export async function postmasterPid(dataDir: string): Promise<number | null> {
  const home = join(dataDir, 'postgres');
  const read = (file: string) => readFile(file, 'utf8').catch(() => null);
  const staged = await read(join(home, 'staged.json'));
  const cluster = join(staged === null ? home : (JSON.parse(staged) as { path: string }).path, 'cluster');
  const pid = Number((await read(join(cluster, 'postmaster.pid')))?.split('\n', 1)[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

/** Logs in with a demo account on that server. */
export const sessionAt = (base: string, userName: string) => signIn(base, userName, PASSWORD);

// Processes of this machine that use a data folder, found by environment, command line or working directory. Linux only.

interface Living {
  readonly pid: number;
  readonly command: string;
}

/** The server, its database (with the backends), its watchdog, its demo world. Empty on systems without /proc. */
export function processesOf(dataDir: string): Living[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.flatMap((pid) => {
    if (pid === process.pid || !isAlive(pid)) return [];
    const command = read(pid, 'cmdline').replaceAll('\0', ' ').trim();
    const isThere =
      read(pid, 'environ').split('\0').includes(`DATA_DIR=${dataDir}`) ||
      command.includes(`${dataDir}/`) ||
      workingDirOf(pid).startsWith(`${dataDir}/`);
    return isThere ? [{ pid, command }] : [];
  });
}

/** A zombie counts as ended. */
export function isAlive(pid: number): boolean {
  const stat = read(pid, 'stat');
  const state = stat.slice(stat.lastIndexOf(')') + 2)[0];
  return stat !== '' && state !== 'Z' && state !== 'X';
}

// A process may end between two reads.
function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

function workingDirOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

// Data folders in the state after a first start and a clean stop, for tests that do not test the first start. A first start takes many
// seconds.

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** The code that writes into a new folder, in addition to the migrations and the gazetteer. */
const WRITERS = [
  'apps/server/src/{run/*seed,settings/demo-*,demo/**/*,reliability/server-process}.ts',
  'apps/simulator/src/**/*.ts',
  'packages/sim/src/**/*.ts',
];
/** Sichuan, Henan, Heilongjiang: the provinces of these tests. */
const PROVINCES_RETAINED = ['51', '41', '23'];

/**
 * A temporary folder with the boundaries and towns of three provinces and without the demo's roads. The first call on this machine creates
 * the original that all others copy.
 */
export async function startedDataDir(): ReturnType<typeof temporaryDataDir> {
  const folder = await temporaryDataDir();
  await rm(folder.path, { recursive: true });
  const hash = createHash('sha256');
  for (const file of globSync(WRITERS, { cwd: ROOT }).sort()) hash.update(readFileSync(join(ROOT, file)));
  await copyOfMade(`started-${hash.digest('hex').slice(0, 16)}`, folder.path, startOnce);
  return folder;
}

async function startOnce(template: string): Promise<void> {
  const folder = await temporaryDataDir();
  // Marked as done: otherwise this start and each copy would lay out the demo's roads, which takes ten seconds of a core.
  const roadsDone = demoRoadsDoneFile(folder.path);
  await mkdir(dirname(roadsDone), { recursive: true });
  await writeFile(roadsDone, '');
  await copySeededCluster(folder.path);
  const server = await launch({ dataDir: folder.path, env: NO_WORLD });
  await server.ready();
  await server.stop();
  await untilUnused(folder.path, 30_000);
  const database = await startEmbedded({ dataDir: folder.path, log: () => undefined });
  await keepProvinces(database.ownerUrl, ...PROVINCES_RETAINED);
  await ask(database.ownerUrl, 'vacuum full area, grid');
  await database.stop();
  // A cluster that had to be placed elsewhere is referenced by its absolute path. Copies would share it, so an empty folder is stored
  // instead.
  if (existsSync(join(folder.path, 'postgres', 'staged.json'))) await mkdir(template);
  else await promisify(execFile)('cp', ['-a', folder.path, template]);
  await folder.remove();
}
