// The chain of the audit as its rows are verified: each by the hash that made it, SHA-256 or SM3 (migration 0078). Computed here and not in the database, which
// takes a thousand times as long for SM3.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';

/** A hash that the audit is chained by. */
export type AuditHash = 'SHA-256' | 'SM3';

export interface ChainRow {
  readonly id: number;
  readonly prev_hash: Buffer | null;
  readonly hash: Buffer | null;
  /** What it has beside its number, as canonical text. */
  readonly text: string;
}

/** Of a table or alias with the columns of the audit. */
export const CHAIN_COLUMNS = sql<ChainRow>`id, prev_hash, hash,
  audit_text(at, account_id, user_name, address, act, target_kind, target_id, grid_no, outcome, detail) as text`;

/** The first id whose row does not follow from the one before, or not from what it has; null: they are a chain. @param before null: none is known */
export function brokenAt(rows: readonly ChainRow[], before: Buffer | null): number | null {
  let last = before;
  for (const row of rows) {
    const { prev_hash, hash } = row;
    if (last === null || prev_hash === null || hash === null || !prev_hash.equals(last) || !isOwnHash(row, prev_hash)) return row.id;
    last = hash;
  }
  return null;
}

/** Of a row after the hash before it: as `audit_digest` and `append_audit` compute it. */
const DIGESTS: Readonly<Record<AuditHash, (row: ChainRow, before: Buffer) => Buffer>> = {
  // The text is an array in JSON, whose first element is the number.
  'SHA-256': ({ id, text }, before) =>
    createHash('sha256')
      .update(before)
      .update(`[${id}, ${text.slice(1)}`)
      .digest(),
  SM3({ id, text }, before) {
    const number = Buffer.alloc(8);
    number.writeBigInt64BE(BigInt(id));
    return createHash('sm3').update(before).update(createHash('sm3').update(text).digest()).update(number).digest();
  },
};

/** Whichever hash it is by: neither can be made to order. */
const isOwnHash = (row: ChainRow, before: Buffer): boolean =>
  Object.values(DIGESTS).some((digest) => row.hash?.equals(digest(row, before)) ?? false);
