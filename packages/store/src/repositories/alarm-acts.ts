// The history of alarms: who did what, when, from which desk. Written in the act's own transaction, never changed.
import { type AlarmAct, type AlarmActEntry, type AlarmKind, covers, type GridNo, NATION, parseGridNo } from '@lookout/domain';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../db.ts';
import type { Paged, PageRequest } from '../lists.ts';
import { withinScope } from '../scope.ts';
import { allOf, contains, isUuid, jsonText } from '../sql.ts';
import type { AlarmActTable } from '../tables.ts';

export interface AlarmActFilters {
  readonly gridNo?: GridNo | undefined;
  readonly act?: AlarmAct | undefined;
  readonly fullName?: string | undefined;
  readonly begin?: Date | undefined;
  readonly end?: Date | undefined;
}

/** A line of the history over all alarms. */
export interface AlarmActOfAlarm extends AlarmActEntry {
  readonly kind: AlarmKind;
  readonly formattedAddress: string;
}

/** Who took an alarm out of sight, and when. */
export interface WhyGone {
  readonly act: 'deleted' | 'moved';
  readonly at: Date;
  readonly fullName: string | null;
}

/** The acts of one alarm are few; this is more than any has. */
const MOST_OF_ONE = 10_000;

export type AlarmActs = ReturnType<typeof alarmActsRepository>;

export function alarmActsRepository(db: Db) {
  return {
    /** In one round trip. What was `seen` by the same account before is not said again. @returns how many are new */
    async append(entries: readonly AlarmActEntry[]): Promise<number> {
      if (entries.length === 0) return 0;
      const { rows } = await sql<{ id: number }>`
        insert into alarm_act (alarm_id, act, at, account_id, user_name, full_name, grid_no, desk, detail)
        select "alarmId", act, at, "accountId", "userName", "fullName", "gridNo", desk, detail
        from json_to_recordset(${jsonText(entries)}::json) as a("alarmId" uuid, act text, at timestamptz, "accountId" uuid, "userName" text,
          "fullName" text, "gridNo" text, desk text, detail jsonb)
        on conflict (alarm_id, account_id) where act = 'seen' do nothing
        returning id`.execute(db);
      return rows.length;
    },

    /** Of one alarm, oldest first; also of one that was deleted since. Empty when the alarm is not in scope. */
    async of(scope: GridNo, alarmId: string): Promise<AlarmActEntry[]> {
      if (!isUuid(alarmId)) return [];
      const rows = await db
        .selectFrom('alarm_act')
        .innerJoin('alarm', 'alarm.id', 'alarm_act.alarm_id')
        .selectAll('alarm_act')
        .where('alarm_act.alarm_id', '=', alarmId)
        .where(withinScope('alarm.grid_no', scope))
        .orderBy('alarm_act.id')
        .limit(MOST_OF_ONE)
        .execute();
      return rows.map(entryOf);
    },

    /** Why an alarm that was in scope is not there any more; null: it is there, or never was. */
    async whyGone(scope: GridNo, alarmId: string): Promise<WhyGone | null> {
      if (!isUuid(alarmId)) return null;
      const rows = await db
        .selectFrom('alarm_act')
        .innerJoin('alarm', 'alarm.id', 'alarm_act.alarm_id')
        .select(['alarm_act.act', 'alarm_act.at', 'alarm_act.full_name', 'alarm_act.detail', 'alarm.grid_no', 'alarm.deleted_at'])
        .where('alarm_act.alarm_id', '=', alarmId)
        .where('alarm_act.act', 'in', ['deleted', 'moved'])
        .orderBy('alarm_act.id', 'desc')
        .execute();
      for (const { act, at, full_name: fullName, detail, grid_no, deleted_at } of rows) {
        if (act === 'deleted' && deleted_at !== null && covers(scope, grid_no)) return { act, at, fullName };
        const from = parseGridNo(detail.fromGridNo);
        if (act === 'moved' && from !== null && covers(scope, from) && !covers(scope, grid_no)) return { act, at, fullName };
      }
      return null;
    },

    /** Over all alarms in scope, newest first. */
    async page(scope: GridNo, filters: AlarmActFilters, { offset, limit }: PageRequest): Promise<Paged<AlarmActOfAlarm>> {
      const { gridNo = NATION, act, fullName, begin, end } = filters;
      const matching = db
        .selectFrom('alarm_act')
        .innerJoin('alarm', 'alarm.id', 'alarm_act.alarm_id')
        .where(
          allOf([
            withinScope('alarm.grid_no', scope),
            withinScope('alarm.grid_no', gridNo),
            ...(act === undefined ? [] : [sql<boolean>`alarm_act.act = ${act}`]),
            ...(fullName === undefined ? [] : [contains('alarm_act.full_name', fullName)]),
            ...(begin === undefined ? [] : [sql<boolean>`alarm_act.at >= ${begin}`]),
            ...(end === undefined ? [] : [sql<boolean>`alarm_act.at < ${end}`]),
          ]),
        );
      const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
      const rows = await matching
        .selectAll('alarm_act')
        .select(['alarm.kind', 'alarm.formatted_address'])
        .orderBy('alarm_act.at', 'desc')
        .orderBy('alarm_act.id', 'desc')
        .offset(offset)
        .limit(limit)
        .execute();
      return { total, list: rows.map((row) => ({ ...entryOf(row), kind: row.kind, formattedAddress: row.formatted_address })) };
    },
  };
}

const entryOf = (row: Selectable<AlarmActTable>): AlarmActEntry => ({
  alarmId: row.alarm_id,
  act: row.act,
  at: row.at,
  accountId: row.account_id,
  userName: row.user_name,
  fullName: row.full_name,
  gridNo: row.grid_no,
  desk: row.desk,
  detail: row.detail,
});
