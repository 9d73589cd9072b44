import { ABA, anAccount, LIXIAN, WENCHUAN } from '@lookout/store/testing/builders.ts';
import { oneServer, type TestServer } from '@lookout/store/testing/databases.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../store.ts';
import type { Attendance } from './attendance.ts';
import type { RangerPosition } from './ranger.ts';

const DAY = '2026-11-21';
const MORNING = Date.parse(`${DAY}T08:00:00+08:00`);
const NOW = new Date(MORNING + 3_600_000);

describe.each(oneServer(15))('ranger days on $name', ({ start }) => {
  let server: TestServer;
  let store: Store;
  beforeAll(async () => {
    server = await start();
    store = await openStore({ url: await server.newDatabase('migrated'), clock: () => NOW, mayWait: () => true });
  });
  afterAll(async () => {
    await store?.close();
    await server?.stop();
  });

  const aRanger = async (fullName: string, gridNo = WENCHUAN) => {
    const account = anAccount({ rights: ['report-as-ranger'], fullName, gridNo });
    await store.accounts.create(account);
    return account.id;
  };
  /** A walk north at 1.2 m/s, a position every 15 s. */
  const walk = (userId: string, fromSeconds: number, count: number): RangerPosition[] =>
    Array.from({ length: count }, (_, n) => ({
      userId,
      at: new Date(MORNING + (fromSeconds + n * 15) * 1000),
      position: { lng: 103.5, lat: 31.4 + ((fromSeconds + n * 15) * 1.2) / 110_880 },
    }));
  const save = (positions: readonly RangerPosition[]) => store.rangers.save(positions, NOW);
  const count = async () => {
    let counted = 0;
    while ((await store.patrolDays.take()) > 0);
    for (;;) {
      const some = await store.transaction(({ patrolDays }) => patrolDays.countSome());
      if (some === 0) return counted;
      counted += some;
    }
  };
  const dayOf = async (userId: string, scope = ABA) => {
    const question = { step: 'day', beginDay: DAY, endDay: DAY, userId, mostGaps: 10 } as const;
    return (await store.patrolDays.attendance(scope, question, { offset: 0, limit: 10 })).list[0];
  };

  it('positions saved one by one, in pieces, late or all at once have the same result', async () => {
    const [whole, pieces, late] = [await aRanger('甲'), await aRanger('乙'), await aRanger('丙')];
    await save(walk(whole, 0, 120));
    for (let n = 0; n < 120; n += 40) {
      await save(walk(pieces, n * 15, 40));
      await count();
    }
    await save(walk(late, 0, 20));
    await save(walk(late, 600, 80));
    await count();
    expect(await dayOf(late)).toMatchObject({ positions: 100, gapCount: 0, leftOut: 0 });
    await save(walk(late, 300, 20));
    await count();
    const { userId: _, fullName: __, ...expected } = (await dayOf(whole)) as Attendance;
    expect(expected).toMatchObject({ positions: 120, daysOnDuty: 1, dutySeconds: 119 * 15, movingSeconds: 119 * 15, gridNo: WENCHUAN });
    expect(await dayOf(pieces)).toMatchObject({ ...expected, distanceMetres: expect.closeTo(expected.distanceMetres, 6) });
    expect(await dayOf(late)).toMatchObject({ ...expected, distanceMetres: expect.closeTo(expected.distanceMetres, 6) });
  });

  it('only new positions are counted, and those that arrive during counting remain due', async () => {
    const id = await aRanger('丁');
    await save(walk(id, 0, 5));
    expect(await store.patrolDays.isBehind()).toBe(true);
    expect(await count()).toBe(1);
    expect(await store.patrolDays.isBehind()).toBe(false);
    // The same positions sent again are not new.
    await save(walk(id, 0, 5));
    expect(await count()).toBe(0);
    await save(walk(id, 75, 1));
    await store.patrolDays.take();
    await save(walk(id, 90, 1));
    expect(await store.transaction(({ patrolDays }) => patrolDays.countSome())).toBe(1);
    expect(await store.patrolDays.isBehind()).toBe(true);
    await count();
    expect(await dayOf(id)).toMatchObject({ positions: 7, gapCount: 0 });
  });

  it('a day keeps its counts when its positions are deleted by age', async () => {
    const id = await aRanger('戊');
    await save(walk(id, 0, 50));
    await count();
    const before = await dayOf(id);
    // A whole week later, because positions are deleted by weeks.
    await store.rangers.prune(new Date(NOW.getTime() + 8 * 86_400_000));
    await save(walk(id, 20, 1));
    await count();
    expect(await dayOf(id)).toEqual(before);
  });

  it('rangers outside the scope are neither in the list nor in its total', async () => {
    const id = await aRanger('己');
    expect(await dayOf(id, LIXIAN)).toBeUndefined();
    const question = { step: 'day', beginDay: DAY, endDay: DAY, mostGaps: 10 } as const;
    const all = await store.patrolDays.attendance(LIXIAN, question, { offset: 0, limit: 500 });
    expect(all.list.every(({ gridNo }) => gridNo === LIXIAN)).toBe(true);
    expect(all.total).toBe(all.list.length);
  });
});
