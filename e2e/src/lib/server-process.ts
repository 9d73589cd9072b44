// The real server process, as started by `npm start`, on a free port.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { webFolder } from './web-folder.ts';

const ROOT = resolve(import.meta.dirname, '..', '..', '..');
const PROGRAM = join(ROOT, 'apps', 'server', 'src', 'main.ts');
export const FEED_KEY = 'e2e-feed-key';
const READY_TIMEOUT_MS = 120_000;
const POLL_INTERVAL_MS = 50;
const OUTPUT_CHARACTERS = 4_000;

export interface ServerOptions {
  /** The address that the server listens on; default 127.0.0.1. */
  readonly host?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface LookoutServer {
  /** `http://127.0.0.1:port`, without a trailing slash. */
  readonly base: string;
  readonly port: number;
  /** SIGKILL: the server cannot clean up. */
  readonly kill: () => Promise<void>;
  /** Starts the server again after `kill`, on the same port and folder. */
  readonly startAgain: () => Promise<void>;
  /** Stops the server as an operator does. */
  readonly stop: () => Promise<void>;
}

/** @throws when the web app is not built, or the server is not ready in two minutes (with its output) */
export async function launchServer(dataDir: string, options: ServerOptions = {}): Promise<LookoutServer> {
  const webApp = webFolder();
  const port = await freePort();
  const host = options.host ?? '127.0.0.1';
  const base = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    DEMO: 'quiet',
    DEMO_RANGERS: 'off',
    // Alarms that a test raises at one place are joined to one fire only in the tests of fires.
    FIRE_ASSOCIATION: 'off',
    REPORTING_CLOCK: 'off',
    NOTIFICATIONS: 'off',
    // Every layer is slow in software rendering; the test of layers switches them on.
    DEMO_LAYERS: 'off',
    FEED_KEY,
    PORT: String(port),
    HOST: host,
    DATA_DIR: dataDir,
    WEB_APP_DIR: webApp,
    ...options.env,
  };
  // Variables of the test runner must not change how the server behaves.
  for (const name of ['NODE_OPTIONS', 'VITEST', 'VITEST_WORKER_ID', 'NODE_ENV', 'DATABASE_URL', 'MQTT_URL'])
    Reflect.deleteProperty(env, name);
  let child = await start(env, base);

  return {
    base,
    port,
    kill: async () => {
      child.kill('SIGKILL');
      await ended(child);
    },
    startAgain: async () => {
      child = await start(env, base);
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended(child);
    },
  };
}

async function start(env: NodeJS.ProcessEnv, base: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes: Buffer) => {
      output = (output + bytes.toString()).slice(-OUTPUT_CHARACTERS);
    });
  }
  const until = Date.now() + READY_TIMEOUT_MS;
  while (!(await isReady(base))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the server ended before it was ready:\n${output}`);
    if (Date.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`the server was not ready in ${READY_TIMEOUT_MS} ms:\n${output}`);
    }
    await pause(POLL_INTERVAL_MS);
  }
  return child;
}

async function isReady(base: string): Promise<boolean> {
  try {
    return (await fetch(`${base}/readyz`)).status === 200;
  } catch {
    // The server does not listen yet.
    return false;
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
