// With a full or slow disk the server refuses writes with a message, serves reads and keeps running; what it acknowledged is stored once.
// The data folder is on a separate file system: a small tmpfs for the full disk, a loop device throttled by the kernel's block-device
// cgroup for the slow one. Both need root.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { allowed } from '@lookout/store/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { figures, lengthOf } from './battery.ts';
import { createLedger, NO_FINDINGS, reportsSeen, retryUnknown, sendReport, startLoad } from './sender.ts';
import {
  launch,
  NO_WORLD,
  processesOf,
  readyz,
  type ServerProcess,
  sessionAt,
  startedDataDir,
  temporaryDataDir,
} from './server-process.ts';

const ROUNDS = lengthOf('fullDisks');
const ROOM_BYTES = 100 * 1024 * 1024;
const REFUSED_WITHIN_MS = 5_000;
/** Reads take only some milliseconds; the rest is allowance for a busy machine. */
const READS_WITHIN_MS = 5_000;
/** A statement's timeout, plus allowance for a busy machine. */
const NO_CALL_LONGER_MS = 20_000;
const BACK_WITHIN_MS = 10_000;
const BLOCK_CGROUP = '/sys/fs/cgroup/blkio';
/** The rate of a worn-out SD card or a shared network disk. */
const WRITES_A_SECOND = 20;

const quietly = (program: string, ...args: string[]): string => execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe' });
function works(...attempts: (() => unknown)[]): boolean {
  try {
    for (const attempt of attempts) attempt();
    return true;
  } catch {
    return false;
  }
}

const folder = await temporaryDataDir();
const probe = join(folder.path, 'probe');
await mkdir(probe);
const mayMount = works(
  () => quietly('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', probe),
  () => quietly('umount', probe),
);
if (!mayMount) process.stderr.write('NOT RUN: full and slow disks (mounting a file system is not allowed here)\n');
afterAll(() => folder.remove());

/** Retries, because the last process of the server may still be ending. */
const unmounted = (place: string) => vi.waitFor(() => quietly('umount', place), { timeout: 10_000, interval: 100 });

/** The size of the initialized data folder in bytes. */
const bytesOf = (path: string): number => Number(quietly('du', '-sb', path).split('\t')[0]);

async function serverOn(place: string, made: string): Promise<ServerProcess> {
  quietly('cp', '-a', made, join(place, 'data'));
  const server = await launch({ dataDir: join(place, 'data'), env: NO_WORLD });
  await server.ready();
  return server;
}

describe.runIf(mayMount)('a full disk', () => {
  let made: Awaited<ReturnType<typeof startedDataDir>>;
  let server: ServerProcess;
  const place = join(folder.path, 'full');
  const ballast = join(place, 'ballast');

  /** Writes zeros until not a single byte fits. */
  const fill = async (): Promise<void> => {
    const file = await open(ballast, 'a');
    try {
      for (let size = 1 << 20; size >= 1; size = Math.floor(size / 4)) {
        const piece = Buffer.alloc(size);
        const isWritten = () =>
          file.write(piece).then(
            ({ bytesWritten }) => bytesWritten === size,
            () => false,
          );
        while (await isWritten());
      }
    } finally {
      await file.close();
    }
  };

  beforeAll(async () => {
    [made] = [await startedDataDir(), await mkdir(place)];
    quietly('mount', '-t', 'tmpfs', '-o', `size=${bytesOf(made.path) + ROOM_BYTES}`, 'tmpfs', place);
    server = await serverOn(place, made.path);
  });
  afterAll(async () => {
    await server?.stop();
    await made?.remove();
    await unmounted(place);
  });

  it(`filled ${ROUNDS} times under load: writing is refused in words (507, 503), reading goes on, the process lives, nothing acknowledged is lost`, {
    timeout: 60_000 + ROUNDS * 60_000,
  }, async () => {
    const { access_token } = await sessionAt(server.base, 'guojia');
    const ledger = createLedger('full');
    const words = new Set<string>();
    const backMs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const load = startLoad(server.base, ledger, 50);
      await delay(300);
      await fill();
      await expect.poll(() => ledger.markers('refused').length, { timeout: allowed(REFUSED_WITHIN_MS), interval: 20 }).toBeGreaterThan(0);
      // Until the disk is cleared, reads are answered, writes get an error message, and /readyz answers.
      for (let look = 0; look < 10; look += 1) {
        const begun = performance.now();
        await reportsSeen(server.base, access_token);
        expect(performance.now() - begun).toBeLessThan(allowed(READS_WITHIN_MS));
        const fate = await sendReport(server.base, `full-look-${round}-${look}`);
        if (fate.kind === 'refused') words.add(fate.why);
        await expect
          .poll(async () => (await readyz(server.base)).status, { timeout: allowed(BACK_WITHIN_MS), interval: 50 })
          .not.toBeNull();
        await delay(100);
      }
      expect(server.isRunning()).toBe(true);
      // /readyz reports to monitoring that alarms are refused, but stays ready, so that the balancer leaves clients on a server that serves
      // reads.
      await expect
        .poll(() => readyz(server.base), { timeout: allowed(BACK_WITHIN_MS), interval: 50 })
        .toMatchObject({ isReady: true, degraded: expect.stringMatching(/^disk: full/) });
      await load.stop();
      const cleared = performance.now();
      await rm(ballast);
      await expect.poll(async () => (await readyz(server.base)).isReady, { timeout: allowed(BACK_WITHIN_MS), interval: 50 }).toBe(true);
      await expect
        .poll(async () => (await sendReport(server.base, `full-after-${round}`)).kind, { timeout: allowed(BACK_WITHIN_MS), interval: 50 })
        .toBe('ok');
      backMs.push(Math.round(performance.now() - cleared));
      await expect
        .poll(async () => (await readyz(server.base)).degraded, { timeout: allowed(2 * BACK_WITHIN_MS), interval: 50 })
        .toBeNull();
    }
    const kinds = (['ok', 'unknown', 'refused'] as const).map((kind) => `${kind} ${ledger.markers(kind).length}`).join(' ');
    expect([...words].filter((why) => !why.startsWith('507 '))).toEqual([]);
    expect(words.size).toBeGreaterThan(0);
    await retryUnknown(server.base, ledger, ledger.markers('unknown'), 10_000);
    const found = (await reportsSeen(server.base, access_token)).filter(({ marker }) => /^full-\d/.test(marker));
    expect(ledger.compare(found)).toEqual(NO_FINDINGS);
    figures(import.meta.filename, { filled: ROUNDS, outcomes: kinds, 'writing again after ms': Math.max(...backMs) });
  });
});

