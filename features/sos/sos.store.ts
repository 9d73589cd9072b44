// 求救 (SOS) of rangers. A change locks the row until commit.
import { type GridNo, NATION } from '@lookout/domain';
import type { Paged, PageRequest } from '@lookout/store';
import { withMoments } from '@lookout/store/repositories/events.ts';
import { allOf, type Db, jsonb, lockWithin, pageOf, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, sql } from 'kysely';
import type { SosTable } from './sos.tables.ts';
import type { Sos } from './sos.ts';

export interface SosFilters {
  /** true: neither cancelled nor closed; false: the others. */
  readonly isOpen?: boolean | undefined;
}

export function sosRepository(db: Db) {
  return {
    /** @returns false: an SOS with this id already exists */
    async create(sos: Sos): Promise<boolean> {
      const { id, userId, fullName, phone, gridNo, raisedAt, receivedAt } = sos;
      const rows = await db
        .insertInto('sos')
        .values({
          ...columnsOf(sos),
          id,
          user_id: userId,
          full_name: fullName,
          phone,
          grid_no: gridNo,
          raised_at: raisedAt,
          received_at: receivedAt,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .execute();
      return rows.length > 0;
    },

    /** In a transaction: serialises the SOS of one ranger until commit. */
    async lockRanger(userId: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 28))`.execute(db);
    },

    /** In a transaction: locks the SOS until commit. null: missing, or outside the grid. */
    lockForUpdate: (scope: GridNo, id: string): Promise<Sos | null> => lockWithin(db, 'sos', scope, id, sosOf),

    /** The same lock for the ranger who raised the SOS, whatever his grid is now. */
    async lockOwn(userId: string, id: string): Promise<Sos | null> {
      const sos = await this.lockForUpdate(NATION, id);
      return sos?.userId === userId ? sos : null;
    },

    /** Saves a locked SOS after a change. */
    async save(sos: Sos): Promise<void> {
      await db.updateTable('sos').set(columnsOf(sos)).where('id', '=', sos.id).execute();
    },

    /** The SOS of one ranger, newest first. */
    async ofRanger(userId: string, limit: number): Promise<Sos[]> {
      const rows = await db
        .selectFrom('sos')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('received_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(sosOf);
    },

    /** The SOS of the grid, newest first. */
    async page(scope: GridNo, { isOpen }: SosFilters, request: PageRequest): Promise<Paged<Sos>> {
      const open = sql<boolean>`(sos.cancelled is null and sos.closed is null)`;
      const narrowed = isOpen === undefined ? [] : [isOpen ? open : sql<boolean>`not ${open}`];
      const matching = db.selectFrom('sos').where(allOf([withinScope('sos.grid_no', scope), ...narrowed]));
      return pageOf(matching, sql`received_at desc, id desc`, request, sosOf);
    },
  };
}

const columnsOf = ({ place, address, pressedAgain, calledAt, taken, cancelled, closed, revision }: Sos) => ({
  place: place && jsonb(place),
  address,
  pressed_again: pressedAgain && jsonb(pressedAgain),
  called_at: calledAt,
  taken: taken && jsonb(taken),
  cancelled: cancelled && jsonb(cancelled),
  closed: closed && jsonb(closed),
  revision,
});

const sosOf = (row: Selectable<SosTable>): Sos => ({
  id: row.id,
  userId: row.user_id,
  fullName: row.full_name,
  phone: row.phone,
  gridNo: row.grid_no,
  // Times are text in these columns.
  place: withMoments(row.place) as Sos['place'],
  address: row.address,
  raisedAt: row.raised_at,
  receivedAt: row.received_at,
  pressedAgain: withMoments(row.pressed_again) as Sos['pressedAgain'],
  calledAt: row.called_at,
  taken: withMoments(row.taken) as Sos['taken'],
  cancelled: withMoments(row.cancelled) as Sos['cancelled'],
  closed: withMoments(row.closed) as Sos['closed'],
  revision: row.revision,
});
