import { contract } from '@lookout/features/contract.ts';
import type { TaskJourney } from '@lookout/features/task/task-journey.ts';
import { aMember, aPerson, aRangerMessage, aTask } from '@lookout/features/testing/builders.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fill, OFFICER, openDesk } from '../app/testing/desk.tsx';
import { NO_PICTURE, png, TOO_LARGE } from '../app/testing/photos.ts';
import { LOST } from '../app/testing/wire.ts';
import { PatrolPage } from './PatrolPage.tsx';

// Proves §5.3a, §5.3b, §5.3c
it('the report and the ranger’s step show what is missing, accept three photos, and ask before one is removed', async () => {
  const { app, wire, user, showAlone } = openDesk({ at: '/patrol', rights: ['report-as-ranger'] });
  const [id, operatorId] = [crypto.randomUUID(), crypto.randomUUID()];
  const members = [aMember('arrived', OFFICER.id)];
  const soon = { startsAt: new Date(), endsAt: new Date(Date.now() + 4 * 3_600_000) };
  const task = aTask(id, 'under-way', { content: '拍照核实', operatorId, members, ...soon });
  wire.on(contract.task.myTasks, () => [task]);
  wire.on(contract.sos.mySos, () => []);
  wire.on(contract.rangerMessage.myMessages, () => []);
  wire.on(contract.safety.mySafety, () => ({ own: null }));
  wire.on(contract.photo.upload, () => ({ id: crypto.randomUUID(), url: '', width: 64, height: 48, longitude: null, latitude: null }));
  showAlone(<PatrolPage attach={app.presenter.attach} measureClock={async () => undefined} />);

  const threePhotos = async (form: HTMLElement) => {
    const files = form.querySelector('input[type="file"][multiple]') as HTMLElement;
    const shown = () => form.querySelectorAll('.patrol-photos figure').length;
    const question = () => within(screen.getByRole('dialog', { name: '确定删除这张照片吗？' }));
    const remove = () => user.click(within(form).getByRole('button', { name: '删除照片 2' }));
    await user.upload(files, [NO_PICTURE, TOO_LARGE]);
    await screen.findByText('“fire.jpg”不是 PNG 或 JPEG 照片；“large.png”超过 10MB');
    await user.upload(files, [png('a.png'), png('b.png'), png('c.png'), png('d.png')]);
    await screen.findByText('最多上传3张照片');
    await waitFor(() => expect(shown()).toBe(3));
    await remove();
    await user.click(question().getByRole('button', { name: '取消' }));
    expect(shown()).toBe(3);
    await remove();
    await user.click(question().getByRole('button', { name: '删除' }));
    await waitFor(() => expect(shown()).toBe(2));
  };

  const report = await screen.findByRole('form', { name: '上报火情' });
  const send = () => user.click(within(report).getByRole('button', { name: '发送' }));
  await send();
  await within(report).findByText('请同时输入经度和纬度');
  await within(report).findByText('请填写情况描述，或拍一张照片');
  fill(within(report).getByLabelText('联系电话'), '一一九');
  await send();
  await within(report).findByText('电话只能包含数字、空格、+ 和 -');
  expect(wire.calls(contract.alarm.createReport)).toEqual([]);
  await threePhotos(report);

  await user.click(await screen.findByRole('button', { name: /拍照核实/ }));
  const step = await screen.findByRole('form', { name: '现场回报' });
  await user.click(within(step).getByRole('button', { name: '回报' }));
  await within(step).findByText('请填写回报内容，或拍一张照片');
  expect(wire.calls(contract.task.taskProgress)).toEqual([]);
  await threePhotos(step);
});

it('a ranger with less than half an hour left is shown at once where to go, until the danger is over', async () => {
  const { app, wire, user, showAlone } = openDesk({ at: '/patrol', rights: ['report-as-ranger'] });
  const after = (minutes: number) => new Date(Date.now() + minutes * 60_000 + 30_000);
  const ids = { userId: OFFICER.id, fireId: crypto.randomUUID(), runId: crypto.randomUUID() };
  const person = aPerson(crypto.randomUUID(), { ...ids, arrivesAt: after(25), checkedAt: new Date(), positionAt: new Date() });
  wire.on(contract.task.myTasks, () => []);
  wire.on(contract.sos.mySos, () => []);
  wire.on(contract.rangerMessage.myMessages, () => []);
  wire.on(contract.safety.mySafety, () => ({
    own: {
      safety: person,
      safePlaces: [{ kind: 'water' as const, position: { lng: 103.56, lat: 31.46 }, metres: 1_400 }],
      separationMetres: 24,
      outlines: [],
      validUntil: after(300),
      isDemo: true,
    },
  }));
  showAlone(<PatrolPage attach={app.presenter.attach} measureClock={async () => undefined} />);
  const banner = within(await screen.findByRole('region', { name: '您的安全' }));
  expect(banner.getByRole('alert').textContent).toBe('火约 25 分钟后到您的位置，现在撤离：向东北 600 米，没有可燃物的开阔地');
  banner.getByText(/^依据 .*\d\d:\d\d 的推演，有效到 .*\d\d:\d\d。模型推算，不是观测。$/);
  banner.getByText(/演示数据/);
  await screen.findByRole('region', { name: '导航' });
  await user.click(banner.getByRole('button', { name: '知道了' }));
  await waitFor(() => expect(banner.queryByRole('button', { name: '知道了' })).toBeNull());
  wire.on(contract.safety.mySafety, () => ({ own: null }));
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByRole('region', { name: '您的安全' })).toBeNull());
});

