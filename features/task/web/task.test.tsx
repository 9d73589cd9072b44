import type { GridNo, Named } from '@lookout/domain';
import { fill, OFFICER, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { answerOwnGrid } from '@lookout/web/app/testing/own-grid.ts';
import { refusedBy } from '@lookout/web/app/testing/wire.ts';
import { type PositionTaking, PositionTakingContext } from '@lookout/web/globe/PointField.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { aMember, aTask } from '../../testing/builders.ts';
import type { ListedPatrolRule, PatrolOccurrence } from '../patrol.ts';
import { writeTask } from '../task.wire.ts';
import type { TaskJourney } from '../task-journey.ts';
import type { TaskOrder, TaskTemplate } from '../task-template.ts';
import { PatrolDrawer } from './PatrolDrawer.tsx';
import { PatrolFields } from './PatrolForm.tsx';
import { TasksTab } from './TasksTab.tsx';
import { TemplateForm } from './TemplateForm.tsx';
import { TemplatesTab } from './TemplatesTab.tsx';

const { task: taskCalls } = contract;
const ID = '00000000-0000-4000-8000-000000000001';
const RANGER = '00000000-0000-4000-8000-000000000002';
const untaken: PositionTaking = { take: null, setTake: () => undefined };
const order: TaskOrder = {
  content: '巡查祭祀用火',
  priority: 3,
  peopleCount: 2,
  vehicleCount: 1,
  equipmentCount: 0,
  reserve: null,
  checklist: '坟头\n水源',
};
const SAVED_AT = new Date('2026-11-20T10:00:00+08:00');
const template: Named<TaskTemplate> = {
  ...order,
  id: ID,
  gridNo: OFFICER.gridNo,
  gridName: OFFICER.gridName,
  name: '清明巡护',
  durationMinutes: 120,
  revision: 1,
  changedBy: '甲',
  changedAt: SAVED_AT,
};
const rule: ListedPatrolRule = {
  id: ID,
  gridNo: OFFICER.gridNo,
  gridName: OFFICER.gridName,
  ownerGridNo: OFFICER.gridNo,
  state: 'running',
  revision: 1,
  content: {
    name: '清明巡护',
    repeat: { kind: 'weekdays', weekdays: [1, 5] },
    beginDay: '2036-04-01',
    endDay: null,
    timeOfDay: '08:30',
    durationMinutes: 120,
    exceptDays: ['2036-04-04'],
    order,
    members: [{ userId: RANGER, fullName: '汶川县护林员01' }],
    position: { lng: 103.59, lat: 31.48 },
    address: '汶川县沟口',
    route: null,
  },
  next: [new Date('2036-04-07T08:30:00+08:00')],
  last: null,
  createdBy: '甲',
  createdAt: SAVED_AT,
  changedBy: '甲',
  changedAt: SAVED_AT,
  writtenById: ID,
  writtenBy: '甲',
  endReason: null,
};
const at = <R extends { readonly path: string }>(row: R, id = ID): R => ({ ...row, path: row.path.replace('{id}', id) });
const page = <T,>(list: readonly T[]) => ({ total: list.length, pageNo: 1, pageSize: 10, list: [...list] });

it('a template that a colleague saved first: the current version is shown, the typed input is kept and can be saved over it', async () => {
  const { wire, user, show } = openDesk();
  const theirs: Named<TaskTemplate> = { ...template, revision: 2, name: '别人的', changedBy: '乙' };
  const refusal = refusedBy({ code: 'task-template-revised', params: { by: '乙' } }, theirs);
  wire.on(at(taskCalls.reviseTaskTemplate), ({ body }) => ((body as { revision: number }).revision === 2 ? template : refusal));
  show(<TemplateForm template={template} onClose={() => undefined} />);
  fill(await screen.findByLabelText('模板名称'), '我的');
  await user.click(screen.getByRole('button', { name: '保存' }));
  expect((await screen.findByRole('alert')).textContent).toContain('乙 已先保存了修改');
  await user.click(screen.getByRole('button', { name: '以我填写的为准' }));
  await waitFor(() => expect(screen.getByRole('button', { name: '保存' })).toHaveProperty('disabled', false));
  await user.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(wire.calls(at(taskCalls.reviseTaskTemplate))).toHaveLength(2));
  expect(wire.calls(at(taskCalls.reviseTaskTemplate))[1]?.body).toMatchObject({ revision: 2, name: '我的', content: '巡查祭祀用火' });
});

