// 任务派遣: the rules of specification §5, the list of rangers, and the input after a failed call.
import { codedError, type Got } from '@lookout/contract';
import type { GridNo, Position } from '@lookout/domain';
import { fill } from '@lookout/web/app/testing/desk.tsx';
import { NO_PICTURE, png, TOO_LARGE } from '@lookout/web/app/testing/photos.ts';
import { LOST, refusedBy, refusedWith } from '@lookout/web/app/testing/wire.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../../contract.ts';
import type { ListedRanger } from '../../../ranger/ranger.ts';
import { writeTask } from '../../../task/task.wire.ts';
import { aMember, anArrival, aRanger, aTask, aWayBack } from '../../../testing/builders.ts';
import { alarmAt, openMonitor } from '../testing/monitor.tsx';

const { delegate } = contract.task;
const { nearest: nearestCall, back: backCall } = contract.travel;
const { upload } = contract.photo;
const MINE = '汶川县护林员01';
const OTHER = '汶川县护林员14';
const COUNTIES = [
  '汶川县',
  '理县',
  '茂县',
  '松潘县',
  '九寨沟县',
  '金川县',
  '小金县',
  '黑水县',
  '马尔康市',
  '壤塘县',
  '阿坝县',
  '若尔盖县',
  '红原县',
];

const rangerOf = (fullName: string, county = 0, over: Partial<ListedRanger> = {}) =>
  aRanger(crypto.randomUUID(), { fullName, gridNo: `${513_221 + county}` as GridNo, gridName: COUNTIES[county] ?? '', ...over });
const TWO = [rangerOf(MINE, 0, { taskIds: [crypto.randomUUID()] }), rangerOf(OTHER)];

interface Opened {
  readonly rangers?: readonly ListedRanger[];
  /** The arrival times of nearby persons and teams. */
  readonly nearest?: () => Got<typeof nearestCall> | Promise<Got<typeof nearestCall>> | typeof LOST;
  /** The fire forecast's advice for persons who go there. */
  readonly approach?: Got<typeof contract.decision.approach> | typeof LOST;
}

async function openDispatch({ rangers = TWO, nearest = () => [], approach = null }: Opened = {}) {
  const alarm = alarmAt('派遣处', 'camera');
  const desk = await openMonitor({ alarms: [alarm] });
  const { wire, user } = desk;
  wire.on(contract.ranger.rangerList, () => rangers);
  wire.on(nearestCall, nearest);
  wire.on(contract.decision.approach, () => approach);
  wire.on(backCall, () => aWayBack());
  wire.on(delegate, () => ({ id: crypto.randomUUID() }));
  wire.on(upload, () => ({ id: crypto.randomUUID(), url: '', width: 64, height: 48, longitude: null, latitude: null }));
  await desk.openAlarm('派遣处');
  await desk.clickAction('派遣');
  const element = screen.getByRole('dialog', { name: '任务派遣' });
  const form = within(element);
  await form.findByText(MINE);
  return {
    ...desk,
    alarm,
    form,
    photos: () => element.querySelectorAll('.photo-picker figure').length,
    field: (label: string) => form.getByLabelText<HTMLInputElement>(label),
    choose: (name: string) => user.click(form.getByRole('checkbox', { name: new RegExp(name) })),
    addPhotos: (...files: File[]) => user.upload(form.getByLabelText('现场照片'), files),
    send: () => user.click(form.getByRole('button', { name: '派遣' })),
    /** The button is disabled briefly after a click. */
    sendAgain: async () => {
      await waitFor(() => expect(form.getByRole('button', { name: '派遣' })).toHaveProperty('disabled', false));
      await user.click(form.getByRole('button', { name: '派遣' }));
    },
    clearTime: (label: string) => {
      const clear = form.getByLabelText(label).closest('.ant-picker')?.querySelector('.ant-picker-clear');
      if (!clear) throw new Error(`${label} cannot be cleared`);
      fireEvent.mouseDown(clear);
      fireEvent.click(clear);
    },
    setTime: async (label: string, text: string) => {
      await user.click(form.getByLabelText(label));
      fill(form.getByLabelText(label), text);
      await user.keyboard('{Enter}');
    },
  };
}

