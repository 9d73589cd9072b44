import { randomUUID } from 'node:crypto';
import { type GridNo, NATION } from '@lookout/domain';
import { ABA, LIXIAN, SICHUAN, WEIHUI, WENCHUAN } from '@lookout/store/testing/builders.ts';
import { availableServers, type TestServer } from '@lookout/store/testing/databases.ts';
import { untilLocked } from '@lookout/store/testing/until-locked.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../store.ts';
import type { Shift } from './shift.ts';

const NOON = new Date('2026-11-21T04:00:00Z');
const hoursOn = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000);

describe.each(availableServers())('shifts on $name', ({ start }) => {
  let server: TestServer;
  let store: Store;
  let url: string;
  beforeAll(async () => {
    server = await start();
    url = await server.newDatabase('migrated');
    store = await openStore({ url, clock: () => NOON, mayWait: () => true });
  });
  afterAll(async () => {
    await store?.close();
    await server?.stop();
  });

  const aShift = (gridNo: GridNo, fullName: string, beganAt = NOON): Shift => ({
    id: randomUUID(),
    gridNo,
    accountId: randomUUID(),
    fullName,
    beganAt,
    endedAt: null,
    note: null,
    openAlarms: null,
    firesInProgress: null,
    successor: null,
    nextName: null,
    relieved: false,
  });
  const ended = (shift: Shift, overrides: Partial<Shift> = {}): Shift => ({
    ...shift,
    endedAt: hoursOn(8),
    note: '无异常',
    openAlarms: 2,
    firesInProgress: 1,
    ...overrides,
  });

  it('a desk has one officer: of ten who take it at once one gets it', async () => {
    const shifts = Array.from({ length: 10 }, (_, n) => aShift(WENCHUAN, `值班员${n}`));
    const seated = await Promise.all(shifts.map((shift) => store.shifts.begin(shift)));
    expect(seated.filter(Boolean)).toHaveLength(1);
    expect(await store.shifts.present(WENCHUAN)).toEqual(shifts[seated.indexOf(true)]);
    expect([await store.shifts.present(ABA), await store.shifts.former(WENCHUAN)]).toEqual([null, null]);
  });

  it('a shift ends with its handover data, and stores who came next', async () => {
    const first = aShift(LIXIAN, '甲');
    await store.shifts.begin(first);
    const over = ended(first);
    await store.shifts.save(over);
    expect([await store.shifts.present(LIXIAN), await store.shifts.former(LIXIAN)]).toEqual([null, over]);

    const second = aShift(LIXIAN, '乙', hoursOn(9));
    expect(await store.shifts.begin(second)).toBe(true);
    await store.shifts.save({ ...over, nextName: '乙' });
    expect(await store.shifts.former(LIXIAN)).toEqual({ ...over, nextName: '乙' });
    expect(await store.shifts.present(LIXIAN)).toEqual(second);
    const relieved = ended(second, { endedAt: hoursOn(16), note: null, nextName: '丙', relieved: true });
    await store.shifts.save(relieved);
    expect(await store.shifts.former(LIXIAN)).toEqual(relieved);
    expect((await store.shifts.page(LIXIAN, {}, { offset: 0, limit: 9 })).list).toEqual([relieved, { ...over, nextName: '乙' }]);
  });

  it('locking the current shift prevents another officer from ending it', async () => {
    const shift = aShift(WEIHUI, '守');
    await store.shifts.begin(shift);
    let isOpen = true;
    const holding = store.transaction(async (tx) => {
      expect((await tx.shifts.lockPresent(WEIHUI))?.id).toBe(shift.id);
      const ending = store.shifts.save(ended(shift)).then(() => isOpen);
      // The other statement is queued behind our lock before we continue.
      await untilLocked(url, 1);
      isOpen = false;
      return { ending };
    });
    expect(await (await holding).ending).toBe(false);
    expect(await store.transaction((tx) => tx.shifts.lockPresent(WEIHUI))).toBeNull();
  });

  it('are listed newest first, within the scope, by grid and by their start time', async () => {
    const own = await openStore({ url: await server.newDatabase('migrated'), clock: () => NOON, mayWait: () => true });
    const made = [
      aShift(WENCHUAN, '1', hoursOn(0)),
      aShift(LIXIAN, '2', hoursOn(1)),
      aShift(ABA, '3', hoursOn(2)),
      aShift(WEIHUI, '4', hoursOn(3)),
    ];
    for (const shift of made) await own.shifts.begin(shift);
    const names = async (scope: GridNo, filters = {}, offset = 0, limit = 10) => {
      const { total, list } = await own.shifts.page(scope, filters, { offset, limit });
      return [total, list.map(({ fullName }) => fullName).join('')];
    };
    expect(await names(NATION)).toEqual([4, '4321']);
    expect(await names(NATION, {}, 1, 2)).toEqual([4, '32']);
    expect([await names(SICHUAN), await names(ABA), await names(LIXIAN)]).toEqual([
      [3, '321'],
      [3, '321'],
      [1, '2'],
    ]);
    expect([await names(ABA, { gridNo: WENCHUAN }), await names(ABA, { gridNo: WEIHUI })]).toEqual([
      [1, '1'],
      [0, ''],
    ]);
    expect(await names(NATION, { begin: hoursOn(1), end: hoursOn(3) })).toEqual([2, '32']);
    await own.close();
  });
});
