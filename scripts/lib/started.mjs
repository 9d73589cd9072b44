// Every process that a run starts is counted with its part of the run; a process that is started behind other work gets a lower priority.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setPriority } from 'node:os';
import { startedChild } from './cpu-meter.mjs';

/** Where two programs want one core, the lower one has a tenth of it (sched(7)). */
const LOWER_PRIORITY = 10;

const behind = new AsyncLocalStorage();

/**
 * Runs `work` behind other work: the processes that it starts, and all that these start, run at a lower priority.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export const behindOthers = (work) => behind.run(true, work);

export const isBehindOthers = () => behind.getStore() === true;

/** To be called with each process as it is started. @param {number | undefined} pid */
export function started(pid) {
  startedChild(pid);
  if (pid !== undefined && isBehindOthers()) setPriority(pid, LOWER_PRIORITY);
}