const mayThrottle = mayMount && existsSync(join(BLOCK_CGROUP, 'blkio.throttle.write_iops_device')) && existsSync('/dev/loop-control');
if (!mayThrottle) process.stderr.write('NOT RUN: a slow disk (no loop device, or no block-device cgroup of version 1)\n');

describe.runIf(mayThrottle)('a slow disk', () => {
  let made: Awaited<ReturnType<typeof startedDataDir>>;
  let server: ServerProcess;
  let device = '';
  const place = join(folder.path, 'slow');
  const image = join(folder.path, 'disk.img');
  const group = join(BLOCK_CGROUP, `lookout-${process.pid}`);
  const setLimit = (device: string, writes: number) => writeFile(join(group, 'blkio.throttle.write_iops_device'), `${device} ${writes}`);

  beforeAll(async () => {
    [made] = [await startedDataDir(), await mkdir(place)];
    quietly('truncate', '-s', String(bytesOf(made.path) * 2 + ROOM_BYTES), image);
    quietly('mkfs.ext4', '-q', image);
    quietly('mount', '-o', 'loop', image, place);
    server = await serverOn(place, made.path);
    await mkdir(group);
    device = quietly('lsblk', '-no', 'MAJ:MIN', quietly('findmnt', '-no', 'SOURCE', place).trim()).trim();
  });
  afterAll(async () => {
    await setLimit(device, 0);
    await server?.stop();
    await made?.remove();
    await unmounted(place);
    quietly('rmdir', group);
  });

  it(`${WRITES_A_SECOND} writes a second: alarms are stored slowly or refused in words, /readyz and reading answer, nothing acknowledged is lost`, {
    timeout: 120_000,
  }, async () => {
    const { access_token } = await sessionAt(server.base, 'guojia');
    await setLimit(device, WRITES_A_SECOND);
    // The server and its existing child processes; later ones join the group automatically.
    for (const { pid } of processesOf(join(place, 'data'))) await writeFile(join(group, 'cgroup.procs'), String(pid));
    const ledger = createLedger('slow');
    const load = startLoad(server.base, ledger, 50);
    await delay(3_000);
    // When every connection waits for the disk, a read may be refused too, but with a message and in time.
    const begun = performance.now();
    const read = await reportsSeen(server.base, access_token).then(
      () => 'answered',
      (error: unknown) => String(error),
    );
    expect(read).toMatch(/^answered$|: 503 /);
    expect(performance.now() - begun).toBeLessThan(allowed(NO_CALL_LONGER_MS));
    await load.stop();
    await setLimit(device, 0);
    await expect.poll(async () => (await readyz(server.base)).isReady, { timeout: allowed(BACK_WITHIN_MS), interval: 50 }).toBe(true);
    expect(ledger.markers('refused')).toEqual([]);
    // Proves that the throttle was active.
    expect(load.slowestMs()).toBeGreaterThan(1_000 / WRITES_A_SECOND);
    expect(load.slowestMs()).toBeLessThan(allowed(NO_CALL_LONGER_MS));
    const found = (await reportsSeen(server.base, access_token)).filter(({ marker }) => marker.startsWith('slow-'));
    expect(ledger.compare(found)).toEqual(NO_FINDINGS);
    figures(import.meta.filename, {
      'slow disk: slowest answer ms': Math.round(load.slowestMs()),
      stored: ledger.markers('ok').length,
      'a read': read,
    });
  });
});
