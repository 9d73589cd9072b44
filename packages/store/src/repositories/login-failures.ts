// Failed logins: five lock the pair of account and address for 15 minutes (contract.md, "Login"), kept over restarts.
import { sql } from 'kysely';
import type { Clock, Db } from '../db.ts';

export const LOGIN_FAILURES_BEFORE_LOCK = 5;
export const LOGIN_LOCK_MINUTES = 15;

export type LoginFailures = ReturnType<typeof loginFailuresRepository>;

/** User names are taken without regard to case, as at login. */
export function loginFailuresRepository(db: Db, clock: Clock) {
  return {
    /** Until when the pair is locked; null when it is not. */
    async lockedUntil(userName: string, address: string): Promise<Date | null> {
      const { rows } = await sql<{ locked_until: Date }>`
        select locked_until from login_failure
        where user_name = lower(${userName}) and address = ${address} and locked_until > ${clock()}`.execute(db);
      return rows[0]?.locked_until ?? null;
    },

    /** Counts one more failure; the one that makes five locks. After a lock has passed, counting begins anew. */
    async fail(userName: string, address: string): Promise<{ count: number; lockedUntil: Date | null }> {
      const now = clock();
      const until = new Date(now.getTime() + LOGIN_LOCK_MINUTES * 60_000);
      const next = sql`case when f.locked_until <= ${now} then 1 else f.count + 1 end`;
      const { rows } = await sql<{ count: number; locked_until: Date | null }>`
        insert into login_failure as f (user_name, address, count, failed_at) values (lower(${userName}), ${address}, 1, ${now})
        on conflict (user_name, address) do update set failed_at = ${now}, count = ${next},
          locked_until = case when ${next} >= ${LOGIN_FAILURES_BEFORE_LOCK} then coalesce(f.locked_until, ${until}) end
        returning count, locked_until`.execute(db);
      return { count: rows[0]?.count ?? 1, lockedUntil: rows[0]?.locked_until ?? null };
    },

    /** A success wipes the slate. */
    async clear(userName: string, address: string): Promise<void> {
      await sql`delete from login_failure where user_name = lower(${userName}) and address = ${address}`.execute(db);
    },

    /** Forgets pairs that have not failed since `before` and are not locked. */
    async prune(before: Date): Promise<void> {
      await sql`delete from login_failure where failed_at < ${before} and (locked_until is null or locked_until < ${clock()})`.execute(db);
    },
  };
}
