import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withRunFolder } from './run-folder.mjs';

let inMemory = '';
beforeEach(() => {
  inMemory = mkdtempSync(join(tmpdir(), 'lookout-memory-'));
});
afterEach(() => rmSync(inMemory, { recursive: true, force: true }));

const run = <T>(work: (folder: string | undefined) => T, leastFreeBytes = 0) =>
  withRunFolder(async ({ TMPDIR }) => work(TMPDIR), { inMemory, leastFreeBytes });

describe('the folder of a run', () => {
  it('is where temporary files are written, and every user may enter it', async () => {
    const mode = await run((folder = '') => {
      expect(dirname(folder)).toBe(inMemory);
      return statSync(folder).mode & 0o777;
    });
    expect(mode).toBe(0o755);
  });

  it('is removed with all its contents, also after a failure', async () => {
    await run((folder = '') => mkdirSync(join(folder, 'data', 'base'), { recursive: true }));
    expect(readdirSync(inMemory)).toEqual([]);
    const failing = run(() => {
      throw new Error('a test failed');
    });
    await expect(failing).rejects.toThrow('a test failed');
    expect(readdirSync(inMemory)).toEqual([]);
  });

  it('is the system’s temporary folder without room in memory, or without such a folder', async () => {
    expect(await run((folder) => folder, Number.MAX_SAFE_INTEGER)).toBeUndefined();
    rmSync(inMemory, { recursive: true });
    expect(await run((folder) => folder)).toBeUndefined();
  });

  it('of a killed run is removed by the next run; folders of a running run and of other programs are kept', async () => {
    const { pid: dead } = spawnSync(process.execPath, ['--version']);
    const left = join(inMemory, `lookout-run-${dead}-abcdef`);
    const others = [`lookout-run-${process.ppid}-abcdef`, 'PostgreSQL.123'].map((name) => join(inMemory, name));
    for (const folder of [left, ...others]) mkdirSync(folder);
    await run(() => undefined);
    expect([left, ...others].map((folder) => existsSync(folder))).toEqual([false, true, true]);
  });

  it('of a run that was killed while a test had a disk mounted is removed too; a folder that cannot be removed is reported and does not stop the run', async () => {
    const { pid: dead } = spawnSync(process.execPath, ['--version']);
    const [left, stuck] = ['abcdef', 'ghijkl'].map((end) => join(inMemory, `lookout-run-${dead}-${end}`)) as [string, string];
    const disk = join(left, 'lookout-reliability-abcdef', 'full');
    mkdirSync(disk, { recursive: true });
    mkdirSync(stuck);
    // Without the right to mount, both are plain folders, which the run removes.
    const mount = (place: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place]).status === 0;
    const isMounted = mount(disk) && mount(stuck);
    const ballast = openSync(join(disk, 'ballast'), 'w');
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    try {
      expect(await run((folder) => folder !== undefined)).toBe(true);
      expect([existsSync(left), existsSync(stuck)]).toEqual([false, isMounted]);
      expect(warn.mock.calls.map(([line]) => String(line).includes(stuck))).toEqual(isMounted ? [true] : []);
    } finally {
      warn.mockRestore();
      closeSync(ballast);
      if (isMounted) spawnSync('umount', [stuck]);
    }
  });
});
