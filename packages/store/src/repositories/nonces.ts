// Nonces of the login: each serves once, also when two ask at the same moment or the server was restarted between.
import { sql } from 'kysely';
import type { Clock, Db } from '../db.ts';

export type Nonces = ReturnType<typeof noncesRepository>;

export function noncesRepository(db: Db, clock: Clock) {
  return {
    async put(value: string, expiresAt: Date): Promise<void> {
      await db.insertInto('nonce').values({ value, expires_at: expiresAt }).execute();
    },

    /** true once for each nonce that was put and has not expired; it is gone afterwards. */
    async take(value: string): Promise<boolean> {
      const { rows } = await sql<{ expires_at: Date }>`delete from nonce where value = ${value} returning expires_at`.execute(db);
      const expiresAt = rows[0]?.expires_at;
      return expiresAt !== undefined && expiresAt > clock();
    },

    async prune(): Promise<void> {
      await db.deleteFrom('nonce').where('expires_at', '<=', clock()).execute();
    },
  };
}
