// Two `npm start` in one clone must not install or build at the same time: the second one waits, then finds the work done.
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Runs `work` while holding a lock file (JSON: `[{ pid, birth }]`). A lock whose processes are all dead is removed; a recycled process
 * number counts as dead.
 * @template T
 * @param {string} lockFile
 * @param {() => void} onWait called once when another process holds the lock
 * @param {(alsoHeldBy: (pid: number) => void) => Promise<T>} work reports the process that does the work: npm continues when we are
 *   killed (−9), and no other process may begin before it has ended
 * @returns {Promise<T>}
 */
export async function oneAtATime(lockFile, onWait, work) {
  const draft = `${lockFile}.${randomUUID()}`;
  /** @param {number[]} pids */
  const write = (...pids) => writeFileSync(draft, JSON.stringify(pids.map((pid) => ({ pid, birth: birthOf(pid) }))));
  let hasWaited = false;
  write(process.pid);
  try {
    while (!took(draft, lockFile)) {
      const seen = readOrNull(lockFile);
      if (seen === null) continue;
      if (!isHeld(seen)) {
        removeDeadLock(lockFile, seen, draft);
        continue;
      }
      if (!hasWaited) onWait();
      hasWaited = true;
      await delay(200);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  const release = () => rmSync(lockFile, { force: true });
  process.once('exit', release);
  try {
    return await work((pid) => {
      write(process.pid, pid);
      renameSync(draft, lockFile);
    });
  } finally {
    process.off('exit', release);
    release();
  }
}

/** @param {string} draft @param {string} lockFile */
function took(draft, lockFile) {
  try {
    linkSync(draft, lockFile); // The lock file appears complete or not at all.
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Moves a dead lock aside and checks what was moved: if another process had just replaced it by a live lock, it is put back.
 * @param {string} lockFile @param {string} seen @param {string} draft
 */
function removeDeadLock(lockFile, seen, draft) {
  const aside = `${draft}.dead`;
  try {
    renameSync(lockFile, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (readFileSync(aside, 'utf8') !== seen) took(aside, lockFile);
  rmSync(aside, { force: true });
}

/** @param {string} contents */
function isHeld(contents) {
  try {
    return JSON.parse(contents).some(({ pid, birth }) => birth !== null && birthOf(pid) === birth);
  } catch {
    return false; // The file was cut off by a power failure.
  }
}

/**
 * Distinguishes a process from a later one with the same number. @param {number} pid @returns {string | null} null when there is no such
 * process
 */
function birthOf(pid) {
  if (process.platform === 'linux') {
    const stat = readOrNull(`/proc/${pid}/stat`);
    // After the name in parentheses, which may hold anything: the state is field 3, the start time field 22 (proc(5)).
    const fields = (stat ?? '').slice((stat ?? '').lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  }
  try {
    process.kill(pid, 0);
    return 'alive';
  } catch (error) {
    return error.code === 'EPERM' ? 'alive' : null;
  }
}

/** @param {string} path */
function readOrNull(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(error.code)) return null;
    throw error;
  }
}
