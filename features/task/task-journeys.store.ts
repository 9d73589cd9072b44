// Rangers on the way (在途): the planned route and the expected arrival of each. The rows are derived from positions and tasks, so if they
// are lost they can be computed again.

import type { GridNo, Position } from '@lookout/domain';
import type { Limit, Listed } from '@lookout/store';
import { allOf, type Db, isAnyOf, jsonText, listed, withinScope } from '@lookout/store/sql.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { TaskJourneyTable } from './task.tables.ts';
import { EXPECTED_STATES, type JourneyPlan, type JourneyProgress, type JourneyState, type TaskJourney } from './task-journey.ts';

/** A ranger who is expected at the place of a task, with the data that the planning job needs. */
export interface ExpectedMember {
  readonly taskId: string;
  readonly userId: string;
  readonly goal: Position;
  readonly gridNo: GridNo;
  readonly fireId: string | null;
  /** The newest position; null: none since 15 minutes before the ranger received the order. */
  readonly last: { readonly position: Position; readonly at: Date } | null;
  /** null: not planned yet. The path is left out. */
  readonly plan: Omit<JourneyPlan, 'path'> | null;
  readonly state: JourneyState;
  /** Time of the position on which the last progress was based. */
  readonly positionAt: Date | null;
}

type Key = Pick<TaskJourney, 'taskId' | 'userId'>;
export type NewPlan = Key & JourneyPlan;
export type NewProgress = Key & JourneyProgress;

export interface JourneyFilters {
  /** Limits the result to these tasks. */
  readonly taskIds?: readonly string[] | undefined;
  /** Whether to load the paths, which are long. */
  readonly withPath?: boolean | undefined;
}

/** A position older than the order by more than this is not used as the start of a route. */
const STALE_POSITION = sql`interval '15 minutes'`;

/** Open tasks, and their members who received the order and have not arrived. Patrols are excluded, because a patrol has no destination. */
const EXPECTED = sql<SqlBool>`not task.ended and task.patrol is null and m.state = any(${[...EXPECTED_STATES]}::text[])`;

export function taskJourneysRepository(db: Db) {
  return {
    /** All expected rangers of all grids, those who have waited longest for a plan first. */
    async expected({ limit }: Limit): Promise<ExpectedMember[]> {
      const { rows } = await sql<ExpectedRow>`
        select m.task_id, m.account_id, task.lng as goal_lng, task.lat as goal_lat, task.grid_no, task.fire_id, l.lng, l.lat, l.at,
          j.reason, j.seconds, j.why, j.avoids_fire, j.begins_at, j.planned_at, j.forecast_id, j.forecast_at, j.state, j.position_at
        from task join task_member m on m.task_id = task.id
        left join ranger_last l on l.account_id = m.account_id and l.at >= m.state_at - ${STALE_POSITION}
        left join task_journey j on j.task_id = m.task_id and j.account_id = m.account_id
        where ${EXPECTED}
        order by j.planned_at nulls first, m.task_id, m.account_id limit ${limit}`.execute(db);
      return rows.map((row) => ({
        taskId: row.task_id,
        userId: row.account_id,
        goal: { lng: row.goal_lng, lat: row.goal_lat },
        gridNo: row.grid_no,
        fireId: row.fire_id,
        last: row.lng === null || row.lat === null || row.at === null ? null : { position: { lng: row.lng, lat: row.lat }, at: row.at },
        plan: row.planned_at === null ? null : planOf(row as PlanRow),
        state: row.state ?? 'unknown',
        positionAt: row.position_at,
      }));
    },

    /** The planned routes of these members, in no particular order. */
    async paths(keys: readonly Key[]): Promise<(Key & Pick<JourneyPlan, 'path'>)[]> {
      if (keys.length === 0) return [];
      const { rows } = await sql<{ task_id: string; account_id: string; path: Path }>`
        select task_id, account_id, path
        from unnest(${keys.map(({ taskId }) => taskId)}::uuid[], ${keys.map(({ userId }) => userId)}::uuid[]) as asked(task_id, account_id)
        join task_journey using (task_id, account_id)`.execute(db);
      return rows.map(({ task_id: taskId, account_id: userId, path }) => ({ taskId, userId, path: placesOf(path) }));
    },

    /**
     * Replaces the routes of these members. Their progress is computed afterwards. Entries of people who are no longer members are skipped.
     */
    async plan(plans: readonly NewPlan[]): Promise<void> {
      if (plans.length === 0) return;
      const rows = plans.map((plan) => ({
        task_id: plan.taskId,
        account_id: plan.userId,
        reason: plan.reason,
        path: plan.path.map(({ lng, lat }) => [lng, lat]),
        seconds: plan.seconds,
        why: plan.why,
        avoids_fire: plan.avoidsFire,
        begins_at: plan.beginsAt,
        planned_at: plan.plannedAt,
        forecast_id: plan.forecastId,
        forecast_at: plan.forecastAt,
      }));
      await sql`
        insert into task_journey (task_id, account_id, reason, path, seconds, why, avoids_fire, begins_at, planned_at, forecast_id, forecast_at)
        select given.* from json_to_recordset(${jsonText(rows)}::json) as given(task_id uuid, account_id uuid, reason text, path json,
          seconds float8, why text, avoids_fire boolean, begins_at timestamptz, planned_at timestamptz, forecast_id uuid, forecast_at timestamptz)
        join task_member m using (task_id, account_id)
        on conflict (task_id, account_id) do update set reason = excluded.reason, path = excluded.path, seconds = excluded.seconds,
          why = excluded.why, avoids_fire = excluded.avoids_fire, begins_at = excluded.begins_at, planned_at = excluded.planned_at,
          forecast_id = excluded.forecast_id, forecast_at = excluded.forecast_at, position_at = null,
          -- In a moment it is said anew; of who has no way, as the crow flies.
          state = case when excluded.seconds is null and task_journey.state <> 'straight' then 'unknown' else task_journey.state end,
          arrives_at = case when excluded.seconds is null and task_journey.state <> 'straight' then null else task_journey.arrives_at end`.execute(
        db,
      );
    },

    /** Saves the progress of these members along their routes. */
    async publishProgress(progress: readonly NewProgress[]): Promise<void> {
      if (progress.length === 0) return;
      const rows = progress.map((one) => ({
        task_id: one.taskId,
        account_id: one.userId,
        state: one.state,
        arrives_at: one.arrivesAt,
        left_metres: one.leftMetres,
        pace: one.pace,
        position_at: one.positionAt,
        computed_at: one.computedAt,
      }));
      await sql`
        update task_journey j set state = given.state, arrives_at = given.arrives_at, left_metres = given.left_metres, pace = given.pace,
          position_at = given.position_at, computed_at = given.computed_at
        from json_to_recordset(${jsonText(rows)}::json) as given(task_id uuid, account_id uuid, state text, arrives_at timestamptz,
          left_metres float8, pace float8, position_at timestamptz, computed_at timestamptz)
        where j.task_id = given.task_id and j.account_id = given.account_id`.execute(db);
    },

    /** Deletes the routes of members who are no longer expected. */
    async forget(): Promise<void> {
      await sql`
        delete from task_journey j using task, task_member m
        where task.id = j.task_id and m.task_id = j.task_id and m.account_id = j.account_id and not (${EXPECTED})`.execute(db);
    },

    /** The rangers expected at tasks of this grid, or the journeys of this person; earliest arrival first. */
    async published(
      to: { readonly scope: GridNo } | { readonly memberId: string },
      { taskIds, withPath = false }: JourneyFilters,
      { limit }: Limit,
    ): Promise<Listed<TaskJourney>> {
      const mine = 'scope' in to ? withinScope('task.grid_no', to.scope) : sql<SqlBool>`m.account_id = ${to.memberId}`;
      const conditions: RawBuilder<SqlBool>[] = [EXPECTED, mine, ...(taskIds === undefined ? [] : [isAnyOf('task.id', taskIds, 'uuid')])];
      const { rows } = await sql<JourneyRow>`
        select m.task_id, m.account_id, m.full_name, ${withPath ? sql`j.path` : sql`'[]'::json`} as path, j.reason, j.seconds, j.why, j.avoids_fire,
          j.begins_at, j.planned_at, j.forecast_id, j.forecast_at, j.state, j.arrives_at, j.left_metres, j.pace, l.at as position_at, j.computed_at
        from task join task_member m on m.task_id = task.id
        left join ranger_last l on l.account_id = m.account_id and l.at >= m.state_at - ${STALE_POSITION}
        left join task_journey j on j.task_id = m.task_id and j.account_id = m.account_id
        where ${allOf(conditions)}
        order by j.arrives_at nulls last, m.task_id, m.account_id limit ${limit + 1}`.execute(db);
      return listed(rows.map(journeyOf), limit);
    },
  };
}

