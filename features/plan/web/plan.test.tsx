import { codedError } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import { fill, OFFICER, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { answerOwnGrid } from '@lookout/web/app/testing/own-grid.ts';
import { refusedBy } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import type { NamedPlanRun, Plan } from '../plan.ts';
import { PlanPage } from './index.tsx';
import { PlanEditor } from './PlanEditor.tsx';

const { plan: planCalls } = contract;
const ID = '00000000-0000-4000-8000-000000000001';
const NO_ROWS = { total: 0, pageNo: 1, pageSize: 20, list: [] };
const item = { id: 'report', level: 4 as const, text: '上报', who: '值班员', withinMinutes: 15 };
const at = (text: string) => new Date(`2020-01-01T${text}+08:00`);
const plan: Named<Plan> = {
  id: ID,
  planId: ID,
  version: 1,
  gridNo: OFFICER.gridNo,
  gridName: OFFICER.gridName,
  state: 'draft',
  revision: 3,
  content: { title: '汶川预案', conditions: [], duties: [], contacts: [], items: [item], files: [] },
  createdBy: '甲',
  createdAt: new Date('2026-11-21T10:00:00+08:00'),
  changedBy: '甲',
  changedById: null,
  changedAt: new Date('2026-11-21T10:00:00+08:00'),
  submittedBy: null,
  submittedById: null,
  submittedAt: null,
  reviewedBy: null,
  reviewedAt: null,
  reviewNote: null,
};
const run: NamedPlanRun = {
  id: ID,
  gridNo: OFFICER.gridNo,
  gridName: OFFICER.gridName,
  fireId: ID,
  fireName: '汶川县城北',
  planVersionId: ID,
  planTitle: '阿坝州预案',
  planVersion: 1,
  planGridNo: '513200' as GridNo,
  planGridName: '阿坝州',
  level: 4,
  duties: [],
  items: [
    { ...item, dueAt: at('10:00:00'), done: null },
    { ...item, id: 'call', text: '通知', dueAt: at('10:00:00'), done: { at: at('09:00:00'), by: '乙', note: null } },
    { ...item, id: 'air', text: '航空', level: 2, dueAt: null, done: null },
  ],
  steps: [{ at: at('09:45:00'), by: '甲', from: null, to: 4, reason: '蔓延' }],
  startedAt: at('09:45:00'),
  endedAt: null,
};

it('a draft that a colleague saved first shows by whom and what, retains all input, and can be overwritten', async () => {
  const { wire, user, show } = openDesk();
  const revisePlan = { ...planCalls.revisePlan, path: planCalls.revisePlan.path.replace('{id}', ID) };
  const theirs: Named<Plan> = { ...plan, revision: 4, changedBy: '阿坝州值班员', content: { ...plan.content, title: '别人的名称' } };
  const refusal = refusedBy(codedError('plan-revised', { by: '阿坝州值班员' }), theirs);
  wire.on(revisePlan, ({ body }) => ((body as { revision: number }).revision === 4 ? plan : refusal));
  show(<PlanEditor plan={plan} onClose={() => undefined} onSaved={() => undefined} />);
  fill(await screen.findByLabelText('预案名称'), '我的名称');
  await user.click(screen.getByRole('button', { name: '保存草稿' }));
  expect((await screen.findByRole('alert')).textContent).toContain('阿坝州值班员 已于 11-21 10:00 修改了这份草稿');
  expect(screen.getByLabelText('预案名称')).toHaveProperty('value', '我的名称');
  const again = screen.getByRole('button', { name: '以我填写的为准保存' });
  await waitFor(() => expect(again).toHaveProperty('disabled', false));
  await user.click(again);
  const calls = () => wire.calls(revisePlan);
  await waitFor(() => expect(calls()).toHaveLength(2));
  expect(calls()[1]?.body).toMatchObject({ revision: 4, content: { title: '我的名称', items: [item] } });
});

it('a draft without its name or a row’s fields names each of them, and sends nothing', async () => {
  const { wire, user, show } = openDesk();
  wire.on(contract.grid.gridTree, () => []);
  wire.on(contract.grid.grid, () => ({
    no: '513221',
    name: '汶川县',
    level: 'county' as const,
    fullName: '汶川县',
    longitude: null,
    latitude: null,
  }));
  show(<PlanEditor plan={null} onClose={() => undefined} onSaved={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: /增加事项/ }));
  await user.click(screen.getByRole('button', { name: '保存草稿' }));
  for (const message of ['请填写预案名称', '请填写处置事项', '请填写责任岗位']) await screen.findByText(message);
  expect(wire.calls(planCalls.createPlan)).toEqual([]);
});

it('a run shows overdue items, who did the others and whose plan it is; a tick is sent at once', async () => {
  const { wire, user, show } = openDesk({ at: '/emergencyPlan' });
  let now = run;
  wire.on(planCalls.planRunPage, () => ({ ...NO_ROWS, total: 1, list: [now] }));
  wire.on(planCalls.tickRunItem, ({ body }) => {
    const { itemId } = body as { itemId: string };
    const items = run.items.map((one) => (one.id === itemId ? { ...one, done: { at: at('10:01:00'), by: '丙', note: null } } : one));
    now = { ...run, items };
    return now;
  });
  show(<PlanPage />);
  const card = within(await screen.findByRole('region', { name: '汶川县城北 Ⅳ级' }));
  expect(card.getByText('1 项超时')).toBeTruthy();
  expect(card.getByText('乙 01-01 09:00')).toBeTruthy();
  expect(card.getByText('本地没有预案，用的是阿坝州的预案')).toBeTruthy();
  expect(card.queryByRole('button', { name: '完成：航空' })).toBeNull();
  await user.click(card.getByRole('button', { name: '完成：上报' }));
  await card.findByText('丙 01-01 10:01');
  expect(wire.calls(planCalls.tickRunItem)[0]?.body).toEqual({ id: ID, itemId: 'report' });
});

it('any officer can read a run; a user who may not dispatch sees no buttons', async () => {
  const { wire, show } = openDesk({ rights: [], at: '/emergencyPlan' });
  wire.on(planCalls.planRunPage, () => ({ ...NO_ROWS, total: 1, list: [run] }));
  show(<PlanPage />);
  await screen.findByText('1 项超时');
  for (const name of ['启动预案', '调整级别', '终止响应', '完成：上报']) expect(screen.queryByRole('button', { name })).toBeNull();
});

it('an empty list of past responses states the reason and the next step, below one picture', async () => {
  const { wire, show } = openDesk({ at: '/emergencyPlan?tab=history' });
  wire.on(planCalls.planRunPage, () => NO_ROWS);
  answerOwnGrid(wire);
  show(<PlanPage />);
  const table = within(await screen.findByRole('table'));
  table.getByText('还没有终止的响应');
  table.getByText('终止的响应连同清单与经过保留在这里。');
  expect(document.querySelectorAll('.ant-empty-image')).toHaveLength(1);
});
