// Reports that are owed, the fires they are about, the facts noted for them, and the changed rules. A change of a report locks its row
// until commit.

import { covers, type GridNo } from '@lookout/domain';
import type { Limit, Paged, PageRequest } from '@lookout/store';
import { withMoments } from '@lookout/store/repositories/events.ts';
import { allOf, type Db, isAnyOf, isUuid, jsonb, jsonText, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Alarm } from '../alarm/alarm.ts';
import { alarmOf } from '../alarm/alarm-rows.store.ts';
import type { Plot } from '../plot/plot.ts';
import { type DueReport, dueReportState } from './due-report.ts';
import type { DueReportTable, ReportingFactTable, ReportingRuleTable } from './reporting.tables.ts';
import type { Known, NotedFact, NotedFacts, ReportingRule, RuleTerms } from './reporting-rule.ts';

export interface DueReportFilters {
  readonly gridNo?: GridNo | undefined;
  /** true: not sent, or not yet read by every receiver; false: the others. */
  readonly isOpen?: boolean | undefined;
  /** Reports about these alarms. */
  readonly alarmIds?: readonly string[] | undefined;
}

/** An alarm with the id of its fire; the alarm's own id if it was joined to none. */
export interface AlarmOfFire {
  readonly alarm: Alarm;
  readonly fireId: string;
}

/** A fact that an officer noted for an alarm. */
export interface NotedRow {
  readonly alarmId: string;
  readonly fact: NotedFact;
  readonly known: Known<NotedFacts[NotedFact]>;
  readonly by: string;
}

/** The terms of a rule that differ from its region's. */
export type StoredRule = RuleTerms & Pick<ReportingRule, 'id' | 'revision' | 'changed' | 'confirmed'>;

const OPEN = sql<SqlBool>`due_report.state in ('due', 'sent', 'received')`;