it('a ranger on the way is shown when the officers expect him', async () => {
  const { app, wire, user, showAlone } = openDesk({ at: '/patrol', rights: ['report-as-ranger'] });
  const [id, operatorId] = [crypto.randomUUID(), crypto.randomUUID()];
  const soon = { startsAt: new Date(), endsAt: new Date(Date.now() + 4 * 3_600_000) };
  const task = aTask(id, 'under-way', { content: '前往核查', operatorId, members: [aMember('on-the-way', OFFICER.id)], ...soon });
  const [now, later] = [new Date(), new Date(Date.now() + 20 * 60_000)] as const;
  wire.on(contract.task.myTasks, () => [task]);
  wire.on(contract.sos.mySos, () => []);
  wire.on(contract.rangerMessage.myMessages, () => []);
  wire.on(contract.safety.mySafety, () => ({ own: null }));
  const journey: TaskJourney = {
    taskId: id,
    userId: OFFICER.id,
    fullName: OFFICER.fullName,
    state: 'under-way',
    arrivesAt: later,
    leftMetres: 3_400,
    pace: null,
    positionAt: now,
    computedAt: now,
    plan: null,
  };
  wire.on(contract.travel.underWay, () => [journey]);
  showAlone(<PatrolPage attach={app.presenter.attach} measureClock={async () => undefined} />);
  await user.click(await screen.findByRole('button', { name: /前往核查/ }));
  await screen.findByText(/^预计 .* 到（还有 3\.4 公里）$/);
  expect(wire.calls(contract.travel.underWay)[0]?.body).toMatchObject({ taskIds: [id] });
});

it('a cancelled task is shown with its reason and has no further step', async () => {
  const { app, wire, user, showAlone } = openDesk({ at: '/patrol', rights: ['report-as-ranger'] });
  const [id, operatorId] = [crypto.randomUUID(), crypto.randomUUID()];
  const soon = { startsAt: new Date(), endsAt: new Date(Date.now() + 4 * 3_600_000) };
  const task = aTask(id, 'waiting', { content: '将被取消', operatorId, members: [aMember('sent', OFFICER.id)], ...soon });
  const cancelled = { ...task, cancelledAt: new Date(), cancelReason: '火已扑灭，请返回' };
  wire.on(contract.task.myTasks, () => [task]);
  wire.on(contract.sos.mySos, () => []);
  wire.on(contract.rangerMessage.myMessages, () => []);
  wire.on(contract.safety.mySafety, () => ({ own: null }));
  showAlone(<PatrolPage attach={app.presenter.attach} measureClock={async () => undefined} />);
  await user.click(await screen.findByRole('button', { name: /将被取消/ }));
  await screen.findByRole('button', { name: '接收' });
  wire.on(contract.task.myTasks, () => [cancelled]);
  // As on a phone that is online again, which does not wait for the next poll.
  window.dispatchEvent(new Event('online'));
  await screen.findByText('任务已取消：将被取消（火已扑灭，请返回）');
  await screen.findByText('任务已取消');
  expect(screen.queryByRole('button', { name: '接收' })).toBeNull();
});

/** Stubs a phone that finds this position at once. */
function stubPosition(coords: { readonly longitude: number; readonly latitude: number; readonly accuracy: number }): void {
  vi.stubGlobal('isSecureContext', true);
  const geolocation = {
    watchPosition: (found: PositionCallback) => {
      queueMicrotask(() => found({ coords, timestamp: Date.now() } as GeolocationPosition));
      return 1;
    },
    clearWatch: () => undefined,
  };
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue(geolocation as unknown as Geolocation);
}

