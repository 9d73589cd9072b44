// Notifications (通知): the messages to each receiver about each fire, and their state (in the outbox); also the log and the fires as the
// notification job reads them.

import { type GridNo, NATION } from '@lookout/domain';
import type { Paged, PageRequest } from '@lookout/store';
import { allOf, type Db, isAnyOf, isUuid, jsonText, pageOf, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { AlarmTable } from '../alarm/alarm.tables.ts';
import { alarmOf } from '../alarm/alarm-rows.store.ts';
import { MEMBER_COLUMNS, type MemberColumns, memberOf } from '../incident/incidents.store.ts';
import type { NotificationTable } from './notification.tables.ts';
import type { FireMember, NotificationChannel, NotificationKind, NotificationStage, NotificationState } from './notification.ts';
import type { MessageBurst } from './notification-flood.ts';
import type { OutboxRow } from './outbox.store.ts';

/** A message to one receiver by one channel. */
export interface Notification {
  readonly id: string;
  /** Fire, receiver, channel, round, stage and repeat: one message exists for each combination. */
  readonly onceKey: string;
  readonly kind: NotificationKind;
  readonly fireId: string | null;
  /** One of the fire's alarms that the receiver may see. */
  readonly alarmId: string | null;
  readonly gridNo: GridNo;
  /** Either this or `webhookId` is set. */
  readonly accountId: string | null;
  readonly webhookId: string | null;
  readonly receiver: string;
  readonly channel: NotificationChannel;
  /** A phone number or e-mail address. */
  readonly address: string | null;
  readonly stage: NotificationStage | null;
  /** 0: the first notification. */
  readonly repeat: number;
  /** The danger of the fire when the message was created, 0–2; null: not known, or not about a fire. */
  readonly danger: number | null;
  /** Whether the receiver is on the duty list of the fire's grid. */
  readonly isDuty: boolean;
  readonly title: string;
  readonly content: string;
  /** The data for a program: the webhook or the browser's worker. */
  readonly payload: unknown;
  readonly state: NotificationState;
  readonly attempts: number;
  /**
   * While waiting: time of the next attempt. While held: the end of the quiet hours. While gathering: the latest time at which it is sent.
   */
  readonly nextAttemptAt: Date | null;
  /** Why the last attempt failed: an error code of the catalogue. */
  readonly reason: string | null;
  readonly createdAt: Date;
  /** When it was sent, delivered, given up, summed or stored. */
  readonly settledAt: Date | null;
  /** The combined message that includes this one. */
  readonly gatheredInto: string | null;
}

export type NewNotification = Omit<Notification, 'attempts' | 'reason' | 'settledAt' | 'gatheredInto'>;

/** A person's recent messages on one channel. */
export interface BurstOf extends MessageBurst {
  readonly accountId: string;
  readonly channel: NotificationChannel;
}

export interface NotificationFilters {
  readonly gridNo?: GridNo | undefined;
  readonly channel?: NotificationChannel | undefined;
  readonly state?: NotificationState | undefined;
  /** The fire of this alarm, and its former names. */
  readonly alarmIds?: readonly string[] | undefined;
  readonly begin?: Date | undefined;
  readonly end?: Date | undefined;
}

/** The data of a notification about a fire. */
export type SentNotification = Pick<
  Notification,
  'fireId' | 'alarmId' | 'accountId' | 'webhookId' | 'channel' | 'repeat' | 'isDuty' | 'createdAt'
> & {
  readonly stage: NotificationStage;
};

/** An alarm with its fire; the alarm's own id if fire association is off. */
export interface MemberOfFire extends FireMember {
  readonly fireId: string;
  /** Whether incident/server/association.ts has processed the alarm. */
  readonly isJoined: boolean;
}

/** Number of log entries read at once. */
const STRETCH = 1_000;
const NEWEST_FIRST = sql`notification.created_at desc, notification.id`;

export function notificationsRepository(db: Db) {
  const withOutbox = () => db.selectFrom('notification').innerJoin('outbox', 'outbox.id', 'notification.id');

  return {
    ...eventsToNotify(db),

    /** The notifications about these alarms, or about fires with these names, oldest first. */
    async sentAbout(alarmIds: readonly string[], fireIds: readonly string[]): Promise<SentNotification[]> {
      const rows = await withOutbox()
        .select(['fire_id', 'alarm_id', 'account_id', 'webhook_id', 'channel', 'stage', 'repeat', 'is_duty', 'created_at'])
        .where(sql<SqlBool>`(${isAnyOf('alarm_id', alarmIds, 'uuid')} or ${isAnyOf('fire_id', fireIds, 'uuid')})`)
        .where('kind', '=', 'fire')
        .orderBy('created_at')
        .orderBy('notification.id')
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

    /** Adds messages to the outbox. @returns the number of new ones: a receiver is not notified twice of the same */
    async add(messages: readonly NewNotification[]): Promise<number> {
      if (messages.length === 0) return 0;
      const { rows } = await sql<{ id: string }>`
        with fresh as (
          insert into notification select * from json_populate_recordset(null::notification, ${jsonText(messages.map(rowOf))}::json)
          on conflict (once_key) do nothing
          returning id
        )
        insert into outbox select one.* from json_populate_recordset(null::outbox, ${jsonText(messages.map(outgoingOf))}::json) one
          join fresh on fresh.id = one.id
        returning id`.execute(db);
      return rows.length;
    },

    /** The keys among these for which a message exists. */
    async keysAdded(onceKeys: readonly string[]): Promise<Set<string>> {
      if (onceKeys.length === 0) return new Set();
      const rows = await db.selectFrom('notification').select('once_key').where(isAnyOf('once_key', onceKeys)).execute();
      return new Set(rows.map(({ once_key }) => once_key));
    },

    /** The recent messages to these persons since then, by channel. */
    async bursts(accountIds: readonly string[], since: Date): Promise<BurstOf[]> {
      if (accountIds.length === 0) return [];
      // Messages usually wait for minutes to be combined. If the server was down, they may be older.
      const { rows } = await sql<{
        account_id: string;
        channel: NotificationChannel;
        singles: number;
        gathered_at: Date | null;
        waiting_since: Date | null;
      }>`
        select notification.account_id, outbox.channel,
          (count(*) filter (where notification.kind = 'fire' and outbox.state in ('waiting', 'sent', 'delivered', 'failed')
            and notification.created_at > ${since}))::integer as singles,
          max(notification.created_at) filter (where notification.kind = 'gathered' and notification.created_at > ${since}) as gathered_at,
          min(notification.created_at) filter (where outbox.state = 'gathering') as waiting_since
        from notification join outbox using (id)
        where ${isAnyOf('notification.account_id', accountIds, 'uuid')} and (notification.created_at > ${since} or outbox.state = 'gathering')
        group by notification.account_id, outbox.channel`.execute(db);
      return rows.map((row) => ({
        accountId: row.account_id,
        channel: row.channel,
        singles: row.singles,
        gatheredAt: row.gathered_at,
        waitingSince: row.waiting_since,
      }));
    },

    /** Locks held messages whose quiet hours have ended, oldest first. Requires a transaction. */
    async lockReleased(now: Date, limit: number): Promise<Notification[]> {
      const rows = await withOutbox()
        .selectAll(['notification', 'outbox'])
        .where('state', '=', 'held')
        .where('next_attempt_at', '<=', now)
        .orderBy('created_at')
        .orderBy('notification.id')
        .limit(limit)
        .forUpdate()
        .execute();
      return rows.map(notificationOf);
    },

    /**
     * Locks all messages that wait to be combined, for each person and channel with a due message, oldest first. Requires a transaction.
     */
    async lockGathered(now: Date, limit: number): Promise<Notification[]> {
      const rows = await withOutbox()
        .selectAll(['notification', 'outbox'])
        .where('state', '=', 'gathering')
        .where(
          sql<SqlBool>`(notification.account_id, outbox.channel) in (
            select due.account_id, outgoing.channel from notification due join outbox outgoing using (id)
            where outgoing.state = 'gathering' and outgoing.next_attempt_at <= ${now})`,
        )
        .orderBy('created_at')
        .orderBy('notification.id')
        .limit(limit)
        .forUpdate()
        .execute();
      return rows.map(notificationOf);
    },

    /**
     * Marks held or gathering messages as included in a combined message now.
     * @param into the combined message by message id; null: none, because it is no longer needed
     * @param reason why there is none: an error code of the catalogue
     */
    async summed(into: ReadonlyMap<string, string | null>, reason: string, at: Date): Promise<void> {
      if (into.size === 0) return;
      await sql`
        with told as (select * from unnest(${[...into.keys()]}::uuid[], ${[...into.values()]}::uuid[]) told (id, gathered_into)),
        settled as (
          update outbox set state = 'summed', next_attempt_at = null, settled_at = ${at},
            reason = case when told.gathered_into is null then ${reason} end
          from told
          where outbox.id = told.id and outbox.state in ('held', 'gathering')
          returning outbox.id
        )
        update notification set gathered_into = told.gathered_into from told join settled using (id) where notification.id = told.id`.execute(
        db,
      );
    },

    /** Returns the orders, newest first. */
    async page(
      scope: GridNo,
      { gridNo = NATION, channel, state, alarmIds, begin, end }: NotificationFilters,
      request: PageRequest,
    ): Promise<Paged<Notification>> {
      const matching = withOutbox().where(
        allOf([
          withinScope('notification.grid_no', scope),
          withinScope('notification.grid_no', gridNo),
          ...(channel === undefined ? [] : [sql<SqlBool>`outbox.channel = ${channel}`]),
          ...(state === undefined ? [] : [sql<SqlBool>`outbox.state = ${state}`]),
          ...(alarmIds === undefined
            ? []
            : [
                sql<SqlBool>`(${isAnyOf('notification.alarm_id', alarmIds, 'uuid')} or ${isAnyOf('notification.fire_id', alarmIds, 'uuid')})`,
              ]),
          ...(begin === undefined ? [] : [sql<SqlBool>`notification.created_at >= ${begin}`]),
          ...(end === undefined ? [] : [sql<SqlBool>`notification.created_at < ${end}`]),
        ]),
      );
      return pageOf(matching, NEWEST_FIRST, request, (row) => notificationOf(row as NotificationRow));
    },

    /** The combined messages, by id. */
    async byIds(ids: readonly string[]): Promise<Map<string, Notification>> {
      if (ids.length === 0) return new Map();
      const rows = await withOutbox()
        .selectAll(['notification', 'outbox'])
        .where(isAnyOf('notification.id', ids, 'uuid'))
        .execute();
      return new Map(rows.map((row) => [row.id, notificationOf(row)]));
    },
  };
}

/** What the log says about alarms that somebody is notified of. */
const eventsToNotify = (db: Db) => ({
  /**
   * The position up to which the log was read. Requires a transaction: the row is locked until commit, so that no two servers send the
   * same.
   */
  async readingForUpdate(): Promise<number> {
    const { rows } = await sql<{ seq: number }>`select seq from notification_reading for update`.execute(db);
    return rows[0]?.seq ?? 0;
  },

  async saveReading(seq: number): Promise<void> {
    await db.updateTable('notification_reading').set({ seq }).execute();
  },

  /** The newest sequence number of the log. */
  async head(): Promise<number> {
    const { rows } = await sql<{ head: number }>`select event_last as head from journal_head`.execute(db);
    return rows[0]?.head ?? 0;
  },

  /**
   * Reads the next section of the log after a sequence number: the alarms that were recorded or changed, joined a fire, or had a plan
   * started.
   */
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

  /** The fires of these alarms, with all alarms of each fire in order of arrival. Deleted alarms and those of exercises are left out. */
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

  /** The alarms among these for which a plan is running. */
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

  /** Alarms about which a duty list was notified since then and that have not been handled. */
  async unanswered(since: Date): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select open.id from (
        select distinct alarm_id as id from notification where is_duty and created_at >= ${since} and alarm_id is not null
      ) told
      cross join lateral (
        select id from alarm where id = told.id and stage = 'open' and acknowledged_at is null and deleted_at is null
        -- The limit makes the planner look up one alarm at a time; without it, it reads every open alarm.
        limit 1
      ) open`.execute(db);
    return rows.map(({ id }) => id);
  },
});

function memberOfFire(row: Selectable<AlarmTable> & { readonly [C in keyof MemberColumns]: MemberColumns[C] | null }): MemberOfFire {
  const { incident_id: incidentId, look } = row;
  const isJoined = incidentId !== null && look !== null;
  return {
    alarm: alarmOf(row),
    fireId: incidentId ?? row.id,
    isJoined,
    // The columns of a joined row are either all set or all null.
    evidence: isJoined ? memberOf({ ...(row as typeof row & MemberColumns), alarm_id: row.id }).evidence : null,
  };
}

type NotificationRow = Selectable<NotificationTable> & OutboxRow;

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
  stage: message.stage,
  repeat: message.repeat,
  is_duty: message.isDuty,
  created_at: message.createdAt,
  gathered_into: null,
  danger: message.danger,
});

const outgoingOf = (message: NewNotification): OutboxRow => ({
  id: message.id,
  origin: 'notification',
  channel: message.channel,
  address: message.address ?? message.accountId ?? message.webhookId ?? '',
  title: message.title,
  content: message.content,
  payload: message.payload,
  state: message.state,
  attempts: 0,
  next_attempt_at: message.nextAttemptAt,
  reason: null,
  put_at: message.createdAt,
  settled_at: message.state === 'kept' ? message.createdAt : null,
  share_grid: message.gridNo,
  share_account: message.accountId ?? message.webhookId,
  goes_first: true,
});

/** Browsers and webhooks have no address and are found by their account or id. */
const HAS_ADDRESS: ReadonlySet<NotificationChannel> = new Set(['sms', 'email']);

const notificationOf = (row: NotificationRow): Notification => ({
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
  address: HAS_ADDRESS.has(row.channel) ? row.address : null,
  stage: row.stage,
  repeat: row.repeat,
  isDuty: row.is_duty,
  title: row.title ?? '',
  content: row.content,
  payload: row.payload,
  state: row.state,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  reason: row.reason,
  createdAt: row.created_at,
  settledAt: row.settled_at,
  gatheredInto: row.gathered_into,
  danger: row.danger,
});
