// Shifts: taking the desk, handing it over with a note and the open counts, and the records of both.
import { randomUUID } from 'node:crypto';
import { type ChangesOf, type GridNo, type Named, withGridName } from '@lookout/domain';
import { conflict, invalid } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { eventOf, type Happened } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../contract.ts';
import type { Repositories } from '../store.ts';
import { applyToShift, handoverLacks, type Shift, type ShiftEvent, type ShiftLoad, type ShiftPayloads, withLoad } from './shift.ts';

type ShiftChange = ChangesOf<ShiftPayloads>;

export const shift: ServerFeature<'shift'> = {
  open: (room) => ({ calls: shiftHandlers(room) }),
};

function shiftHandlers({ store, grids, journal }: Pick<Room, 'store' | 'grids' | 'journal'>): Handlers<Contract['shift']> {
  const loadOf = async ({ alarms }: Pick<Repositories, 'alarms'>, gridNo: GridNo): Promise<ShiftLoad> => {
    const [openAlarms, firesInProgress] = await Promise.all([alarms.countWaiting(gridNo), alarms.countFiresInProgress(gridNo)]);
    return { openAlarms, firesInProgress };
  };

  const named = (shift: Shift, load: ShiftLoad): Named<Shift> => withGridName(withLoad(shift, load), grids().nameOf);

  /** A shift in progress with its current counts. */
  const shown = async (shift: Shift | null): Promise<Named<Shift> | null> =>
    shift && named(shift, shift.endedAt ? NO_LOAD : await loadOf(store, shift.gridNo));

  const taken = (current: Named<Shift>) => conflict(current, 'desk-taken', { by: current.fullName });

  /** Applies a change to a shift and stores it. */
  const changed = async (tx: Repositories, context: Context, shift: Shift, change: ShiftChange): Promise<Happened & { after: Shift }> => {
    const event = eventOf(context, change, { objectId: shift.id, gridNo: shift.gridNo }) as ShiftEvent;
    const after = applyToShift(shift, event);
    if (after === null) throw new Error('a shift is never gone');
    await tx.shifts.save(after);
    return { event, after };
  };

  return {
    shiftNow: async ({ scope }) => {
      const [present, former] = await Promise.all([store.shifts.present(scope), store.shifts.former(scope)]);
      return { present: await shown(present), former: await shown(former) };
    },

    async shiftTake(context, { body }) {
      const { accountId, fullName, gridNo } = accountOf(context);
      return journal.transact(context, async (tx) => {
        const current = await tx.shifts.lockPresent(gridNo);
        const load = await loadOf(tx, gridNo);
        if (current?.accountId === accountId) return { value: named(current, load), happened: [] };
        if (current && body.relieve !== true) throw taken(named(current, load));
        // A desk has one officer at a time, so the officer who is relieved leaves it first.
        const leaving = current ? [await changed(tx, context, current, { kind: 'shift.relieved', payload: { load } })] : [];
        const shift: Shift = { id: randomUUID(), gridNo, accountId, fullName, beganAt: context.now, ...NOT_ENDED };
        if (!(await tx.shifts.begin(shift))) {
          // Taken concurrently: the other shift is committed and visible to the next statement.
          const first = await tx.shifts.present(gridNo);
          if (first?.accountId === accountId) return { value: named(first, load), happened: [] };
          throw first ? taken(named(first, load)) : conflict(null, 'desk-changed');
        }
        const former = current === null ? await tx.shifts.former(gridNo) : null;
        const succeeded =
          former && former.nextName === null ? [await changed(tx, context, former, { kind: 'shift.succeeded', payload: {} })] : [];
        const relieved = current && { shiftId: current.id, fullName: current.fullName };
        const event = eventOf(context, { kind: 'shift.began', payload: { shift, load, relieved } }, { objectId: shift.id, gridNo });
        return { value: named(shift, load), happened: [{ event, after: shift }, ...leaving, ...succeeded] };
      });
    },

    async shiftHandOver(context, { body }) {
      const { accountId, gridNo } = accountOf(context);
      const handover = { successor: body.successor.trim(), note: body.note?.trim() || null };
      return journal.transact(context, async (tx) => {
        const current = await tx.shifts.lockPresent(gridNo);
        if (!current) throw conflict(null, 'desk-empty');
        const load = await loadOf(tx, gridNo);
        if (current.accountId !== accountId) throw conflict(named(current, load), 'not-on-duty', { by: current.fullName });
        if (handoverLacks(handover, load) === 'note') throw invalid('note', 'handover-note-needed', { fires: load.firesInProgress });
        const ended = await changed(tx, context, current, { kind: 'shift.handed-over', payload: { ...handover, load } });
        return { value: named(ended.after, load), happened: [ended] };
      });
    },

    async shiftSuccessors(context) {
      const names = (await store.notificationSettings.dutyLists([accountOf(context).gridNo])).map(({ fullName }) => fullName);
      return [...new Set(names)].sort((a, b) => a.localeCompare(b, 'zh'));
    },

    async shiftPage({ scope }, { body }) {
      const { pageNo, pageSize, beginTime, endTime } = body;
      if (beginTime && endTime && beginTime > endTime) throw invalid('endTime', 'end-before-begin');
      const filters = { begin: beginTime ?? undefined, end: endTime ?? undefined };
      const { total, list } = await store.shifts.page(scope, filters, { offset: (pageNo - 1) * pageSize, limit: pageSize });
      const rows = await Promise.all(list.map(async (shift) => named(shift, shift.endedAt ? NO_LOAD : await loadOf(store, shift.gridNo))));
      return { total, pageNo, pageSize, list: rows };
    },
  };
}

/** An ended shift has stored counts. */
const NO_LOAD: ShiftLoad = { openAlarms: 0, firesInProgress: 0 };

const NOT_ENDED = {
  endedAt: null,
  note: null,
  openAlarms: null,
  firesInProgress: null,
  successor: null,
  nextName: null,
  relieved: false,
} as const;
