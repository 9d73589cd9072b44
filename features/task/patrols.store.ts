// Recurring patrols (定期巡护) and the outcomes of their occurrences. A change locks the row until commit.
import type { GridNo } from '@lookout/domain';
import type { Limit, Listed, Paged, PageRequest } from '@lookout/store';
import { allOf, contains, type Db, jsonb, listed, lockWithin, oneWithin, pageOf, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, sql } from 'kysely';
import { nextOccurrences, type PatrolOccurrence, type PatrolRule, type PatrolState } from './patrol.ts';
import type { PatrolOccurrenceTable, PatrolRuleTable } from './task.tables.ts';

export interface PatrolFilters {
  /** Part of the name. */
  readonly name?: string | undefined;
  readonly state?: PatrolState | undefined;
}

/** A rule with the time up to which its occurrences are settled. */
export interface SettledPatrol {
  readonly rule: PatrolRule;
  readonly settledUntil: Date;
}

export function patrolsRepository(db: Db) {
  return {
    async create({ rule, settledUntil }: SettledPatrol): Promise<void> {
      await db
        .insertInto('patrol_rule')
        .values({
          ...columnsOf(rule, settledUntil),
          id: rule.id,
          created_by: rule.createdBy,
          created_at: rule.createdAt,
        })
        .execute();
    },

    find: (scope: GridNo, id: string): Promise<SettledPatrol | null> => oneWithin(db, 'patrol_rule', scope, id, settledOf),

    /**
     * Must be called in a transaction. Locks the rule against other changes until commit. null: the rule does not exist, or is not in
     * scope.
     */
    lockForUpdate: (scope: GridNo, id: string): Promise<SettledPatrol | null> => lockWithin(db, 'patrol_rule', scope, id, settledOf),

    /**
     * Must be called in a transaction. Locks and returns the rule whose occurrence has been due longest. Rules locked by another server are
     * skipped.
     * @param but rules to skip, because they failed in this round
     */
    async lockDue(now: Date, but: readonly string[]): Promise<SettledPatrol | null> {
      const row = await db
        .selectFrom('patrol_rule')
        .selectAll()
        .where('next_at', '<=', now)
        .where(sql<boolean>`not id = any(${[...but]}::uuid[])`)
        .orderBy('next_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      return row ? settledOf(row) : null;
    },

    /** Saves a locked rule after a change. */
    async save({ rule, settledUntil }: SettledPatrol): Promise<void> {
      await db.updateTable('patrol_rule').set(columnsOf(rule, settledUntil)).where('id', '=', rule.id).execute();
    },

    /** Running rules first, then by name, each with its newest occurrence. */
    async page(scope: GridNo, { name, state }: PatrolFilters, request: PageRequest): Promise<Paged<SettledPatrol>> {
      const matching = db
        .selectFrom('patrol_rule')
        .where(
          allOf([
            withinScope('patrol_rule.grid_no', scope),
            ...(name === undefined ? [] : [contains('patrol_rule.name', name)]),
            ...(state === undefined ? [] : [sql<boolean>`patrol_rule.state = ${state}`]),
          ]),
        );
      return pageOf(matching, sql`array_position(array['running', 'paused', 'ended'], state), name, id`, request, settledOf);
    },

    /** The running rules, by name. */
    async running(scope: GridNo, { limit }: Limit): Promise<Listed<SettledPatrol>> {
      const rows = await db
        .selectFrom('patrol_rule')
        .selectAll()
        .where('state', '=', 'running')
        .where(withinScope('patrol_rule.grid_no', scope))
        .orderBy('name')
        .orderBy('id')
        .limit(limit + 1)
        .execute();
      const { list, more } = listed(rows, limit);
      return { list: list.map(settledOf), more };
    },

    /**
     * Must be called in the transaction that creates the task, before it. false: this day's occurrence already exists, and no task may be
     * sent.
     */
    async settle(occurrence: PatrolOccurrence): Promise<boolean> {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('patrol_occurrence')
        .values({
          rule_id: occurrence.ruleId,
          day: occurrence.day,
          planned_at: occurrence.plannedAt,
          outcome: occurrence.outcome,
          task_id: occurrence.taskId,
          skipped: [...occurrence.skipped],
        })
        .onConflict((conflict) => conflict.columns(['rule_id', 'day']).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },

    /** The outcomes of a rule's occurrences, newest first. */
    async occurrences(ruleId: string, request: PageRequest): Promise<Paged<PatrolOccurrence>> {
      const matching = db.selectFrom('patrol_occurrence').where(sql<boolean>`rule_id = ${ruleId}`);
      return pageOf(matching, sql`day desc`, request, occurrenceOf);
    },

    /** The newest occurrence of each of these rules. */
    async lastOf(ruleIds: readonly string[]): Promise<ReadonlyMap<string, PatrolOccurrence>> {
      if (ruleIds.length === 0) return new Map();
      const { rows } = await sql<Selectable<PatrolOccurrenceTable>>`
        select distinct on (rule_id) * from patrol_occurrence where rule_id = any(${[...ruleIds]}::uuid[]) order by rule_id, day desc`.execute(
        db,
      );
      return new Map(rows.map((row) => [row.rule_id, occurrenceOf(row)]));
    },
  };
}

const columnsOf = (rule: PatrolRule, settledUntil: Date) => {
  const next = rule.state === 'running' ? nextOccurrences(rule.content, settledUntil, 1) : [];
  return {
    grid_no: rule.gridNo,
    owner_grid_no: rule.ownerGridNo,
    name: rule.content.name,
    state: rule.state,
    revision: rule.revision,
    content: jsonb(rule.content),
    changed_by: rule.changedBy,
    changed_at: rule.changedAt,
    written_by: rule.writtenBy,
    written_by_id: rule.writtenById,
    end_reason: rule.endReason,
    settled_until: settledUntil,
    next_at: next[0]?.at ?? null,
  };
};

const settledOf = (row: Selectable<PatrolRuleTable>): SettledPatrol => ({
  settledUntil: row.settled_until,
  rule: {
    id: row.id,
    gridNo: row.grid_no,
    ownerGridNo: row.owner_grid_no,
    state: row.state,
    revision: row.revision,
    content: row.content,
    createdBy: row.created_by,
    createdAt: row.created_at,
    changedBy: row.changed_by,
    changedAt: row.changed_at,
    writtenBy: row.written_by,
    writtenById: row.written_by_id,
    endReason: row.end_reason,
  },
});

const occurrenceOf = (row: Selectable<PatrolOccurrenceTable>): PatrolOccurrence => ({
  ruleId: row.rule_id,
  day: row.day,
  plannedAt: row.planned_at,
  outcome: row.outcome,
  taskId: row.task_id,
  skipped: row.skipped,
});
