// Verifies the hash chain of the audit: each row by the algorithm it was hashed with, SHA-256 or SM3 (migration 0078). The hashes are
// computed here and not in the database, which takes a thousand times as long for SM3.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';

/** The hash algorithms of the audit chain. */
export type AuditHash = 'SHA-256' | 'SM3';

export interface ChainRow {
  readonly id: number;
  readonly prev_hash: Buffer | null;
  readonly hash: Buffer | null;
  /** All other columns of the row except its number, as canonical text. */
  readonly text: string;
}

/** Columns of the audit table or of an alias of it. */
export const CHAIN_COLUMNS = sql<ChainRow>`id, prev_hash, hash,
  audit_text(at, account_id, user_name, address, act, target_kind, target_id, grid_no, outcome, detail) as text`;

/**
 * The id of the first row whose hash does not follow from the previous row or from its own content; null when the chain is intact. @param
 * before null: no previous hash is known
 */
export function brokenAt(rows: readonly ChainRow[], before: Buffer | null): number | null {
  let last = before;
  for (const row of rows) {
    const { prev_hash, hash } = row;
    if (last === null || prev_hash === null || hash === null || !prev_hash.equals(last) || !isOwnHash(row, prev_hash)) return row.id;
    last = hash;
  }
  return null;
}

/** The hash of a row, given the hash of the row before it, as `audit_digest` and `append_audit` compute it. */
const DIGESTS: Readonly<Record<AuditHash, (row: ChainRow, before: Buffer) => Buffer>> = {
  // The text is a JSON array, whose first element is the number.
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

/** Accepts either algorithm: a row cannot be forged to match either of them. */
const isOwnHash = (row: ChainRow, before: Buffer): boolean =>
  Object.values(DIGESTS).some((digest) => row.hash?.equals(digest(row, before)) ?? false);