it('a template of a grid above can be used but not changed; an own one can be deleted after confirmation', async () => {
  const { wire, user, show } = openDesk({ at: '/manage/task?tab=templates' });
  const above = { ...template, id: RANGER, gridNo: '513200' as GridNo, gridName: '阿坝州', name: '全州巡护' };
  wire.on(taskCalls.taskTemplates, () => page([above, template]));
  wire.on(contract.grid.gridTree, () => []);
  wire.on(contract.grid.grid, () => ({
    no: OFFICER.gridNo,
    name: '汶川县',
    level: 'county' as const,
    fullName: '汶川县',
    longitude: null,
    latitude: null,
  }));
  wire.on(at(taskCalls.removeTaskTemplate), () => undefined);
  show(<TemplatesTab />);
  await screen.findByText('全州巡护');
  expect(screen.getByText('上级模板')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '删除模板：全州巡护' })).toBeNull();
  await user.click(screen.getByRole('button', { name: '删除模板：清明巡护' }));
  await user.click(within(await screen.findByRole('tooltip')).getByRole('button', { name: '删除' }));
  await screen.findByText('已删除');
  expect(wire.calls(at(taskCalls.removeTaskTemplate))).toHaveLength(1);
});

const showPatrol = (show: (piece: React.ReactNode) => void, known: ListedPatrolRule | null) =>
  show(
    <PositionTakingContext value={untaken}>
      <PatrolFields rule={known} onClose={() => undefined} />
    </PositionTakingContext>,
  );

it('a recurring patrol names all missing fields and sends nothing', async () => {
  const { wire, user, show } = openDesk();
  wire.on(contract.ranger.rangerList, () => []);
  wire.on(contract.travel.nearest, () => []);
  showPatrol(show, null);
  await user.click(await screen.findByText('按星期'));
  await user.click(screen.getByRole('button', { name: '保存' }));
  for (const message of ['请填写巡护名称', '请填写任务内容', '请至少选择一个星期几', '请选择护林员', '请选择地点或绘制路线'])
    await screen.findByText(message);
  expect(wire.calls(taskCalls.createPatrol)).toEqual([]);
});

it('a recurring patrol shows its next three times as it is filled in, without the days left out, and is sent with these values', async () => {
  const { wire, user, show } = openDesk();
  wire.on(contract.ranger.rangerList, () => []);
  wire.on(contract.travel.nearest, () => []);
  wire.on(at(taskCalls.revisePatrol), () => ({ ...rule, revision: 2 }));
  showPatrol(show, rule);
  // 2036-04-04 is a Friday and is left out.
  await screen.findByText('之后三次：2036-04-07 08:30、2036-04-11 08:30、2036-04-14 08:30');
  fill(screen.getByLabelText('任务内容'), '看水源');
  await user.click(screen.getByRole('button', { name: '保存' }));
  await screen.findByText('已保存');
  expect(wire.calls(at(taskCalls.revisePatrol))[0]?.body).toMatchObject({
    revision: 1,
    content: {
      name: '清明巡护',
      repeat: { kind: 'weekdays', weekdays: [1, 5] },
      beginDay: '2036-04-01',
      endDay: null,
      timeOfDay: '08:30',
      exceptDays: ['2036-04-04'],
      memberIds: [RANGER],
      position: { lng: 103.59, lat: 31.48 },
      order: { content: '看水源', checklist: '坟头\n水源', vehicleCount: 1 },
    },
  });
});

it('what the server refuses is shown at its field', async () => {
  const { wire, user, show } = openDesk();
  wire.on(contract.ranger.rangerList, () => []);
  wire.on(contract.travel.nearest, () => []);
  const refusal = refusedBy({ code: 'task-content-needed', params: {} });
  Object.assign(refusal.body as object, { data: [{ path: 'content.order.content', message: '任务内容不合要求' }] });
  wire.on(at(taskCalls.revisePatrol), () => refusal);
  showPatrol(show, rule);
  await user.click(await screen.findByRole('button', { name: '保存' }));
  await waitFor(() => expect(screen.getByLabelText('任务内容').closest('.ant-form-item')?.textContent).toContain('任务内容不合要求'));
});

it('a rule shows the outcome of each occurrence, and can be ended only with a reason', async () => {
  const { wire, user, show } = openDesk({ at: '/manage/task?tab=patrols' });
  wire.on(at(taskCalls.patrolOne), () => rule);
  wire.on(taskCalls.patrolOccurrences, () =>
    page<PatrolOccurrence>([
      { ruleId: ID, day: '2036-03-31', plannedAt: new Date('2036-03-31T08:30:00+08:00'), outcome: 'missed', taskId: null, skipped: [] },
      { ruleId: ID, day: '2036-03-28', plannedAt: new Date('2036-03-28T08:30:00+08:00'), outcome: 'late', taskId: RANGER, skipped: ['乙'] },
    ]),
  );
  wire.on(taskCalls.changePatrolState, () => ({ ...rule, state: 'ended' as const, revision: 2 }));
  show(<PatrolDrawer id={ID} onEdit={() => undefined} onClose={() => undefined} />);
  for (const text of ['错过（服务中断超过一天）', '补派', '未能派给：乙', '周一、周五 08:30，120 分钟']) await screen.findByText(text);
  await user.click(screen.getByRole('button', { name: '结束' }));
  await user.click(screen.getByRole('button', { name: '确定结束' }));
  await screen.findByText('请填写原因');
  expect(wire.calls(taskCalls.changePatrolState)).toEqual([]);
  fill(screen.getByLabelText('结束原因'), '雨季');
  await user.click(screen.getByRole('button', { name: '确定结束' }));
  await screen.findByText('已结束');
  expect(wire.calls(taskCalls.changePatrolState)[0]?.body).toEqual({ id: ID, revision: 1, state: 'ended', reason: '雨季' });
});