it('if the forecast forbids approaching the head, the dialog states it at the top, with a safe assembly point and an order for it', async () => {
  const nobody = {
    forecastFrom: new Date('2026-11-21T04:00:00Z'),
    forecastUntil: new Date('2026-11-21T10:00:00Z'),
    attack: 'nobody',
    flameLengthMetres: 4.2,
    assembly: {
      position: { lng: 103.58, lat: 31.47 },
      distanceMetres: 1_830,
      bearingDegrees: 225,
      side: 'behind',
      road: { zh: '林区道路', en: 'forest road' },
    },
  } as const;
  const { wire, user, form, field, choose, send } = await openDispatch({ approach: nobody });
  const note = within(await form.findByRole('alert'));
  note.getByText('推演：人员不得接近火头（火焰长约 4.2 米）');
  note.getByText(/建议集结点：火点西南 1.8 公里，林区道路旁，火头后方/);
  note.getByText('103.58000, 31.47000');
  await choose(OTHER);
  form.getByText('只选了 1 人：推演要求以队伍行动，请派队伍或再选人同行。');
  fill(field('任务内容'), '带水泵');
  for (let times = 0; times < 2; times++) await user.click(note.getByRole('button', { name: '写入任务内容' }));
  const order = '先到集结点（103.58000, 31.47000）集合，听从队伍指挥，不得接近火头。\n带水泵';
  expect(field('任务内容').value).toBe(order);
  await choose(MINE);
  expect(form.queryByText(/^只选了 1 人/)).toBeNull();
  await send();
  await waitFor(() => expect(wire.calls(delegate)[0]?.body).toMatchObject({ taskContent: order }));
});

it('a head that is hard to control causes a warning; unreadable advice is reported, and nothing is shown without a forecast', async () => {
  const { user, form, wire } = await openDispatch({ approach: LOST });
  await form.findByText(/没有取得推演对接近火场的提示/);
  const hard = {
    forecastFrom: new Date('2026-11-21T04:00:00Z'),
    forecastUntil: new Date('2026-11-21T10:00:00Z'),
    attack: 'not-the-head',
    flameLengthMetres: null,
  } as const;
  wire.on(contract.decision.approach, () => ({ ...hard, assembly: null }));
  await user.click(form.getByRole('button', { name: '重试' }));
  await form.findByText('推演：火头难以控制，不从正面扑救');
  form.getByText(/附近没有可确认安全的路旁集结点/);
  expect(form.queryByRole('button', { name: '写入任务内容' })).toBeNull();
});

