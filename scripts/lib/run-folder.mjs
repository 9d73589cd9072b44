// Where the tests of a run write: databases, data folders, browser profiles. The folder is in memory if there is room: on a disk, the
// database files are most of the system's work for the integration tests (decision 0078).
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Linux keeps this folder in memory. */
const IN_MEMORY = '/dev/shm';
/** The tests write one or two gigabytes at a time, and the programs that they start need memory too. */
const LEAST_FREE_BYTES = 8 * 2 ** 30;
const PREFIX = 'lookout-run-';
/** Servers that end with the tests may still be writing: the removal is retried. */
const REMOVAL = { recursive: true, force: true, maxRetries: 20, retryDelay: 250 };

/**
 * Runs `work` with a folder in memory for temporary files, removed afterwards; without room for one, with the system's temporary folder on
 * the disk.
 * @template T
 * @param {(env: Record<string, string>) => Promise<T>} work gets the variables by which programs find the folder
 * @param {{ inMemory?: string, leastFreeBytes?: number }} [options] inMemory: a folder that the system keeps in memory
 * @returns {Promise<T>}
 */
export async function withRunFolder(work, { inMemory = IN_MEMORY, leastFreeBytes = LEAST_FREE_BYTES } = {}) {
  if (!existsSync(inMemory)) return work({});
  removeLeftOver(inMemory);
  if (!hasRoom(inMemory, leastFreeBytes)) return work({});
  const folder = mkdtempSync(join(inMemory, `${PREFIX}${process.pid}-`));
  try {
    // When root runs the tests, the databases belong to another user, who must be able to enter the folder.
    chmodSync(folder, 0o755);
    return await work(runsPrograms(folder) ? { TMPDIR: folder } : {});
  } finally {
    rmSync(folder, REMOVAL);
  }
}

/**
 * A limit on our memory (a container's) counts as well, because files in this folder use that memory. @param {string} folder @param
 * {number} bytes
 */
function hasRoom(folder, bytes) {
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, process.availableMemory()) >= bytes;
}

/**
 * Whether programs can run in the folder: a system may forbid it (noexec), and some tests write and run programs. @param {string} folder
 */
function runsPrograms(folder) {
  const probe = join(folder, 'probe');
  writeFileSync(probe, '', { mode: 0o755 });
  try {
    accessSync(probe, constants.X_OK);
    return true;
  } catch (error) {
    if (error.code === 'EACCES') return false;
    throw error;
  }
}

/** Removes the folders of killed runs (−9), which would occupy memory until the machine is restarted. @param {string} inMemory */
function removeLeftOver(inMemory) {
  for (const name of readdirSync(inMemory)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const folder = join(inMemory, name);
    try {
      unmountWithin(folder);
      rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      // The memory remains occupied, but this run has a separate folder.
      console.warn(`上次中断的测试留下的 ${folder} 无法删除 (what a killed run left cannot be removed): ${error.message}`);
    }
  }
}

/** Unmounts what a test of a killed run has left mounted (a full disk): a mounted folder cannot be removed. @param {string} folder */
function unmountWithin(folder) {
  const places = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '');
  // In reverse order of mounting, because one mount may lie in another. Lazily, because a process that outlived its run may have a file
  // open there.
  for (const place of places.filter((place) => place.startsWith(`${folder}/`)).reverse()) spawnSync('umount', ['--lazy', place]);
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
