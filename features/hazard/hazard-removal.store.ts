// Removes and restores hazard points, each in a transaction. A removed point moves to a separate table, so queries of existing points need
// no extra condition.
import { type GridNo, ok, type Result, refuse } from '@lookout/domain';
import { violates } from '@lookout/store/errors.ts';
import { allOf, type Db, isAnyOf, isUuid, withinScope } from '@lookout/store/sql.ts';
import { sql } from 'kysely';

export function hazardRemovalRepository(db: Db) {
  return {
    /** Removes a locked point with its monitors and its watch state, and stores it for `restore`. */
    async remove(id: string, at: Date): Promise<void> {
      await sql`
        insert into hazard_removed (id, grid_no, point, monitors, removed_at)
        select id, grid_no, to_jsonb(hazard),
          (select coalesce(jsonb_agg(to_jsonb(hazard_monitor)), '[]') from hazard_monitor where hazard_id = hazard.id), ${at}
        from hazard where id = ${id}`.execute(db);
      await db.deleteFrom('hazard').where('id', '=', id).execute();
    },

    /** A removed point, locked. null: missing, or not in scope. */
    async lockRemoved(scope: GridNo, id: string): Promise<{ readonly code: string; readonly removedAt: Date } | null> {
      if (!isUuid(id)) return null;
      const row = await db
        .selectFrom('hazard_removed')
        .select([sql<string>`point->>'code'`.as('code'), 'removed_at'])
        .where(allOf([isAnyOf('hazard_removed.id', [id], 'uuid'), withinScope('hazard_removed.grid_no', scope)]))
        .forUpdate()
        .executeTakeFirst();
      return row ? { code: row.code, removedAt: row.removed_at } : null;
    },

    /** Restores a locked point unchanged. After a refusal the transaction must be rolled back. */
    async restore(id: string): Promise<Result<void, 'code-taken' | 'monitor-code-taken'>> {
      try {
        await sql`
          insert into hazard select kept.* from hazard_removed, jsonb_populate_record(null::hazard, point) kept
          where hazard_removed.id = ${id}`.execute(db);
        await sql`
          insert into hazard_monitor select kept.* from hazard_removed, jsonb_populate_recordset(null::hazard_monitor, monitors) kept
          where hazard_removed.id = ${id}`.execute(db);
        await db.deleteFrom('hazard_removed').where('id', '=', id).execute();
        return ok(undefined);
      } catch (error) {
        if (violates(error, 'hazard_code_key')) return refuse('code-taken');
        if (violates(error, 'hazard_monitor_code_key')) return refuse('monitor-code-taken');
        throw error;
      }
    },

    /**
     * Deletes the readings of points removed before `readings`, and the points removed before `points`. While a removed point is stored, a
     * late undo is refused as too late rather than as unknown.
     */
    async forget(before: { readonly readings: Date; readonly points: Date }): Promise<void> {
      await sql`
        delete from hazard_reading using hazard_removed, jsonb_to_recordset(monitors) monitor(id uuid)
        where hazard_removed.removed_at < ${before.readings} and hazard_reading.monitor_id = monitor.id`.execute(db);
      await db.deleteFrom('hazard_removed').where('removed_at', '<', before.points).execute();
    },
  };
}
