import { randomUUID } from 'node:crypto';
import type { GridNo } from '@lookout/domain';
import { mqttProbe } from '@lookout/server/testing/mqtt-probe.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { fault, startTaskWorld, type TaskWorld } from './tasks.harness.ts';

const { task: taskCalls } = contract;
let world: TaskWorld;
beforeAll(async () => {
  world = await startTaskWorld();
});
afterAll(() => world?.stop());

describe('progress', () => {
  const ranger = 'ranger01';

  it('only moves forward, is published, is recorded in the history, and ends the task when all members are done', async () => {
    const fireId = await world.newAlarm();
    const taskMember = [world.idOf('ranger01'), world.idOf('ranger02')];
    const taskId = (await world.delegate('aba', { fireId, taskMember })).body.data.id;
    const probe = await mqttProbe(world.server.mqttUrl, world.idOf('wenchuan'), world.tokenOf('wenchuan'));
    await probe.subscribe('lookout/delegate/513221');
    const photo = await world.newPhoto(ranger);
    const report = {
      taskId,
      state: 'arrived',
      text: '见明火',
      photos: [photo],
      position: { lng: 103.6, lat: 31.5 },
      at: '2026-11-21 12:00:00',
    };
    const { id } = (await world.report(ranger, report)).body.data;
    expect(await probe.next()).toMatchObject({
      message: {
        gridNo: '513221',
        data: {
          id: taskId,
          status: 'under-way',
          step: {
            id,
            userId: world.idOf(ranger),
            state: 'arrived',
            text: '见明火',
            time: '2026-11-21 12:00:00',
            photos: [`/files/${photo}`],
          },
        },
      },
    });
    probe.end();
    expect(await world.seesPhoto('wenchuan', photo)).toBe(200);
    expect((await world.historyOf(fireId)).filter(({ act }) => act === 'progress')).toMatchObject([
      { fullName: world.sessionOf(ranger).fullName, detail: { taskId, state: 'arrived', text: '见明火' } },
    ]);

    const back = await world.report(ranger, { taskId, state: 'received' });
    expect(back).toMatchObject({
      status: 409,
      body: {
        message: '任务状态已是“已到达”，不能退回',
        data: { id: taskId, members: expect.arrayContaining([expect.objectContaining({ userId: world.idOf(ranger), state: 'arrived' })]) },
      },
    });
    expect((await world.report(ranger, { taskId, state: 'sent' })).status).toBe(422);

    const detail = await world.rowsOf(world.call('wenchuan', taskCalls.taskDetail, { taskId }));
    const mine = detail.find((row: { userId: string }) => row.userId === world.idOf(ranger));
    expect(mine).toMatchObject({ taskId, state: 'arrived', stateTime: '2026-11-21 12:00:00' });
    expect(mine.steps.map(({ state }: { state: string }) => state)).toEqual(['sent', 'arrived']);

    expect((await world.report(ranger, { taskId, state: 'reported', text: '一' })).status).toBe(200);
    expect((await world.report(ranger, { taskId, state: 'reported', text: '二' })).status).toBe(200);
    expect((await world.report(ranger, { taskId, state: 'done' })).status).toBe(200);
    expect((await world.pageOf('aba', { fireId })).list[0].status).toBe('under-way');
    const openTask = `${taskCalls.taskOpen.path}?fireId=${fireId}`;
    expect(await world.rowsOf(world.call('viewer', { method: 'GET', path: openTask }))).toHaveLength(1);
    expect((await world.report('ranger02', { taskId, state: 'done' })).status).toBe(200);
    expect((await world.pageOf('aba', { fireId })).list[0].status).toBe('done');
    expect(await world.rowsOf(world.call('viewer', { method: 'GET', path: openTask }))).toEqual([]);
    expect((await world.report('ranger02', { taskId, state: 'reported' })).status).toBe(409);
    expect((await world.call('aba', taskCalls.taskCancel, { id: taskId, reason: '晚了' })).status).toBe(409);
  });

  it('sent again with its key is one step and returns that step', async () => {
    const taskId = (await world.delegate('wenchuan')).body.data.id;
    const key = randomUUID();
    const report = { taskId, state: 'received', at: new Date(Date.now() - 3_600_000).toISOString() };
    const replies = await Promise.all([
      world.report(ranger, report, key),
      world.report(ranger, report, key),
      world.report(ranger, report, key),
    ]);
    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1);
    const [mine] = await world.rowsOf(world.call(ranger, taskCalls.taskDetail, { taskId }));
    expect(mine.steps.filter(({ state }: { state: string }) => state === 'received')).toHaveLength(1);
  });

  it('is allowed only for the ranger’s own task', async () => {
    const taskId = (await world.delegate('wenchuan')).body.data.id;
    const other = await world.report('ranger02', { taskId, state: 'received' });
    expect(other.status).toBe(404);
    expect((await world.report(ranger, { taskId: randomUUID(), state: 'received' })).body).toEqual(other.body);
    expect((await world.call('ranger02', taskCalls.taskDetail, { taskId })).status).toBe(404);
    expect((await world.call(ranger, taskCalls.taskDetail, { taskId })).status).toBe(200);
    expect((await world.call('lixian', taskCalls.taskDetail, { taskId })).status).toBe(404);
    expect((await world.call('viewer', taskCalls.taskDetail, { taskId })).status).toBe(200);
  });

  it('is refused with a future time or with another user’s photos', async () => {
    const taskId = (await world.delegate('wenchuan')).body.data.id;
    const at = new Date(Date.now() + 11 * 60_000).toISOString();
    expect(fault(await world.report(ranger, { taskId, state: 'received', at }))).toMatchObject({ status: 422, path: 'at' });
    const photos = [await world.newPhoto('aba')];
    expect(fault(await world.report(ranger, { taskId, state: 'received', photos }))).toMatchObject({ status: 422, path: 'photos' });
    const [mine] = await world.rowsOf(world.call(ranger, taskCalls.taskDetail, { taskId }));
    expect(mine.state).toBe('sent');
  });
});

