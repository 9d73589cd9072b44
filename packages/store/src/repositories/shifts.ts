// Duty shifts: who has the desk of a grid. A desk has one officer; the index `shift_present` sees to it.
import { type GridNo, NATION } from '@lookout/domain';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../db.ts';
import type { Paged, PageRequest } from '../lists.ts';
import { withinScope } from '../scope.ts';
import { allOf } from '../sql.ts';
import type { ShiftTable } from '../tables.ts';

export interface Shift {
  readonly id: string;
  readonly gridNo: GridNo;
  readonly accountId: string;
  readonly fullName: string;
  readonly beganAt: Date;
  /** null: it goes on. */
  readonly endedAt: Date | null;
  readonly note: string | null;
  /** What was handed over; null while it goes on. */
  readonly openAlarms: number | null;
  readonly firesInProgress: number | null;
  readonly nextName: string | null;
  /** The next one took the desk without being handed it. */
  readonly relieved: boolean;
}

export type NewShift = Pick<Shift, 'id' | 'gridNo' | 'accountId' | 'fullName' | 'beganAt'>;

export interface ShiftEnd {
  readonly endedAt: Date;
  readonly note: string | null;
  readonly openAlarms: number;
  readonly firesInProgress: number;
  readonly relievedBy: string | null;
}

export interface ShiftFilters {
  readonly gridNo?: GridNo | undefined;
  /** Begun in this window. */
  readonly begin?: Date | undefined;
  readonly end?: Date | undefined;
}

export type Shifts = ReturnType<typeof shiftsRepository>;

export function shiftsRepository(db: Db) {
  const present = (gridNo: GridNo) => db.selectFrom('shift').selectAll().where('grid_no', '=', gridNo).where('ended_at', 'is', null);
  const lastEnded = (gridNo: GridNo) =>
    db
      .selectFrom('shift')
      .where('grid_no', '=', gridNo)
      .where('ended_at', 'is not', null)
      .orderBy('ended_at', 'desc')
      .orderBy('began_at', 'desc')
      .limit(1);

  return {
    /** Who has the desk of exactly this grid; null: nobody. */
    async present(gridNo: GridNo): Promise<Shift | null> {
      const row = await present(gridNo).executeTakeFirst();
      return row ? shiftOf(row) : null;
    },

    /** The same in a transaction: nobody else can end it until commit. */
    async lockPresent(gridNo: GridNo): Promise<Shift | null> {
      const row = await present(gridNo).forUpdate().executeTakeFirst();
      return row ? shiftOf(row) : null;
    },

    /** The shift that ended last at this desk. */
    async former(gridNo: GridNo): Promise<Shift | null> {
      const row = await lastEnded(gridNo).selectAll().executeTakeFirst();
      return row ? shiftOf(row) : null;
    },

    /** Takes an empty desk, and is named as the next one in the shift before. null: somebody sat down first. */
    async begin({ id, gridNo, accountId, fullName, beganAt }: NewShift): Promise<Shift | null> {
      const row = await db
        .insertInto('shift')
        .values({ id, grid_no: gridNo, account_id: accountId, full_name: fullName, began_at: beganAt })
        .onConflict((conflict) => conflict.column('grid_no').where('ended_at', 'is', null).doNothing())
        .returningAll()
        .executeTakeFirst();
      if (!row) return null;
      await db
        .updateTable('shift')
        .set({ next_name: fullName })
        .where('id', '=', lastEnded(gridNo).select('id'))
        .where('next_name', 'is', null)
        .execute();
      return shiftOf(row);
    },

    /** Ends a shift that goes on. @returns it as it stands then; null: it was over already */
    async end(id: string, { endedAt, note, openAlarms, firesInProgress, relievedBy }: ShiftEnd): Promise<Shift | null> {
      const row = await db
        .updateTable('shift')
        .set({
          ended_at: endedAt,
          note,
          open_alarms: openAlarms,
          fires_in_progress: firesInProgress,
          next_name: relievedBy,
          relieved: relievedBy !== null,
        })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      return row ? shiftOf(row) : null;
    },

    /** Of every desk in scope, newest first. */
    async page(scope: GridNo, filters: ShiftFilters, { offset, limit }: PageRequest): Promise<Paged<Shift>> {
      const { gridNo = NATION, begin, end } = filters;
      const matching = db
        .selectFrom('shift')
        .where(
          allOf([
            withinScope('shift.grid_no', scope),
            withinScope('shift.grid_no', gridNo),
            ...(begin === undefined ? [] : [sql<boolean>`shift.began_at >= ${begin}`]),
            ...(end === undefined ? [] : [sql<boolean>`shift.began_at < ${end}`]),
          ]),
        );
      const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
      const rows = await matching.selectAll().orderBy('began_at', 'desc').orderBy('id', 'desc').offset(offset).limit(limit).execute();
      return { total, list: rows.map(shiftOf) };
    },
  };
}

const shiftOf = (row: Selectable<ShiftTable>): Shift => ({
  id: row.id,
  gridNo: row.grid_no,
  accountId: row.account_id,
  fullName: row.full_name,
  beganAt: row.began_at,
  endedAt: row.ended_at,
  note: row.note,
  openAlarms: row.open_alarms,
  firesInProgress: row.fires_in_progress,
  nextName: row.next_name,
  relieved: row.relieved,
});
