// Stored operating modes, by grid. There are only a few rows, so all are loaded and those that apply to a grid are selected from them.
import type { GridNo } from '@lookout/domain';
import type { Db } from '@lookout/store/sql.ts';
import { type Selectable, sql } from 'kysely';
import type { OperatingModeTable } from './operating-mode.tables.ts';
import type { ModeSetting } from './operating-mode.ts';

export function operatingModesRepository(db: Db) {
  return {
    /** Every setting of the installation, by grid. */
    async all(): Promise<ModeSetting[]> {
      return (await db.selectFrom('operating_mode').selectAll().orderBy('grid_no').execute()).map(settingOf);
    },

    /** In a transaction: locks the setting of exactly this grid until commit, also if it has none yet. */
    async lock(gridNo: GridNo): Promise<ModeSetting | null> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${gridNo}, 20))`.execute(db);
      const row = await db.selectFrom('operating_mode').selectAll().where('grid_no', '=', gridNo).executeTakeFirst();
      return row ? settingOf(row) : null;
    },

    /** Requires `lock` in the same transaction. */
    async save({ gridNo, mode, reason, setBy, setAt, version, exerciseId }: ModeSetting): Promise<void> {
      const values = { mode, reason, set_by: setBy, set_at: setAt, version, exercise_id: exerciseId };
      await db
        .insertInto('operating_mode')
        .values({ grid_no: gridNo, ...values })
        .onConflict((conflict) => conflict.column('grid_no').doUpdateSet(values))
        .execute();
    },
  };
}

const settingOf = (row: Selectable<OperatingModeTable>): ModeSetting => ({
  gridNo: row.grid_no,
  mode: row.mode,
  reason: row.reason,
  setBy: row.set_by,
  setAt: row.set_at,
  version: row.version,
  exerciseId: row.exercise_id,
});
