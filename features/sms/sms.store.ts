// Short messages (短信): author, receiver, delivery state (from the outbox), and the templates.
import { type GridNo, lineage, NATION, ok, type Result, refuse } from '@lookout/domain';
import type { Limit, Listed, Paged, PageRequest } from '@lookout/store';
import { violates } from '@lookout/store/errors.ts';
import { allOf, contains, type Db, isAnyOf, isUuid, jsonText, listed, pageOf, withinScope } from '@lookout/store/sql.ts';
import type { Tables } from '@lookout/store/tables.ts';
import { type Selectable, sql } from 'kysely';
import { drillOf } from '../alarm/alarm-rows.store.ts';
import type { OutboxRow } from '../notification/outbox.store.ts';
import type { ShortMessage, SmsState, SmsTemplate } from './short-message.ts';
import type { SmsTable } from './sms.tables.ts';

/** A message with its delivery state. */
export interface Sms extends ShortMessage {
  /** While waiting: time of the next attempt. */
  readonly nextAttemptAt: Date | null;
  /** The author. */
  readonly accountId: string | null;
}

export type NewSms = Omit<Sms, 'attempts' | 'reason' | 'sentAt'> & {
  /** Written by an officer; sent before automatic messages. */
  readonly isWritten?: boolean;
};

export interface SmsFilters {
  readonly gridNo?: GridNo | undefined;
  readonly fireId?: string | undefined;
  readonly state?: SmsState | undefined;
  /** Matched as a substring of the phone number. */
  readonly phone?: string | undefined;
  /** Includes messages of exercises; otherwise only real ones. */
  readonly withDrills?: boolean | undefined;
  readonly begin?: Date | undefined;
  readonly end?: Date | undefined;
}

const NEWEST_FIRST = sql`sms.created_at desc, sms.id`;

export function smsRepository(db: Db) {
  const usable = (scope: GridNo) =>
    db
      .selectFrom('sms_template')
      .select(['id', 'grid_no', 'name', 'content'])
      .where(isAnyOf('sms_template.grid_no', lineage(scope)));
  const withOutbox = () => db.selectFrom('sms').innerJoin('outbox', 'outbox.id', 'sms.id');
  const matching = (scope: GridNo, { gridNo = NATION, fireId, state, phone, withDrills, begin, end }: SmsFilters) =>
    withOutbox().where(
      allOf([
        withinScope('sms.grid_no', scope),
        withinScope('sms.grid_no', gridNo),
        ...(withDrills ? [] : [sql<boolean>`sms.exercise_id is null`]),
        ...(fireId === undefined ? [] : [isAnyOf('sms.fire_id', [fireId].filter(isUuid), 'uuid')]),
        ...(state === undefined ? [] : [sql<boolean>`outbox.state = ${state}`]),
        ...(phone === undefined ? [] : [contains('outbox.address', phone)]),
        ...(begin === undefined ? [] : [sql<boolean>`sms.created_at >= ${begin}`]),
        ...(end === undefined ? [] : [sql<boolean>`sms.created_at < ${end}`]),
      ]),
    );

  return {
    /** Adds messages to the outbox. @returns the ids added; existing messages are unchanged */
    async add(messages: readonly NewSms[]): Promise<string[]> {
      if (messages.length === 0) return [];
      const { rows } = await sql<{ id: string }>`
        with put as (
          insert into outbox select * from json_populate_recordset(null::outbox, ${jsonText(messages.map(outgoingOf))}::json)
          on conflict (id) do nothing
          returning id
        )
        insert into sms select one.* from json_populate_recordset(null::sms, ${jsonText(messages.map(rowOf))}::json) one join put on put.id = one.id
        returning id`.execute(db);
      return rows.map((row) => row.id);
    },

    /** Messages by id, in no particular order. */
    async find(scope: GridNo, ids: readonly string[]): Promise<Sms[]> {
      const rows = await withOutbox()
        .selectAll(['sms', 'outbox'])
        .where(allOf([withinScope('sms.grid_no', scope), isAnyOf('sms.id', ids.filter(isUuid), 'uuid')]))
        .execute();
      return rows.map(smsOf);
    },

    /** Returns the orders, newest first. */
    async list(scope: GridNo, filters: SmsFilters, { limit }: Limit): Promise<Listed<Sms>> {
      const rows = await matching(scope, filters)
        .selectAll(['sms', 'outbox'])
        .orderBy(NEWEST_FIRST)
        .limit(limit + 1)
        .execute();
      return listed(rows.map(smsOf), limit);
    },

    async page(scope: GridNo, filters: SmsFilters, request: PageRequest): Promise<Paged<Sms>> {
      return pageOf(matching(scope, filters), NEWEST_FIRST, request, (row) => smsOf(row as SmsRow));
    },

    /** The templates that a grid may use, its own and those of the grids above: the nearest grid first, then by name. */
    async templates(scope: GridNo): Promise<SmsTemplate[]> {
      const rows = await usable(scope).orderBy(sql`length(rtrim(grid_no, '0')) desc, name`).execute();
      return rows.map(templateOf);
    },

    /** One of the templates that a grid may use. */
    async template(scope: GridNo, id: string): Promise<SmsTemplate | null> {
      if (!isUuid(id)) return null;
      const row = await usable(scope).where('id', '=', id).executeTakeFirst();
      return row ? templateOf(row) : null;
    },

    /** @returns the template's grid */
    async addTemplate({ id, gridNo, name, content }: SmsTemplate, now: Date): Promise<Result<GridNo, 'name-taken'>> {
      const added = db.insertInto('sms_template').values({ id, grid_no: gridNo, name, content, updated_at: now }).execute();
      return unlessNameTaken(added.then(() => gridNo));
    },

    /** @returns the template's grid; null: no such template within the scope */
    async changeTemplate(
      scope: GridNo,
      { id, name, content }: Omit<SmsTemplate, 'gridNo'>,
      now: Date,
    ): Promise<Result<GridNo | null, 'name-taken'>> {
      if (!isUuid(id)) return ok(null);
      const changed = await unlessNameTaken(
        db
          .updateTable('sms_template')
          .set({ name, content, updated_at: now })
          .where('id', '=', id)
          .where(withinScope('sms_template.grid_no', scope))
          .returning('grid_no')
          .execute(),
      );
      return changed.ok ? ok(changed.value[0]?.grid_no ?? null) : changed;
    },

    /** @returns the template's former grid; null: no such template within the scope */
    async deleteTemplate(scope: GridNo, id: string): Promise<GridNo | null> {
      if (!isUuid(id)) return null;
      const row = await db
        .deleteFrom('sms_template')
        .where('id', '=', id)
        .where(withinScope('sms_template.grid_no', scope))
        .returning('grid_no')
        .executeTakeFirst();
      return row?.grid_no ?? null;
    },
  };
}