it('a fire is located by direction and distance from where the ranger stands; an invalid direction is reported at once', async () => {
  stubPosition({ longitude: 103.57, latitude: 31.46, accuracy: 12 });
  const { app, wire, user, showAlone } = openDesk({ at: '/patrol', rights: ['report-as-ranger'] });
  const id = crypto.randomUUID();
  wire.on(contract.task.myTasks, () => []);
  wire.on(contract.sos.mySos, () => []);
  wire.on(contract.rangerMessage.myMessages, () => []);
  wire.on(contract.safety.mySafety, () => ({ own: null }));
  wire.on(contract.ranger.position, () => ({ received: 1, accepted: 1, duplicates: 0, rejected: [] }));
  wire.on(contract.alarm.createReport, () => ({ id }));
  showAlone(<PatrolPage attach={app.presenter.attach} measureClock={async () => undefined} />);
  const form = within(await screen.findByRole('form', { name: '上报火情' }));
  await user.click(form.getByRole('button', { name: '方位和距离' }));
  await form.findByText(/^您的位置：刚刚定位，误差约 12 米/);
  fill(form.getByLabelText('火在哪个方位（度）'), '400');
  await form.findByText('方位填 0 到 359.9；正北填 0');
  fill(form.getByLabelText('目测距离（米）'), '100000');
  await form.findByText('距离填 20 米到 30 公里');
  expect(form.getByLabelText('经度')).toHaveProperty('value', '');
  fill(form.getByLabelText('火在哪个方位（度）'), '62.4');
  await user.click(form.getByRole('button', { name: '2 公里' }));
  await form.findByText('方位 60°（真北，磁偏角 −2.4° 已换算），距离约 2 公里');
  await form.findByText('误差约：前后 ±1.2 公里，左右 ±429 米');
  await user.click(form.getByRole('button', { name: '看见浓烟' }));
  await user.click(form.getByRole('button', { name: '正在蔓延' }));
  await user.click(form.getByRole('button', { name: '发送' }));
  await waitFor(() => expect(wire.calls(contract.alarm.createReport)).toHaveLength(1));
  expect(wire.calls(contract.alarm.createReport)[0]?.body).toMatchObject({
    description: '看见浓烟，正在蔓延',
    comment: '位置来源：上报人所报的方位和目测距离',
    accuracy: null,
    pointing: {
      manner: 'bearing',
      fromLongitude: 103.57,
      fromLatitude: 31.46,
      fromAccuracy: 12,
      fromAge: expect.any(Number),
      distance: 2_000,
      declination: -2.4,
    },
  });
});

it('messages with the desk are grouped by fire and show their delivery state; the ranger’s own message waits for the connection', async () => {
  const { app, wire, user, showAlone } = openDesk({ at: '/patrol', rights: ['report-as-ranger'] });
  const fireId = crypto.randomUUID();
  const written = { ...aRangerMessage({ fireId, userId: OFFICER.id, content: '请报告火势', read: null }) };
  const read = aRangerMessage({
    fireId,
    userId: OFFICER.id,
    sender: 'ranger',
    content: '火在山脊',
    read: { at: new Date(), by: '汶川县值班员' },
  });
  wire.on(contract.task.myTasks, () => []);
  wire.on(contract.sos.mySos, () => []);
  wire.on(contract.safety.mySafety, () => ({ own: null }));
  wire.on(contract.rangerMessage.myMessages, () => [written, read]);
  wire.on(contract.rangerMessage.readMyMessages, () => []);
  wire.on(contract.rangerMessage.sendOwnMessage, () => LOST);
  showAlone(<PatrolPage attach={app.presenter.attach} measureClock={async () => undefined} />);
  const card = within(await screen.findByRole('region', { name: '消息' }));
  await card.findByText('请报告火势');
  card.getByText('已读');
  await waitFor(() => expect(wire.calls(contract.rangerMessage.readMyMessages)[0]?.body).toEqual({ ids: [written.id] }));
  await user.click(card.getByRole('button', { name: '发消息' }));
  await card.findByText('请填写消息内容');
  fill(card.getByLabelText('写给值班席'), '长'.repeat(201));
  await card.findByText('消息最多 200 个字');
  fill(card.getByLabelText('写给值班席'), '');
  await user.click(card.getByRole('button', { name: '需要增援' }));
  await user.click(card.getByRole('button', { name: '发消息' }));
  await card.findByText('待发');
  const [first] = wire.calls(contract.rangerMessage.sendOwnMessage);
  expect(first?.body).toMatchObject({ fireId, content: '需要增援' });
  wire.on(contract.rangerMessage.sendOwnMessage, ({ body }) =>
    aRangerMessage({ id: (body as { id: string }).id, fireId, userId: OFFICER.id, sender: 'ranger', content: '需要增援' }),
  );
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(wire.calls(contract.rangerMessage.sendOwnMessage).length).toBeGreaterThan(1));
  // The retry sends the same message, whatever happened to the first attempt.
  expect(wire.calls(contract.rangerMessage.sendOwnMessage).at(-1)?.body).toEqual(first?.body);
  await card.findByText('已发');
});
