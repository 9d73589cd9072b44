import { randomUUID } from 'node:crypto';
import type { GridNo } from '@lookout/domain';
import { ABA, aMember, aTaskFile, LIXIAN, WENCHUAN } from '@lookout/store/testing/builders.ts';
import { oneServer, type TestServer } from '@lookout/store/testing/databases.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../store.ts';
import type { Task, TaskMember } from './task.ts';

const NOON = new Date('2026-11-21T04:00:00Z');
const minutesOn = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

describe.each(oneServer(15))('tasks on $name', ({ start }) => {
  let server: TestServer;
  let store: Store;
  beforeAll(async () => {
    server = await start();
    store = await openStore({ url: await server.newDatabase('migrated'), clock: () => NOON, mayWait: () => true });
  });
  afterAll(async () => {
    await store?.close();
    await server?.stop();
  });

  const create = async (overrides: Partial<Task> = {}): Promise<Task> => {
    const file = aTaskFile(overrides);
    await store.tasks.create(file, null);
    return file.task;
  };
  const step = (task: Task, index: number, state: 'received' | 'arrived' | 'reported' | 'done', at: Date, photos: string[] = []) => {
    const { userId, fullName } = task.members[index] as TaskMember;
    return { id: randomUUID(), taskId: task.id, userId, fullName, state, at, photos, text: null, position: null };
  };
  const receipt = (overrides: { requestKey?: string; endsTask?: boolean } = {}) => ({
    receivedAt: NOON,
    requestKey: null,
    endsTask: false,
    ...overrides,
  });
  const idsOf = (tasks: readonly { id: string }[]) => tasks.map(({ id }) => id);

  it('a task is read back completely, with its members and their first steps, inside its grid only', async () => {
    const fireId = randomUUID();
    const photos = [randomUUID()];
    const file = aTaskFile({ fireId, fireKind: 'satellite', photos, reserve: '带水枪', createdAt: minutesOn(1) });
    const { task, steps } = file;
    const { members } = task;
    const requestKey = `k-${randomUUID()}`;
    await store.transaction((tx) => tx.tasks.create(file, requestKey));
    const byName = (a: { fullName: string }, b: { fullName: string }) => (a.fullName < b.fullName ? -1 : 1);
    const found = await store.tasks.find(ABA, task.id);
    expect({ ...found, members: [...(found?.members ?? [])].sort(byName) }).toEqual({ ...task, members: [...members].sort(byName) });
    expect(await store.tasks.find(LIXIAN, task.id)).toBeNull();
    expect(await store.tasks.find(ABA, 'no uuid')).toBeNull();
    expect((await store.tasks.ofRequest(requestKey))?.id).toBe(task.id);
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    expect((await store.tasks.steps(task.id)).sort(byId)).toEqual([...steps].sort(byId));
    expect(await store.tasks.findOwn(members[1]?.userId as string, task.id)).toMatchObject({ id: task.id });
    expect(await store.tasks.findOwn(randomUUID(), task.id)).toBeNull();
  });

  it('steps are ordered by the phone’s own time; the last member’s last step ends the task', async () => {
    const task = await create({ fireId: randomUUID() });
    const [first, second] = task.members as [TaskMember, TaskMember];
    await store.tasks.addStep(step(task, 0, 'arrived', minutesOn(20)), receipt());
    await store.tasks.addStep(step(task, 1, 'received', minutesOn(10)), receipt({ requestKey: `s-${task.id}` }));
    expect((await store.tasks.steps(task.id)).slice(2).map(({ state }) => state)).toEqual(['received', 'arrived']);
    expect((await store.tasks.stepOfRequest(`s-${task.id}`))?.userId).toBe(second.userId);
    expect(await store.tasks.stepOfRequest('another')).toBeNull();
    expect(idsOf((await store.tasks.open(WENCHUAN, { fireId: task.fireId ?? undefined }, { limit: 9 })).list)).toEqual([task.id]);

    await store.tasks.addStep(step(task, 0, 'done', minutesOn(30)), receipt());
    expect(await store.tasks.own(first.userId, { openOnly: true, limit: 9 })).toEqual([]);
    expect(idsOf(await store.tasks.own(first.userId, { openOnly: false, limit: 9 }))).toEqual([task.id]);
    expect(idsOf(await store.tasks.own(second.userId, { openOnly: true, limit: 9 }))).toEqual([task.id]);
    await store.tasks.addStep(step(task, 1, 'done', minutesOn(40)), receipt({ endsTask: true }));
    expect((await store.tasks.open(WENCHUAN, { fireId: task.fireId ?? undefined }, { limit: 9 })).list).toEqual([]);
    expect((await store.tasks.find(WENCHUAN, task.id))?.members.map(({ state }) => state)).toEqual(['done', 'done']);
  });

  it('the page supports every filter and combines them', async () => {
    const gridNo = '513223' as GridNo;
    const at = (minutes: number) => ({ gridNo, createdAt: minutesOn(minutes) });
    const waiting = await create({ ...at(1), content: '巡查 100%_林区', priority: 1, type: 'newly-found' });
    const inFlight = await create({ ...at(2), fireId: randomUUID() });
    const done = await create({ ...at(3), members: [aMember('丙')] });
    const cancelled = await create(at(4));
    await store.tasks.addStep(step(inFlight, 0, 'received', minutesOn(5)), receipt());
    await store.tasks.addStep(step(done, 0, 'done', minutesOn(5)), receipt({ endsTask: true }));
    await store.tasks.cancel(cancelled.id, '误派', minutesOn(6));

    const page = async (filters: Parameters<Store['tasks']['page']>[1], offset = 0, limit = 9) =>
      idsOf((await store.tasks.page(gridNo, filters, { offset, limit })).list);
    expect(await page({})).toEqual([cancelled.id, done.id, inFlight.id, waiting.id]);
    expect(await page({}, 1, 2)).toEqual([done.id, inFlight.id]);
    expect((await store.tasks.page(gridNo, {}, { offset: 3, limit: 1 })).total).toBe(4);
    for (const [status, task] of Object.entries({ waiting, 'under-way': inFlight, done, cancelled }))
      expect(await page({ status: status as 'waiting' })).toEqual([task.id]);
    expect(await page({ text: '100%_' })).toEqual([waiting.id]);
    expect(await page({ priority: 1, type: 'newly-found' })).toEqual([waiting.id]);
    expect(await page({ fireId: inFlight.fireId ?? '' })).toEqual([inFlight.id]);
    expect(await page({ memberId: done.members[0]?.userId ?? '' })).toEqual([done.id]);
    expect(await page({ begin: minutesOn(2), end: minutesOn(4) })).toEqual([done.id, inFlight.id]);
    expect(await store.tasks.page(LIXIAN, { memberId: done.members[0]?.userId }, { offset: 0, limit: 9 })).toEqual({ total: 0, list: [] });
    expect(await store.tasks.find(gridNo, cancelled.id)).toMatchObject({ cancelReason: '误派', cancelledAt: minutesOn(6) });
    expect(idsOf((await store.tasks.open(gridNo, {}, { limit: 9 })).list)).toEqual([inFlight.id, waiting.id]);
    expect((await store.tasks.open(gridNo, {}, { limit: 1 })).more).toBe(true);
  });

  it('a photo is visible through its task, to the members and to its grid', async () => {
    const [ofTask, ofStep, other] = [randomUUID(), randomUUID(), randomUUID()];
    const task = await create({ photos: [ofTask] });
    await store.tasks.addStep(step(task, 0, 'reported', minutesOn(9), [ofStep]), receipt());
    const memberId = task.members[1]?.userId as string;
    for (const photo of [ofTask, ofStep]) {
      expect(await store.tasks.shows({ memberId }, photo)).toBe(true);
      expect(await store.tasks.shows({ memberId: randomUUID() }, photo)).toBe(false);
      expect(await store.tasks.shows({ scope: ABA }, photo)).toBe(true);
      expect(await store.tasks.shows({ scope: LIXIAN }, photo)).toBe(false);
    }
    expect(await store.tasks.shows({ memberId }, other)).toBe(false);
    expect(await store.tasks.shows({ memberId }, 'no uuid')).toBe(false);
  });

  it('two identical requests at the same time are processed one after the other', async () => {
    const requestKey = `twice-${randomUUID()}`;
    const send = () =>
      store.transaction(async (tx) => {
        await tx.tasks.lockRequest(requestKey);
        const existing = await tx.tasks.ofRequest(requestKey);
        if (existing) return existing;
        const file = aTaskFile();
        await tx.tasks.create(file, requestKey);
        return file.task;
      });
    const ids = new Set((await Promise.all([send(), send(), send()])).map(({ id }) => id));
    expect(ids.size).toBe(1);
  });
});
