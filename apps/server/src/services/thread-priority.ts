// Sets the scheduler's priority of one thread. On Linux each thread has a separate priority, set by its thread id (setpriority(2), "C
// library/kernel differences").
import { existsSync, readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

/** A link to the thread that reads it. It exists on Linux only. */
const OWN_THREAD = '/proc/thread-self';

/**
 * From now on the calling thread gives way to the server's other threads and to its database: minutes of computing must not delay an alarm
 * by milliseconds. The priority is also below the others where the whole server runs at a lower one (nice(1)). On systems other than Linux
 * nothing changes.
 * @returns whether the priority was lowered
 */
export function giveWay(): boolean {
  if (!existsSync(OWN_THREAD)) return false;
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
  setPriority(Number(basename(readlinkSync(OWN_THREAD))), Math.min(getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW));
  return true;
}
