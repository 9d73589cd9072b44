// The product's server, as `npm start` runs it, in a separate process with a free port and a temporary folder.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverFlags } from '../../../scripts/lib/server-flags.mjs';
import { ensureWebApp } from '../../../scripts/lib/web-app.mjs';

const MAIN = join(import.meta.dirname, '../../../apps/server/src/main.ts');
export const FEED_KEY = 'bench-feed-key';
const START_TIMEOUT_MS = 120_000;

export interface Product {
  readonly base: string;
  readonly port: number;
  readonly pid: number;
  /** Resident memory of the server process alone, megabytes (Linux only, else NaN). */
  residentMegabytes(): Promise<number>;
  stop(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await once(probe.close(), 'close');
  return port;
}

/**
 * Builds the web app if its sources have changed, and resolves when /readyz reports ready. @param env added to the environment; DEMO is
 * `quiet` by default
 */
export async function startProduct(env: Readonly<Record<string, string>> = {}): Promise<Product> {
  await ensureWebApp({ node: process.execPath });
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'lookout-bench-'));
  const child = spawn(process.execPath, [...serverFlags, MAIN], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: 'quiet',
      DEMO_RANGERS: 'off',
      FEED_KEY,
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const base = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + START_TIMEOUT_MS;
  const isReady = () =>
    fetch(`${base}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode} before it was ready`);
    if (performance.now() > deadline) throw new Error('the server did not get ready');
    await new Promise((wake) => setTimeout(wake, 50));
  }
  const pid = child.pid ?? 0;
  return {
    base,
    port,
    pid,
    async residentMegabytes() {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
    },
    async stop() {
      if (child.exitCode === null) child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
