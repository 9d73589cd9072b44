// The rules of the dialogs and panels for handling an alarm, each within the whole page of the monitor.
import { codedError } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { fill } from '@lookout/web/app/testing/desk.tsx';
import { refusedBy, refusedWith } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../../contract.ts';
import type { NamedDueReport } from '../../../reporting/due-report.ts';
import { aMember, aTask, at, judgedBy, pushedFrom } from '../../../testing/builders.ts';
import { alarmAt, onWire, openMonitor } from '../testing/monitor.tsx';

const { alarm: alarmCalls } = contract;
const BY = '阿坝州值班员';
const burning = (address: string) => alarmAt(address, 'camera', { response: judgedBy('real', BY) });

const FIRE_TYPES = ['农事用火', '居民生活用火', '焚烧垃圾', '民俗用火', '施工用火', '吸烟', '森林火灾', '草原火灾'];
const typesIn = (form: HTMLElement) => [...form.querySelectorAll('.fire-types label')].map(({ textContent }) => textContent);

// Proves §2.35a, §4.3, §5.5b
it('火情: every rule has its message; fire types are offered only for a real fire, and never for a person’s report', async () => {
  const alarms = [alarmAt('研判规则', 'camera'), alarmAt('有人上报', 'report')];
  const { user, clickAction, dialog, confirm, dismiss, openAlarm } = await openMonitor({ alarms });
  await openAlarm('研判规则');
  await clickAction('火情');
  const form = dialog('火情研判');
  await confirm('火情研判');
  await form.findByText('请选择是否真实火情');
  expect(form.queryByText('森林火灾')).toBeNull();
  await user.click(form.getByText('真实火情'));
  await form.findByText('森林火灾');
  expect(typesIn(screen.getByRole('dialog', { name: '火情研判' }))).toEqual(FIRE_TYPES);
  await user.click(form.getByText('误报或疑似'));
  await waitFor(() => expect(form.queryByText('森林火灾')).toBeNull());
  fill(form.getByLabelText('备注'), '火'.repeat(71));
  await form.findByText('71 / 70');
  await confirm('火情研判');
  await form.findByText('最多 70 个字，现有 71 个字');
  // The input is kept when the dialog is closed and opened again.
  await dismiss('火情研判');
  expect(screen.getByRole('dialog', { name: '火警详情' })).toBeTruthy();
  await clickAction('火情');
  expect(dialog('火情研判').getByLabelText('备注')).toHaveProperty('value', '火'.repeat(71));
  await dismiss('火情研判');

  await openAlarm('有人上报');
  await clickAction('火情');
  await user.click(dialog('火情研判').getByText('真实火情'));
  await dialog('火情研判').findByText('备注');
  expect(dialog('火情研判').queryByText('森林火灾')).toBeNull();
});

it('input that is too long is reported and not truncated; an unreadable position is refused', async () => {
  const danger = alarmAt('隐患处', 'danger');
  const { user, clickAction, clickRareAction, dialog, confirm, dismiss, openAlarm } = await openMonitor({
    alarms: [alarmAt('未研判的', 'camera'), burning('在燃的'), danger],
  });
  const tooLong = async (name: string, field: string, most: number) => {
    // A rare character counts as one, though it has two UTF-16 units.
    const text = `${'长'.repeat(most)}\u{20000}`;
    const input = dialog(name).getByLabelText(field);
    fill(input, text);
    await confirm(name);
    await dialog(name).findByText(`最多 ${most} 个字，现有 ${most + 1} 个字`);
    expect(input).toHaveProperty('value', text);
  };

  await openAlarm('未研判的');
  await clickAction('推送');
  await tooLong('推送火警', '推送说明', 200);
  await dismiss('推送火警');
  await clickRareAction('移位');
  const moving = within(screen.getByRole('form', { name: '移位' }));
  fill(moving.getByLabelText('经度'), '东经一百零三度');
  await user.click(moving.getByRole('button', { name: '更正位置' }));
  await moving.findByText('经纬度格式不正确');
  fill(moving.getByLabelText('纬度'), '');
  await user.click(moving.getByRole('button', { name: '更正位置' }));
  await moving.findByText('请同时输入经度和纬度');
  await user.click(moving.getAllByRole('button', { name: '取消' }).at(-1) as HTMLElement);

  await openAlarm('在燃的');
  await clickAction('关闭火情');
  await user.click(dialog('关闭火情').getByText('已扑灭'));
  await tooLong('关闭火情', '说明', 500);
  await dismiss('关闭火情');
  await clickRareAction('更正研判');
  await tooLong('更正研判', '备注', 70);
  await tooLong('更正研判', '更正原因', 200);
  await dismiss('更正研判');

  await openAlarm('隐患处');
  await clickAction('处置完毕');
  await tooLong('处置完毕', '处置说明', 200);
  await dismiss('处置完毕');
});

