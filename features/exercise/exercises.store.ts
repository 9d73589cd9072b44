// Exercises and their scripts. The index `exercise_running` allows only one running exercise per grid.

import type { GridNo } from '@lookout/domain';
import type { Paged, PageRequest } from '@lookout/store';
import { type Db, isUuid, jsonText, pageOf, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, sql } from 'kysely';
import type { ExerciseInjectTable, ExerciseTable } from './exercise.tables.ts';
import type { Exercise, Inject } from './exercise.ts';

/** A due alarm of a script, with its exercise. */
export interface DueInject extends Inject {
  readonly exerciseId: string;
  readonly exerciseName: string;
  readonly gridNo: GridNo;
}

export function exercisesRepository(db: Db) {
  const within = (scope: GridNo) => db.selectFrom('exercise').where(withinScope('exercise.grid_no', scope));

  return {
    /** false: an exercise is already running in this grid. */
    async begin(exercise: Exercise): Promise<boolean> {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('exercise')
        .values(rowOf(exercise))
        .onConflict((conflict) => conflict.column('grid_no').where('ended_at', 'is', null).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },

    async find(scope: GridNo, id: string): Promise<Exercise | null> {
      if (!isUuid(id)) return null;
      const row = await within(scope).selectAll().where('id', '=', id).executeTakeFirst();
      return row ? exerciseOf(row) : null;
    },

    /** In a transaction: locks the exercise until commit. */
    async lock(scope: GridNo, id: string): Promise<Exercise | null> {
      if (!isUuid(id)) return null;
      const row = await within(scope).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
      return row ? exerciseOf(row) : null;
    },

    /** The exercise running in exactly this grid. */
    async running(gridNo: GridNo): Promise<Exercise | null> {
      const row = await db
        .selectFrom('exercise')
        .selectAll()
        .where('grid_no', '=', gridNo)
        .where('ended_at', 'is', null)
        .executeTakeFirst();
      return row ? exerciseOf(row) : null;
    },

    /** Requires `lock` in the same transaction. */
    async save(exercise: Exercise): Promise<void> {
      const { id, ...values } = rowOf(exercise);
      await db.updateTable('exercise').set(values).where('id', '=', id).execute();
    },

    /** Returns the orders, newest first. */
    async page(scope: GridNo, request: PageRequest): Promise<Paged<Exercise>> {
      return pageOf(within(scope), sql`began_at desc, id`, request, exerciseOf);
    },

    async addInjects(exerciseId: string, injects: readonly Inject[]): Promise<void> {
      if (injects.length === 0) return;
      const rows = injects.map(({ id, kind, position, description, dueAt }) => ({
        id,
        exercise_id: exerciseId,
        kind,
        lng: position.lng,
        lat: position.lat,
        description,
        due_at: dueAt,
      }));
      await sql`insert into exercise_inject select * from json_populate_recordset(null::exercise_inject, ${jsonText(rows)}::json)`.execute(
        db,
      );
    },

    /** The script, in order. */
    async injects(exerciseId: string): Promise<Inject[]> {
      const rows = await db
        .selectFrom('exercise_inject')
        .selectAll()
        .where('exercise_id', '=', exerciseId)
        .orderBy('due_at')
        .orderBy('id')
        .execute();
      return rows.map(injectOf);
    },

    /**
     * In a transaction: returns the due alarms of running exercises and locks them until commit. Rows locked by another server are skipped,
     * and so is an exercise that is being ended.
     */
    async lockDue(now: Date, limit: number): Promise<DueInject[]> {
      const { rows } = await sql<Selectable<ExerciseInjectTable> & { readonly name: string; readonly grid_no: GridNo }>`
        select i.*, e.name, e.grid_no from exercise_inject i join exercise e on e.id = i.exercise_id
        where i.alarm_id is null and i.due_at <= ${now} and e.ended_at is null
        order by i.due_at, i.id limit ${limit} for update skip locked`.execute(db);
      return rows.map((row) => ({ ...injectOf(row), exerciseId: row.exercise_id, exerciseName: row.name, gridNo: row.grid_no }));
    },

    /** Requires `lockDue` in the same transaction. @param alarmIds in the order of the injects */
    async injected(injectIds: readonly string[], alarmIds: readonly string[]): Promise<void> {
      const pairs = injectIds.map((id, n) => ({ id, alarm_id: alarmIds[n] }));
      await sql`update exercise_inject set alarm_id = r.alarm_id
        from json_populate_recordset(null::exercise_inject, ${jsonText(pairs)}::json) r where exercise_inject.id = r.id`.execute(db);
    },
  };
}

const rowOf = (e: Exercise): Selectable<ExerciseTable> => ({
  id: e.id,
  grid_no: e.gridNo,
  name: e.name,
  leader_id: e.leaderId,
  leader_name: e.leaderName,
  began_at: e.beganAt,
  ended_at: e.endedAt,
  ended_by: e.endedBy,
  verdict: e.verdict?.text ?? null,
  verdict_by: e.verdict?.by ?? null,
  verdict_at: e.verdict?.at ?? null,
  version: e.version,
});

const exerciseOf = (row: Selectable<ExerciseTable>): Exercise => ({
  id: row.id,
  gridNo: row.grid_no,
  name: row.name,
  leaderId: row.leader_id,
  leaderName: row.leader_name,
  beganAt: row.began_at,
  endedAt: row.ended_at,
  endedBy: row.ended_by,
  verdict:
    row.verdict === null || row.verdict_by === null || row.verdict_at === null
      ? null
      : { text: row.verdict, by: row.verdict_by, at: row.verdict_at },
  version: row.version,
});

const injectOf = (row: Selectable<ExerciseInjectTable>): Inject => ({
  id: row.id,
  kind: row.kind,
  position: { lng: row.lng, lat: row.lat },
  description: row.description,
  dueAt: row.due_at,
  alarmId: row.alarm_id,
});
