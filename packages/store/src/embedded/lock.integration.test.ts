import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DataDirBusy, holderOf, lockDataDir } from './lock.ts';
import { birthOf } from './processes.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lookout-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const contender = `
  const { lockDataDir } = await import(${JSON.stringify(fileURLToPath(new URL('lock.ts', import.meta.url)))});
  try { await lockDataDir(process.argv[1]); console.log('got'); setInterval(() => {}, 1000); }
  catch (error) { console.log(error.code ?? String(error)); }
`;

function runContender() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', contender, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const answer = once(createInterface({ input: child.stdout }), 'line').then(([line]) => line as string);
  return { child, answer, ended: once(child, 'exit') };
}

test('a second server is refused, with the pid of the first and instructions', async () => {
  const first = await lockDataDir(folder);
  const refusal = await lockDataDir(folder).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DataDirBusy);
  expect(refusal).toMatchObject({ pid: process.pid, message: expect.stringContaining(`kill ${process.pid}`) });
  expect(await holderOf(folder)).toBe(process.pid);
  await first.release();
  await first.release();
  expect(await holderOf(folder)).toBeNull();
  await (await lockDataDir(folder)).release();
});

test('the lock of a killed server is replaced, and of ten simultaneous starts exactly one succeeds', async () => {
  const dead = runContender();
  expect(await dead.answer).toBe('got');
  dead.child.kill('SIGKILL');
  await dead.ended;
  const crowd = Array.from({ length: 10 }, runContender);
  const answers = await Promise.all(crowd.map(({ answer }) => answer));
  for (const { child } of crowd) child.kill('SIGKILL');
  await Promise.all(crowd.map(({ ended }) => ended));
  expect(answers.filter((answer) => answer === 'got')).toHaveLength(1);
  expect(answers.filter((answer) => answer === 'DATA_DIR_BUSY')).toHaveLength(9);
});

test('a recycled pid does not lock the folder', async () => {
  await writeFile(join(folder, 'server.lock.4'), JSON.stringify({ pid: process.pid, birth: 'another boot/1', state: 'serving' }));
  const lock = await lockDataDir(folder);
  expect(await readdir(folder)).toEqual(['server.lock.5']);
  await lock.release();
});

test('a lock file truncated by a power failure does not lock the folder', async () => {
  await writeFile(join(folder, 'server.lock.1'), '{"pid":');
  await (await lockDataDir(folder)).release();
});

test('a start waits for a server that is shutting down', async () => {
  const first = await lockDataDir(folder);
  await first.leaving();
  // The clock jumps five seconds forward after the first lookup: if the first server were still serving, the second would have been refused
  // long before.
  const now = performance.now.bind(performance);
  let [looks, ahead] = [0, 0];
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    looks += 1;
    return now() + ahead;
  });
  try {
    let end: 'got in' | 'refused' | null = null;
    const second = lockDataDir(folder);
    second.then(
      () => {
        end = 'got in';
      },
      () => {
        end = 'refused';
      },
    );
    const lookedUp = async (times: number) => {
      while (looks < times) await delay(5);
    };
    await lookedUp(1);
    ahead = 5_000;
    await lookedUp(looks + 3);
    expect(end).toBeNull();
    await first.release();
    await (await second).release();
  } finally {
    clock.mockRestore();
  }
});

test('the birth of a process is stable and differs from that of another process', () => {
  expect(birthOf(process.pid)).toBe(birthOf(process.pid));
  expect(birthOf(process.pid)).not.toBe(birthOf(process.ppid));
  expect(birthOf(2 ** 22 + 1)).toBeNull();
});
