// Work that one of several servers does for all. Each server requests the job's lease when its own interval ends, and only the holder of
// the lease works. A server that dies loses its leases within seconds.
import { randomUUID } from 'node:crypto';
import type { Store } from '@lookout/features/store.ts';
import type { Log } from '../log-lines/log.ts';
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
  | 'under-way'
  | 'patrol-seen'
  | 'second-look-queue'
  | 'second-look';

export interface SharedJobs {
  /** Acquires or renews the job's lease. @returns false if another server has it */
  isOurs(job: SharedJob): Promise<boolean>;
  /** Wraps the work for polling: nothing happens while another server has the job. */
  alone(job: SharedJob, work: () => Promise<void>): () => Promise<void>;
  /**
   * Returns the pause between the polls. While another server has the job, this one asks again once per lease. The job of a server that
   * died, or of this one before it was killed, therefore does not wait for the whole pause.
   */
  pause(job: SharedJob, everyMs: number): () => number;
  /** When the job was last done by any server, as far as this server knows. */
  doneAt(job: SharedJob): Date | null;
  /** Releases the leases to the other servers. */
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
  const leased = new Set<SharedJob>();
  const done = new Map<SharedJob, Date>();

  // The lease is also renewed during the work, which may take longer than the lease.
  const renewing = poll({
    run: () => jobLeases.renew([...leased], holder, LEASE_MS),
    everyMs: RENEW_MS,
    firstMs: RENEW_MS,
    failed: (error) => log.warn({ err: error }, 'the leases of jobs cannot be renewed'),
  });
  const isOurs = async (job: SharedJob): Promise<boolean> => {
    const lease = await jobLeases.take(job, holder, LEASE_MS);
    if (lease.doneAt !== null) done.set(job, lease.doneAt);
    if (lease.isOurs) leased.add(job);
    else leased.delete(job);
    return lease.isOurs;
  };

  return {
    isOurs,
    alone: (job, work) => async () => {
      if (!(await isOurs(job))) return;
      await work();
      await jobLeases.done(job, holder, clock());
    },
    pause: (job, everyMs) => () => (leased.has(job) ? everyMs : Math.min(everyMs, LEASE_MS)),
    doneAt: (job) => done.get(job) ?? null,
    async stop() {
      await renewing.stop();
      await jobLeases
        .release([...leased], holder)
        .catch((error: unknown) => log.warn({ err: error }, 'the leases of jobs could not be given up; they end by themselves'));
    },
  };
}
