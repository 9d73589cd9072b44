// Whom accounts are outside: an issuer and the subject that it will never give to anybody else (OpenID Connect Core 1.0, section 5.7).

import type { Clock } from '@lookout/store';
import type { Db } from '@lookout/store/sql.ts';
import { sql } from 'kysely';

export interface Identity {
  /** Of OpenID Connect the provider's own name; of a portal the address at which its tokens are checked. */
  readonly issuer: string;
  readonly subject: string;
}

export function identitiesRepository(db: Db, clock: Clock) {
  return {
    /** The id of the account that this identity is bound to; null: none yet. */
    async accountOf({ issuer, subject }: Identity): Promise<string | null> {
      const found = await db
        .selectFrom('account_identity')
        .select('account_id')
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst();
      return found?.account_id ?? null;
    },

    async of(accountId: string): Promise<readonly Identity[]> {
      return db.selectFrom('account_identity').select(['issuer', 'subject']).where('account_id', '=', accountId).execute();
    },

    /** Those of these accounts that are bound to somebody outside. */
    async boundOf(accountIds: readonly string[]): Promise<ReadonlySet<string>> {
      if (accountIds.length === 0) return new Set();
      const rows = await db
        .selectFrom('account_identity')
        .select('account_id')
        .distinct()
        .where('account_id', 'in', [...accountIds])
        .execute();
      return new Set(rows.map((row) => row.account_id));
    },

    /**
     * Binds an identity to an account, or finds it bound so already; who comes at the same time waits for this transaction.
     * @param onlyOne the account may be bound to one issuer only
     * @returns false: the account is somebody else at this issuer, the identity is another account's, or the account has another issuer
     */
    async bind(accountId: string, { issuer, subject }: Identity, onlyOne: boolean): Promise<boolean> {
      await sql`select 1 from account where id = ${accountId} for update`.execute(db);
      const { rows } = await sql<{ account_id: string }>`
        insert into account_identity (issuer, subject, account_id, bound_at)
        select ${issuer}, ${subject}, ${accountId}::uuid, ${clock()}::timestamptz
        where not ${onlyOne}::boolean or not exists (select from account_identity where account_id = ${accountId}::uuid and issuer <> ${issuer})
        on conflict do nothing
        returning account_id`.execute(db);
      if (rows.length > 0) return true;
      const { rows: bound } = await sql<{ is_so: boolean }>`
        select exists (
          select from account_identity where issuer = ${issuer} and subject = ${subject} and account_id = ${accountId}
        ) as is_so`.execute(db);
      return bound[0]?.is_so ?? false;
    },

    /** All identities of an account; false: there was none. */
    async unbind(accountId: string): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('account_identity').where('account_id', '=', accountId).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
