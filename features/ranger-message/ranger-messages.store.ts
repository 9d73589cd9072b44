// Messages between desks and rangers about a fire. Each is stored once and marked as read once by the other side.
import type { GridNo } from '@lookout/domain';
import type { Paged, PageRequest } from '@lookout/store';
import { allOf, type Db, isAnyOf, isUuid, ofSameFire, pageOf, withinScope } from '@lookout/store/sql.ts';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { RangerMessageTable } from './ranger-message.tables.ts';
import type { RangerMessage } from './ranger-message.ts';

export interface RangerMessageFilters {
  readonly userId?: string | undefined;
  /** An alarm of the fire. */
  readonly fireId?: string | undefined;
  /** Only messages that no officer has read. */
  readonly waiting?: boolean | undefined;
}

export function rangerMessagesRepository(db: Db) {
  const waitsForDesk = sql<SqlBool>`(ranger_message.sender = 'ranger' and ranger_message.read_at is null)`;
  const locked = async (conditions: readonly RawBuilder<SqlBool>[], ids: readonly string[]): Promise<RangerMessage[]> => {
    const rows = await db
      .selectFrom('ranger_message')
      .selectAll()
      .where(allOf([isAnyOf('ranger_message.id', [...ids], 'uuid'), ...conditions]))
      .orderBy('id')
      .forUpdate()
      .execute();
    return rows.map(messageOf);
  };
  return {
    /** @returns false: a message with this id already exists */
    async add(message: RangerMessage): Promise<boolean> {
      const rows = await db
        .insertInto('ranger_message')
        .values({
          id: message.id,
          fire_id: message.fireId,
          fire_name: message.fireName,
          grid_no: message.gridNo,
          user_id: message.userId,
          full_name: message.fullName,
          sender: message.sender,
          author_id: message.authorId,
          author: message.author,
          content: message.content,
          written_at: message.writtenAt,
          received_at: message.receivedAt,
          read_at: message.read?.at ?? null,
          read_by: message.read?.by ?? null,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .execute();
      return rows.length > 0;
    },

    /** A message by its id, for any caller; null: missing. */
    async find(id: string): Promise<RangerMessage | null> {
      if (!isUuid(id)) return null;
      const row = await db.selectFrom('ranger_message').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? messageOf(row) : null;
    },

    /** The messages among these ids that belong to the grid, locked until commit, in the order of the ids. */
    async lockInGrid(scope: GridNo, ids: readonly string[]): Promise<RangerMessage[]> {
      return locked([withinScope('ranger_message.grid_no', scope)], ids);
    },

    /** The messages among these ids from or to this ranger, locked in the same way. */
    async lockOfRanger(userId: string, ids: readonly string[]): Promise<RangerMessage[]> {
      return locked([sql<SqlBool>`ranger_message.user_id = ${userId}`], ids);
    },

    /** Sets locked messages to read. */
    async setRead(ids: readonly string[], { at, by }: NonNullable<RangerMessage['read']>): Promise<void> {
      if (ids.length === 0) return;
      await db
        .updateTable('ranger_message')
        .set({ read_at: at, read_by: by })
        .where(isAnyOf('ranger_message.id', [...ids], 'uuid'))
        .execute();
    },

    /** The messages of one ranger, newest first. */
    async ofRanger(userId: string, limit: number): Promise<RangerMessage[]> {
      const rows = await db
        .selectFrom('ranger_message')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('received_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(messageOf);
    },

    /** The messages of the grid, newest first. */
    async page(scope: GridNo, { userId, fireId, waiting }: RangerMessageFilters, request: PageRequest): Promise<Paged<RangerMessage>> {
      const narrowed = [
        ...(userId === undefined ? [] : [sql<SqlBool>`ranger_message.user_id = ${userId}`]),
        ...(fireId === undefined ? [] : [ofSameFire('ranger_message.fire_id', fireId)]),
        ...(waiting === undefined ? [] : [waiting ? waitsForDesk : sql<SqlBool>`not ${waitsForDesk}`]),
      ];
      const matching = db.selectFrom('ranger_message').where(allOf([withinScope('ranger_message.grid_no', scope), ...narrowed]));
      return pageOf(matching, sql`received_at desc, id desc`, request, messageOf);
    },

    /** Whether this ranger may write about this fire: he was sent there, reported it, or received a message about it. */
    async mayWriteAbout(userId: string, fireId: string): Promise<boolean> {
      const { rows } = await sql<{ may: boolean }>`
        select exists (select from task join task_member on task_member.task_id = task.id
            where ${ofSameFire('task.fire_id', fireId)} and task_member.account_id = ${userId})
          or exists (select from ranger_message where ${ofSameFire('ranger_message.fire_id', fireId)} and user_id = ${userId})
          or exists (select from alarm where id = ${fireId} and kind = 'report' and facts ->> 'reporterId' = ${userId}) as may`.execute(db);
      return rows[0]?.may === true;
    },

    /** Deletes messages received before this time. @returns the number deleted */
    async prune(before: Date): Promise<number> {
      const { numDeletedRows } = await db.deleteFrom('ranger_message').where('received_at', '<', before).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

const messageOf = (row: Selectable<RangerMessageTable>): RangerMessage => ({
  id: row.id,
  fireId: row.fire_id,
  fireName: row.fire_name,
  gridNo: row.grid_no,
  userId: row.user_id,
  fullName: row.full_name,
  sender: row.sender,
  authorId: row.author_id,
  author: row.author,
  content: row.content,
  writtenAt: row.written_at,
  receivedAt: row.received_at,
  read: row.read_at === null || row.read_by === null ? null : { at: row.read_at, by: row.read_by },
});
