// The chain of the audit as its rows are verified: each by the hash that made it, SHA-256 or SM3 (migration 0078). Computed here and not in the database, which
// takes a thousand times as long for SM3.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';

/** A hash that the audit is chained by. */
export type AuditHash = 'SHA-256' | 'SM3';
/** As OpenSSL names them. */
const ALGORITHMS: Readonly<Record<AuditHash, string>> = { 'SHA-256': 'sha256', SM3: 'sm3' };

export interface ChainRow {
  readonly id: number;
  readonly prev_hash: Buffer | null;
  readonly hash: Buffer | null;
  /** What is hashed after the hash before it. */
  readonly text: string;
}

/** Of a table or alias with the columns of the audit. */
export const CHAIN_COLUMNS = sql<ChainRow>`id, prev_hash, hash,
  audit_text(id, at, account_id, user_name, address, act, target_kind, target_id, grid_no, outcome, detail) as text`;

/** The first id whose row does not follow from the one before, or not from what it has; null: they are a chain. @param before null: none is known */
export function brokenAt(rows: readonly ChainRow[], before: Buffer | null): number | null {
  let last = before;
  for (const row of rows) {
    const { prev_hash, hash } = row;
    if (last === null || prev_hash === null || hash === null || !prev_hash.equals(last) || !isOwnHash(row)) return row.id;
    last = hash;
  }
  return null;
}

/** Whichever hash it is by: neither can be made to order. */
const isOwnHash = ({ prev_hash, hash, text }: ChainRow): boolean =>
  Object.values(ALGORITHMS).some(
    (algorithm) => hash?.equals(createHash(algorithm).update(prev_hash ?? '').update(text).digest()) ?? false,
  );
