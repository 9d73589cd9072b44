// The speed of the machine during a run: a fixed loop (calibration-loop.mjs) on two cores at once, like the tests. CPU seconds of the same
// work differ between machines by half, and on one machine with the load of its neighbours.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './prepare.mjs';
import { started } from './started.mjs';

const AT_ONCE = 2;

/**
 * @typedef {{ arithmetic: number, memory: number, distantMemory: number }} Calibration CPU seconds of the loop, by kind of work
 * @param {string} node
 * @returns {Promise<Calibration>} the mean of the loops that ran at once
 */
export async function calibrate(node) {
  const loop = join(root, 'scripts', 'lib', 'calibration-loop.mjs');
  const runs = await Promise.all(
    Array.from({ length: AT_ONCE }, () => {
      const run = promisify(execFile)(node, [loop]);
      started(run.child.pid);
      return run;
    }),
  );
  return meanOf(runs.map(({ stdout }) => JSON.parse(stdout)));
}

/** @param {readonly Calibration[]} list @returns {Calibration} */
export const meanOf = (list) =>
  /** @type {Calibration} */ (
    Object.fromEntries(Object.keys(list[0]).map((kind) => [kind, list.reduce((sum, one) => sum + one[kind], 0) / list.length]))
  );

/**
 * Compares a run's own calibrations with those of the run that the budgets come from.
 * @param {readonly Calibration[]} list of the run, at least one
 * @param {Calibration} reference
 * @returns {{ slowness: number, noise: number }} slowness: seconds here for a second there; noise: the share by which a single loop, or a
 * kind of work, differs
 *   from that
 */
export function compare(list, reference) {
  const ratios = list.flatMap((one) => Object.keys(reference).map((kind) => one[kind] / reference[kind]));
  const slowness = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  const spread = Math.sqrt(ratios.reduce((sum, ratio) => sum + (ratio / slowness - 1) ** 2, 0) / ratios.length);
  return { slowness, noise: spread };
}
