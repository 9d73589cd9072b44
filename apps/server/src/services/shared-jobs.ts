// Work that one of several servers does for all: each asks for the job's lease when its own turn comes, and only who has it works. A server that dies
// loses its leases in seconds.
import { randomUUID } from 'node:crypto';
import type { Store } from '@lookout/features/store.ts';
import type { Log } from './deps.ts';
import { poll } from './poll.ts';

export type SharedJob =
  | 'camera-watch'
  | 'firms'
  | 'hazard-watch'
  | 'hazard-rain'
  | 'recordings'
  | 'bucket-retention'
  | 'log-departure'
  | 'incidents'
  | 'reporting'
  | 'notifications'
  | 'error-scales'
  | 'known-heat'
  | 'safety'
  | 'under-way';

export interface SharedJobs {
  /** Takes or renews the job's lease. @returns false: another server has it */
  isOurs(job: SharedJob): Promise<boolean>;
  /** The work as it is to be polled: nothing happens while another server has the job. */
  alone(job: SharedJob, work: () => Promise<void>): () => Promise<void>;
  /**
   * The pause of that poll: while another server has the job this one asks again with each lease, so that the job of a server that died, or of this
   * one before it was killed, does not stand still for the whole pause.
   */
  pause(job: SharedJob, everyMs: number): () => number;
  /** When its work was last done by whichever server, as far as this one has heard. */
  doneAt(job: SharedJob): Date | null;
  /** The leases are given to the other servers. */
  stop(): Promise<void>;
}

interface SharedJobsDeps {
  readonly store: Pick<Store, 'jobLeases'>;
  readonly clock: () => Date;
  readonly log: Log;
}

const LEASE_MS = 15_000;
const RENEW_MS = 5_000;

export function shareJobs({ store: { jobLeases }, clock, log }: SharedJobsDeps): SharedJobs {
  const holder = randomUUID();
  const held = new Set<SharedJob>();
  const done = new Map<SharedJob, Date>();

  // Also while the work goes on, which may take longer than the lease.
  const renewing = poll({
    run: () => jobLeases.renew([...held], holder, LEASE_MS),
    everyMs: RENEW_MS,
    firstMs: RENEW_MS,
    failed: (error) => log.warn({ err: error }, 'the leases of jobs cannot be renewed'),
  });
  const isOurs = async (job: SharedJob): Promise<boolean> => {
    const lease = await jobLeases.take(job, holder, LEASE_MS);
    if (lease.doneAt !== null) done.set(job, lease.doneAt);
    if (lease.isOurs) held.add(job);
    else held.delete(job);
    return lease.isOurs;
  };

  return {
    isOurs,
    alone: (job, work) => async () => {
      if (!(await isOurs(job))) return;
      await work();
      await jobLeases.done(job, holder, clock());
    },
    pause: (job, everyMs) => () => (held.has(job) ? everyMs : Math.min(everyMs, LEASE_MS)),
    doneAt: (job) => done.get(job) ?? null,
    async stop() {
      await renewing.stop();
      await jobLeases
        .release([...held], holder)
        .catch((error: unknown) => log.warn({ err: error }, 'the leases of jobs could not be given up; they end by themselves'));
    },
  };
}
