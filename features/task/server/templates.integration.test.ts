import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { fault, startTaskWorld, type TaskWorld } from './tasks.harness.ts';

const { task } = contract;

let world: TaskWorld;
beforeAll(async () => {
  world = await startTaskWorld();
});
afterAll(() => world?.stop());

const draft = (over: Record<string, unknown> = {}) => ({
  gridNo: '513221',
  name: '清明巡护',
  durationMinutes: 240,
  content: '巡查祭祀用火',
  priority: 3,
  vehicleCount: 1,
  checklist: '坟头\n水源',
  ...over,
});
const create = (user: string, over: Record<string, unknown> = {}) => world.call(user, task.createTaskTemplate, draft(over));
const at = (row: { method: string; path: string }, id: string, query = '') => ({ ...row, path: row.path.replace('{id}', id) + query });
const revise = (user: string, id: string, over: Record<string, unknown>) => {
  const { gridNo: _, ...body } = draft(over);
  return world.call(user, at(task.reviseTaskTemplate, id), body);
};
const namesOf = async (user: string, body: object = {}) =>
  (await world.call(user, task.taskTemplates, body)).body.data.list.map(({ name }: { name: string }) => name);

describe('task templates', () => {
  let id: string;

  it('are created for a grid, with missing counts as none; the act is audited and published as an event', async () => {
    const reply = await create('wenchuan');
    id = reply.body.data.id;
    expect(reply.body.data).toMatchObject({
      gridName: '汶川县',
      revision: 1,
      peopleCount: 0,
      vehicleCount: 1,
      reserve: null,
      changedBy: '汶川县值班员',
    });
    const [row] = (
      await world.server.store.audit.page('100000' as never, { act: 'create-task-template' } as never, { offset: 0, limit: 1 })
    ).list;
    expect(row).toMatchObject({ targetKind: 'task-template', targetId: id });
  });

  it('are refused with the missing fields, and outside the user’s own grid', async () => {
    expect(fault(await create('wenchuan', { name: ' ' }))).toEqual({ status: 422, path: 'name', message: '请填写模板名称' });
    expect(fault(await create('wenchuan', { content: '' }))).toMatchObject({ path: 'content', message: '请填写任务内容' });
    expect(fault(await create('wenchuan', { durationMinutes: 0 }))).toMatchObject({
      path: 'durationMinutes',
      message: '时长应为 1 至 43200 分钟',
    });
    expect(fault(await create('wenchuan', { peopleCount: 1_000 }))).toMatchObject({ path: 'peopleCount' });
    expect(fault(await create('wenchuan', { gridNo: '513222' }))).toMatchObject({ status: 422, path: 'gridNo' });
  });

  it('have a unique name within a grid: a second one is refused with the existing template', async () => {
    expect((await create('wenchuan', { content: '别的' })).body).toMatchObject({
      code: 409,
      data: { id, content: '巡查祭祀用火' },
      error: { code: 'task-template-name-taken' },
    });
    const other = (await create('wenchuan', { name: '夏季巡护' })).body.data;
    expect((await revise('wenchuan', other.id, { revision: 1 })).body).toMatchObject({ code: 409, data: { id } });
    expect((await create('lixian', { gridNo: '513222' })).status).toBe(200);
  });

  it('of the grids above can be used but not changed; those of neighbouring and other grids are not visible', async () => {
    const above = (await create('aba', { gridNo: '513200', name: '全州巡护' })).body.data;
    expect(await namesOf('wenchuan', { usable: true })).toEqual(['全州巡护', '夏季巡护', '清明巡护']);
    expect(await namesOf('aba', { usable: true })).toEqual(['全州巡护']);
    expect(await namesOf('aba', { name: '清明' })).toEqual(['清明巡护', '清明巡护']);
    expect((await revise('wenchuan', above.id, { revision: 1, name: '改' })).status).toBe(404);
    expect((await revise('lixian', id, { revision: 1 })).status).toBe(404);
    expect((await world.call('lixian', at(task.removeTaskTemplate, id, '?revision=1'))).status).toBe(404);
    expect((await world.call('viewer', task.taskTemplates, {})).status).toBe(403);
  });

  it('changed by two editors: the second is refused with what the first saved; so is deleting a changed template', async () => {
    const both = await Promise.all([revise('wenchuan', id, { revision: 1, priority: 1 }), revise('aba', id, { revision: 1, priority: 2 })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = both.find(({ status }) => status === 200)?.body.data;
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ data: winner, error: { code: 'task-template-revised' } });
    expect((await world.call('wenchuan', at(task.removeTaskTemplate, id, '?revision=1'))).status).toBe(409);
    expect((await world.call('wenchuan', at(task.removeTaskTemplate, id, '?revision=2'))).status).toBe(200);
    expect(await namesOf('wenchuan', { usable: true })).toEqual(['全州巡护', '夏季巡护']);
    expect((await revise('wenchuan', id, { revision: 2 })).status).toBe(404);
  });

  it('a dispatch sends the checklist to its members', async () => {
    const { id: taskId } = (await world.delegate('wenchuan', { checklist: ' 坟头\n水源 ' })).body.data;
    const [mine] = (await world.call('ranger01', task.myTasks, { openOnly: 1 })).body.data;
    expect(mine).toMatchObject({ id: taskId, checklist: '坟头\n水源' });
    expect(mine).not.toHaveProperty('patrol');
  });
});