export function dueReportsRepository(db: Db) {
  const inScope = (scope: GridNo) => db.selectFrom('due_report').selectAll().where(withinScope('due_report.grid_no', scope));

  return {
    ...reportingRules(db),
    /** @returns the ids of the new ones; for the others the rule already has a report of this fire in this grid */
    async add(reports: readonly DueReport[]): Promise<Set<string>> {
      if (reports.length === 0) return new Set();
      const rows = reports.map((report) => ({
        id: report.id,
        fire_id: report.fireId,
        alarm_id: report.alarmId,
        grid_no: report.gridNo,
        address: report.address,
        rule_id: report.rule.id,
        rule: report.rule,
        reason: report.reason,
        owed_at: report.owedAt,
        due_at: report.dueAt,
        ...changing(report),
      }));
      const { rows: added } = await sql<{ id: string }>`
        insert into due_report select * from json_populate_recordset(null::due_report, ${jsonText(rows)}::json)
        on conflict (fire_id, grid_no, rule_id) where state <> 'lapsed' do nothing
        returning id`.execute(db);
      return new Set(added.map(({ id }) => id));
    },

    async find(scope: GridNo, id: string): Promise<DueReport | null> {
      if (!isUuid(id)) return null;
      const row = await inScope(scope).where('id', '=', id).executeTakeFirst();
      return row ? reportOf(row) : null;
    },

    /**
     * In a transaction: locked against other changes until commit, in the order of their ids. Missing reports, and those out of scope, are
     * left out.
     */
    async lockForUpdate(scope: GridNo, ids: readonly string[]): Promise<DueReport[]> {
      const rows = await inScope(scope)
        .where(isAnyOf('id', ids.filter(isUuid), 'uuid'))
        .orderBy('id')
        .forUpdate()
        .execute();
      return rows.map(reportOf);
    },

    /** Saves locked reports after a change. */
    async save(reports: readonly DueReport[]): Promise<void> {
      if (reports.length === 0) return;
      const rows = reports.map((report) => ({ id: report.id, ...changing(report) }));
      await sql`
        update due_report set receivers = changed.receivers, sent = changed.sent, told_late_at = changed.told_late_at,
          lapsed = changed.lapsed, state = changed.state, revision = changed.revision
        from json_to_recordset(${jsonText(rows)}::json)
          as changed(id uuid, receivers jsonb, sent jsonb, told_late_at timestamptz, lapsed jsonb, state text, revision integer)
        where due_report.id = changed.id`.execute(db);
    },

    /** Reports of the grid and below; open ones by deadline, the others newest first. */
    async page(scope: GridNo, { gridNo, isOpen, alarmIds }: DueReportFilters, { offset, limit }: PageRequest): Promise<Paged<DueReport>> {
      const matching = db
        .selectFrom('due_report')
        .where(
          allOf([
            withinScope('due_report.grid_no', gridNo !== undefined && covers(scope, gridNo) ? gridNo : scope),
            ...(isOpen === undefined ? [] : [isOpen ? OPEN : sql<SqlBool>`not (${OPEN})`]),
            ...(alarmIds === undefined ? [] : [aboutAlarms(alarmIds)]),
          ]),
        );
      const [{ total }, rows] = await Promise.all([
        matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
        matching
          .selectAll()
          .orderBy(sql`(case when state = 'due' then 0 when state in ('sent', 'received') then 1 else 2 end)`)
          .orderBy('due_at', isOpen === true ? 'asc' : 'desc')
          .orderBy('id')
          .offset(offset)
          .limit(limit)
          .execute(),
      ]);
      return { total, list: rows.map(reportOf) };
    },

    /** Reports about these alarms in all grids, whatever their state. */
    async about(alarmIds: readonly string[]): Promise<DueReport[]> {
      if (alarmIds.length === 0) return [];
      return (await db.selectFrom('due_report').selectAll().where(aboutAlarms(alarmIds)).execute()).map(reportOf);
    },

    /** Reports in all grids that are not sent, or not read by every receiver; the earliest due first. */
    async open({ limit }: Limit): Promise<DueReport[]> {
      const rows = await db.selectFrom('due_report').selectAll().where(OPEN).orderBy('due_at').orderBy('id').limit(limit).execute();
      return rows.map(reportOf);
    },

    /**
     * The alarms of real fires, except exercises, that are in progress or were closed since then, with the other current alarms of those
     * fires.
     * @param area fires of this grid and below
     */
    async alarmsOfRealFires(area: GridNo, closedSince: Date, { limit }: Limit): Promise<AlarmOfFire[]> {
      const { rows: real } = await sql<{ id: string; fire_id: string }>`
        select alarm.id, coalesce(incident_id, alarm.id) as fire_id from alarm left join incident_alarm on alarm_id = alarm.id
        where (stage = 'in-progress' or (stage = 'closed' and closed_at >= ${closedSince})) and deleted_at is null and exercise_id is null
          and ${withinScope('alarm.grid_no', area)}
        order by judged_at desc limit ${limit}`.execute(db);
      return alarmsOfFires(
        real.map(({ id }) => id),
        [...new Set(real.map(({ fire_id }) => fire_id))],
      );
    },

    /** The alarms of the fire to which this alarm belongs, in scope; empty: no such alarm in scope. */
    async alarmsOfFire(scope: GridNo, alarmId: string): Promise<AlarmOfFire[]> {
      if (!isUuid(alarmId)) return [];
      const row = await db.selectFrom('incident_alarm').select('incident_id').where('alarm_id', '=', alarmId).executeTakeFirst();
      const all = await alarmsOfFires([alarmId], row === undefined ? [] : [row.incident_id]);
      const inside = all.filter(({ alarm }) => covers(scope, alarm.gridNo));
      return inside.some(({ alarm }) => alarm.id === alarmId) ? inside : [];
    },

    /** The alarms of these fires, in scope. @param ids current ids of fires, including the ids of alarms that belong to none */
    async alarmsOfFires(scope: GridNo, ids: readonly string[]): Promise<AlarmOfFire[]> {
      if (ids.length === 0) return [];
      return (await alarmsOfFires(ids, ids)).filter(({ alarm }) => covers(scope, alarm.gridNo));
    },
  };

  /** @param alarmIds alarms that may not belong to a fire yet */
  async function alarmsOfFires(alarmIds: readonly string[], fireIds: readonly string[]): Promise<AlarmOfFire[]> {
    const rows = await db
      .selectFrom('alarm')
      .leftJoin('incident_alarm', 'incident_alarm.alarm_id', 'alarm.id')
      .selectAll('alarm')
      .select('incident_alarm.incident_id')
      .where(
        sql<SqlBool>`(${isAnyOf('alarm.id', alarmIds, 'uuid')}
          or alarm.id in (select alarm_id from incident_alarm where ${isAnyOf('incident_id', fireIds, 'uuid')}))`,
      )
      .where('alarm.deleted_at', 'is', null)
      .where('alarm.exercise_id', 'is', null)
      .orderBy('alarm.arrived_at')
      .orderBy('alarm.id')
      .execute();
    return rows.map(({ incident_id: fireId, ...row }) => ({ alarm: alarmOf(row), fireId: fireId ?? row.id }));
  }
}

