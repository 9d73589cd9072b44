// Who has the desk: taking it, handing it over with a note and what is open, and the record of both.
import { randomUUID } from 'node:crypto';
import { type Contract, formatTime, type WireShift } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import type { Repositories, Shift, Store, StoredEvent } from '@lookout/store';
import { accountOf, type Context, type Handlers } from '../../serve/context.ts';
import type { Announcer } from '../../serve/deps.ts';
import { conflict, invalid } from '../../serve/refusal.ts';
import type { GridBook } from '../../services/grid-book.ts';

export interface ShiftDeps {
  readonly store: Store;
  readonly book: () => GridBook;
  readonly announcer: Pick<Announcer, 'committed'>;
}

/** What a desk has before it. */
interface Load {
  readonly openAlarms: number;
  readonly firesInProgress: number;
}

export function shiftHandlers({ store, book, announcer }: ShiftDeps): Handlers<Contract['shift']> {
  const loadOf = async ({ alarms }: Pick<Repositories, 'alarms'>, gridNo: GridNo): Promise<Load> => {
    const [openAlarms, firesInProgress] = await Promise.all([
      alarms.count(gridNo, { handled: false }),
      alarms.count(gridNo, { inProgress: true }),
    ]);
    return { openAlarms, firesInProgress };
  };

  const write = (shift: Shift, load: Load): WireShift => ({
    id: shift.id,
    gridNo: shift.gridNo,
    gridName: book().nameOf(shift.gridNo) ?? shift.gridNo,
    userId: shift.accountId,
    fullName: shift.fullName,
    beginTime: formatTime(shift.beganAt),
    endTime: shift.endedAt && formatTime(shift.endedAt),
    note: shift.note,
    openAlarms: shift.openAlarms ?? load.openAlarms,
    firesInProgress: shift.firesInProgress ?? load.firesInProgress,
    nextUser: shift.nextName,
    relieved: shift.relieved,
  });

  /** Of a shift that goes on: what is before it now. */
  const shown = async (shift: Shift | null): Promise<WireShift | null> =>
    shift && write(shift, shift.endedAt ? NOTHING : await loadOf(store, shift.gridNo));

  const taken = (standing: WireShift) => conflict(`席位由${standing.fullName}值班，须先交班或明确替换`, standing);

  /** The desk's news and the audit row, last in the act's transaction. */
  const record = async (tx: Repositories, { audit }: Context, shift: WireShift, gridNo: GridNo): Promise<StoredEvent[]> => {
    audit.target('shift', shift.id, gridNo);
    await tx.audit.append([audit.take()]);
    return tx.events.append([{ kind: 'fireAlarm', gridNo, data: { shift } }]);
  };

  return {
    shiftNow: async ({ scope }) => {
      const [present, former] = await Promise.all([store.shifts.present(scope), store.shifts.former(scope)]);
      return { present: await shown(present), former: await shown(former) };
    },

    async shiftTake(context, { body }) {
      const { accountId, fullName, gridNo } = accountOf(context);
      const { shift, events } = await store.transaction(async (tx) => {
        const standing = await tx.shifts.lockPresent(gridNo);
        const load = await loadOf(tx, gridNo);
        if (standing?.accountId === accountId) return { shift: write(standing, load), events: [] };
        if (standing && body.relieve !== 1) throw taken(write(standing, load));
        if (standing) {
          await tx.shifts.end(standing.id, { endedAt: context.now, note: null, ...load, relievedBy: fullName });
          context.audit.detail({ relieved: standing.fullName, relievedShift: standing.id });
        }
        const begun = await tx.shifts.begin({ id: randomUUID(), gridNo, accountId, fullName, beganAt: context.now });
        if (!begun) {
          // Two took it at once: the other one's shift is committed, and is seen by the next statement.
          const first = await tx.shifts.present(gridNo);
          if (first?.accountId === accountId) return { shift: write(first, load), events: [] };
          throw first ? taken(write(first, load)) : conflict('席位刚刚有变动，请重试', null);
        }
        context.audit.detail({ ...load });
        return { shift: write(begun, load), events: await record(tx, context, write(begun, load), gridNo) };
      });
      announcer.committed(events);
      return shift;
    },

    async shiftHandOver(context, { body }) {
      const { accountId, gridNo } = accountOf(context);
      const note = body.note?.trim() || null;
      const { shift, events } = await store.transaction(async (tx) => {
        const standing = await tx.shifts.lockPresent(gridNo);
        if (!standing) throw conflict('席位无人值班，不能交班', null);
        const load = await loadOf(tx, gridNo);
        if (standing.accountId !== accountId) throw conflict(`席位由${standing.fullName}值班，您不在班`, write(standing, load));
        const ended = await tx.shifts.end(standing.id, { endedAt: context.now, note, ...load, relievedBy: null });
        if (!ended) throw new Error('a locked shift was over');
        context.audit.detail({ ...load, note });
        return { shift: write(ended, load), events: await record(tx, context, write(ended, load), gridNo) };
      });
      announcer.committed(events);
      return shift;
    },

    async shiftPage({ scope }, { body }) {
      const { pageNo, pageSize, beginTime, endTime } = body;
      if (beginTime && endTime && beginTime > endTime) throw invalid([{ path: 'endTime', message: '结束时间早于开始时间' }]);
      const filters = { begin: beginTime ?? undefined, end: endTime ?? undefined };
      const { total, list } = await store.shifts.page(scope, filters, { offset: (pageNo - 1) * pageSize, limit: pageSize });
      const rows = await Promise.all(list.map(async (shift) => write(shift, shift.endedAt ? NOTHING : await loadOf(store, shift.gridNo))));
      return { total, pageNo, pageSize, list: rows };
    },
  };
}

/** An ended shift has its own figures. */
const NOTHING: Load = { openAlarms: 0, firesInProgress: 0 };
