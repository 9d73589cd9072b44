// Forest-fire danger warnings (森林火险预警), and their read receipts. A change locks the row until commit.
import { type GridNo, lineage } from '@lookout/domain';
import type { Paged, PageRequest } from '@lookout/store';
import { withMoments } from '@lookout/store/repositories/events.ts';
import { allOf, type Db, isUuid, jsonb, lockWithin, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, sql } from 'kysely';
import type { WarningTable } from './warning.tables.ts';
import type { Warning, WarningReader, WarningStep } from './warning.ts';

export interface WarningFilters {
  /** true: neither lifted nor expired at `at`; false: the others. */
  readonly isOpen?: boolean | undefined;
  readonly at: Date;
}

/** An area lies in the grid, or the grid in an area. */
const concerning = (scope: GridNo) =>
  sql<boolean>`(warning.areas && ${lineage(scope)}::text[]
    or exists (select from unnest(warning.areas) as area(no) where ${withinScope('area.no', scope)}))`;

/** Neither lifted nor expired. */
const openAt = (at: Date) => sql<boolean>`(warning.lifted_at is null and warning.valid_to >= ${at})`;

export function warningsRepository(db: Db) {
  const find = async (id: string, condition: ReturnType<typeof concerning>): Promise<Warning | null> => {
    if (!isUuid(id)) return null;
    const row = await db.selectFrom('warning').selectAll().where('id', '=', id).where(condition).executeTakeFirst();
    return row ? warningOf(row) : null;
  };

  return {
    async create(warning: Warning): Promise<void> {
      const { id, gridNo, areas, reaches, issuedAt, startsAt } = warning;
      await db
        .insertInto('warning')
        .values({
          ...columnsOf(warning),
          id,
          grid_no: gridNo,
          areas: [...areas],
          reaches: [...reaches],
          valid_from: startsAt,
          issued_at: issuedAt,
        })
        .execute();
    },

    /** A warning that concerns this grid. */
    find: (scope: GridNo, id: string): Promise<Warning | null> => find(id, concerning(scope)),

    /** In a transaction: locks a warning whose areas all lie in the grid until commit. null: missing, or not the grid's own. */
    lockForUpdate: (scope: GridNo, id: string): Promise<Warning | null> => lockWithin(db, 'warning', scope, id, warningOf),

    /** Saves a locked warning after a change. */
    async save(warning: Warning): Promise<void> {
      await db.updateTable('warning').set(columnsOf(warning)).where('id', '=', warning.id).execute();
    },

    /** The warnings that concern the grid, newest first; each with the time when this account read its current revision. */
    async page(
      scope: GridNo,
      { isOpen, at }: WarningFilters,
      accountId: string,
      { offset, limit }: PageRequest,
    ): Promise<Paged<{ readonly warning: Warning; readonly readAt: Date | null }>> {
      const open = openAt(at);
      const matching = db
        .selectFrom('warning')
        .where(allOf([concerning(scope), ...(isOpen === undefined ? [] : [isOpen ? open : sql<boolean>`not ${open}`])]));
      const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
      const rows = await matching
        .leftJoin('warning_read', (join) =>
          join
            .onRef('warning_read.warning_id', '=', 'warning.id')
            .onRef('warning_read.revision', '=', 'warning.revision')
            .on('warning_read.account_id', '=', accountId),
        )
        .selectAll('warning')
        .select('warning_read.read_at')
        .orderBy('warning.issued_at', 'desc')
        .orderBy('warning.id', 'desc')
        .offset(offset)
        .limit(limit)
        .execute();
      return { total, list: rows.map(({ read_at: readAt, ...row }) => ({ warning: warningOf(row), readAt })) };
    },

    /** The number of warnings that concern the grid and are neither lifted nor expired. */
    async countOpen(scope: GridNo, at: Date): Promise<number> {
      const row = await db
        .selectFrom('warning')
        .where(allOf([concerning(scope), openAt(at)]))
        .select(sql<number>`count(*)`.as('total'))
        .executeTakeFirstOrThrow();
      return row.total;
    },

    /** Records that an account has read a revision. @returns false: already recorded */
    async markRead({ id, revision }: Pick<Warning, 'id' | 'revision'>, accountId: string, at: Date): Promise<boolean> {
      const { rows } = await sql<{ account_id: string }>`
        insert into warning_read as old values (${id}::uuid, ${accountId}::uuid, ${revision}, ${at})
        on conflict (warning_id, account_id) do update set revision = excluded.revision, read_at = excluded.read_at
          where old.revision < excluded.revision
        returning account_id`.execute(db);
      return rows.length > 0;
    },

    /** The officers in its areas and in the grid, with and without read receipt; those without come first. */
    async readers(scope: GridNo, { id, areas, revision }: Warning, limit: number): Promise<WarningReader[]> {
      const inAreas = sql<boolean>`(${sql.join(
        areas.map((area) => withinScope('account.grid_no', area)),
        sql` or `,
      )})`;
      const rows = await db
        .selectFrom('account')
        .leftJoin('warning_read', (join) =>
          join
            .onRef('warning_read.account_id', '=', 'account.id')
            .on('warning_read.warning_id', '=', id)
            .on('warning_read.revision', '=', revision),
        )
        .select(['account.id', 'account.full_name', 'account.grid_no', 'warning_read.read_at'])
        .where('account.enabled', '=', true)
        .where(withinScope('account.grid_no', scope))
        .where(inAreas)
        // A ranger has no desk (domain `isRanger`).
        .where(
          sql<boolean>`(exists (select from account_right r where r.account_id = account.id and r.code = 'watch-alarms')
            or not exists (select from account_right r where r.account_id = account.id and r.code = 'report-as-ranger'))`,
        )
        .orderBy(sql`warning_read.read_at nulls first, account.grid_no, account.full_name`)
        .limit(limit)
        .execute();
      return rows.map(({ id: userId, full_name: fullName, grid_no: gridNo, read_at: readAt }) => ({ userId, fullName, gridNo, readAt }));
    },
  };
}

const columnsOf = ({ level, text, endsAt, revision, steps, liftedAt }: Warning) => ({
  level,
  text,
  valid_to: endsAt,
  revision,
  steps: jsonb(steps),
  lifted_at: liftedAt,
});

const warningOf = (row: Selectable<WarningTable>): Warning => ({
  id: row.id,
  gridNo: row.grid_no,
  areas: row.areas,
  reaches: row.reaches,
  level: row.level,
  text: row.text,
  startsAt: row.valid_from,
  endsAt: row.valid_to,
  revision: row.revision,
  // Times are text in this column.
  steps: withMoments(row.steps) as WarningStep[],
  issuedAt: row.issued_at,
  liftedAt: row.lifted_at,
});
