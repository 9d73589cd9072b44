// The scheduler's priority of one thread. On Linux each thread has its own, set by its own id (setpriority(2), "C library/kernel differences").
import { existsSync, readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/** A link to the thread that reads it. Linux alone has it. */
const OWN_THREAD = '/proc/thread-self';

/**
 * The thread that calls gives way from now on to the server's other threads and to its database: minutes of computing must not delay an alarm by
 * milliseconds. Elsewhere than on Linux nothing changes.
 * @returns whether it does
 */
export function giveWay(): boolean {
  if (!existsSync(OWN_THREAD)) return false;
  setPriority(Number(basename(readlinkSync(OWN_THREAD))), constants.priority.PRIORITY_BELOW_NORMAL);
  return true;
}
