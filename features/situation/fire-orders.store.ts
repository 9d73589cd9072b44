// Orders for fires (命令). An order belongs to the grid of its fire.
import type { Decided, GridNo } from '@lookout/domain';
import type { Limit } from '@lookout/store';
import { withMoments } from '@lookout/store/repositories/events.ts';
import { type Db, isUuid, jsonb, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { FireOrder, OrderReceiver } from './fire-order.ts';
import type { FireOrderTable } from './situation.tables.ts';

export function fireOrdersRepository(db: Db) {
  const inScope = (scope: GridNo) =>
    sql<SqlBool>`exists (select 1 from alarm where alarm.id = fire_order.fire_id and ${withinScope('alarm.grid_no', scope)})`;
  return {
    /** @param issuedIn the grid of the officer who gives the order */
    async create(order: FireOrder, issuedIn: GridNo): Promise<void> {
      await db
        .insertInto('fire_order')
        .values({
          id: order.id,
          fire_id: order.fireId,
          content: order.content,
          due_at: order.dueAt,
          issued_by: order.issuedBy,
          issued_in: issuedIn,
          issued_at: order.issuedAt,
          ...changing(order),
        })
        .execute();
    },

    /** Returns the orders, newest first. */
    async ofFire(scope: GridNo, fireId: string, { limit }: Limit): Promise<FireOrder[]> {
      const rows = await db
        .selectFrom('fire_order')
        .selectAll()
        .where('fire_id', '=', fireId)
        .where(inScope(scope))
        .orderBy('issued_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(orderOf);
    },

    /** The fire of an order; null: missing, or not in scope. */
    async fireOf(scope: GridNo, id: string): Promise<string | null> {
      if (!isUuid(id)) return null;
      const row = await db.selectFrom('fire_order').select('fire_id').where('id', '=', id).where(inScope(scope)).executeTakeFirst();
      return row?.fire_id ?? null;
    },

    /** The author of an order with his grid; null: the grid is no longer known. */
    async issuedBy(id: string): Promise<Decided | null> {
      const row = await db.selectFrom('fire_order').select(['issued_in', 'issued_by']).where('id', '=', id).executeTakeFirst();
      return row === undefined || row.issued_in === null ? null : { gridNo: row.issued_in, by: row.issued_by };
    },

    /** In a transaction: locks the order until commit. null: missing, or not in scope. */
    async lockForUpdate(scope: GridNo, id: string): Promise<FireOrder | null> {
      const row = await db.selectFrom('fire_order').selectAll().where('id', '=', id).where(inScope(scope)).forUpdate().executeTakeFirst();
      return row ? orderOf(row) : null;
    },

    /** Saves a locked order after a change. */
    async save(order: FireOrder): Promise<void> {
      await db.updateTable('fire_order').set(changing(order)).where('id', '=', order.id).execute();
    },
  };
}

const changing = ({ receivers, withdrawal }: FireOrder) => ({
  receivers: jsonb<unknown>(receivers),
  withdrawal: withdrawal && jsonb<unknown>(withdrawal),
});

const orderOf = (row: Selectable<FireOrderTable>): FireOrder => ({
  id: row.id,
  fireId: row.fire_id,
  receivers: withMoments(row.receivers) as OrderReceiver[],
  content: row.content,
  dueAt: row.due_at,
  issuedBy: row.issued_by,
  issuedAt: row.issued_at,
  withdrawal: withMoments(row.withdrawal) as FireOrder['withdrawal'],
});