const templateOf = ({ id, grid_no, name, content }: Omit<Tables['sms_template'], 'updated_at'>): SmsTemplate => ({
  id,
  gridNo: grid_no,
  name,
  content,
});

async function unlessNameTaken<T>(writing: Promise<T>): Promise<Result<T, 'name-taken'>> {
  try {
    return ok(await writing);
  } catch (error) {
    if (violates(error, 'sms_template_name')) return refuse('name-taken');
    throw error;
  }
}

type SmsRow = Selectable<SmsTable> & OutboxRow;

const rowOf = (message: NewSms): Selectable<SmsTable> => ({
  id: message.id,
  fire_id: message.fireId,
  fire_name: message.fireName,
  receiver: message.receiver,
  account_id: message.accountId,
  full_name: message.fullName,
  grid_no: message.gridNo,
  created_at: message.createdAt,
  exercise_id: message.exerciseId ?? null,
});

const outgoingOf = (message: NewSms): OutboxRow => ({
  id: message.id,
  origin: 'message',
  channel: 'sms',
  address: message.phone,
  title: null,
  content: message.content,
  payload: null,
  state: message.state,
  attempts: 0,
  next_attempt_at: message.nextAttemptAt,
  reason: null,
  put_at: message.createdAt,
  settled_at: message.state === 'waiting' ? null : message.createdAt,
  share_grid: message.gridNo,
  share_account: message.accountId,
  goes_first: message.isWritten !== true,
});

const smsOf = (row: SmsRow): Sms => ({
  id: row.id,
  fireId: row.fire_id,
  fireName: row.fire_name,
  phone: row.address,
  receiver: row.receiver,
  content: row.content,
  // An officer's message is neither delayed nor batched.
  state: row.state as SmsState,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  reason: row.reason,
  accountId: row.account_id,
  fullName: row.full_name,
  gridNo: row.grid_no,
  createdAt: row.created_at,
  sentAt: row.state === 'sent' ? row.settled_at : null,
  ...drillOf(row),
});
