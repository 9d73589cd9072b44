// The audit: append-only and hash-chained, so that tampering is detected.
import type { AuditedKind, GridNo } from '@lookout/domain';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
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
  /** null: in no grid; visible only to the nation. */
  readonly gridNo: GridNo | null;
  readonly outcome: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface AuditRow extends Omit<AuditEntry, 'targetKind'> {
  /** Older versions may have written others. */
  readonly targetKind: string | null;
  readonly id: number;
  readonly at: Date;
  /** SHA-256 over the previous row's hash and this row's columns, lower-case hex. */
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

    /** Newest first. */
    async page(scope: GridNo, filters: AuditFilters, request: PageRequest): Promise<Paged<AuditRow>> {
      const found = db
        .selectFrom('audit')
        .where(withinScope('audit.grid_no', scope))
        .where(allOf(conditionsOf(filters)));
      const { total, list } = await pageOf(found, sql`id desc`, request);
      return { total, list: list.map(auditOf) };
    },

    /** The newest row's id and hash, to be kept outside the database: it proves everything before it. */
    async anchor(): Promise<{ id: number; hash: string }> {
      const row = await db.selectFrom('journal_head').select(['audit_last', 'audit_hash']).executeTakeFirstOrThrow();
      return { id: row.audit_last, hash: row.audit_hash.toString('hex') };
    },

    /** The hash of one row, to compare with an earlier anchor; null when the row is missing. */
    async hashAt(id: number): Promise<string | null> {
      const row = await db.selectFrom('audit').select('hash').where('id', '=', id).executeTakeFirst();
      return row ? row.hash.toString('hex') : null;
    },

    /**
     * The first id, from `from` (default: the oldest that the log still has) to `to` (default: the end), where the chain does not hold: a row was
     * changed, removed or inserted. null: it holds. After months that have left it goes on from the hash of the last row that left. Computed in the
     * database from one snapshot.
     */
    async verifyChain(from = 1, to?: number): Promise<number | null> {
      const { rows } = await sql<{ broken: number | null }>`
        with gone as (
          select coalesce(max(last), 0) as last, coalesce((array_agg(last_hash order by last desc))[1], decode(repeat('00', 32), 'hex')) as hash
          from log_archive where log = 'audit'
        ), head as (
          select least(coalesce(${to ?? null}::bigint, audit_last), audit_last) as last, audit_last, audit_hash,
            greatest(${from}::bigint, gone.last + 1) as first, gone.last as gone_last, gone.hash as gone_hash
          from journal_head, gone
        ), chain as (
          select a.*, lag(a.id) over (order by a.id) as before_id, lag(a.hash) over (order by a.id) as before_hash
          from audit a where a.id >= ${from - 1} and (${to ?? null}::bigint is null or a.id <= ${to ?? null}::bigint)
        ), broken as (
          select id from chain, head
          where id >= ${from} and (
            hash <> audit_digest(prev_hash, id, at, account_id, user_name, address, act, target_kind, target_id, grid_no, outcome, detail)
            or (id = gone_last + 1 and prev_hash <> gone_hash)
            or (id > gone_last + 1 and (before_id is distinct from id - 1 or before_hash is distinct from prev_hash))
            or (id = head.audit_last and hash <> head.audit_hash)
            or id > head.audit_last or id < gone_last + 1
          )
          union all
          -- The tail cut off: rows that were given out and are not there.
          select greatest(coalesce(max(chain.id), 0), (select first from head) - 1) + 1 from chain
          having greatest(coalesce(max(chain.id), 0), (select gone_last from head)) < (select last from head)
            and (select first from head) <= (select last from head)
        )
        select min(id) as broken from broken`.execute(db);
      return rows[0]?.broken ?? null;
    },
  };
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
