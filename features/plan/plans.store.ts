// Versions of emergency plans (预案), and their runs for a fire. A change locks the row until commit.
import { type GridNo, lineage } from '@lookout/domain';
import type { Paged, PageRequest } from '@lookout/store';
import { withMoments } from '@lookout/store/repositories/events.ts';
import { allOf, contains, type Db, isAnyOf, isUuid, jsonb, lockWithin, pageOf, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, sql } from 'kysely';
import type { PlanRunTable, PlanVersionTable } from './plan.tables.ts';
import type { Plan, PlanRun, PlanState, RunItem, RunStep } from './plan.ts';

export interface PlanFilters {
  /** All versions of this plan; absent: superseded versions are excluded. */
  readonly planId?: string | undefined;
  readonly state?: PlanState | undefined;
  /** Matched as a substring of the title. */
  readonly title?: string | undefined;
}

export interface PlanRunFilters {
  readonly fireId?: string | undefined;
  readonly isOpen?: boolean | undefined;
}

/** A grid can read its own plans and those below it; of its superiors, only plans that are or were in force. */
const readable = (scope: GridNo) =>
  sql<boolean>`(${withinScope('plan_version.grid_no', scope)}
    or (${isAnyOf('plan_version.grid_no', lineage(scope))} and plan_version.state in ('approved', 'superseded')))`;