it('关闭火情: an outcome is required, 其他 also requires a note, and nothing is sent before', async () => {
  const alarm = burning('将关闭的');
  const { wire, user, clickAction, dialog, confirm, pendingActions, openAlarm } = await openMonitor({ alarms: [alarm] });
  wire.on(alarmCalls.close, () => onWire(alarm));
  await openAlarm('将关闭的');
  await clickAction('关闭火情');
  const form = dialog('关闭火情');
  await confirm('关闭火情');
  await form.findByText('请选择处置结果');
  expect(typesIn(screen.getByRole('dialog', { name: '关闭火情' }))).toEqual(['已扑灭', '自行熄灭', '核实非火情', '已移交', '其他']);
  await user.click(form.getByText('其他'));
  await confirm('关闭火情');
  await form.findByText('请说明处置结果');
  expect(wire.calls(alarmCalls.close)).toEqual([]);
  await user.click(form.getByText('已扑灭'));
  fill(form.getByLabelText('说明'), '明火全部扑灭');
  await form.findByText('没有在途人员、未完成的任务和未报送的报送件。');
  await confirm('关闭火情');
  // It can be undone for as long as a judgement.
  await user.click(pendingActions().getByRole('button', { name: '撤销（u）' }));
  expect(wire.calls(alarmCalls.close)).toEqual([]);
  await clickAction('关闭火情');
  await confirm('关闭火情');
  await user.click(pendingActions().getByRole('button', { name: '立即发送' }));
  await screen.findByText('处理成功');
  expect(wire.calls(alarmCalls.close).map(({ body }) => body)).toEqual([
    { id: alarm.id, kind: 'monitor', outcome: 'extinguished', note: '明火全部扑灭' },
  ]);
});

const unsentReport = (alarmId: string): NamedDueReport => ({
  id: crypto.randomUUID(),
  fireId: alarmId,
  alarmId,
  gridNo: '513221' as GridNo,
  gridName: '汶川县',
  address: '汶川县威州镇',
  rule: {
    id: 'media',
    deadline: 'at-once',
    form: 'bulletin',
    source: { document: '川森防指[2011]3号', line: 'the media ask', assumed: null },
    isConfirmed: false,
    escalateAfterMinutes: 15,
  },
  reason: { kind: 'media' },
  owedAt: at('2026-11-21 14:45:00'),
  dueAt: at('2026-11-21 15:00:00'),
  receivers: [],
  sent: null,
  toldLateAt: null,
  lapsed: null,
  revision: 1,
});

it('关闭火情 lists the people on the way, the open tasks and the unsent reports, and asks what to do with the tasks', async () => {
  const alarm = burning('将关闭的');
  const { wire, user, clickAction, action, dialog, confirm, pendingActions, openAlarm } = await openMonitor({ alarms: [alarm] });
  const task = aTask(crypto.randomUUID(), 'under-way', {
    fireId: alarm.id,
    content: '扑救北坡',
    members: [aMember('on-the-way', '王刚'), aMember('arrived', '李强')],
  });
  wire.on(contract.task.taskOpen, () => [task]);
  wire.on(contract.reporting.dueReportPage, () => ({ total: 1, pageNo: 1, pageSize: 50, list: [unsentReport(alarm.id)] }));
  wire.on(alarmCalls.close, () => onWire(alarm));
  await openAlarm('将关闭的');
  // Dispatching people and notifying the superior come first; closing is separate.
  expect(['派遣', '推送', '关闭火情'].map((name) => action(name).classList.contains('ant-btn-primary'))).toEqual([true, true, false]);
  await clickAction('关闭火情');
  const form = dialog('关闭火情');
  await form.findByText('仍在途中：王刚');
  for (const text of [/扑救北坡/, '未完成的任务 1 项', '未报送的报送件 1 件', /应于 11-21 15:00 前报送/])
    expect(form.getByText(text)).toBeTruthy();
  await user.click(form.getByText('已扑灭'));
  await confirm('关闭火情');
  await form.findByText('请选择未完成的任务如何处理');
  await user.click(form.getByText('全部取消'));
  await confirm('关闭火情');
  await user.click(pendingActions().getByRole('button', { name: '立即发送' }));
  await waitFor(() => expect(wire.calls(alarmCalls.close)[0]?.body).toMatchObject({ outcome: 'extinguished', tasks: 'end' }));
});

