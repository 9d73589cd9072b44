// Which server does what only one of them should. By the database's clock: a server's own, wrong or set back, must not make two of them hold one.
import { sql } from 'kysely';
import type { Db } from '../sql.ts';

export type JobLeases = ReturnType<typeof jobLeasesRepository>;

export function jobLeasesRepository(db: Db) {
  return {
    /** Takes it, or renews one's own, for so long from now. @returns false: another server holds it */
    async take(job: string, holder: string, forMs: number): Promise<boolean> {
      const { rows } = await sql`
        insert into job_lease (job, holder, until) values (${job}, ${holder}, clock_timestamp() + make_interval(secs => ${forMs / 1000}))
        on conflict (job) do update set holder = excluded.holder, until = excluded.until
          where job_lease.holder = excluded.holder or job_lease.until < clock_timestamp()
        returning 1`.execute(db);
      return rows.length > 0;
    },

    /** Gives it to whoever asks next; nothing when another has it. */
    async release(job: string, holder: string): Promise<void> {
      await db.deleteFrom('job_lease').where('job', '=', job).where('holder', '=', holder).execute();
    },
  };
}
