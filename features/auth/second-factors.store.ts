// Second factors (RFC 6238): the secrets, encrypted by the caller, the last step for which a code was accepted, and the hashes of the
// recovery codes.

import type { Clock } from '@lookout/store';
import { type Db, jsonText } from '@lookout/store/sql.ts';
import { sql } from 'kysely';

export interface SecondFactor {
  readonly encryptedSecret: string;
  /** null: setup has begun, but the second factor is not turned on yet. */
  readonly confirmedAt: Date | null;
  /** A code of this step or of an earlier one is no longer accepted. */
  readonly lastStep: number;
}

/** Replacement of an encrypted secret. It is skipped if the secret was changed in the meantime. */
export interface SecretChange {
  readonly accountId: string;
  readonly before: string;
  readonly after: string;
}

export function secondFactorsRepository(db: Db, clock: Clock) {
  const select = async (accountId: string, forUpdate: boolean): Promise<SecondFactor | null> => {
    const row = await db
      .selectFrom('second_factor')
      .selectAll()
      .where('account_id', '=', accountId)
      .$if(forUpdate, (query) => query.forUpdate())
      .executeTakeFirst();
    return row ? { encryptedSecret: row.encrypted_secret, confirmedAt: row.confirmed_at, lastStep: Number(row.last_step) } : null;
  };

  return {
    find: (accountId: string): Promise<SecondFactor | null> => select(accountId, false),

    /** Locks the row until this transaction ends, so that no other request on any server uses one of its codes. */
    lockForUse: (accountId: string): Promise<SecondFactor | null> => select(accountId, true),

    /** The subset of these accounts whose second factor is turned on. */
    async turnedOnOf(accountIds: readonly string[]): Promise<ReadonlySet<string>> {
      if (accountIds.length === 0) return new Set();
      const rows = await db
        .selectFrom('second_factor')
        .select('account_id')
        .where('account_id', 'in', [...accountIds])
        .where('confirmed_at', 'is not', null)
        .execute();
      return new Set(rows.map((row) => row.account_id));
    },

    /** Stores a new secret that is not turned on yet; false: a second factor is turned on already. */
    async begin(accountId: string, encryptedSecret: string): Promise<boolean> {
      const { rows } = await sql`
        insert into second_factor (account_id, encrypted_secret, begun_at, confirmed_at, last_step)
        values (${accountId}, ${encryptedSecret}, ${clock()}, null, 0)
        on conflict (account_id) do update set encrypted_secret = excluded.encrypted_secret, begun_at = excluded.begun_at
          where second_factor.confirmed_at is null
        returning 1`.execute(db);
      return rows.length > 0;
    },

    /** Turns the second factor on, and stores the step of the first code and the hashes of the recovery codes. */
    async confirm(accountId: string, step: number, codeHashes: readonly Buffer[]): Promise<void> {
      await db.updateTable('second_factor').set({ confirmed_at: clock(), last_step: step }).where('account_id', '=', accountId).execute();
      await db
        .insertInto('recovery_code')
        .values(codeHashes.map((hash) => ({ account_id: accountId, code_hash: hash })))
        .execute();
    },

    /** false: a code of this step or of a later one was accepted before. */
    async useStep(accountId: string, step: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('second_factor')
        .set({ last_step: step })
        .where('account_id', '=', accountId)
        .where('last_step', '<', step)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Returns true once for each recovery code. */
    async useRecoveryCode(accountId: string, codeHash: Buffer): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('recovery_code')
        .where('account_id', '=', accountId)
        .where('code_hash', '=', codeHash)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async recoveryCodesLeft(accountId: string): Promise<number> {
      const { rows } = await sql<{ left: number }>`
        select count(*)::int as left from recovery_code where account_id = ${accountId}`.execute(db);
      return rows[0]?.left ?? 0;
    },

    /** Deletes the second factor and its recovery codes; false: there was none. */
    async remove(accountId: string): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('second_factor').where('account_id', '=', accountId).executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Deletes all second factors, because their encryption key is being discarded. @returns the number of deleted second factors */
    async removeAll(): Promise<number> {
      const { numDeletedRows } = await db.deleteFrom('second_factor').executeTakeFirst();
      return Number(numDeletedRows);
    },

    /** All encrypted secrets, for a key rotation. */
    async secrets(): Promise<{ accountId: string; encryptedSecret: string }[]> {
      const rows = await db.selectFrom('second_factor').select(['account_id', 'encrypted_secret']).execute();
      return rows.map((row) => ({ accountId: row.account_id, encryptedSecret: row.encrypted_secret }));
    },

    async exchangeSecrets(changes: readonly SecretChange[]): Promise<void> {
      await sql`update second_factor set encrypted_secret = c.after
        from json_to_recordset(${jsonText(changes)}::json) as c("accountId" uuid, before text, after text)
        where second_factor.account_id = c."accountId" and second_factor.encrypted_secret = c.before`.execute(db);
    },
  };
}
