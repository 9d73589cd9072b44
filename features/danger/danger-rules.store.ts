// Fire-danger rules that deployments set, by grid. The table has few rows, so the rules in force for a grid are picked from all of them.

import type { GridNo } from '@lookout/domain';
import { type Db, jsonb } from '@lookout/store/sql.ts';
import { type Selectable, sql } from 'kysely';
import type { DangerRulesTable } from './danger.tables.ts';
import type { DangerRules } from './danger-rules.ts';

export function dangerRulesRepository(db: Db) {
  return {
    /** The rules of every grid that has any. */
    async all(): Promise<DangerRules[]> {
      return (await db.selectFrom('danger_rules').selectAll().orderBy('grid_no').execute()).map(rulesOf);
    },

    /** Returns the rules of exactly this grid, and locks them until commit, even if there are none yet. Requires a transaction. */
    async lock(gridNo: GridNo): Promise<DangerRules | null> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${gridNo}, 56))`.execute(db);
      const row = await db.selectFrom('danger_rules').selectAll().where('grid_no', '=', gridNo).executeTakeFirst();
      return row ? rulesOf(row) : null;
    },

    /** Requires `lock` in the same transaction. */
    async save({ gridNo, rating, holidays, raising, version, changedBy, changedAt }: DangerRules): Promise<void> {
      const values = {
        rating: rating === null ? null : jsonb(rating),
        holidays: holidays === null ? null : jsonb(holidays),
        raising: raising === null ? null : jsonb(raising),
        version,
        changed_by: changedBy,
        changed_at: changedAt,
      };
      await db
        .insertInto('danger_rules')
        .values({ grid_no: gridNo, ...values })
        .onConflict((conflict) => conflict.column('grid_no').doUpdateSet(values))
        .execute();
    },
  };
}

const rulesOf = (row: Selectable<DangerRulesTable>): DangerRules => ({
  gridNo: row.grid_no,
  rating: row.rating,
  holidays: row.holidays,
  raising: row.raising,
  version: row.version,
  changedBy: row.changed_by,
  changedAt: row.changed_at,
});
