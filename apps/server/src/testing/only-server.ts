// For services that are tested alone: no other server shares their jobs.
import type { SharedJobs } from '../services/shared-jobs.ts';

export const ONLY_SERVER: Pick<SharedJobs, 'alone' | 'doneAt'> = { alone: (_job, work) => work, doneAt: () => null };
