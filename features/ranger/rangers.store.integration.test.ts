import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@lookout/domain';
import { ABA, aMember, anAccount, aTaskFile, LIXIAN, WENCHUAN } from '@lookout/store/testing/builders.ts';
import { availableServers, type TestServer } from '@lookout/store/testing/databases.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../store.ts';
import type { RangerPosition } from './ranger.ts';

const NOON = new Date('2026-11-21T04:00:00Z');
const secondsOn = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);

describe.each(availableServers())('rangers on $name', ({ start }) => {
  let server: TestServer;
  let store: Store;
  let now = NOON;
  beforeAll(async () => {
    server = await start();
    store = await openStore({ url: await server.newDatabase('migrated'), clock: () => now, mayWait: () => true });
  });
  afterAll(async () => {
    await store?.close();
    await server?.stop();
  });

  const aRanger = async (overrides: Parameters<typeof anAccount>[0] = {}) => {
    const account = anAccount({ rights: ['report-as-ranger'], fullName: '护林员', ...overrides });
    await store.accounts.create(account);
    return account;
  };
  const at = (userId: string, seconds: number, lng = 103.5): RangerPosition => ({
    userId,
    at: secondsOn(seconds),
    position: { lng, lat: 31.4 },
  });
  const track = async (userId: string) =>
    (await store.rangers.track(userId, secondsOn(-DAY_MS), secondsOn(DAY_MS), { limit: 100 })).list.map((point) => point.position.lng);
  const lastOf = async (userId: string) => (await store.rangers.list(ABA, {}, { limit: 1000 })).list.find((r) => r.userId === userId)?.last;

  it('a late burst is inserted in order of time, and the last place stays the last by the phone’s own time', async () => {
    const { id } = await aRanger();
    expect(await store.rangers.save([at(id, 60, 103.6)], NOON)).toEqual({ duplicates: [], newest: [0] });
    const late = [at(id, 30, 103.3), at(id, 10, 103.1), at(id, 20, 103.2)];
    expect(await store.rangers.save(late, secondsOn(100))).toEqual({ duplicates: [], newest: [] });
    expect(await track(id)).toEqual([103.1, 103.2, 103.3, 103.6]);
    expect(await lastOf(id)).toEqual({ position: { lng: 103.6, lat: 31.4 }, at: secondsOn(60), receivedAt: NOON });

    const mixed = [at(id, 80, 103.8), at(id, 90, 103.9), at(id, 20, 103.2), at(id, 70, 103.7)];
    expect(await store.rangers.save(mixed, secondsOn(120))).toEqual({ duplicates: [2], newest: [1] });
    expect(await lastOf(id)).toEqual({ position: { lng: 103.9, lat: 31.4 }, at: secondsOn(90), receivedAt: secondsOn(120) });
    expect((await track(id)).length).toBe(7);
    expect(await store.rangers.save([], NOON)).toEqual({ duplicates: [], newest: [] });
  });

  it('stores the belief about a person with his last position', async () => {
    const { id } = await aRanger();
    const last = at(id, 60, 103.6);
    await store.rangers.save([last], NOON);
    expect(await store.rangers.beliefs([id, randomUUID()])).toEqual(
      new Map([[id, { last: { position: last.position, at: last.at }, isFast: false, doubt: null }]]),
    );
    const jump = at(id, 75, 104.6);
    const doubt = { position: jump.position, at: jump.at, since: jump.at, count: 1 };
    const belief = { last: { position: last.position, at: last.at }, isFast: true, doubt };
    const stands = [{ userId: id, newest: null, belief }];
    expect(await store.rangers.save([{ ...jump, isDoubtful: true }], secondsOn(80), stands)).toEqual({ duplicates: [], newest: [] });
    expect((await store.rangers.beliefs([id])).get(id)).toEqual(belief);
    expect(await lastOf(id)).toEqual({ position: last.position, at: last.at, receivedAt: NOON });
    const { list } = await store.rangers.track(id, secondsOn(0), secondsOn(100), { limit: 9 });
    expect(list.map(({ isDoubtful }) => isDoubtful)).toEqual([undefined, true]);
    // Another server has stored a later position in the meantime.
    const older = { ...belief, last: { position: last.position, at: secondsOn(50) } };
    expect(await store.rangers.save([at(id, 50)], NOON, [{ userId: id, newest: 0, belief: older }])).toEqual({
      duplicates: [],
      newest: [],
    });
    expect((await store.rangers.beliefs([id])).get(id)).toEqual(belief);
  });

  it('stores places and times exactly', async () => {
    const { id } = await aRanger();
    const position = { lng: -0.1234567890123, lat: 1e-7 };
    const when = new Date('2026-11-21T03:59:59.123Z');
    await store.rangers.save([{ userId: id, position, at: when }], NOON);
    expect(await lastOf(id)).toEqual({ position, at: when, receivedAt: NOON });
  });

  it('lists users with the ranger app who may log in, with open tasks, inside the grid', async () => {
    const busy = await aRanger({ fullName: '列表A', phone: '139' });
    const silent = await aRanger({ fullName: '列表B', gridNo: LIXIAN });
    await aRanger({ fullName: '列表C', enabled: false });
    await aRanger({ fullName: '列表D', rights: ['watch-alarms'] });
    await store.rangers.save([at(busy.id, 0)], NOON);
    const members = [busy, silent].map(({ id, fullName, gridNo }) => aMember(fullName, { userId: id, gridNo }));
    const file = aTaskFile({ createdAt: NOON, members });
    const { task } = file;
    await store.tasks.create(file, null);
    const done = { id: randomUUID(), taskId: task.id, userId: silent.id, fullName: '', state: 'done' as const, at: NOON };
    await store.tasks.addStep({ ...done, text: null, photos: [], position: null }, { receivedAt: NOON, requestKey: null, endsTask: false });

    const { list } = await store.rangers.list(ABA, { name: '列表' }, { limit: 10 });
    expect(list).toEqual([
      {
        userId: busy.id,
        fullName: '列表A',
        gridNo: WENCHUAN,
        phone: '139',
        taskIds: [task.id],
        last: { position: { lng: 103.5, lat: 31.4 }, at: NOON, receivedAt: NOON },
      },
      { userId: silent.id, fullName: '列表B', gridNo: LIXIAN, phone: null, taskIds: [], last: null },
    ]);
    const names = async (scope: typeof ABA) =>
      (await store.rangers.list(scope, { name: '列表' }, { limit: 1 })).list.map((r) => r.fullName);
    expect([await names(LIXIAN), await names(WENCHUAN)]).toEqual([['列表B'], ['列表A']]);
    expect((await store.rangers.list(ABA, { name: '列表' }, { limit: 1 })).more).toBe(true);
  });

  it('the directory lists the rangers, and its stamp changes whenever the list may change', async () => {
    const stamps = [await store.rangers.peopleStamp()];
    const changed = async () => {
      stamps.push(await store.rangers.peopleStamp());
      expect(new Set(stamps).size).toBe(stamps.length);
      now = new Date(now.getTime() + 1);
    };
    now = secondsOn(1);
    const ranger = await aRanger();
    await changed();
    expect(await store.rangers.people()).toContainEqual({ userId: ranger.id, fullName: '护林员', gridNo: WENCHUAN });
    await store.accounts.update(ABA, ranger.id, { gridNo: LIXIAN });
    await changed();
    await store.accounts.setRights(ABA, ranger.id, []);
    await changed();
    expect((await store.rangers.people()).map(({ userId }) => userId)).not.toContain(ranger.id);
    expect(await store.rangers.peopleStamp()).toBe(stamps.at(-1));
  });

  it('pruning deletes old positions, and nothing else', async () => {
    const { id } = await aRanger();
    // Older than all weekly partitions: deleted row by row.
    const old = (second: number): RangerPosition => ({ ...at(id, second), at: new Date(Date.UTC(2020, 0, 1, 0, 0, second)) });
    await store.rangers.save([old(1), old(2)], secondsOn(-10));
    await store.rangers.save([old(3)], secondsOn(-5));
    expect(await store.rangers.prune(secondsOn(-5))).toBe(2);
    const left = async () => (await store.rangers.track(id, new Date(0), new Date('2100-01-01'), { limit: 9 })).list.map((one) => one.at);
    expect(await left()).toEqual([old(3).at]);
    expect(await store.rangers.prune(secondsOn(-5))).toBe(0);
    // A week is dropped as a whole when it is over, and not while one of its days must be retained.
    const today = new Date();
    await store.rangers.save([{ ...at(id, 0), at: today }], today);
    await store.rangers.prune(today);
    expect(await left()).toContainEqual(today);
    await store.rangers.prune(new Date(today.getTime() + 8 * 86_400_000));
    expect(await left()).toEqual([]);
    // A late position is stored all the same.
    await store.rangers.save([{ ...at(id, 0), at: today }], today);
    expect(await left()).toEqual([today]);
  });

  it('a track stops at its limit and reports it', async () => {
    const { id } = await aRanger();
    await store.rangers.save([at(id, 1), at(id, 2), at(id, 3)], NOON);
    const { list, more } = await store.rangers.track(id, secondsOn(1), secondsOn(3), { limit: 1 });
    expect({ times: list.map((point) => point.at), more }).toEqual({ times: [secondsOn(1)], more: true });
  });
});