const SENT = '00000000-0000-4000-8000-000000000005';
const DONE = '00000000-0000-4000-8000-000000000006';
const COMING: TaskJourney = {
  taskId: SENT,
  userId: RANGER,
  fullName: '护林员甲',
  state: 'under-way',
  arrivesAt: new Date(Date.now() + 20 * 60_000),
  leftMetres: 3_400,
  pace: 1,
  positionAt: new Date(),
  computedAt: new Date(),
  plan: null,
};

const showTasks = async (desk: ReturnType<typeof openDesk>) => {
  const named = (id: string, state: 'on-the-way' | 'done', content: string) =>
    aTask(id, state === 'done' ? 'done' : 'under-way', { content, members: [aMember(state, RANGER)] });
  const list = [named(SENT, 'on-the-way', '在途的任务'), named(DONE, 'done', '办完的任务')];
  answerOwnGrid(desk.wire);
  desk.wire.on(taskCalls.taskPage, () => page(list.map((task) => writeTask(task, () => task.gridName))));
  desk.show(<TasksTab onCreate={() => undefined} />);
  await screen.findByText('在途的任务');
  const column = () => screen.queryAllByRole('columnheader').findIndex(({ textContent }) => textContent === '预计到达');
  const cellOf = (content: string) => screen.getByText(content).closest('tr')?.children[column()]?.textContent;
  return { cellOf };
};

it('the table of tasks shows the earliest arrival, and — if no ranger is expected; a failed request is shown', async () => {
  const desk = openDesk({ at: '/manage/task' });
  let answer: TaskJourney[] | null = null;
  desk.wire.on(contract.travel.underWay, () => answer ?? refusedBy({ code: 'not-found', params: {} }));
  const { cellOf } = await showTasks(desk);
  await screen.findByText(/^没有查到何时到/);
  expect([cellOf('在途的任务'), cellOf('办完的任务')]).toEqual(['—', '—']);
  answer = [COMING, { ...COMING, userId: DONE, fullName: '护林员乙', state: 'off-route', arrivesAt: null }];
  await desk.user.click(screen.getByRole('button', { name: '重试' }));
  await waitFor(() => expect(cellOf('在途的任务')).toMatch(/^护林员甲 预计 \d\d:\d\d 到（还有 3\.4 公里）$/));
  expect(screen.getByText(/^护林员甲 预计/).title).toMatch(/\n护林员乙 已偏离计划路线$/);
  expect(cellOf('办完的任务')).toBe('—');
  // Only tasks with possibly expected rangers are requested.
  for (const { body } of desk.wire.calls(contract.travel.underWay)) expect(body).toMatchObject({ taskIds: [SENT] });
  // The column can be hidden like the others.
  await desk.user.click(screen.getByRole('button', { name: /^列/ }));
  await desk.user.click(await screen.findByRole('checkbox', { name: '预计到达' }));
  await waitFor(() => expect(screen.queryByText(/^护林员甲 预计/)).toBeNull());
});

it('tasks are filtered by the URL; an empty result is reported, and one click clears the filter', async () => {
  const desk = openDesk({ at: '/manage/task?status=waiting&type=4&priority=4&text=找得到' });
  desk.wire.on(contract.travel.underWay, () => []);
  await showTasks(desk);
  const lastQuery = () => desk.wire.calls(taskCalls.taskPage).at(-1)?.body;
  expect(lastQuery()).toMatchObject({ status: 'waiting', taskType: 4, priority: 4, taskContent: '找得到' });
  desk.wire.on(taskCalls.taskPage, () => page([]));
  await desk.user.clear(screen.getByPlaceholderText('任务内容'));
  await desk.user.type(screen.getByPlaceholderText('任务内容'), '没有这样的任务{Enter}');
  await screen.findByText('没有符合条件的任务');
  expect(new URL(location.href).searchParams.get('text')).toBe('没有这样的任务');
  await desk.user.click(screen.getByRole('button', { name: '清除条件' }));
  await waitFor(() => expect(location.search).toBe(''));
});
