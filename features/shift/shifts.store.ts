// Duty shifts: the officer in charge of a grid's desk. The index `shift_present` guarantees one officer per desk.
import { type GridNo, NATION } from '@lookout/domain';
import type { Paged, PageRequest } from '@lookout/store';
import { allOf, type Db, pageOf, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, sql } from 'kysely';
import type { ShiftTable } from './shift.tables.ts';
import type { Shift } from './shift.ts';

export interface ShiftFilters {
  readonly gridNo?: GridNo | undefined;
  /** Started in this window. */
  readonly begin?: Date | undefined;
  readonly end?: Date | undefined;
}

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
    /** The current shift of exactly this grid's desk; null: the desk is empty. */
    async present(gridNo: GridNo): Promise<Shift | null> {
      const row = await present(gridNo).executeTakeFirst();
      return row ? shiftOf(row) : null;
    },

    /** The current shifts of the desks in scope. */
    async presentWithin(scope: GridNo): Promise<Shift[]> {
      const rows = await db
        .selectFrom('shift')
        .selectAll()
        .where('ended_at', 'is', null)
        .where(withinScope('shift.grid_no', scope))
        .orderBy('grid_no')
        .execute();
      return rows.map(shiftOf);
    },

    /** The current shift, locked in a transaction: no other can end it until commit. */
    async lockPresent(gridNo: GridNo): Promise<Shift | null> {
      const row = await present(gridNo).forUpdate().executeTakeFirst();
      return row ? shiftOf(row) : null;
    },

    /** The shift that ended last at this desk. */
    async former(gridNo: GridNo): Promise<Shift | null> {
      const row = await lastEnded(gridNo).selectAll().executeTakeFirst();
      return row ? shiftOf(row) : null;
    },

    /** Takes an empty desk. false: another officer was first. */
    async begin({ id, gridNo, accountId, fullName, beganAt }: Shift): Promise<boolean> {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('shift')
        .values({ id, grid_no: gridNo, account_id: accountId, full_name: fullName, began_at: beganAt })
        .onConflict((conflict) => conflict.column('grid_no').where('ended_at', 'is', null).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },

    /** Saves a shift after it ended, or after the next officer took over. */
    async save({ id, endedAt, note, openAlarms, firesInProgress, successor, nextName, relieved }: Shift): Promise<void> {
      await db
        .updateTable('shift')
        .set({
          ...{ ended_at: endedAt, note, open_alarms: openAlarms, fires_in_progress: firesInProgress },
          ...{ successor, next_name: nextName, relieved },
        })
        .where('id', '=', id)
        .execute();
    },

    /** The shifts of every desk in scope, newest first. */
    async page(scope: GridNo, filters: ShiftFilters, request: PageRequest): Promise<Paged<Shift>> {
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
      return pageOf(matching, sql`began_at desc, id desc`, request, shiftOf);
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
  successor: row.successor,
  nextName: row.next_name,
  relieved: row.relieved,
});
