// Reads the log of alarms for statistics: only the counted fields of each event, in few queries for any number of events.

import type { GridNo } from '@lookout/domain';
import type { Db } from '@lookout/store/sql.ts';
import { sql } from 'kysely';
import type { TaskState } from '../task/task.ts';
import type { AlarmKind, JudgedVerdict, RealFireType } from './alarm.ts';
import type { AlarmEventKind } from './alarm-events.ts';

/** An alarm as it was recorded; those of an exercise are not counted. */
export interface FedAlarm {
  readonly id: string;
  readonly kind: AlarmKind;
  readonly gridNo: GridNo;
  /** WGS 84 degrees. */
  readonly lng: number;
  readonly lat: number;
  readonly deviceId: string | null;
  /** Epoch milliseconds. */
  readonly arrivedAt: number;
}

/** The events that change a counted field of an alarm. */
const COUNTED = [
  'alarm.acknowledged',
  'alarm.taken-over',
  'alarm.judged',
  'alarm.corrected',
  'alarm.reopened',
  'alarm.moved',
  'alarm.dispatched',
  'alarm.progressed',
  'alarm.closed',
  'alarm.rekindled',
  'alarm.deleted',
] as const satisfies readonly AlarmEventKind[];

/** A later event of an alarm; the fields that its kind does not have are null. */
export interface FedChange {
  readonly seq: number;
  readonly kind: (typeof COUNTED)[number];
  readonly alarmId: string;
  /** The alarm's grid after the event. */
  readonly gridNo: GridNo;
  /** When it happened, epoch milliseconds. */
  readonly at: number;
  /** 岗位 of the person who acted; null: none. */
  readonly post: string | null;
  readonly verdict: JudgedVerdict | null;
  readonly realFireType: RealFireType | null;
  /** Whether the fire was already in progress when the alarm was judged; null: it was not, or the event is no judgement. */
  readonly isJoined: boolean | null;
  readonly taskState: TaskState | 'cancelled' | null;
  readonly lng: number | null;
  readonly lat: number | null;
}

export interface AlarmFeedSlice {
  /** All events up to this number have been read. */
  readonly next: number;
  readonly more: boolean;
  /** Must be applied before the changes: an alarm's recording is its first event. */
  readonly recorded: readonly FedAlarm[];
  readonly changes: readonly FedChange[];
}

/**
 * Event numbers read per query. A file of alarms is one event, so all its alarms are returned together, with the last number of the file.
 */
const STRETCH = 20_000;

export function alarmFeedRepository(db: Db) {
  return {
    /** The next stretch of the log after a number. No event is missed, because numbers follow the order of commits. */
    async after(seq: number): Promise<AlarmFeedSlice> {
      const { rows: heads } = await sql<{ head: number }>`select event_last as head from journal_head`.execute(db);
      const head = heads[0]?.head ?? 0;
      const next = Math.max(seq, Math.min(head, seq + STRETCH));
      if (next === seq) return { next, more: false, recorded: [], changes: [] };
      const [recorded, changes] = await Promise.all([
        sql<FedAlarm>`
          select alarm.id, alarm.kind, coalesce(alarm_first.grid_no, alarm.grid_no) as "gridNo", coalesce(alarm_first.lng, alarm.lng) as lng,
            coalesce(alarm_first.lat, alarm.lat) as lat, alarm.device_id as "deviceId",
            (extract(epoch from alarm.arrived_at) * 1000)::float8 as "arrivedAt"
          from event join alarm on alarm.id between event.first_alarm and event.last_alarm and alarm.exercise_id is null
          left join alarm_first on alarm_first.alarm_id = alarm.id
          where event.seq > ${seq} and event.seq <= ${next} and event.first_alarm is not null
          order by event.seq, alarm.id`.execute(db),
        sql<FedChange>`
          select seq, kind, object_id as "alarmId", grid_no as "gridNo", (extract(epoch from happened_at) * 1000)::float8 as at, post,
            payload #>> '{judgement,verdict}' as verdict, payload #>> '{judgement,realFireType}' as "realFireType",
            (payload ->> 'isJoined')::boolean as "isJoined",
            payload ->> 'state' as "taskState", (payload #>> '{to,position,lng}')::float8 as lng, (payload #>> '{to,position,lat}')::float8 as lat
          from event
          where seq > ${seq} and seq <= ${next} and object_id is not null and kind = any(${[...COUNTED]}::text[])
          order by seq`.execute(db),
      ]);
      return { next, more: next < head, recorded: recorded.rows, changes: changes.rows };
    },

    /**
     * The id of the event with this number. If two logs have the same id here, they are equal up to it.
     * @returns null: the log is shorter
     */
    async markAt(seq: number): Promise<string | null> {
      const { rows } = await sql<{ id: string }>`select id from event where seq >= ${seq} order by seq limit 1`.execute(db);
      return rows[0]?.id ?? null;
    },
  };
}
