// Decides which server runs a job that only one should run. Uses the database's clock: a server's own clock, if wrong or set back, must not
// let two servers hold one lease.
import { sql } from 'kysely';
import { type Db, isAnyOf } from '../sql.ts';

export interface Lease {
  readonly isOurs: boolean;
  /** When any server last did the work; null: never. */
  readonly doneAt: Date | null;
}

export type JobLeases = ReturnType<typeof jobLeasesRepository>;

export function jobLeasesRepository(db: Db) {
  const until = (forMs: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${forMs / 1000})`;
  return {
    /** Takes the lease, or renews the holder's own, for this long from now; another holder's lease is not changed. */
    async take(job: string, holder: string, forMs: number): Promise<Lease> {
      const { rows } = await sql<{ holder: string; done_at: Date | null }>`
        with taken as (
          insert into job_lease (job, holder, until) values (${job}, ${holder}, ${until(forMs)})
          on conflict (job) do update set holder = excluded.holder, until = excluded.until
            where job_lease.holder = excluded.holder or job_lease.until < clock_timestamp()
          returning holder, done_at
        )
        select holder, done_at from taken
        union all select holder, done_at from job_lease where job = ${job} and not exists (select from taken)`.execute(db);
      return { isOurs: rows[0]?.holder === holder, doneAt: rows[0]?.done_at ?? null };
    },

    /** Renews those of these leases that the holder still owns. */
    async renew(jobs: readonly string[], holder: string, forMs: number): Promise<void> {
      if (jobs.length === 0) return;
      await db
        .updateTable('job_lease')
        .set({ until: until(forMs) })
        .where(isAnyOf('job_lease.job', jobs))
        .where('holder', '=', holder)
        .execute();
    },

    /** Records that the work of a job was done. */
    async done(job: string, holder: string, at: Date): Promise<void> {
      await db.updateTable('job_lease').set({ done_at: at }).where('job', '=', job).where('holder', '=', holder).execute();
    },

    /** Releases the holder's leases for the next caller; other holders' leases are not changed. */
    async release(jobs: readonly string[], holder: string): Promise<void> {
      if (jobs.length === 0) return;
      await db
        .updateTable('job_lease')
        .set({ until: sql`'-infinity'` })
        .where(isAnyOf('job_lease.job', jobs))
        .where('holder', '=', holder)
        .execute();
    },
  };
}
