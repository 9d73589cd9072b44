// Rangers on their way, as shown in a desk's tasks.

import { formatTime, type Got } from '@lookout/contract';
import { fill, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { refusedBy } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { aMember, aTask } from '../../testing/builders.ts';
import { chosenWayOf } from '../../travel/parts/chosen-way.ts';
import { writeTask } from '../task.wire.ts';
import type { TaskJourney } from '../task-journey.ts';
import { TaskDetail } from './TaskDetail.tsx';
import { FireTasks } from './TaskLists.tsx';

const { task: taskCalls, travel } = contract;
const [ID, FIRE, RANGER] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [string, string, string];
const soon = new Date(Date.now() + 20 * 60_000);
const journey: TaskJourney = {
  taskId: ID,
  userId: RANGER,
  fullName: '护林员甲',
  state: 'under-way',
  arrivesAt: soon,
  leftMetres: 3_400,
  pace: 0.8,
  positionAt: new Date(),
  computedAt: new Date(),
  plan: {
    reason: 'set-out',
    path: [
      { lng: 103.5, lat: 31.4 },
      { lng: 103.56, lat: 31.46 },
    ],
    seconds: 1_500,
    why: null,
    avoidsFire: true,
    beginsAt: new Date(),
    plannedAt: new Date(),
    forecastId: null,
    forecastAt: null,
  },
};
const member = { ...aMember('on-the-way', RANGER), fullName: '护林员甲' };
const task = aTask(ID, 'under-way', { fireId: FIRE, operatorId: FIRE, members: [member], endsAt: soon });
const wireTask = writeTask(task, () => task.gridName);
const sent = { id: FIRE, taskId: ID, userId: RANGER, fullName: '护林员甲', text: null, photos: [], position: null };
const story: Got<typeof taskCalls.taskDetail>[number] = {
  ...(wireTask.members[0] as (typeof wireTask.members)[number]),
  taskId: ID,
  steps: [{ ...sent, state: 'sent', time: formatTime(task.createdAt) }],
};
const page = { total: 1, pageNo: 1, pageSize: 100, list: [wireTask] };

it('a task shows when each ranger will arrive, and draws the planned route on an adjacent map until it is closed', async () => {
  const { app, wire, user, show } = openDesk();
  wire.on(taskCalls.taskDetail, () => [story]);
  wire.on(taskCalls.taskPage, () => page);
  wire.on(travel.underWay, () => [journey]);
  show(<FireTasks fireId={FIRE} />);
  await user.click(await screen.findByRole('button', { name: /护林员甲/ }));
  const detail = within(await screen.findByRole('dialog'));
  await detail.findByText(/^预计 .* 到（还有 3\.4 公里，比计划慢 20 %） · 绕开火场$/);
  const way = await detail.findByRole('button', { name: '看路线' });
  await user.click(way);
  expect(chosenWayOf(app).getState().way).toMatchObject({
    userId: RANGER,
    path: [
      { lng: 103.5, lat: 31.4 },
      { lng: 103.56, lat: 31.46 },
    ],
  });
  await user.click(detail.getByRole('button', { name: '收起路线' }));
  expect(chosenWayOf(app).getState().way).toBeNull();
  await user.click(way);
  await user.click(detail.getByRole('button', { name: /关闭|Close/ }));
  await waitFor(() => expect(chosenWayOf(app).getState().way).toBeNull());
});

it('a task without an adjacent map draws no route; a failed request is shown and can be retried', async () => {
  const { wire, user, show } = openDesk();
  wire.on(taskCalls.taskDetail, () => [story]);
  wire.on(taskCalls.taskPage, () => page);
  wire.on(travel.underWay, () => refusedBy({ code: 'not-found', params: {} }));
  show(<TaskDetail taskId={ID} onClose={() => undefined} />);
  await screen.findByText(/^没有查到何时到/);
  const lost: TaskJourney = { ...journey, state: 'off-route', arrivesAt: null };
  wire.on(travel.underWay, () => [lost]);
  await user.click(screen.getByRole('button', { name: '重试' }));
  await screen.findByText(/^已偏离计划路线/);
  expect(screen.queryByRole('button', { name: '看路线' })).toBeNull();
});

it('an officer who may neither see nor dispatch rangers sees no arrivals', async () => {
  const { wire, show } = openDesk({ rights: ['watch-alarms'] });
  wire.on(taskCalls.taskDetail, () => [story]);
  show(<TaskDetail taskId={ID} onClose={() => undefined} />);
  await screen.findByText('护林员甲');
  expect(wire.calls(travel.underWay)).toEqual([]);
});

it('a task can be cancelled only with a reason', async () => {
  const { wire, user, show } = openDesk();
  wire.on(taskCalls.taskDetail, () => [story]);
  wire.on(taskCalls.taskPage, () => page);
  wire.on(travel.underWay, () => [journey]);
  wire.on(taskCalls.taskCancel, () => ({ ...task, cancelledAt: new Date(), cancelReason: '火已扑灭，请返回' }));
  show(<FireTasks fireId={FIRE} />);
  await user.click(await screen.findByRole('button', { name: /护林员甲/ }));
  const detail = within(await screen.findByRole('dialog'));
  await user.click(await detail.findByRole('button', { name: '取消任务' }));
  await user.click(await detail.findByRole('button', { name: '确定取消' }));
  await detail.findByText('请填写取消原因');
  expect(wire.calls(taskCalls.taskCancel)).toEqual([]);
  fill(detail.getByLabelText('取消原因'), '火已扑灭，请返回');
  await user.click(detail.getByRole('button', { name: '确定取消' }));
  await screen.findByText('处理成功');
  expect(wire.calls(taskCalls.taskCancel).map(({ body }) => body)).toEqual([{ id: ID, reason: '火已扑灭，请返回' }]);
});
