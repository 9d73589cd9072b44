// The audit log: append-only and hash-chained, so that tampering is detected.
import type { AuditedKind, GridNo } from '@lookout/domain';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { type AuditHash, brokenAt, CHAIN_COLUMNS, type ChainRow } from '../audit-chain.ts';
import { allOf, type Clock, type Db, jsonText, type Paged, type PageRequest, pageOf, withinScope } from '../sql.ts';
import type { AuditTable } from '../tables.ts';

export interface AuditEntry {
  readonly accountId: string | null;
  readonly userName: string | null;
  /** Network address of the actor. */
  readonly address: string | null;
  readonly act: string;
  readonly targetKind: AuditedKind | null;
  readonly targetId: string | null;
  /** null: the entry belongs to no grid and is visible only to the nation. */
  readonly gridNo: GridNo | null;
  readonly outcome: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface AuditRow extends Omit<AuditEntry, 'targetKind'> {
  /** A string, because older versions may have written other kinds. */
  readonly targetKind: string | null;
  readonly id: number;
  readonly at: Date;
  /** SHA-256 or SM3 over the previous row's hash and this row's columns, lower-case hex. */
  readonly hash: string;
}

export interface AuditFilters {
  readonly beginAt?: Date | undefined;
  readonly endAt?: Date | undefined;
  readonly accountId?: string | undefined;
  readonly userName?: string | undefined;
  readonly act?: string | undefined;
  readonly targetKind?: string | undefined;
  readonly targetId?: string | undefined;
  readonly outcome?: string | undefined;
}

export type Audit = ReturnType<typeof auditRepository>;

export function auditRepository(db: Db, clock: Clock) {
  return {
    /** Appends in one round trip; like `events.append`, call it at the end of a transaction. */
    async append(entries: readonly AuditEntry[]): Promise<void> {
      if (entries.length === 0) return;
      await sql`select append_audit(${jsonText(entries)}::json, ${clock()})`.execute(db);
    },

    /** Returns the orders, newest first. */
    async page(scope: GridNo, filters: AuditFilters, request: PageRequest): Promise<Paged<AuditRow>> {
      const found = db
        .selectFrom('audit')
        .where(withinScope('audit.grid_no', scope))
        .where(allOf(conditionsOf(filters)));
      return pageOf(found, sql`id desc`, request, auditOf);
    },

    /** The newest row's id and hash, to be stored outside the database: it proves all rows before it. */
    async anchor(): Promise<{ id: number; hash: string }> {
      const row = await db.selectFrom('journal_head').select(['audit_last', 'audit_hash']).executeTakeFirstOrThrow();
      return { id: row.audit_last, hash: row.audit_hash.toString('hex') };
    },

    /** The hashes of rows, for comparison with earlier anchors; rows that do not exist are left out. */
    async hashesAt(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
      const rows = await db
        .selectFrom('audit')
        .select(['id', 'hash'])
        .where(sql<SqlBool>`id = any(${[...ids]}::bigint[])`)
        .execute();
      return new Map(rows.map(({ id, hash }) => [id, hash.toString('hex')]));
    },

    /**
     * Sets the hash algorithm that chains rows from now on, whichever server writes them.
     * @returns the previous algorithm, if it was a different one
     */
    async chainBy(name: AuditHash): Promise<AuditHash | null> {
      const { audit_hash_name: before } = await db
        .selectFrom('journal_head')
        .select('audit_hash_name')
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (before === name) return null;
      await db.updateTable('journal_head').set({ audit_hash_name: name }).execute();
      return before;
    },

    /**
     * Returns the first id, from `from` (default: the oldest in the log) to `to` (default: the end), where the chain is broken because a
     * row was changed, removed or inserted. null: it is intact. After archived months the chain continues from the hash of the last
     * archived row.
     */
    async verifyChain(from = 1, to?: number): Promise<number | null> {
      for (;;) {
        const ends = await chainEnds(db, from, to);
        const broken = await brokenIn(db, ends);
        // A month may have been archived meanwhile: its rows are then missing for a valid reason.
        if (broken === null || (await chainEnds(db, from, to)).goneLast === ends.goneLast) return broken;
      }
    },
  };
}

interface ChainEnds {
  readonly first: number;
  readonly last: number;
  readonly goneLast: number;
  readonly goneHash: Buffer;
  readonly headLast: number;
  readonly headHash: Buffer;
  /** A row whose number was never issued, or belongs to an archived month. */
  readonly stray: number | null;
}

/** Number of rows whose hashes are computed at once. */
const ROWS_AT_ONCE = 2_000;

async function chainEnds(db: Db, from: number, to: number | undefined): Promise<ChainEnds> {
  const { rows } = await sql<ChainEnds>`
    with gone as (
      select coalesce(max(last), 0) as last, coalesce((array_agg(last_hash order by last desc))[1], decode(repeat('00', 32), 'hex')) as hash
      from log_archive where log = 'audit'
    )
    select greatest(${from}::bigint, gone.last + 1) as first, least(coalesce(${to ?? null}::bigint, audit_last), audit_last) as last,
      gone.last as "goneLast", gone.hash as "goneHash", audit_last as "headLast", audit_hash as "headHash",
      least(
        (select min(id) from audit where id >= ${from} and id <= gone.last and (${to ?? null}::bigint is null or id <= ${to ?? null}::bigint)),
        (select min(id) from audit where id >= ${from} and id > audit_last and (${to ?? null}::bigint is null or id <= ${to ?? null}::bigint))
      ) as stray
    from journal_head, gone`.execute(db);
  return rows[0] as ChainEnds;
}

async function brokenIn(db: Db, { first, last, goneLast, goneHash, headLast, headHash, stray }: ChainEnds): Promise<number | null> {
  let before: Buffer | null = goneHash;
  if (first > goneLast + 1) {
    const row = await db
      .selectFrom('audit')
      .select('hash')
      .where('id', '=', first - 1)
      .executeTakeFirst();
    before = row?.hash ?? null;
  }
  let next = first;
  while (next <= last) {
    const { rows }: { rows: ChainRow[] } = await sql<ChainRow>`
      select ${CHAIN_COLUMNS} from audit where id >= ${next} and id <= ${last} order by id limit ${ROWS_AT_ONCE}`.execute(db);
    const missing = rows.findIndex(({ id }, at) => id !== next + at);
    const broken = brokenAt(missing < 0 ? rows : rows.slice(0, missing), before) ?? rows[missing]?.id ?? null;
    // A truncated end: rows whose numbers were issued are missing.
    if (broken !== null || rows.length === 0) return Math.min(broken ?? next, stray ?? Number.POSITIVE_INFINITY);
    const end = rows.at(-1) as ChainRow;
    if (end.id === headLast && !end.hash?.equals(headHash)) return end.id;
    before = end.hash;
    next = end.id + 1;
  }
  return stray;
}

const columnOf = {
  accountId: 'account_id',
  userName: 'user_name',
  act: 'act',
  targetKind: 'target_kind',
  targetId: 'target_id',
  outcome: 'outcome',
} as const satisfies Partial<Record<keyof AuditFilters, keyof AuditTable>>;

function conditionsOf({ beginAt, endAt, ...equal }: AuditFilters): RawBuilder<SqlBool>[] {
  const conditions = (Object.keys(columnOf) as (keyof typeof columnOf)[]).flatMap((key) =>
    equal[key] === undefined ? [] : [sql<SqlBool>`${sql.ref(columnOf[key])} = ${equal[key]}`],
  );
  if (beginAt) conditions.push(sql`at >= ${beginAt}`);
  if (endAt) conditions.push(sql`at < ${endAt}`);
  return conditions;
}

const auditOf = (row: Selectable<AuditTable>): AuditRow => ({
  id: row.id,
  at: row.at,
  accountId: row.account_id,
  userName: row.user_name,
  address: row.address,
  act: row.act,
  targetKind: row.target_kind,
  targetId: row.target_id,
  gridNo: row.grid_no,
  outcome: row.outcome,
  detail: row.detail,
  hash: row.hash.toString('hex'),
});
