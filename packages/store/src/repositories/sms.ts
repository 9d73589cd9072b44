// Short messages: an outbox from which several servers send without duplicates, and the templates.
import { type GridNo, NATION, ok, type Result, refuse, type ShortMessage, type SmsState } from '@lookout/domain';
import { type Selectable, sql } from 'kysely';
import { violates } from '../errors.ts';
import {
  allOf,
  contains,
  type Db,
  isAnyOf,
  isUuid,
  jsonText,
  type Limit,
  type Listed,
  listed,
  type Paged,
  type PageRequest,
  withinScope,
} from '../sql.ts';
import type { SmsTable } from '../tables.ts';

/** A message in the outbox. */
export interface Sms extends ShortMessage {
  /** While waiting: time of the next attempt. */
  readonly nextAttemptAt: Date | null;
  /** The author. */
  readonly accountId: string | null;
}

export type NewSms = Omit<Sms, 'attempts' | 'reason' | 'sentAt'>;

export interface SmsFilters {
  readonly gridNo?: GridNo | undefined;
  readonly fireId?: string | undefined;
  readonly state?: SmsState | undefined;
  /** Occurs in the phone number. */
  readonly phone?: string | undefined;
  readonly begin?: Date | undefined;
  readonly end?: Date | undefined;
}

export interface SmsTemplate {
  readonly id: string;
  readonly name: string;
  readonly content: string;
}

export type SmsOutbox = ReturnType<typeof smsRepository>;

export function smsRepository(db: Db) {
  const matching = (scope: GridNo, { gridNo = NATION, fireId, state, phone, begin, end }: SmsFilters) =>
    db
      .selectFrom('sms')
      .where(
        allOf([
          withinScope('sms.grid_no', scope),
          withinScope('sms.grid_no', gridNo),
          ...(fireId === undefined ? [] : [isAnyOf('sms.fire_id', [fireId].filter(isUuid), 'uuid')]),
          ...(state === undefined ? [] : [sql<boolean>`sms.state = ${state}`]),
          ...(phone === undefined ? [] : [contains('sms.phone', phone)]),
          ...(begin === undefined ? [] : [sql<boolean>`sms.created_at >= ${begin}`]),
          ...(end === undefined ? [] : [sql<boolean>`sms.created_at < ${end}`]),
        ]),
      );

  return {
    /** Puts messages into the outbox. @returns the ids put in; existing ones are unchanged */
    async add(messages: readonly NewSms[]): Promise<string[]> {
      if (messages.length === 0) return [];
      const { rows } = await sql<{ id: string }>`
        insert into sms (id, fire_id, fire_name, phone, receiver, content, state, next_attempt_at, account_id, full_name, grid_no, created_at)
        select id, "fireId", "fireName", phone, receiver, content, state, "nextAttemptAt", "accountId", "fullName", "gridNo", "createdAt"
        from json_to_recordset(${jsonText(messages)}::json) as m(id uuid, "fireId" uuid, "fireName" text, phone text, receiver text,
          content text, state text, "nextAttemptAt" timestamptz, "accountId" uuid, "fullName" text, "gridNo" text, "createdAt" timestamptz)
        on conflict (id) do nothing
        returning id`.execute(db);
      return rows.map((row) => row.id);
    },

    /** By id, in no order. */
    async find(scope: GridNo, ids: readonly string[]): Promise<Sms[]> {
      const rows = await db
        .selectFrom('sms')
        .selectAll()
        .where(allOf([withinScope('sms.grid_no', scope), isAnyOf('sms.id', ids.filter(isUuid), 'uuid')]))
        .execute();
      return rows.map(smsOf);
    },

    /** Newest first. */
    async list(scope: GridNo, filters: SmsFilters, { limit }: Limit): Promise<Listed<Sms>> {
      const rows = await matching(scope, filters)
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(limit + 1)
        .execute();
      return listed(rows.map(smsOf), limit);
    },

    async page(scope: GridNo, filters: SmsFilters, { offset, limit }: PageRequest): Promise<Paged<Sms>> {
      const { total } = await matching(scope, filters).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
      const rows = await matching(scope, filters)
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(offset)
        .limit(limit)
        .execute();
      return { total, list: rows.map(smsOf) };
    },

    /**
     * Leases due messages until `leaseEnd`, so that no other server sends them; the lease of a crashed server expires. Each lease counts as an
     * attempt.
     */
    async claim(now: Date, leaseEnd: Date, limit: number): Promise<Sms[]> {
      const { rows } = await sql<Selectable<SmsTable>>`
        with due as materialized (
          select id from sms where state = 'waiting' and next_attempt_at <= ${now}
          order by next_attempt_at, id limit ${limit} for update skip locked
        )
        update sms set attempts = attempts + 1, next_attempt_at = ${leaseEnd} from due where sms.id = due.id
        returning sms.*`.execute(db);
      return rows.map(smsOf);
    },

    /** Records the result of an attempt. If its lease has expired, only a success is recorded. */
    async settle({ id, attempts }: Pick<Sms, 'id' | 'attempts'>, end: SmsEnd): Promise<void> {
      const waiting = db.updateTable('sms').where('id', '=', id).where('state', '=', 'waiting');
      if ('sentAt' in end) await waiting.set({ state: 'sent', sent_at: end.sentAt, next_attempt_at: null, reason: null }).execute();
      else {
        const { reason, nextAttemptAt } = end;
        const state = nextAttemptAt === null ? 'failed' : 'waiting';
        await waiting.where('attempts', '=', attempts).set({ state, reason, next_attempt_at: nextAttemptAt }).execute();
      }
    },

    /** In the order of their names. */
    async templates(): Promise<SmsTemplate[]> {
      return db.selectFrom('sms_template').select(['id', 'name', 'content']).orderBy('name').execute();
    },

    async template(id: string): Promise<SmsTemplate | null> {
      if (!isUuid(id)) return null;
      const row = await db.selectFrom('sms_template').select(['id', 'name', 'content']).where('id', '=', id).executeTakeFirst();
      return row ?? null;
    },

    async putTemplate({ id, name, content }: SmsTemplate, now: Date): Promise<Result<void, 'name-taken'>> {
      const values = { name, content, updated_at: now };
      try {
        await db
          .insertInto('sms_template')
          .values({ id, ...values })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
          .execute();
        return ok(undefined);
      } catch (error) {
        if (violates(error, 'sms_template_name_key')) return refuse('name-taken');
        throw error;
      }
    },

    /** false: there is none. */
    async deleteTemplate(id: string): Promise<boolean> {
      if (!isUuid(id)) return false;
      const { numDeletedRows } = await db.deleteFrom('sms_template').where('id', '=', id).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

/** `nextAttemptAt` null: no further attempt. */
export type SmsEnd = { readonly sentAt: Date } | { readonly reason: string; readonly nextAttemptAt: Date | null };

const smsOf = (row: Selectable<SmsTable>): Sms => ({
  id: row.id,
  fireId: row.fire_id,
  fireName: row.fire_name,
  phone: row.phone,
  receiver: row.receiver,
  content: row.content,
  state: row.state,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  reason: row.reason,
  accountId: row.account_id,
  fullName: row.full_name,
  gridNo: row.grid_no,
  createdAt: row.created_at,
  sentAt: row.sent_at,
});