// Proves §2.35b, §8.6b
it('a failed push shows 推送失败 with the reason, keeps the note, and can be retried', async () => {
  const alarm = alarmAt('推送不成', 'camera');
  const { wire, user, clickAction, dialog, confirm, dismiss, pendingActions, openAlarm } = await openMonitor({ alarms: [alarm] });
  wire.on(alarmCalls.monitorPush, () => refusedWith('上级系统繁忙'));
  await openAlarm('推送不成');
  await clickAction('推送');
  fill(dialog('推送火警').getByLabelText('推送说明'), '火势蔓延');
  await confirm('推送火警');
  await user.click(pendingActions().getByRole('button', { name: '立即发送' }));
  expect((await pendingActions().findByRole('alert')).textContent).toContain('推送失败：上级系统繁忙');
  await clickAction('推送');
  expect(dialog('推送火警').getByLabelText('推送说明')).toHaveProperty('value', '火势蔓延');
  await dismiss('推送火警');
  wire.on(alarmCalls.monitorPush, () => onWire(alarm));
  await user.click(pendingActions().getByRole('button', { name: '再试' }));
  await screen.findByText('推送成功');
  const tries = wire.calls(alarmCalls.monitorPush).map(({ query }) => Object.values(query));
  expect(tries).toEqual(Array(2).fill([alarm.id, '1', '火势蔓延']));
});

it('an action on an alarm that has just been closed shows who closed it, and the input is retained', async () => {
  const CLOSED = `该火情已由${BY}关闭`;
  const withdrawn = { ...burning('撤回迟了'), response: pushedFrom('513221', judgedBy('real', BY)) };
  const alarms = [burning('推送迟了'), burning('关闭迟了'), burning('更正迟了'), withdrawn];
  const { wire, user, popup, clickAction, clickRareAction, dialog, confirm, dismiss, pendingActions, openAlarm } = await openMonitor({
    alarms,
  });
  const closed = () => refusedBy(codedError('closed', { by: BY }));
  for (const row of [alarmCalls.monitorPush, alarmCalls.close, alarmCalls.correct]) wire.on(row, closed);

  await openAlarm('推送迟了');
  await clickAction('推送');
  fill(dialog('推送火警').getByLabelText('推送说明'), '火势蔓延');
  await confirm('推送火警');
  await user.click(pendingActions().getByRole('button', { name: '立即发送' }));
  expect((await pendingActions().findByRole('alert')).textContent).toContain(`推送失败：${CLOSED}`);

  await openAlarm('关闭迟了');
  await clickAction('关闭火情');
  await user.click(dialog('关闭火情').getByText('已扑灭'));
  fill(dialog('关闭火情').getByLabelText('说明'), '本县已扑灭');
  await confirm('关闭火情');
  await user.click(pendingActions().getByRole('button', { name: '立即发送' }));
  expect((await pendingActions().findByRole('alert')).textContent).toContain(`没有关闭：${CLOSED}`);
  await clickAction('关闭火情');
  expect(dialog('关闭火情').getByLabelText('说明')).toHaveProperty('value', '本县已扑灭');
  await dismiss('关闭火情');

  await openAlarm('更正迟了');
  await clickRareAction('更正研判');
  await user.click(dialog('更正研判').getByText('误报或疑似'));
  fill(dialog('更正研判').getByLabelText('更正原因'), '现场无火');
  await confirm('更正研判');
  expect((await dialog('更正研判').findByRole('alert')).textContent).toContain(`没有更正：${CLOSED}`);
  expect(dialog('更正研判').getByLabelText('更正原因')).toHaveProperty('value', '现场无火');
  await dismiss('更正研判');

  await openAlarm('撤回迟了');
  await clickRareAction('撤回推送');
  await user.click(popup().getByRole('button', { name: '撤回' }));
  await popup().findByText(`没有撤回：${CLOSED}`);
});

