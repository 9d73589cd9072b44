// The outbox of notifications (通知): what each receiver was told of each fire and how it was sent; several servers send from it without duplicates. And the log
// and the fires as who tells them reads them.
import {
  type FireMember,
  type GridNo,
  NATION,
  type NotificationChannel,
  type NotificationKind,
  type NotificationStage,
  type NotificationState,
} from '@lookout/domain';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { allOf, type Db, isAnyOf, isUuid, jsonText, type Paged, type PageRequest, pageOf, withinScope } from '../sql.ts';
import type { AlarmTable, NotificationTable } from '../tables.ts';
import { alarmOf } from './alarm-rows.ts';
import { MEMBER_COLUMNS, type MemberColumns, memberOf } from './incidents.ts';

/** A message to one receiver by one channel. */
export interface Notification {
  readonly id: string;
  /** Fire, receiver, channel, round, stage and repeat: there is one message of each. */
  readonly onceKey: string;
  readonly kind: NotificationKind;
  readonly fireId: string | null;
  /** One of the fire's alarms that the receiver may see. */
  readonly alarmId: string | null;
  readonly gridNo: GridNo;
  /** One of these two. */
  readonly accountId: string | null;
  readonly webhookId: string | null;
  readonly receiver: string;
  readonly channel: NotificationChannel;
  /** A telephone number or e-mail address. */
  readonly address: string | null;
  readonly stage: NotificationStage | null;
  /** 0: the first time. */
  readonly repeat: number;
  /** To who is on the duty list of the fire's grid. */
  readonly isDuty: boolean;
  readonly title: string;
  readonly content: string;
  /** What a webhook is sent. */
  readonly payload: unknown;
  readonly state: NotificationState;
  readonly attempts: number;
  /** While waiting: time of the next attempt. While held: the end of the quiet hours. */
  readonly nextAttemptAt: Date | null;
  /** Why the last attempt failed: an error code of the catalogue. */
  readonly reason: string | null;
  readonly createdAt: Date;
  /** Sent, delivered, given up, summed or kept. */
  readonly settledAt: Date | null;
}

export type NewNotification = Omit<Notification, 'attempts' | 'reason' | 'settledAt'>;

export interface NotificationFilters {
  readonly gridNo?: GridNo | undefined;
  readonly channel?: NotificationChannel | undefined;
  readonly state?: NotificationState | undefined;
  /** The fire of this alarm, and what it was called before. */
  readonly alarmIds?: readonly string[] | undefined;
  readonly begin?: Date | undefined;
  readonly end?: Date | undefined;
}

/** What was told about a fire. */
export type Told = Pick<Notification, 'fireId' | 'alarmId' | 'accountId' | 'webhookId' | 'channel' | 'repeat' | 'isDuty' | 'createdAt'> & {
  readonly stage: NotificationStage;
};

/** How an attempt ended; `nextAttemptAt` null: there is no further one. */
export type NotificationEnd =
  | { readonly state: 'sent' | 'delivered'; readonly at: Date }
  | { readonly reason: string; readonly nextAttemptAt: Date | null; readonly at: Date };

/** An alarm with its fire; its own id where fires are not joined. */
export interface MemberOfFire extends FireMember {
  readonly fireId: string;
  /** Has the keeper of the fires looked at it yet? */
  readonly isJoined: boolean;
}

/** Numbers of the log read at once. */
const STRETCH = 1_000;
const NEWEST_FIRST = sql`created_at desc, id`;

export type Notifications = ReturnType<typeof notificationsRepository>;