// Proves §5.1a, §5.1b, §5.1c
it('every rule of the task form has its message, and nothing is sent before all are met', async () => {
  const { wire, user, form, field, photos, addPhotos, send, clearTime, setTime } = await openDispatch();
  // The task's window: from now until four hours later.
  const timeOf = (label: string) => Date.parse(`${field(label).value.replace(' ', 'T')}+08:00`);
  expect(timeOf('结束时间') - timeOf('开始时间')).toBe(4 * 3_600_000);
  expect(Math.abs(timeOf('开始时间') - Date.now())).toBeLessThan(120_000);

  clearTime('开始时间');
  clearTime('结束时间');
  await waitFor(() => expect([field('开始时间').value, field('结束时间').value]).toEqual(['', '']));
  await send();
  for (const message of ['请填写任务内容', '请选择日期', '请选择时间', '请选择护林员']) await form.findByText(message);

  fill(field('任务内容'), '   ');
  await form.findByText('请填写任务内容');
  await setTime('开始时间', '2026-11-21 12:00:00');
  await setTime('结束时间', '2026-11-21 12:00:00');
  await form.findByText('结束时间应晚于开始时间');

  // Text that is not a count remains as typed, and is refused in the field. It is never converted to another number.
  for (const [label, typed] of [
    ['人员', '1.5'],
    ['车辆', '-5'],
    ['装备', 'a1234'],
  ] as const) {
    await user.type(field(label), typed);
    expect(field(label).value).toBe(typed);
  }
  await waitFor(() => expect(form.getAllByText('请填写 0 到 999 的整数')).toHaveLength(3));

  await addPhotos(NO_PICTURE);
  await screen.findByText('“fire.jpg”不是 PNG 或 JPEG 照片');
  await addPhotos(png('a.png'), png('b.png'), png('c.png'), png('d.png'));
  await screen.findByText('最多上传3张照片');
  expect(photos()).toBe(3);
  await user.click(form.getByRole('button', { name: '删除照片 2' }));
  await screen.findByText('确定删除这张照片吗？');
  expect(photos()).toBe(3);
  await user.click(screen.getByRole('button', { name: '删除' }));
  await waitFor(() => expect(photos()).toBe(2));
  expect(form.queryByRole('img', { name: 'b.png' })).toBeNull();

  const urgency = ['1 特急', '2 紧急', '3 较急', '4 一般'].map((name) => form.getByRole<HTMLInputElement>('radio', { name }).checked);
  expect(urgency).toEqual([false, true, false, false]);
  // Esc asks for confirmation first.
  await user.keyboard('{Escape}');
  const question = await screen.findByRole('dialog', { name: '放弃已填写的内容吗？' });
  await user.click(within(question).getByRole('button', { name: '继续填写' }));
  expect(screen.getByRole('dialog', { name: '任务派遣' })).toBeTruthy();
  expect([...wire.calls(delegate), ...wire.calls(upload)]).toEqual([]);
});

// Proves §5.2, §5.4, §5.3c
it('only the missing ranger prevents sending; 0 and 999 are accepted; a photo is removed only after confirmation', async () => {
  const { wire, user, alarm, form, field, photos, addPhotos, choose, send, sendAgain } = await openDispatch();
  fill(field('任务内容'), '数量与照片');
  await send();
  expect((await form.findByRole('alert')).textContent).toBe('请选择护林员');
  for (const message of ['请填写任务内容', '请选择日期', '请选择时间']) expect(form.queryByText(message)).toBeNull();
  await choose(MINE);
  await waitFor(() => expect(form.queryByText('请选择护林员')).toBeNull());

  for (const [label, typed] of [
    ['人员', '0'],
    ['车辆', '1000'],
    ['装备', '999'],
  ] as const)
    await user.type(field(label), typed);
  await sendAgain();
  await form.findByText('请填写 0 到 999 的整数');
  expect(wire.calls(delegate)).toEqual([]);
  fill(field('车辆'), '100');
  await addPhotos(TOO_LARGE, png('one.png'));
  await screen.findByText('“large.png”超过 10MB');
  await waitFor(() => expect(photos()).toBe(1));
  await user.click(form.getByRole('button', { name: '删除照片 1' }));
  const question = await screen.findByRole('tooltip');
  await within(question).findByText('确定删除这张照片吗？');
  await user.click(within(question).getByRole('button', { name: '取消' }));
  expect(photos()).toBe(1);
  await sendAgain();
  await screen.findByText('委派成功');
  expect(wire.calls(upload)).toHaveLength(1);
  expect(wire.calls(delegate).map(({ body }) => body)).toEqual([
    expect.objectContaining({
      fireId: alarm.id,
      taskMember: [TWO[0]?.userId],
      taskImg: [expect.any(String)],
      ...{ peopleCount: 0, fireEngine: 100, fireEquipment: 999 },
    }),
  ]);
});

