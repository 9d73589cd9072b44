// The scheduler's priority of one thread. On Linux each thread has its own, set by its own id (setpriority(2), "C library/kernel differences").
import { existsSync, readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

/** A link to the thread that reads it. Linux alone has it. */
const OWN_THREAD = '/proc/thread-self';

/**
 * The thread that calls gives way from now on to the server's other threads and to its database: minutes of computing must not delay an alarm by
 * milliseconds. Below the others it also is where the whole server runs at a lower priority (nice(1)). Elsewhere than on Linux nothing changes.
 * @returns whether it does
 */
export function giveWay(): boolean {
  if (!existsSync(OWN_THREAD)) return false;
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
  setPriority(Number(basename(readlinkSync(OWN_THREAD))), Math.min(getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW));
  return true;
}