export function notificationsRepository(db: Db) {
  return {
    /** How far the log was read. In a transaction: locked until commit, so that no two servers tell the same. */
    async readingForUpdate(): Promise<number> {
      const { rows } = await sql<{ seq: number }>`select seq from notification_reading for update`.execute(db);
      return rows[0]?.seq ?? 0;
    },

    async saveReading(seq: number): Promise<void> {
      await db.updateTable('notification_reading').set({ seq }).execute();
    },

    /** The newest number of the log. */
    async head(): Promise<number> {
      const { rows } = await sql<{ head: number }>`select event_last as head from journal_head`.execute(db);
      return rows[0]?.head ?? 0;
    },

    /** The next stretch of the log after a number: the alarms that were recorded or changed, joined a fire, or whose plan was started. */
    async readAfter(seq: number): Promise<{ readonly next: number; readonly more: boolean; readonly alarmIds: readonly string[] }> {
      const { rows: heads } = await sql<{ head: number }>`select event_last as head from journal_head`.execute(db);
      const head = heads[0]?.head ?? 0;
      const next = Math.max(seq, Math.min(head, seq + STRETCH));
      if (next === seq) return { next, more: false, alarmIds: [] };
      const { rows } = await sql<{ id: string }>`
        select distinct id from (
          select alarm.id::text as id from event join alarm on alarm.id between run_member(event.first_alarm, ${seq}::bigint - (event.seq - event.numbers))
            and least(event.last_alarm, run_member(event.first_alarm, greatest(0, ${next}::bigint - 1 - (event.seq - event.numbers))))
          where event.seq > ${seq} and event.seq - event.numbers < ${next} and event.first_alarm is not null
          union all
          select object_id from event where seq > ${seq} and seq <= ${next} and kind like 'alarm.%' and object_id is not null
          union all
          select member ->> 'alarmId' from event cross join lateral json_array_elements(payload::json -> 'members') member
          where seq > ${seq} and seq <= ${next} and kind = 'incident.joined'
          union all
          select plan_run.fire_id::text from event join plan_run on plan_run.id::text = event.object_id
          where event.seq > ${seq} and event.seq <= ${next} and event.kind like 'plan-run.%'
        ) changed`.execute(db);
      return { next, more: next < head, alarmIds: rows.map(({ id }) => id) };
    },

    /** The fires of these alarms, with every alarm of each, in the order of their arrival. Deleted ones and those of exercises are left out. */
    async membersAround(alarmIds: readonly string[]): Promise<MemberOfFire[]> {
      if (alarmIds.length === 0) return [];
      const rows = await db
        .selectFrom('alarm')
        .leftJoin('incident_alarm', 'incident_alarm.alarm_id', 'alarm.id')
        .selectAll('alarm')
        .select(MEMBER_COLUMNS)
        .where(
          sql<SqlBool>`(${isAnyOf('alarm.id', alarmIds.filter(isUuid), 'uuid')} or alarm.id in (
            select other.alarm_id from incident_alarm own join incident_alarm other using (incident_id)
            where ${isAnyOf('own.alarm_id', alarmIds.filter(isUuid), 'uuid')}))`,
        )
        .where('alarm.deleted_at', 'is', null)
        .where('alarm.exercise_id', 'is', null)
        .where('alarm.kind', '<>', 'danger')
        .orderBy('alarm.arrived_at')
        .orderBy('alarm.id')
        .execute();
      return rows.map(memberOfFire);
    },

    /** Those of these alarms for which a plan runs. */
    async withResponse(alarmIds: readonly string[]): Promise<Set<string>> {
      if (alarmIds.length === 0) return new Set();
      const rows = await db
        .selectFrom('plan_run')
        .select('fire_id')
        .where(isAnyOf('fire_id', alarmIds, 'uuid'))
        .where('ended_at', 'is', null)
        .execute();
      return new Set(rows.map(({ fire_id }) => fire_id));
    },

    /** Alarms about which a duty list was told since then and that nobody has answered. */
    async unanswered(since: Date): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select distinct alarm.id from notification join alarm on alarm.id = notification.alarm_id
        where notification.is_duty and notification.created_at >= ${since} and alarm.stage = 'open' and alarm.acknowledged_at is null
          and alarm.deleted_at is null`.execute(db);
      return rows.map(({ id }) => id);
    },

    /** What was told about these alarms, or about fires of these names, oldest first. */
    async told(alarmIds: readonly string[], fireIds: readonly string[]): Promise<Told[]> {
      const rows = await db
        .selectFrom('notification')
        .select(['fire_id', 'alarm_id', 'account_id', 'webhook_id', 'channel', 'stage', 'repeat', 'is_duty', 'created_at'])
        .where(sql<SqlBool>`(${isAnyOf('alarm_id', alarmIds, 'uuid')} or ${isAnyOf('fire_id', fireIds, 'uuid')})`)
        .where('kind', '=', 'fire')
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map((row) => ({
        fireId: row.fire_id,
        alarmId: row.alarm_id,
        accountId: row.account_id,
        webhookId: row.webhook_id,
        channel: row.channel,
        stage: row.stage as NotificationStage,
        repeat: row.repeat,
        isDuty: row.is_duty,
        createdAt: row.created_at,
      }));
    },

    /** Puts messages into the outbox. @returns how many are new: who was told of the same already is not told again */
    async add(messages: readonly NewNotification[]): Promise<number> {
      if (messages.length === 0) return 0;
      const { rows } = await sql<{ id: string }>`
        insert into notification select * from json_populate_recordset(null::notification, ${jsonText(messages.map(rowOf))}::json)
        on conflict (once_key) do nothing
        returning id`.execute(db);
      return rows.length;
    },

    /** In a transaction: held ones whose quiet hours have ended, locked; oldest first. */
    async lockReleased(now: Date, limit: number): Promise<Notification[]> {
      const rows = await db
        .selectFrom('notification')
        .selectAll()
        .where('state', '=', 'held')
        .where('next_attempt_at', '<=', now)
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .execute();
      return rows.map(notificationOf);
    },

    /** Held ones that are in a message at the end of the quiet hours now. */
    async summed(ids: readonly string[], at: Date): Promise<void> {
      await db
        .updateTable('notification')
        .set({ state: 'summed', next_attempt_at: null, settled_at: at })
        .where(isAnyOf('id', ids, 'uuid'))
        .where('state', '=', 'held')
        .execute();
    },

    /** Leases due messages until `leaseEnd`: no other server sends them meanwhile, and the lease of one that died expires. Each lease is an attempt. */
    async claim(now: Date, leaseEnd: Date, limit: number): Promise<Notification[]> {
      const { rows } = await sql<Selectable<NotificationTable>>`
        with due as materialized (
          select id from notification where state = 'waiting' and next_attempt_at <= ${now}
          order by next_attempt_at, id limit ${limit} for update skip locked
        )
        update notification set attempts = attempts + 1, next_attempt_at = ${leaseEnd} from due where notification.id = due.id
        returning notification.*`.execute(db);
      return rows.map(notificationOf);
    },

    /** Records the end of an attempt. If its lease has expired, only a success is recorded. */
    async settle({ id, attempts }: Pick<Notification, 'id' | 'attempts'>, end: NotificationEnd): Promise<void> {
      const waiting = db.updateTable('notification').where('id', '=', id).where('state', '=', 'waiting');
      if ('state' in end) {
        await waiting.set({ state: end.state, settled_at: end.at, next_attempt_at: null, reason: null }).execute();
        return;
      }
      const { reason, nextAttemptAt, at } = end;
      const given = nextAttemptAt === null ? ({ state: 'failed', settled_at: at } as const) : {};
      await waiting
        .where('attempts', '=', attempts)
        .set({ ...given, reason, next_attempt_at: nextAttemptAt })
        .execute();
    },

    /** Newest first. */
    async page(
      scope: GridNo,
      { gridNo = NATION, channel, state, alarmIds, begin, end }: NotificationFilters,
      request: PageRequest,
    ): Promise<Paged<Notification>> {
      const matching = db
        .selectFrom('notification')
        .where(
          allOf([
            withinScope('notification.grid_no', scope),
            withinScope('notification.grid_no', gridNo),
            ...(channel === undefined ? [] : [sql<SqlBool>`notification.channel = ${channel}`]),
            ...(state === undefined ? [] : [sql<SqlBool>`notification.state = ${state}`]),
            ...(alarmIds === undefined
              ? []
              : [
                  sql<SqlBool>`(${isAnyOf('notification.alarm_id', alarmIds, 'uuid')} or ${isAnyOf('notification.fire_id', alarmIds, 'uuid')})`,
                ]),
            ...(begin === undefined ? [] : [sql<SqlBool>`notification.created_at >= ${begin}`]),
            ...(end === undefined ? [] : [sql<SqlBool>`notification.created_at < ${end}`]),
          ]),
        );
      const { total, list } = await pageOf(matching, NEWEST_FIRST, request);
      return { total, list: list.map(notificationOf) };
    },
  };
}

function memberOfFire(row: Selectable<AlarmTable> & { readonly [C in keyof MemberColumns]: MemberColumns[C] | null }): MemberOfFire {
  const { incident_id: incidentId, look } = row;
  const isJoined = incidentId !== null && look !== null;
  return {
    alarm: alarmOf(row),
    fireId: incidentId ?? row.id,
    isJoined,
    // The columns of a joined row are there together.
    evidence: isJoined ? memberOf({ ...(row as typeof row & MemberColumns), alarm_id: row.id }).evidence : null,
  };
}

const rowOf = (message: NewNotification): Selectable<NotificationTable> => ({
  id: message.id,
  once_key: message.onceKey,
  kind: message.kind,
  fire_id: message.fireId,
  alarm_id: message.alarmId,
  grid_no: message.gridNo,
  account_id: message.accountId,
  webhook_id: message.webhookId,
  receiver: message.receiver,
  channel: message.channel,
  address: message.address,
  stage: message.stage,
  repeat: message.repeat,
  is_duty: message.isDuty,
  title: message.title,
  content: message.content,
  payload: message.payload,
  state: message.state,
  attempts: 0,
  next_attempt_at: message.nextAttemptAt,
  reason: null,
  created_at: message.createdAt,
  settled_at: message.state === 'kept' ? message.createdAt : null,
});

const notificationOf = (row: Selectable<NotificationTable>): Notification => ({
  id: row.id,
  onceKey: row.once_key,
  kind: row.kind,
  fireId: row.fire_id,
  alarmId: row.alarm_id,
  gridNo: row.grid_no,
  accountId: row.account_id,
  webhookId: row.webhook_id,
  receiver: row.receiver,
  channel: row.channel,
  address: row.address,
  stage: row.stage,
  repeat: row.repeat,
  isDuty: row.is_duty,
  title: row.title,
  content: row.content,
  payload: row.payload,
  state: row.state,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  reason: row.reason,
  createdAt: row.created_at,
  settledAt: row.settled_at,
});
