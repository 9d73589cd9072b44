// How the time of a run was spent: by part, and the slowest files.

import { withinPart } from './cpu-meter.mjs';

/** Number of files that are named. */
const SLOWEST = 10;

/**
 * @param {() => number} [now] milliseconds of a monotonic clock
 * @returns {{ part: <T>(name: string, work: () => Promise<T>) => Promise<T>, lines: () => string[] }} part: runs work and measures its
 * time,
 *   also several times; lines: a table. Parts may run at the same time: the total is the elapsed time.
 */
export function stopwatch(now = () => performance.now()) {
  const started = now();
  /** @type {Map<string, number>} */
  const taken = new Map();
  return {
    async part(name, work) {
      const from = now();
      try {
        return await withinPart(name, work);
      } finally {
        taken.set(name, (taken.get(name) ?? 0) + now() - from);
      }
    },
    lines: () => ['time by part', ...[...taken, ['total', now() - started]].map(([name, taken]) => row(taken / 1000, name)), ''],
  };
}

/** @param {readonly { file: string, seconds: number }[]} ran @returns {string[]} the slowest files first */
export function slowestFiles(ran) {
  const slowest = [...ran].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  return slowest.length === 0 ? [] : ['slowest files', ...slowest.map(({ file, seconds }) => row(seconds, file)), ''];
}

const row = (seconds, name) => `${seconds.toFixed(1).padStart(8)} s  ${name}`;
