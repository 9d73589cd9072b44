import { randomUUID } from 'node:crypto';
import { type AlarmActEntry, covers, type GridNo, NATION } from '@lookout/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../open.ts';
import { ABA, anObservation, LIXIAN, SICHUAN, WEIHUI, WENCHUAN } from '../testing/builders.ts';
import { availableServers, type TestServer } from '../testing/databases.ts';

const AT = new Date('2026-11-21T08:00:00.123Z');
const later = (seconds: number) => new Date(AT.getTime() + seconds * 1000);

describe.each(availableServers())('the history of alarms on $name', ({ start }) => {
  let server: TestServer;
  let store: Store;
  beforeAll(async () => {
    server = await start();
    store = await openStore({ url: await server.newDatabase('migrated'), clock: () => AT });
  });
  afterAll(async () => {
    await store?.close();
    await server?.stop();
  });

  const recordAt = async (gridNo: GridNo, more: Parameters<typeof anObservation>[0] = {}): Promise<string> => {
    const { fresh } = await store.alarms.record({ observations: [anObservation({ gridNo, ...more })] });
    return fresh[0]?.id ?? '';
  };
  const anEntry = (alarmId: string, overrides: Partial<AlarmActEntry> = {}): AlarmActEntry => ({
    ...{ alarmId, act: 'acknowledged', at: AT, accountId: randomUUID(), userName: 'wenchuan', fullName: '汶川县值班员' },
    ...{ gridNo: WENCHUAN, desk: '127.0.0.1 · Firefox · Linux', detail: {}, ...overrides },
  });

  it('comes back whole, in the order it was written, and keeps to the fence', async () => {
    const id = await recordAt(WENCHUAN);
    const machine = { accountId: null, userName: null, fullName: null, gridNo: null, desk: null } as const;
    const entries = [
      anEntry(id, { act: 'arrived', ...machine, detail: { fromAlarmId: randomUUID(), 注: '“%_\\' } }),
      anEntry(id, { act: 'judged', at: later(-5), detail: { isReal: 1, from: { x: [null, 1.5] } } }),
    ];
    expect(await store.alarmActs.append(entries)).toBe(2);
    expect(await store.alarmActs.append([])).toBe(0);
    for (const scope of [NATION, SICHUAN, ABA, WENCHUAN]) expect(await store.alarmActs.of(scope, id)).toEqual(entries);
    for (const scope of [LIXIAN, WEIHUI]) expect(await store.alarmActs.of(scope, id)).toEqual([]);
    for (const none of [randomUUID(), 'x', '']) expect(await store.alarmActs.of(NATION, none)).toEqual([]);
  });

  it('says once by each who saw it, also when they look at the same moment', async () => {
    const [id, other] = [await recordAt(WENCHUAN), await recordAt(WENCHUAN)];
    const seen = anEntry(id, { act: 'seen' });
    const counts = await Promise.all([1, 2, 3, 4].map(() => store.alarmActs.append([seen])));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await store.alarmActs.append([anEntry(other, { act: 'seen', accountId: seen.accountId }), anEntry(id, { act: 'seen' })])).toBe(
      2,
    );
    expect(await store.alarmActs.of(WENCHUAN, id)).toHaveLength(2);
  });

  it('is rolled back with the act it belongs to', async () => {
    const id = await recordAt(WENCHUAN);
    const attempt = store.transaction(async (tx) => {
      await tx.alarmActs.append([anEntry(id)]);
      throw new Error('refused');
    });
    await expect(attempt).rejects.toThrow('refused');
    expect(await store.alarmActs.of(NATION, id)).toEqual([]);
  });

  it('over all alarms is paged newest first, and narrowed', async () => {
    const own = await openStore({ url: await server.newDatabase('migrated'), clock: () => AT });
    const ids: string[] = [];
    for (const gridNo of [WENCHUAN, LIXIAN, WEIHUI]) {
      const { fresh } = await own.alarms.record({ observations: [anObservation({ gridNo, formattedAddress: `在${gridNo}` })] });
      ids.push(fresh[0]?.id ?? '');
    }
    const [wenchuan = '', lixian = '', weihui = ''] = ids;
    await own.alarmActs.append([
      anEntry(wenchuan, { at: later(1), act: 'seen', fullName: '甲_乙' }),
      anEntry(lixian, { at: later(3), act: 'judged', fullName: '丙' }),
      anEntry(wenchuan, { at: later(2), act: 'judged', fullName: '丁' }),
      anEntry(weihui, { at: later(4), act: 'closed', fullName: '戊' }),
    ]);
    const page = async (scope: GridNo, filters: Parameters<Store['alarmActs']['page']>[1] = {}, offset = 0, limit = 10) => {
      const { total, list } = await own.alarmActs.page(scope, filters, { offset, limit });
      return [total, list.map(({ fullName }) => fullName).join('')];
    };
    expect(await page(NATION)).toEqual([4, '戊丙丁甲_乙']);
    expect(await page(NATION, {}, 1, 2)).toEqual([4, '丙丁']);
    expect(await page(ABA)).toEqual([3, '丙丁甲_乙']);
    expect(await page(ABA, { gridNo: LIXIAN })).toEqual([1, '丙']);
    expect(await page(ABA, { gridNo: WEIHUI })).toEqual([0, '']);
    expect(await page(WENCHUAN, { act: 'judged' })).toEqual([1, '丁']);
    expect(await page(NATION, { fullName: '_' })).toEqual([1, '甲_乙']);
    expect(await page(NATION, { begin: later(2), end: later(4) })).toEqual([2, '丙丁']);
    const { list } = await own.alarmActs.page(LIXIAN, {}, { offset: 0, limit: 1 });
    expect(list[0]).toMatchObject({ alarmId: lixian, kind: 'satellite', formattedAddress: `在${LIXIAN}`, at: later(3) });
    await own.close();
  });

  it('says why an alarm is gone to those who had it, and to nobody else', async () => {
    const place = { position: { lng: 103.2, lat: 31.5 }, gridBasis: 'boundary', formattedAddress: '理县' } as const;
    const moved = await recordAt(WENCHUAN);
    await store.alarms.savePlace(NATION, moved, { ...place, gridNo: LIXIAN });
    await store.alarmActs.append([anEntry(moved, { act: 'moved', fullName: '甲', detail: { fromGridNo: WENCHUAN } })]);
    const deleted = await recordAt(LIXIAN);
    await store.alarms.remove(NATION, deleted);
    await store.alarmActs.append([anEntry(deleted, { act: 'deleted', fullName: '乙' })]);
    const here = await recordAt(WENCHUAN);
    for (const scope of [NATION, SICHUAN, ABA, WENCHUAN, LIXIAN, WEIHUI]) {
      const isMovedAway = scope === WENCHUAN;
      expect(await store.alarmActs.whyGone(scope, moved)).toEqual(isMovedAway ? { act: 'moved', at: AT, fullName: '甲' } : null);
      const isDeleted = covers(scope, LIXIAN);
      expect(await store.alarmActs.whyGone(scope, deleted)).toEqual(isDeleted ? { act: 'deleted', at: AT, fullName: '乙' } : null);
      for (const other of [here, randomUUID(), 'x']) expect(await store.alarmActs.whyGone(scope, other)).toBeNull();
    }
  });

  it('of an alarm that was removed can still be read, with the alarm', async () => {
    const id = await recordAt(WENCHUAN);
    await store.alarmActs.append([anEntry(id)]);
    await store.alarms.remove(NATION, id);
    expect(await store.alarmActs.of(WENCHUAN, id)).toHaveLength(1);
    expect(await store.alarms.find(WENCHUAN, id)).toBeNull();
    expect((await store.alarms.findEver(WENCHUAN, id))?.id).toBe(id);
    expect(await store.alarms.findEver(LIXIAN, id)).toBeNull();
    expect(await store.alarms.findEver(NATION, 'x')).toBeNull();
  });
});