export function plansRepository(db: Db) {
  const one = async (id: string, condition: ReturnType<typeof readable>): Promise<Plan | null> => {
    if (!isUuid(id)) return null;
    const row = await db.selectFrom('plan_version').selectAll().where('id', '=', id).where(condition).executeTakeFirst();
    return row ? planOf(row) : null;
  };

  return {
    /** false: this plan already has a draft version. */
    async create(plan: Plan): Promise<boolean> {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('plan_version')
        .values({
          ...columnsOf(plan),
          id: plan.id,
          plan_id: plan.planId,
          version: plan.version,
          grid_no: plan.gridNo,
          created_by: plan.createdBy,
          created_at: plan.createdAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },

    /** One version that this grid may read; null: missing or not readable. */
    find: (scope: GridNo, id: string): Promise<Plan | null> => one(id, readable(scope)),

    /** In a transaction: locks a version of the grid's own or of a grid below until commit. */
    lockForUpdate: (scope: GridNo, id: string): Promise<Plan | null> => lockWithin(db, 'plan_version', scope, id, planOf),

    /** In a transaction: the other version of the plan in one of these states, locked; null: none. */
    async lockVersion(planId: string, states: readonly PlanState[]): Promise<Plan | null> {
      const row = await db
        .selectFrom('plan_version')
        .selectAll()
        .where('plan_id', '=', planId)
        .where('state', 'in', [...states])
        .forUpdate()
        .executeTakeFirst();
      return row ? planOf(row) : null;
    },

    /** The number of the newest version of a plan. */
    async lastVersion(planId: string): Promise<number> {
      const { last } = await db
        .selectFrom('plan_version')
        .select(sql<number>`coalesce(max(version), 0)`.as('last'))
        .where('plan_id', '=', planId)
        .executeTakeFirstOrThrow();
      return last;
    },

    /** Saves a locked version after a change. */
    async save(plan: Plan): Promise<void> {
      await db.updateTable('plan_version').set(columnsOf(plan)).where('id', '=', plan.id).execute();
    },

    /** Sorted by grid, superiors first, then by title; versions of one plan newest first. */
    async remove(id: string): Promise<void> {
      await db.deleteFrom('plan_version').where('id', '=', id).execute();
    },

    /** Sorted by grid (the superiors' first), then by title; of one plan, the newest version comes first. */
    async page(scope: GridNo, { planId, state, title }: PlanFilters, request: PageRequest): Promise<Paged<Plan>> {
      const matching = db
        .selectFrom('plan_version')
        .where(
          allOf([
            readable(scope),
            ...(planId === undefined ? [] : [isAnyOf('plan_version.plan_id', [planId].filter(isUuid), 'uuid')]),
            ...(state === undefined ? [] : [sql<boolean>`plan_version.state = ${state}`]),
            ...(planId === undefined && state === undefined ? [sql<boolean>`plan_version.state <> 'superseded'`] : []),
            ...(title === undefined ? [] : [contains('plan_version.title', title)]),
          ]),
        );
      const order = planId === undefined ? sql`length(rtrim(grid_no, '0')), grid_no, title, plan_id, version desc` : sql`version desc`;
      return pageOf(matching, order, request, planOf);
    },

    /** The plans in force for this grid: its own and its superiors'. */
    async inForce(gridNo: GridNo): Promise<Plan[]> {
      const rows = await db
        .selectFrom('plan_version')
        .selectAll()
        .where(isAnyOf('plan_version.grid_no', lineage(gridNo)))
        .where('state', '=', 'approved')
        .orderBy('title')
        .orderBy('id')
        .limit(MOST_IN_FORCE)
        .execute();
      return rows.map(planOf);
    },

    /** Whether a plan that this grid may read has this file. */
    async showsFile(scope: GridNo, fileId: string): Promise<boolean> {
      const row = await db
        .selectFrom('plan_version')
        .select('id')
        .where(sql<boolean>`content -> 'files' @> ${jsonb([{ id: fileId }])}`)
        .where(readable(scope))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

/** Upper limit, more than the plans in force in any grid and its superiors. */
const MOST_IN_FORCE = 200;

export function planRunsRepository(db: Db) {
  return {
    /** false: the fire already has a response. */
    async start(run: PlanRun): Promise<boolean> {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('plan_run')
        .values({
          ...runColumnsOf(run),
          id: run.id,
          grid_no: run.gridNo,
          fire_id: run.fireId,
          fire_name: run.fireName,
          plan_version_id: run.planVersionId,
          plan_title: run.planTitle,
          plan_version: run.planVersion,
          plan_grid_no: run.planGridNo,
          duties: jsonb(run.duties),
          started_at: run.startedAt,
        })
        .onConflict((conflict) => conflict.column('fire_id').where('ended_at', 'is', null).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },

    /** The active response to a fire; null: none. */
    async present(fireId: string): Promise<PlanRun | null> {
      const row = await db
        .selectFrom('plan_run')
        .selectAll()
        .where('fire_id', '=', fireId)
        .where('ended_at', 'is', null)
        .executeTakeFirst();
      return row ? runOf(row) : null;
    },

    /** In a transaction: locks the run until commit. null: missing, or not in scope. */
    lockForUpdate: (scope: GridNo, id: string): Promise<PlanRun | null> => lockWithin(db, 'plan_run', scope, id, runOf),

    /** Saves a locked run after a change. */
    async save(run: PlanRun): Promise<void> {
      await db.updateTable('plan_run').set(runColumnsOf(run)).where('id', '=', run.id).execute();
    },

    /** Returns the orders, newest first. */
    async page(scope: GridNo, { fireId, isOpen }: PlanRunFilters, request: PageRequest): Promise<Paged<PlanRun>> {
      const matching = db
        .selectFrom('plan_run')
        .where(
          allOf([
            withinScope('plan_run.grid_no', scope),
            ...(fireId === undefined ? [] : [isAnyOf('plan_run.fire_id', [fireId].filter(isUuid), 'uuid')]),
            ...(isOpen === undefined ? [] : [isOpen ? sql<boolean>`ended_at is null` : sql<boolean>`ended_at is not null`]),
          ]),
        );
      return pageOf(matching, sql`started_at desc, id desc`, request, runOf);
    },
  };
}

const columnsOf = (plan: Plan) => ({
  state: plan.state,
  revision: plan.revision,
  title: plan.content.title,
  content: jsonb(plan.content),
  changed_by: plan.changedBy,
  changed_by_id: plan.changedById,
  changed_at: plan.changedAt,
  submitted_by: plan.submittedBy,
  submitted_by_id: plan.submittedById,
  submitted_at: plan.submittedAt,
  reviewed_by: plan.reviewedBy,
  reviewed_at: plan.reviewedAt,
  review_note: plan.reviewNote,
});

const planOf = (row: Selectable<PlanVersionTable>): Plan => ({
  id: row.id,
  planId: row.plan_id,
  version: row.version,
  gridNo: row.grid_no,
  state: row.state,
  revision: row.revision,
  content: row.content,
  createdBy: row.created_by,
  createdAt: row.created_at,
  changedBy: row.changed_by,
  changedById: row.changed_by_id,
  changedAt: row.changed_at,
  submittedBy: row.submitted_by,
  submittedById: row.submitted_by_id,
  submittedAt: row.submitted_at,
  reviewedBy: row.reviewed_by,
  reviewedAt: row.reviewed_at,
  reviewNote: row.review_note,
});

const runColumnsOf = ({ level, items, steps, endedAt }: PlanRun) => ({
  level,
  items: jsonb(items),
  steps: jsonb(steps),
  ended_at: endedAt,
});

const runOf = (row: Selectable<PlanRunTable>): PlanRun => ({
  id: row.id,
  gridNo: row.grid_no,
  fireId: row.fire_id,
  fireName: row.fire_name,
  planVersionId: row.plan_version_id,
  planTitle: row.plan_title,
  planVersion: row.plan_version,
  planGridNo: row.plan_grid_no,
  level: row.level,
  duties: row.duties,
  // Times are text in this column.
  items: withMoments(row.items) as RunItem[],
  steps: withMoments(row.steps) as RunStep[],
  startedAt: row.started_at,
  endedAt: row.ended_at,
});
