// The safety of people near fires: the state of each at the last check, and whether the person is watched.
import type { GridNo } from '@lookout/domain';
import type { Limit, Listed } from '@lookout/store';
import { withMoments } from '@lookout/store/repositories/events.ts';
import { type Db, jsonText, listed, lockWithin, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { PersonSafetyTable } from './safety.tables.ts';
import { isWatched, type PersonSafety } from './safety.ts';

/** A person's safety, with the current id of the fire. Two fires that were merged have the id of the earlier one. */
export interface OpenSafety {
  readonly safety: PersonSafety;
  readonly fireNow: string;
}

export function personSafetiesRepository(db: Db) {
  const watched = sql<SqlBool>`person_safety.is_watched`;
  return {
    /**
     * The watched people of all grids. In a transaction: locked until commit, so that a check and an officer's action never overwrite each
     * other.
     */
    async lockWatched(): Promise<OpenSafety[]> {
      const { rows } = await sql<Selectable<PersonSafetyTable> & { fire_now: string }>`
        select person_safety.*, coalesce((select incident_id from incident_alarm where alarm_id = person_safety.fire_id), fire_id) as fire_now
        from person_safety where is_watched order by began_at, id for update of person_safety`.execute(db);
      return rows.map((row) => ({ safety: safetyOf(row), fireNow: row.fire_now }));
    },

    /** In a transaction: locked until commit. null: missing, or outside the grid. */
    lockForUpdate: (scope: GridNo, id: string): Promise<PersonSafety | null> => lockWithin(db, 'person_safety', scope, id, safetyOf),

    /** Inserts new records, and updates those that a later check has changed. */
    async save(safeties: readonly PersonSafety[]): Promise<void> {
      if (safeties.length === 0) return;
      const rows = safeties.map((safety) => ({
        id: safety.id,
        user_id: safety.userId,
        fire_id: safety.fireId,
        grid_no: safety.gridNo,
        state: safety,
        is_watched: isWatched(safety),
        began_at: safety.checkedAt,
        checked_at: safety.checkedAt,
      }));
      await sql`
        insert into person_safety select * from json_populate_recordset(null::person_safety, ${jsonText(rows)}::json)
        on conflict (id) do update set grid_no = excluded.grid_no, state = excluded.state, is_watched = excluded.is_watched,
          checked_at = excluded.checked_at`.execute(db);
    },

    /** The watched people of a grid. */
    async watched(scope: GridNo, { limit }: Limit): Promise<Listed<PersonSafety>> {
      const rows = await db
        .selectFrom('person_safety')
        .selectAll()
        .where(watched)
        .where(withinScope('person_safety.grid_no', scope))
        .orderBy('began_at', 'desc')
        .orderBy('id')
        .limit(limit + 1)
        .execute();
      return listed(rows.map(safetyOf), limit);
    },

    /** The records of one person that are watched, whatever the person's grid. */
    async ofPerson(userId: string): Promise<PersonSafety[]> {
      const rows = await db.selectFrom('person_safety').selectAll().where('user_id', '=', userId).where(watched).execute();
      return rows.map(safetyOf);
    },

    /** @returns how many people are watched in the whole country, and how many alarms are not taken, for the metrics */
    async counts(): Promise<{ readonly watched: number; readonly untaken: number }> {
      const { rows } = await sql<{ watched: number; untaken: number }>`
        select count(*)::int as watched,
          (count(*) filter (where state -> 'alarm' <> 'null'::jsonb and state -> 'alarm' -> 'taken' = 'null'::jsonb))::int as untaken
        from person_safety where is_watched`.execute(db);
      return rows[0] ?? { watched: 0, untaken: 0 };
    },

    /** Removes records that are no longer watched and were last checked before this time. @returns the number removed */
    async removeBefore(time: Date): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('person_safety')
        .where('checked_at', '<', time)
        .where('is_watched', '=', false)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** The column stores times as text. */
const safetyOf = ({ state }: Selectable<PersonSafetyTable>): PersonSafety => withMoments(state) as PersonSafety;
