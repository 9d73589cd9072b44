// The process as a launcher sees it: ready, refused a second time, ended by signals, by a lost launcher, and brought back after a kill.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from './run/addresses.ts';

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

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

describe('the server process', () => {
  it('prints its address, and the administrator’s password and the feed key once', async () => {
    const first = run();
    await ready(first);
    await expect.poll(first.text).toContain(`http://127.0.0.1:${port}/`);
    expect(first.text()).toMatch(/首个管理员.*\n {2}admin {4}\S{18}/);
    const key = (await readFile(join(dataDir, 'feed-key'), 'utf8')).trim();
    expect(first.text()).toContain(key);
    expect((await stat(join(dataDir, 'feed-key'))).mode & 0o777).toBe(0o600);

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
    const next = run();
    await ready(next);
    expect(next.text()).not.toMatch(/首个管理员|X-Feed-Key/);
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
