// External identities of accounts: an issuer and its subject, which the issuer never reassigns (OpenID Connect Core 1.0, section 5.7).

import type { Clock } from '@lookout/store';
import type { Db } from '@lookout/store/sql.ts';
import { sql } from 'kysely';

export interface Identity {
  /** For OpenID Connect, the provider's issuer name. For a portal, the address at which its tokens are checked. */
  readonly issuer: string;
  readonly subject: string;
}

export function identitiesRepository(db: Db, clock: Clock) {
  return {
    /** The id of the account that is bound to this identity; null: no account is bound yet. */
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

    /** The subset of these accounts that are bound to an external identity. */
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
     * Binds an identity to an account; succeeds also if they are bound already. Concurrent callers wait for this transaction.
     * @param onlyOne the account may be bound to one issuer only
     * @returns false: the account has another identity at this issuer, the identity is bound to another account, or the account is bound to
     * another issuer
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

    /** Deletes all identities of an account; false: there was none. */
    async unbind(accountId: string): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('account_identity').where('account_id', '=', accountId).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