describe('a cancelled task', () => {
  it('shows the reason to the desks and to the members, and accepts no more progress', async () => {
    const fireId = await world.newAlarm();
    const id = (await world.delegate('wenchuan', { fireId })).body.data.id;
    const probe = await mqttProbe(world.server.mqttUrl, world.idOf('aba'), world.tokenOf('aba'));
    await probe.subscribe('lookout/delegate/513200');
    expect(fault(await world.call('wenchuan', taskCalls.taskCancel, { id, reason: '' }))).toEqual({
      status: 422,
      path: 'reason',
      message: '请填写取消原因',
    });
    expect((await world.call('lixian', taskCalls.taskCancel, { id, reason: '误派' })).status).toBe(404);
    expect((await world.call('viewer', taskCalls.taskCancel, { id, reason: '误派' })).status).toBe(403);
    const both = await Promise.all(['wenchuan', 'aba'].map((user) => world.call(user, taskCalls.taskCancel, { id, reason: '误派' })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      message: '任务已取消：误派',
      data: { id, cancelledAt: expect.any(String), cancelReason: '误派' },
    });
    expect(await probe.next()).toMatchObject({ message: { data: { id, status: 'cancelled', cancelReason: '误派', step: null } } });
    probe.end();

    const mine = await world.rowsOf(world.call('ranger01', taskCalls.myTasks, {}));
    expect(mine.find((task: { id: string }) => task.id === id)).toMatchObject({ cancelledAt: expect.any(String), cancelReason: '误派' });
    const waiting = await world.rowsOf(world.call('ranger01', taskCalls.myTasks, { openOnly: 1 }));
    expect(waiting.map((task: { id: string }) => task.id)).not.toContain(id);
    expect(await world.report('ranger01', { taskId: id, state: 'received' })).toMatchObject({
      status: 409,
      body: { data: { cancelledAt: expect.any(String) } },
    });
    expect((await world.historyOf(fireId)).at(-1)).toMatchObject({
      act: 'progress',
      detail: { taskId: id, state: 'cancelled', reason: '误派' },
    });
    // After the cancellation, the fire can be dispatched to others.
    expect((await world.delegate('wenchuan', { fireId })).status).toBe(200);
  });
});

describe('the page of tasks', () => {
  it('is limited to the grid, in lists and in counts', async () => {
    await world.delegate('wenchuan', { taskContent: '只在汶川' });
    const totals = async (user: string) => (await world.pageOf(user, { taskContent: '只在汶川' })).total;
    expect([await totals('wenchuan'), await totals('aba'), await totals('lixian'), await totals('weihui')]).toEqual([1, 1, 0, 0]);
    expect((await world.pageOf('aba', { taskContent: '只在汶川', gridNo: '513222' })).total).toBe(0);
    expect((await world.call('wenchuan', taskCalls.taskPage, { gridNo: '513200' })).status).toBe(422);
    expect((await world.call('viewer', taskCalls.taskPage, {})).status).toBe(403);
    const window = { beginTime: '2026-11-22 00:00:00', endTime: '2026-11-21 00:00:00' };
    expect(fault(await world.call('aba', taskCalls.taskPage, window)).path).toBe('endTime');
    const page = await world.pageOf('aba', { status: 'waiting', priority: 2, taskType: 4, userId: world.idOf('ranger01'), pageSize: 1 });
    expect(page.list).toHaveLength(1);
    expect(page.total).toBeGreaterThan(1);
  });
});

describe('the audit', () => {
  it('has one row for each dispatch, progress and cancellation, written in the same transaction', async () => {
    const id = (await world.delegate('wenchuan')).body.data.id;
    await world.report('ranger01', { taskId: id, state: 'received' });
    await world.call('wenchuan', taskCalls.taskCancel, { id, reason: '演练结束' });
    const { list } = await world.server.store.audit.page('100000' as GridNo, { targetId: id }, { offset: 0, limit: 10 });
    expect(list.map(({ act, outcome }) => [act, outcome])).toEqual([
      ['cancel-task', 'ok'],
      ['report-task-progress', 'ok'],
      ['delegate-task', 'ok'],
    ]);
    expect(await world.server.store.audit.verifyChain()).toBeNull();
  });
});
