// Browsers slow a hidden page's own timers down to one a minute; those of a worker go on.
import type { ConnectionTimers } from '@lookout/client';
import { wrap } from 'worker-timers-broker';

let made: ConnectionTimers | null = null;

/** The timers of this page, the same for every caller. Their worker is a file of ours: the content policy lets none in from a blob. */
export const pageTimers = (): ConnectionTimers => {
  made ??= wrap(new Worker(new URL('./timer-worker.ts', import.meta.url), { type: 'module', name: 'timers' }));
  return made;
};