/** The rules of reporting, and the facts noted for them. */
const reportingRules = (db: Db) => ({
  /** The areas that officers drew as burnt for these alarms. */
  async burntAreas(alarmIds: readonly string[]): Promise<Pick<Plot, 'fireId' | 'points' | 'changedAt'>[]> {
    if (alarmIds.length === 0) return [];
    const rows = await db
      .selectFrom('plot')
      .select(['fire_id', 'points', 'changed_at'])
      .where(isAnyOf('fire_id', alarmIds, 'uuid'))
      .where('symbol', '=', 'burnt-area')
      .execute();
    return rows.map(({ fire_id: fireId, points, changed_at: changedAt }) => ({ fireId, points, changedAt }));
  },

  async factsOf(alarmIds: readonly string[]): Promise<NotedRow[]> {
    if (alarmIds.length === 0) return [];
    const rows = await db
      .selectFrom('reporting_fact')
      .selectAll()
      .where(isAnyOf('alarm_id', alarmIds, 'uuid'))
      .orderBy('noted_at')
      .execute();
    return rows.map(notedOf);
  },

  /** In a transaction. */
  async noteFact({ alarmId, fact, known, by }: NotedRow): Promise<void> {
    const value = jsonb(known.value);
    await db
      .insertInto('reporting_fact')
      .values({ alarm_id: alarmId, fact, value, noted_by: by, noted_at: known.at })
      .onConflict((conflict) => conflict.columns(['alarm_id', 'fact']).doUpdateSet({ value, noted_by: by, noted_at: known.at }))
      .execute();
  },

  async rules(): Promise<StoredRule[]> {
    return (await db.selectFrom('reporting_rule').selectAll().orderBy('id').execute()).map(ruleOf);
  },

  /** In a transaction. @returns false: another user has already saved a change of this revision */
  async saveRule({ id, revision, changed, confirmed, ...terms }: StoredRule): Promise<boolean> {
    const row = { terms: jsonb(termsOf(terms)), revision, changed: changed && jsonb(changed), confirmed: confirmed && jsonb(confirmed) };
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('reporting_rule')
      .values({ id, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row).where('reporting_rule.revision', '<', revision))
      .executeTakeFirst();
    return numInsertedOrUpdatedRows > 0n;
  },
});

const aboutAlarms = (alarmIds: readonly string[]) =>
  sql<SqlBool>`(${isAnyOf('due_report.alarm_id', alarmIds, 'uuid')} or ${isAnyOf('due_report.fire_id', alarmIds, 'uuid')})`;

const changing = ({ receivers, sent, toldLateAt, lapsed, revision }: DueReport) => ({
  receivers,
  sent,
  told_late_at: toldLateAt,
  lapsed,
  state: dueReportState({ receivers, sent, lapsed }),
  revision,
});

const reportOf = (row: Selectable<DueReportTable>): DueReport => ({
  id: row.id,
  fireId: row.fire_id,
  alarmId: row.alarm_id,
  gridNo: row.grid_no,
  address: row.address,
  rule: row.rule,
  reason: row.reason,
  owedAt: row.owed_at,
  dueAt: row.due_at,
  // The times in the JSON columns are text.
  receivers: withMoments(row.receivers) as DueReport['receivers'],
  sent: withMoments(row.sent) as DueReport['sent'],
  toldLateAt: row.told_late_at,
  lapsed: withMoments(row.lapsed) as DueReport['lapsed'],
  revision: row.revision,
});

const notedOf = (row: Selectable<ReportingFactTable>): NotedRow => ({
  alarmId: row.alarm_id,
  fact: row.fact,
  known: { value: row.value, at: row.noted_at },
  by: row.noted_by,
});

const termsOf = ({ condition, deadline, to, form, escalateAfterMinutes, enabled }: RuleTerms): RuleTerms => ({
  condition,
  deadline,
  to,
  form,
  escalateAfterMinutes,
  enabled,
});

const ruleOf = (row: Selectable<ReportingRuleTable>): StoredRule => ({
  ...row.terms,
  id: row.id,
  revision: row.revision,
  changed: withMoments(row.changed) as StoredRule['changed'],
  confirmed: withMoments(row.confirmed) as StoredRule['confirmed'],
});