// Proves §2.35c
it('rangers are grouped by county, can be searched by name, and a whole county can be selected at once', async () => {
  const { user, form } = await openDispatch({
    rangers: [...TWO, ...COUNTIES.slice(1).map((name, index) => rangerOf(`${name}护林员`, index + 1))],
  });
  const counties = () => document.querySelectorAll('.ranger-county').length;
  expect(form.getAllByRole('checkbox', { name: new RegExp(MINE) })).toHaveLength(1);
  await form.findByText(/在办 1 项/);
  expect(form.getAllByText(/位置未知/).length).toBeGreaterThan(0);
  expect(form.getAllByText(/从未联系/).length).toBeGreaterThan(0);
  expect(counties()).toBe(13);

  await user.click(form.getByRole('checkbox', { name: '全选汶川县' }));
  await form.findByText('已选 2 人');
  const search = form.getByPlaceholderText('姓名、电话、网格');
  fill(search, '护林员14');
  await waitFor(() => expect(counties()).toBe(1));
  await user.click(form.getByRole('checkbox', { name: new RegExp(OTHER) }));
  await form.findByText('已选 1 人');
  fill(search, '没有这个人');
  await form.findByText('没有符合条件的护林员');
  form.getByText('已选 1 人');
});

// Proves §8.6a
it('a lost connection keeps the input, and the retry creates no second task', async () => {
  const { wire, user, form, field, choose, send, sendAgain } = await openDispatch();
  fill(field('任务内容'), '断线前写的');
  await choose(MINE);
  // The server has received the request; the reply is lost.
  wire.on(delegate, () => LOST);
  await send();
  expect((await form.findByRole('alert')).textContent).toContain('没有连上服务器');
  const dead = await screen.findByRole('dialog', { name: '你已被登出，可以取消继续留在该页面，或者重新登录' });
  await user.click(within(dead).getByRole('button', { name: '取消' }));
  expect(field('任务内容').value).toBe('断线前写的');
  wire.on(delegate, () => ({ id: crypto.randomUUID() }));
  await sendAgain();
  await screen.findByText('委派成功');
  // Both attempts carry the dialog's key, by which the server recognises the retry.
  const [first, second] = wire.calls(delegate).map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toBeTruthy();
  expect(second).toBe(first);
});

it('a fire that was moved out of the grid in the meantime is reported, and the input is retained', async () => {
  const { wire, user, form, field, choose, send } = await openDispatch();
  const at = new Date('2026-11-22T01:00:00Z');
  wire.on(delegate, () => refusedBy(codedError('alarm-moved-away', { by: '阿坝州值班员', at })));
  fill(field('任务内容'), '已经不在了');
  await choose(MINE);
  await send();
  expect((await form.findByRole('alert')).textContent).toBe(
    '没有派遣，填写的内容仍保留。（该火警已由阿坝州值班员于 2026-11-22 09:00:00 移到您的网格之外）',
  );
  expect(field('任务内容').value).toBe('已经不在了');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: '放弃' }));
  await waitFor(() => expect(screen.queryAllByRole('dialog', { name: '任务派遣' })).toHaveLength(0));
});

const comesIn = ({ userId, fullName }: ListedRanger, seconds: number | null) =>
  anArrival({
    kind: 'ranger',
    id: userId,
    name: fullName,
    seconds,
    ...(seconds === null && { why: 'island' as const, words: { zh: '所在道路与火场一侧的道路不相连', en: 'on an island' } }),
  });
const listed = () => [...document.querySelectorAll('.ranger-county li .ranger-text > .cut')].map(({ textContent }) => textContent);

