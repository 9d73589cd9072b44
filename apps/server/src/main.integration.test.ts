// The process as a launcher sees it: ready, refused a second time, ended by signals, by a lost launcher, and brought back after a kill.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from './run/addresses.ts';
import { loginBody } from './testing/index.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
let dataDir: string;
let port: number;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lookout-main-'));
  port = await freePort();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

interface Run {
  readonly child: ChildProcess;
  readonly text: () => string;
  /** Its exit code and how long it took from now, in milliseconds. */
  ended(): Promise<{ code: number | null; afterMs: number }>;
}

function run(env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), DEMO: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // Both are pipes: the types do not know it once there is a channel besides.
  const [stdout, stderr] = [child.stdout, child.stderr] as [Readable, Readable];
  let text = '';
  const collect = (chunk: Buffer) => {
    text += chunk.toString();
  };
  stdout.on('data', collect);
  stderr.on('data', collect);
  // Not 'close': it does not come once the channel was cut from this side.
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const output = Promise.all([once(stdout, 'end'), once(stderr, 'end')]);
  return {
    child,
    text: () => text,
    async ended() {
      const begun = performance.now();
      const [code] = await exited;
      await output;
      return { code, afterMs: performance.now() - begun };
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

/** What others on the machine may read or enter; the database's files are its own affair. */
async function openToOthers(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const own = names.filter((name) => name !== 'postgres' && !name.startsWith('postgres/'));
  const modes = await Promise.all(own.map(async (name) => [name, (await stat(join(folder, name))).mode & 0o077] as const));
  return modes.filter(([, others]) => others !== 0).map(([name]) => name);
}

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

    const second = run({ PORT: '0' });
    const refused = await second.ended();
    expect(refused.code).toBe(1);
    expect(refused.afterMs).toBeLessThan(4_000); // 2 s on a machine that does nothing else
    expect(second.text()).toContain(`进程号 ${first.child.pid}`);

    // Both at once, as when the whole group gets the signal and the launcher repeats it.
    first.child.kill('SIGTERM');
    first.child.kill('SIGINT');
    const { code, afterMs } = await first.ended();
    expect({ code, last: lastLine(first.text()) }).toEqual({ code: 0, last: 'stopped cleanly' });
    expect(afterMs).toBeLessThan(10_000);
  });

  it('killed (−9) comes back on the same folder, and keeps its secrets to itself', async () => {
    const killed = run();
    await ready(killed);
    killed.child.kill('SIGKILL');
    await killed.ended();
    // As an older version left it.
    await chmod(join(dataDir, 'uploads'), 0o755);
    const next = run();
    await ready(next);
    expect(next.text()).not.toMatch(/首个管理员|X-Feed-Key/);
    expect(await openToOthers(dataDir)).toEqual([]);
    next.child.disconnect();
    const { code } = await next.ended();
    expect({ code, last: lastLine(next.text()) }).toEqual({ code: 0, last: 'stopped cleanly' });
  });

  it('that cannot start prints the reason, and leaves nothing running', async () => {
    const holder = createServer().listen(port, '127.0.0.1');
    await once(holder, 'listening');
    const taken = run();
    expect((await taken.ended()).code).toBe(1);
    expect(taken.text()).toContain(`端口 ${port} 已被其他程序占用`);
    holder.close();
    const misconfigured = run({ DEMO: 'perhaps' });
    expect((await misconfigured.ended()).code).toBe(1);
    expect(misconfigured.text()).toContain('DEMO="perhaps"');
    const again = run();
    await ready(again);
    again.child.kill('SIGTERM');
    expect((await again.ended()).code).toBe(0);
  });
});
