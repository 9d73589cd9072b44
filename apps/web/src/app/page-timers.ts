// Browsers throttle the timers of a hidden page to one a minute, but not those of a worker.
import type { ConnectionTimers } from '@lookout/client';
import { wrap } from 'worker-timers-broker';

let made: ConnectionTimers | null = null;

/**
 * Returns the page's timers, shared by all callers. Their worker is a separate file, because the content security policy does not allow
 * workers from a blob.
 */
export const pageTimers = (): ConnectionTimers => {
  made ??= wrap(new Worker(new URL('./timer-worker.ts', import.meta.url), { type: 'module', name: 'timers' }));
  return made;
};