it('an action on an alarm that has just been deleted or moved out of the grid shows that, and the input is retained', async () => {
  const addresses = ['接警迟了', '研判迟了', '移位迟了', '删除迟了'];
  const alarms = addresses.map((address) => alarmAt(address, 'camera'));
  const { wire, user, popup, clickAction, clickRareAction, dialog, confirm, pendingActions, openAlarm } = await openMonitor({ alarms });
  const GONE = `该火警已由${BY}于 2026-11-22 09:00:00 `;
  const lost = (code: 'alarm-deleted' | 'alarm-moved-away') => () =>
    refusedBy(codedError(code, { by: BY, at: new Date('2026-11-22T01:00:00Z') }));
  for (const row of [alarmCalls.acknowledge, alarmCalls.monitorMove, alarmCalls.monitorDelete]) wire.on(row, lost('alarm-deleted'));
  wire.on(alarmCalls.monitorJudge, lost('alarm-moved-away'));

  await openAlarm('接警迟了');
  await clickAction('接警');
  await screen.findByText(`没有接警：${GONE}删除`);

  await openAlarm('研判迟了');
  await clickAction('火情');
  await user.click(dialog('火情研判').getByText('真实火情'));
  await confirm('火情研判');
  await user.click(pendingActions().getByRole('button', { name: '立即发送' }));
  expect((await pendingActions().findByRole('alert')).textContent).toContain(`研判没有送达：${GONE}移到您的网格之外`);

  await openAlarm('移位迟了');
  await clickRareAction('移位');
  const moving = within(screen.getByRole('form', { name: '移位' }));
  fill(moving.getByLabelText('经度'), '103.6');
  await user.click(moving.getByRole('button', { name: '更正位置' }));
  await moving.findByText(`更新火点位置信息失败：${GONE}删除`);
  await user.click(moving.getAllByRole('button', { name: '取消' }).at(-1) as HTMLElement);

  await openAlarm('删除迟了');
  await clickRareAction('删除');
  await user.click(popup().getByRole('button', { name: '删除' }));
  await popup().findByText('请填写删除原因');
  expect(wire.calls(alarmCalls.monitorDelete)).toEqual([]);
  fill(popup().getByLabelText('删除原因'), '设备测试');
  await user.click(popup().getByRole('button', { name: '删除' }));
  await popup().findByText(`没有删除：${GONE}删除`);
  expect(popup().getByLabelText('删除原因')).toHaveProperty('value', '设备测试');
});

it('deleting is not offered without the right', async () => {
  const { user, clickAction, openAlarm } = await openMonitor({
    alarms: [alarmAt('县里的', 'camera')],
    rights: ['watch-alarms', 'act-on-alarms', 'dispatch'],
  });
  await openAlarm('县里的');
  await clickAction('更多操作');
  await screen.findByRole('menuitem', { name: '移位' });
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['移位']);
  await user.keyboard('{Escape}');
});

// Proves §4.6a
it('an alarm opened from a task has no fire actions', async () => {
  const alarm = alarmAt('只读的', 'camera', { response: judgedBy('false', BY) });
  // The alarm is handled already, so that it is in no desk's queue.
  const { popup } = await openMonitor({
    at: `/manage/monitor?alarm=${alarm.id}&from=task`,
    answer: (wire) => wire.on(contract.alarm.one, () => alarm),
  });
  await screen.findByText('从任务打开，仅供查看。');
  await popup().findByText('只读的');
  expect(within(popup().getByRole('toolbar')).getAllByRole('button')).toHaveLength(2);
});

it('an observer has no fire actions, neither buttons nor keys', async () => {
  const { user, popup, openAlarm } = await openMonitor({ alarms: [alarmAt('观察员看', 'camera')], rights: ['watch-alarms'] });
  await openAlarm('观察员看');
  expect(within(popup().getByRole('toolbar')).getAllByRole('button')).toHaveLength(2);
  await user.keyboard('xd?');
  await within(await screen.findByRole('dialog', { name: '快捷键' })).findByText('火情：误报');
  expect(screen.getAllByRole('dialog')).toHaveLength(2);
});
