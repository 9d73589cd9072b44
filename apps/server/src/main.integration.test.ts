// The process as a launcher sees it: what a first start prints once, which files only the owner may read, what it does not load, and how it
// ends. For a second server, a restart after a kill, and error messages at the start see reliability/running.integration.test.ts.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { copySeededCluster } from '@lookout/store/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from './settings/addresses.ts';
import { loginBody } from './testing/index.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const HOOK = join(import.meta.dirname, 'testing', 'loaded-modules.mjs');
/** All packages except the API, a few types and constants that prom-client loads anyway. */
const TRACING_LIBRARY = /node_modules\/@opentelemetry\/(?!api\/)([^/\n]+)/g;
let dataDir: string;
let port: number;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lookout-main-'));
  // The folder has the gazetteer, but no accounts, keys or folders.
  await copySeededCluster(dataDir);
  port = await freePort();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

interface Run {
  readonly child: ChildProcess;
  readonly text: () => string;
  /** The exit code, once the process has ended and all its output was read. */
  ended(): Promise<number | null>;
}

function run(env: Readonly<Record<string, string>> = {}): Run {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), DEMO: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // Both are pipes, but the types do not show it when there is an additional channel.
  const [stdout, stderr] = [child.stdout, child.stderr] as [Readable, Readable];
  let text = '';
  const collect = (chunk: Buffer) => {
    text += chunk.toString();
  };
  stdout.on('data', collect);
  stderr.on('data', collect);
  // Not 'close': it is not emitted if this side has closed the channel.
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const output = Promise.all([once(stdout, 'end'), once(stderr, 'end')]);
  return {
    child,
    text: () => text,
    async ended() {
      const [code] = await exited;
      await output;
      return code;
    },
  };
}

const readyz = () =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status,
    () => 0,
  );

async function ready({ child, text }: Run): Promise<void> {
  const state = async () => (child.exitCode === null ? await readyz() : text());
  await expect.poll(state, { interval: 100, timeout: 60_000 }).toBe(200);
}

/** @returns the status of the upload of a photo */
async function uploadAs(userName: string, password: string): Promise<number> {
  const base = `http://127.0.0.1:${port}`;
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(await loginBody(base, userName, password));
  const reply = await fetch(`${base}/auth/api/auth/user/loginNew`, { method: 'POST', headers, body });
  const { access_token } = (await reply.json()) as { access_token: string };
  const photo = await sharp({ create: { width: 4, height: 3, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'x.png');
  return (await fetch(`${base}/oa/api/upload`, { method: 'POST', headers: { authorization: `Bearer ${access_token}` }, body: form }))
    .status;
}

/** Files that others on the machine may read or enter, except the database's own. */
async function openToOthers(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const own = names.filter((name) => name !== 'postgres' && !name.startsWith('postgres/'));
  const modes = await Promise.all(own.map(async (name) => [name, (await stat(join(folder, name))).mode & 0o077] as const));
  return modes.filter(([, others]) => others !== 0).map(([name]) => name);
}

/** Environment for a program that has to write a list of the modules that it loads. */
const writingLoaded = (list: string) => ({ NODE_OPTIONS: `--import=${HOOK}`, LOADED_MODULES: list });

/** The packages of the tracing library that a program has loaded. */
const tracingPackages = (loaded: string) => new Set([...loaded.matchAll(TRACING_LIBRARY)].map(([, name = '']) => name));

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

describe('the server process', () => {
  it('prints its address, and the administrator’s password and the feed key once', async () => {
    const first = run();
    await ready(first);
    await expect.poll(first.text).toContain(`http://127.0.0.1:${port}/`);
    expect(first.text()).toMatch(/首个管理员.*\n {2}admin {4}\S{18}/);
    const key = (await readFile(join(dataDir, 'feed-key'), 'utf8')).trim();
    expect(first.text()).toContain(key);
    const [, password = ''] = /\n {2}admin {4}(\S{18})/.exec(first.text()) ?? [];
    expect(await uploadAs('admin', password)).toBe(200);
    expect(await openToOthers(dataDir)).toEqual([]);

    // Both signals at once, as when the whole group gets the signal and the launcher repeats it.
    first.child.kill('SIGTERM');
    first.child.kill('SIGINT');
    expect({ code: await first.ended(), last: lastLine(first.text()) }).toEqual({ code: 0, last: 'stopped cleanly' });
  });

  it('prints no secrets when it starts again on the same folder, and loads no tracing library without OTEL_EXPORTER_OTLP_ENDPOINT', async () => {
    // The folder's mode as an older version left it.
    await chmod(join(dataDir, 'uploads'), 0o755);
    const list = join(tmpdir(), `lookout-loaded-${process.pid}`);
    const next = run(writingLoaded(list));
    await ready(next);
    expect(next.text()).not.toMatch(/首个管理员|X-Feed-Key/);
    expect(await openToOthers(dataDir)).toEqual([]);
    next.child.disconnect();
    expect({ code: await next.ended(), last: lastLine(next.text()) }).toEqual({ code: 0, last: 'stopped cleanly' });
    const loaded = await readFile(list, 'utf8');
    await rm(list);
    expect(loaded).toContain('/apps/server/src/app.ts');
    expect([...tracingPackages(loaded)]).toEqual([]);
  });

  it('loads the complete tracing library with the one module that an endpoint requires', async () => {
    const list = join(tmpdir(), `lookout-loaded-traces-${process.pid}`);
    const module = pathToFileURL(join(import.meta.dirname, 'tracing', 'otlp.ts')).href;
    const load = ['--input-type=module', '--eval', `await import(${JSON.stringify(module)})`];
    await promisify(execFile)(process.execPath, load, { env: { ...process.env, ...writingLoaded(list) } });
    const packages = [...tracingPackages(await readFile(list, 'utf8'))];
    await rm(list);
    expect(packages).toEqual(expect.arrayContaining(['sdk-trace', 'exporter-trace-otlp-http', 'core', 'resources']));
  });
});