it('the list is shown by distance at once, and by arrival time when the times are known', async () => {
  const [far, near] = [rangerOf('远处先到', 0), rangerOf('近处后到', 0)];
  const answered = Promise.withResolvers<Got<typeof nearestCall>>();
  const { form, user, wire, alarm } = await openDispatch({
    rangers: [rangerOf(MINE), near, far],
    nearest: () => answered.promise,
  });
  await form.findByText('正在估算到场时间，先按距离排列');
  expect(listed()).toHaveLength(3);
  await user.click(form.getByRole('checkbox', { name: /近处后到/ }));
  answered.resolve([comesIn(far, 900), comesIn(near, 2_400)]);
  await form.findByText('模型估算 · 演示道路');
  expect(listed()).toEqual(['远处先到', '近处后到', MINE]);
  expect(form.getByRole('checkbox', { name: /远处先到.*到（约 15 分钟） · 公路 12 公里/ })).toHaveProperty('checked', false);
  expect(form.getByRole('checkbox', { name: /近处后到/ })).toHaveProperty('checked', true);
  const { lng, lat } = alarm.position;
  expect(wire.calls(nearestCall).map(({ body }) => body)).toEqual([{ longitude: lng, latitude: lat, kinds: ['ranger'], limit: 100 }]);
});

it('rangers who cannot come are last, with the reason; without times the list remains, and states why', async () => {
  const [blocked, free] = [rangerOf('隔河的', 0), rangerOf('能到的', 0)];
  let isLost = true;
  const { form, user } = await openDispatch({
    rangers: [rangerOf(MINE), blocked, free],
    nearest: () => (isLost ? LOST : [comesIn(free, 7_200), comesIn(blocked, null)]),
  });
  await form.findByText(/到场时间没有算出来，按距离排列（.+）/);
  expect(listed()).toHaveLength(3);
  isLost = false;
  await user.click(form.getByRole('button', { name: '重试' }));
  await form.findByText('到不了（所在道路与火场一侧的道路不相连）');
  expect(listed()).toEqual(['能到的', MINE, '隔河的']);
  await user.click(form.getByText('按姓名'));
  expect(listed()).toEqual([MINE, '隔河的', '能到的'].toSorted(new Intl.Collator('zh-CN').compare));
});

it('for each selected ranger the dialog shows the way back and until when it is open, and nothing for the others', async () => {
  const [safe, cut, blocked] = [rangerOf('能回来的'), rangerOf('会被切断的'), rangerOf('到不了的')];
  const at = { [safe.userId]: 103.51, [cut.userId]: 103.52 };
  const { form, wire, choose } = await openDispatch({
    rangers: [rangerOf(MINE), safe, cut, blocked],
    nearest: () => [
      { ...comesIn(safe, 600), longitude: at[safe.userId] as number },
      { ...comesIn(cut, 900), longitude: at[cut.userId] as number },
      comesIn(blocked, null),
    ],
  });
  const forecastAt = new Date();
  const cutOffAt = new Date(Date.now() + 3_600_000);
  const fromOf = (body: unknown) => (body as { readonly from: Position }).from.lng;
  let isLost = true;
  wire.on(backCall, ({ body }) => {
    if (fromOf(body) === at[safe.userId]) return aWayBack({ forecastAt });
    return isLost ? LOST : aWayBack({ forecastAt, cutOffAt });
  });
  await form.findByText('模型估算 · 演示道路');
  expect(wire.calls(backCall)).toEqual([]);
  await choose('能回来的');
  const open = await form.findByText('返回约 38 分钟；推演时段内返回路线不被火切断');
  expect(open.getAttribute('data-threatened')).toBe('false');
  await choose('会被切断的');
  await form.findByText(/^返回路线没有算出来/);
  isLost = false;
  await choose('到不了的');
  await choose(MINE);
  fireEvent.click(form.getByRole('button', { name: '重试' }));
  const told = await form.findByText(/^返回约 38 分钟；.+ 后返回路线将被火切断$/);
  expect(told.getAttribute('data-threatened')).toBe('true');
  // A deselected ranger is not shown. Rangers who cannot come or whose position is unknown are not queried.
  await choose('能回来的');
  expect(form.queryByText(/推演时段内返回路线不被火切断/)).toBeNull();
  expect(new Set(wire.calls(backCall).map(({ body }) => fromOf(body)))).toEqual(new Set(Object.values(at)));
});

