// The CPU seconds of a run: of every process below ours, by part of the run, by kind of process and by test file. Linux only, from /proc.
import { AsyncLocalStorage } from 'node:async_hooks';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SAMPLE_EVERY_MS = 1_000;
const SAMPLES_OF_A_START = 4;

/** Kinds of processes by their command line; the first that matches counts. */
const KINDS = [
  ['browser: renderers', /--type=renderer/],
  ['browser: drawing', /--type=gpu-process/],
  ['browser: audio', /--type=utility --utility-sub-type=audio/],
  ['browser: network and storage', /--type=(utility|zygote|broker)/],
  ['browser: main process', /chrom(e|ium)|msedge/],
  ['databases', /postgres/],
  ['demo world', /apps\/simulator\/src\//],
  ['video', /packages\/video\/src\//],
  ['servers', /apps\/server\/src\//],
  ['test runner', /vitest\/vitest\.mjs/],
  ['test workers', /vitest/],
];

/** The part of the run that the current work belongs to: processes that it starts are counted there. */
const currentPart = new AsyncLocalStorage();

/** @type {Map<number, string>} */
const partOfChild = new Map();

/**
 * Runs `work`; the processes that it starts by `startedChild` belong to this part.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export const withinPart = (name, work) => currentPart.run(name, work);

/** The part of the run to which second tries belong: on a busy day it costs more, although no test does. @param {string} project */
export const secondTryOf = (project) => `${project}, second try`;

/** @param {string} part */
export const isSecondTry = (part) => part.endsWith(secondTryOf(''));

/** Must be called with each process that a part of the run starts. @param {number | undefined} pid */
export function startedChild(pid) {
  const part = currentPart.getStore();
  if (pid !== undefined && part !== undefined) partOfChild.set(pid, part);
}

/**
 * @typedef {{ pid: number, birth: string, parent: number, own: number, reaped: number, command: () => string }} ProcessSample
 *   own: CPU seconds of its threads; reaped: those of children that it has waited for, including their own reaped seconds
 * @typedef {{ parts: Record<string, number>, kinds: Record<string, number>, files: Record<string, number> }} CpuSeconds
 *   kinds: keyed `part · kind`; files: the seconds of a test worker and of everything below it while the file ran, at its first try
 */

/**
 * Samples the processes below `root` until `stop`.
 * @param {{ root?: number, list?: () => ProcessSample[] | null, currentFiles?: () => Map<number, string> }} [options]
 *   list: the processes of the machine, null where they cannot be listed; currentFiles: the test file that each test worker runs, by process
 */
export function cpuMeter({ root = process.pid, list = listProcesses, currentFiles = () => new Map() } = {}) {
  /** @type {Map<string, { part: string, kind: string, worker: number | null, parent: number, pid: number, own: number, reaped: number, reapedSeen: number, samples: number }>} */
  const known = new Map();
  const seconds = { parts: {}, kinds: {}, files: {} };
  let files = currentFiles();
  const add = (table, key, amount) => {
    table[key] = (table[key] ?? 0) + amount;
  };
  const count = ({ part, kind, worker }, amount, name = kind) => {
    if (amount <= 0) return;
    add(seconds.parts, part, amount);
    add(seconds.kinds, `${part} · ${name}`, amount);
    const file = worker === null ? undefined : files.get(worker);
    if (file !== undefined && !isSecondTry(part)) add(seconds.files, file, amount);
  };

  function sample() {
    const processes = list();
    if (processes === null) return;
    files = currentFiles();
    const byPid = new Map(processes.map((one) => [one.pid, one]));
    const alive = new Set();
    for (const one of processes) {
      const record = recordOf(one, byPid);
      if (record === null) continue;
      alive.add(keyOf(one));
      // A forked process has the command line of its parent until it executes its own program.
      if (record.samples++ < SAMPLES_OF_A_START) record.kind = kindOf(one.command());
      count(record, one.own - record.own);
      record.own = one.own;
      record.parent = one.parent;
    }
    forgetEnded(alive);
    for (const one of processes) countUnseen(one);
  }

  /**
   * Removes processes that have ended. Each was counted up to its last sample, and its parent has waited for it and counts it as reaped.
   * Children come after their parents in the table and are handled first, so that the seconds of processes that ended together are passed
   * on through those between.
   */
  function forgetEnded(alive) {
    for (const [key, record] of [...known].reverse()) {
      if (alive.has(key)) continue;
      const parent = [...known.values()].find(({ pid }) => pid === record.parent);
      if (parent) parent.reapedSeen += record.own + Math.max(record.reaped, record.reapedSeen);
      known.delete(key);
    }
  }

  /** Counts what a parent has reaped beyond the samples: processes, and ends of processes, between two samples. */
  function countUnseen(one) {
    const record = known.get(keyOf(one));
    if (!record) return;
    record.reaped = one.reaped;
    const unseen = one.reaped - record.reapedSeen;
    if (unseen <= 0) return;
    count(record, unseen, 'short-lived processes');
    record.reapedSeen = one.reaped;
  }

  /** @returns the record of a process below the root, null for any other */
  function recordOf(one, byPid) {
    const key = keyOf(one);
    const existing = known.get(key);
    if (existing) {
      // A worker marks its first file after it has been sampled.
      if (files.has(one.pid)) existing.worker = one.pid;
      return existing;
    }
    const above = one.pid === root ? { part: 'npm test itself', worker: null } : recordAbove(one, byPid);
    if (above === null) return null;
    const part = partOfChild.get(one.pid) ?? above.part;
    const worker = files.has(one.pid) ? one.pid : above.worker;
    const record = { part, kind: '', worker, parent: one.parent, pid: one.pid, own: 0, reaped: 0, reapedSeen: 0, samples: 0 };
    // The root's work before the meter began belongs to no part.
    if (one.pid === root) Object.assign(record, { own: one.own, reapedSeen: one.reaped });
    known.set(key, record);
    return record;
  }

  function recordAbove(one, byPid) {
    const parent = byPid.get(one.parent);
    return parent === undefined ? null : recordOf(parent, byPid);
  }

  const timer = setInterval(sample, SAMPLE_EVERY_MS);
  timer.unref();
  sample();
  return {
    sample,
    /** @returns {CpuSeconds | null} null where the processes cannot be listed */
    stop() {
      clearInterval(timer);
      sample();
      return Object.keys(seconds.parts).length === 0 ? null : seconds;
    },
  };
}

const keyOf = ({ pid, birth }) => `${pid} ${birth}`;

/** @param {string} command a command line @returns {string} */
export const kindOf = (command) => KINDS.find(([, pattern]) => pattern.test(command))?.[0] ?? 'other programs';

/** Clock ticks a second in /proc, on every Linux that Node runs on. */
const TICKS = 100;

/** @returns {ProcessSample[] | null} null where there is no /proc */
function listProcesses() {
  if (process.platform !== 'linux') return null;
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid)) return [];
    const stat = readIfThere(join('/proc', name, 'stat'));
    if (stat === null) return [];
    // After the name in parentheses, which may hold anything: the parent is field 4, times are fields 14 to 17, the start time field 22 (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15).map(Number);
    return {
      pid,
      birth: fields[19],
      parent: Number(fields[1]),
      own: (user + system) / TICKS,
      reaped: (childrenUser + childrenSystem) / TICKS,
      command: () => (readIfThere(join('/proc', name, 'cmdline')) ?? '').replaceAll('\0', ' '),
    };
  });
}

/** Reads which test files mark-test-file.mjs has written into `folder`. @param {string} folder @returns {Map<number, string>} by process */
export function readMarks(folder) {
  const marks = readdirSync(folder).map((pid) => /** @type {const} */ ([Number(pid), readIfThere(join(folder, pid)) ?? '']));
  return new Map(marks.filter(([, file]) => file !== ''));
}

/** A process may end while it is being read. @param {string} file */
function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES'].includes(error.code)) return null;
    throw error;
  }
}