type Path = readonly (readonly [number, number])[];
type PlanRow = Pick<
  TaskJourneyTable,
  'reason' | 'seconds' | 'why' | 'avoids_fire' | 'begins_at' | 'planned_at' | 'forecast_id' | 'forecast_at'
>;
type Nullable<T> = { readonly [K in keyof T]: T[K] | null };

interface ExpectedRow extends Nullable<PlanRow> {
  readonly task_id: string;
  readonly account_id: string;
  readonly goal_lng: number;
  readonly goal_lat: number;
  readonly grid_no: GridNo;
  readonly fire_id: string | null;
  readonly lng: number | null;
  readonly lat: number | null;
  readonly at: Date | null;
  readonly state: JourneyState | null;
  readonly position_at: Date | null;
}

interface JourneyRow extends Nullable<PlanRow> {
  readonly task_id: string;
  readonly account_id: string;
  readonly full_name: string;
  readonly path: Path | null;
  readonly state: JourneyState | null;
  readonly arrives_at: Date | null;
  readonly left_metres: number | null;
  readonly pace: number | null;
  readonly position_at: Date | null;
  readonly computed_at: Date | null;
}

const placesOf = (path: Path): Position[] => path.map(([lng, lat]) => ({ lng, lat }));

const planOf = (row: PlanRow): Omit<JourneyPlan, 'path'> => ({
  reason: row.reason,
  seconds: row.seconds,
  why: row.why,
  avoidsFire: row.avoids_fire,
  beginsAt: row.begins_at,
  plannedAt: row.planned_at,
  forecastId: row.forecast_id,
  forecastAt: row.forecast_at,
});

const journeyOf = (row: JourneyRow): TaskJourney => ({
  taskId: row.task_id,
  userId: row.account_id,
  fullName: row.full_name,
  plan: row.planned_at === null ? null : { ...planOf(row as PlanRow), path: placesOf(row.path ?? []) },
  state: row.state ?? 'unknown',
  arrivesAt: row.arrives_at,
  leftMetres: row.left_metres,
  pace: row.pace,
  positionAt: row.position_at,
  computedAt: row.computed_at,
});