it('for a county selected at once the earliest arrivals are shown at once, the others on request', async () => {
  const many = Array.from({ length: 13 }, (_, n) => rangerOf(`护林员${String(n).padStart(2, '0')}`));
  const { form, wire, user } = await openDispatch({
    rangers: [...many, rangerOf(MINE)],
    nearest: () => many.map((ranger, n) => ({ ...comesIn(ranger, 600 + n), longitude: 103.5 + n / 1_000 })),
  });
  await form.findByText('模型估算 · 演示道路');
  await user.click(form.getByRole('checkbox', { name: '全选汶川县' }));
  await waitFor(() => expect(form.getAllByText('返回约 38 分钟')).toHaveLength(12));
  expect(wire.calls(backCall)).toHaveLength(12);
  await user.click(form.getByRole('button', { name: '查返回路线' }));
  await waitFor(() => expect(form.getAllByText('返回约 38 分钟')).toHaveLength(13));
});

it('a failed photo keeps the whole input; the next attempt sends each photo only once', async () => {
  const { wire, form, field, photos, addPhotos, choose, send, sendAgain } = await openDispatch();
  const stored = { url: '', width: 64, height: 48, longitude: null, latitude: null };
  wire.on(upload, () => (wire.calls(upload).length === 2 ? refusedWith('服务暂不可用') : { id: crypto.randomUUID(), ...stored }));
  fill(field('任务内容'), '带上照片');
  fill(field('备注'), '走小路');
  await choose(MINE);
  await addPhotos(png('one.png'), png('two.png'));
  await send();
  expect((await form.findByRole('alert')).textContent).toContain('照片“two.png”上传失败');
  expect([field('任务内容').value, field('备注').value, photos()]).toEqual(['带上照片', '走小路', 2]);
  form.getByText('已选 1 人');
  expect(wire.calls(delegate)).toEqual([]);
  await sendAgain();
  await screen.findByText('委派成功');
  expect(wire.calls(upload)).toHaveLength(3);
  expect(wire.calls(delegate).map(({ body }) => (body as { taskImg: string[] }).taskImg.length)).toEqual([2]);
});

it('the second officer to dispatch sees the existing task and may send more people; a closed fire is refused', async () => {
  const { wire, user, alarm, form, field, choose, send, sendAgain } = await openDispatch();
  const members = [{ ...aMember('sent', crypto.randomUUID()), fullName: OTHER }];
  const standing = aTask(crypto.randomUUID(), 'waiting', {
    fireId: alarm.id,
    operatorId: alarm.id,
    operatorName: '甲',
    content: '先派的任务',
    members,
  });
  const first = () =>
    refusedBy(
      codedError('already-dispatched', { by: '甲' }),
      writeTask(standing, () => standing.gridName),
    );
  const answer: Parameters<typeof wire.on<typeof delegate>>[1] = ({ body }) =>
    (body as { additional?: number }).additional === 1 ? { id: crypto.randomUUID() } : first();
  wire.on(delegate, answer);
  fill(field('任务内容'), '第二个人的任务');
  await choose(MINE);
  await send();
  const alert = within(await form.findByRole('alert'));
  alert.getByText(`甲 于 2026-11-21 10:00:00 派遣：${OTHER}`);
  alert.getByText('先派的任务');
  expect(field('任务内容').value).toBe('第二个人的任务');
  wire.on(delegate, () => refusedBy(codedError('closed', { by: '甲' })));
  await sendAgain();
  await waitFor(() => expect(form.getByRole('alert').textContent).toContain('该火情已由甲关闭'));
  expect(field('任务内容').value).toBe('第二个人的任务');
  wire.on(delegate, answer);
  await sendAgain();
  const more = await form.findByRole('button', { name: '追加派遣' });
  await waitFor(() => expect(more).toHaveProperty('disabled', false));
  await user.click(more);
  await screen.findByText('委派成功');
});
