// Every process that a run starts is counted with its part of the run; a process started behind other work gets a lower priority.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setPriority } from 'node:os';
import { startedChild } from './cpu-meter.mjs';

/** When two programs compete for a core, the one with this nice value gets a tenth of it (sched(7)). */
const LOWER_PRIORITY = 10;

const behind = new AsyncLocalStorage();

/**
 * Runs `work` behind other work: the processes that it starts, and all their descendants, run at a lower priority.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export const behindOthers = (work) => behind.run(true, work);

export const isBehindOthers = () => behind.getStore() === true;

/** Must be called with each process as it is started. @param {number | undefined} pid */
export function started(pid) {
  startedChild(pid);
  if (pid !== undefined && isBehindOthers()) setPriority(pid, LOWER_PRIORITY);
}
