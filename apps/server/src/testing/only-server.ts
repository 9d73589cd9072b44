// For services that are tested alone: no other server shares their jobs.
import type { SharedJobs } from '../services/shared-jobs.ts';

export const ONLY_SERVER: Pick<SharedJobs, 'alone' | 'pause' | 'doneAt'> = {
  alone: (_job, work) => work,
  pause: (_job, everyMs) => () => everyMs,
  doneAt: () => null,
};
