// What an officer sees of other officers' actions on the open alarm, and the actions that are confirmed in place before they are sent.
import { codedError } from '@lookout/contract';
import { fill } from '@lookout/web/app/testing/desk.tsx';
import { refusedBy } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { NamedAlarm } from '../../../alarm/alarm.ts';
import { contract } from '../../../contract.ts';
import type { LiveUpdate } from '../../../live-messages.ts';
import { acknowledgedBy, CLOSED, envelope, judgedBy, pushedFrom } from '../../../testing/builders.ts';
import { alarmAt, onWire, openMonitor } from '../testing/monitor.tsx';

const { alarm: alarmCalls } = contract;
const BY = '阿坝州值班员';
let seq = 1;
const changed = (alarm: NamedAlarm, change: 'alarm.judged' | 'alarm.closed' | 'alarm.rekindled' | 'alarm.push-withdrawn'): LiveUpdate => ({
  ...envelope(++seq),
  kind: 'alarm-changed',
  alarm,
  change,
  changedBy: BY,
});
const gone = (alarmId: string, change: 'alarm.deleted' | 'alarm.moved'): LiveUpdate => ({
  ...envelope(++seq),
  kind: 'alarm-gone',
  alarmId,
  change,
  changedBy: BY,
});
const rows = () => [...document.querySelectorAll('.alarm-row, .fire-row')].map(({ textContent }) => textContent);

it('the open alarm shows who closed, deleted or moved it away, remains readable, and offers no actions any more', async () => {
  const alarms = [
    alarmAt('关闭的', 'camera', { response: judgedBy('real', BY) }),
    alarmAt('删除的', 'camera'),
    alarmAt('移走的', 'camera'),
  ];
  const { openAlarm, popup, receive } = await openMonitor({ alarms });
  const [closed, deleted, moved] = alarms as [NamedAlarm, NamedAlarm, NamedAlarm];
  const offered = () => within(popup().getByRole('toolbar', { name: '处置' })).queryAllByRole('button');
  for (const [address, update, text] of [
    ['关闭的', changed({ ...closed, response: CLOSED }, 'alarm.closed'), `${BY} 已关闭火情`],
    ['删除的', gone(deleted.id, 'alarm.deleted'), `${BY} 已删除该火警`],
    ['移走的', gone(moved.id, 'alarm.moved'), `${BY} 已将火点移出您的网格`],
  ] as const) {
    await openAlarm(address);
    await popup().findAllByText(address);
    receive(update);
    await waitFor(() => expect(popup().getByRole('status').textContent).toContain(text));
    expect(popup().getAllByText(address).length).toBeGreaterThan(0);
    expect(offered().some(({ dataset }) => ['judge', 'close', 'acknowledge'].includes(dataset.action ?? ''))).toBe(false);
    await waitFor(() => expect(rows().some((row) => row?.includes(address))).toBe(false));
  }
});

it('a closed fire is reopened with the way it rekindled, and is in progress again when the live update arrives', async () => {
  const alarm = alarmAt('复燃的', 'camera', { response: judgedBy('real', BY) });
  const { wire, user, openAlarm, clickAction, popup, receive } = await openMonitor({ alarms: [alarm] });
  wire.on(alarmCalls.rekindle, () => alarm);
  await openAlarm('复燃的');
  receive(changed({ ...alarm, response: CLOSED }, 'alarm.closed'));
  await waitFor(() => expect(rows()).toEqual([]));
  await clickAction('复燃，重新打开');
  await user.click(popup().getByRole('button', { name: '重新打开' }));
  await popup().findByText('请填写复燃的情况');
  expect(wire.calls(alarmCalls.rekindle)).toEqual([]);
  fill(popup().getByLabelText('复燃情况'), '余火复燃，风力加大');
  await user.click(popup().getByRole('button', { name: '重新打开' }));
  await waitFor(() =>
    expect(wire.calls(alarmCalls.rekindle)[0]).toMatchObject({ query: { id: alarm.id }, body: { reason: '余火复燃，风力加大' } }),
  );
  receive(changed(alarm, 'alarm.rekindled'));
  await waitFor(() => expect(popup().getByRole('status').textContent).toContain(`${BY} 已按复燃重新打开`));
  await waitFor(() => expect(rows().some((row) => row?.includes('复燃的'))).toBe(true));
});

it('a push is withdrawn after confirmation in place; the desk above is informed who did it', async () => {
  const alarm = alarmAt('上报的', 'camera', { response: pushedFrom('513221') });
  const { wire, user, openAlarm, clickRareAction, popup, receive } = await openMonitor({ alarms: [alarm] });
  wire.on(alarmCalls.monitorPush, () => onWire(alarm));
  await openAlarm('上报的');
  await clickRareAction('撤回推送');
  expect(wire.calls(alarmCalls.monitorPush)).toEqual([]);
  await user.click(popup().getByRole('button', { name: '撤回' }));
  await waitFor(() => expect(wire.calls(alarmCalls.monitorPush)).toHaveLength(1));
  receive(changed(alarmAt('上报的', 'camera', { id: alarm.id }), 'alarm.push-withdrawn'));
  await waitFor(() => expect(popup().getByRole('status').textContent).toContain(`${BY} 已撤回推送`));
  expect(rows().some((row) => row?.includes('上报 '))).toBe(false);
});

it('another officer takes over only after confirming in place', async () => {
  const alarm = alarmAt('接警处', 'camera', { response: acknowledgedBy('another') });
  const { wire, user, openAlarm, clickAction, popup } = await openMonitor({ alarms: [alarm] });
  wire.on(alarmCalls.acknowledge, () => onWire(alarm));
  await openAlarm('接警处');
  await clickAction('接手');
  const question = () => within(popup().getByRole('form', { name: '该火警已由 x 接警，确定由您接手吗？' }));
  await user.click(question().getByRole('button', { name: '取消' }));
  expect(popup().queryByRole('form')).toBeNull();
  expect(wire.calls(alarmCalls.acknowledge)).toEqual([]);
  await clickAction('接手');
  await user.click(question().getByRole('button', { name: '接手' }));
  await waitFor(() => expect(wire.calls(alarmCalls.acknowledge).map(({ body }) => body)).toMatchObject([{ id: alarm.id, takeOver: 1 }]));
});

it('the second of two judgements is refused and shows the first officer, verdict and note; the input can be sent as a correction', async () => {
  const alarm = alarmAt('两人研判', 'camera');
  const { wire, user, openAlarm, clickAction, dialog, confirm, pendingActions, receive } = await openMonitor({ alarms: [alarm] });
  const standing = { ...alarm, response: judgedBy('false', BY, '炊烟') } as NamedAlarm;
  wire.on(alarmCalls.monitorJudge, () => refusedBy(codedError('already-judged', { by: BY, verdict: 'false' }), onWire(standing)));
  wire.on(alarmCalls.correct, () => standing);
  await openAlarm('两人研判');
  await clickAction('火情');
  await user.click(dialog('火情研判').getByText('真实火情'));
  await user.click(await dialog('火情研判').findByText('草原火灾'));
  fill(dialog('火情研判').getByLabelText('备注'), '坡上有火线');
  await confirm('火情研判');
  receive(changed(standing, 'alarm.judged'));
  await user.click(pendingActions().getByRole('button', { name: '立即发送' }));
  const refused = within(await pendingActions().findByRole('alert'));
  refused.getByText(`研判没有送达：已由${BY}研判为误报或疑似`);
  refused.getByText('现状：误报或疑似 · 炊烟');
  await user.click(refused.getByRole('button', { name: '更正…' }));
  const correction = within(await screen.findByRole('dialog', { name: '更正研判' }));
  expect((await correction.findByRole('alert')).textContent).toContain(BY);
  expect(correction.getByLabelText('备注')).toHaveProperty('value', '坡上有火线');
  expect(correction.getByRole('radio', { name: '草原火灾' })).toHaveProperty('checked', true);
  await confirm('更正研判');
  await correction.findByText('请填写更正原因');
  expect(wire.calls(alarmCalls.correct)).toEqual([]);
  fill(correction.getByLabelText('更正原因'), '现场照片确认');
  await confirm('更正研判');
  await waitFor(() =>
    expect(wire.calls(alarmCalls.correct)).toMatchObject([
      {
        query: { id: alarm.id },
        body: { verdict: 'real', realFireType: 'grassland', note: '坡上有火线', reason: '现场照片确认' },
      },
    ]),
  );
});

it('a smoke alarm offers only 推送报警, which waits for its undo; a danger check offers 处置完毕, with a note', async () => {
  const [smoke, danger] = [alarmAt('烟感处', 'smoke'), alarmAt('隐患处', 'danger')];
  const { wire, user, openAlarm, clickAction, dialog, confirm, popup, pendingActions } = await openMonitor({ alarms: [smoke, danger] });
  wire.on(alarmCalls.smokePush, () => onWire(smoke));
  wire.on(alarmCalls.handle, () => danger);
  const offered = () => [...document.querySelectorAll<HTMLElement>('.popup-actions [data-action]')].map(({ textContent }) => textContent);
  await openAlarm('烟感处');
  expect(offered()).toEqual(['推送报警']);
  await clickAction('推送报警');
  expect(wire.calls(alarmCalls.smokePush)).toEqual([]);
  await user.click(pendingActions().getByRole('button', { name: '立即发送' }));
  await screen.findByText('推送成功');
  expect(wire.calls(alarmCalls.smokePush).map(({ query }) => query)).toEqual([{ id: smoke.id }]);

  await openAlarm('隐患处');
  await popup().findAllByText('隐患处');
  expect(offered()).toEqual(['接警', '派遣', '处置完毕']);
  await clickAction('处置完毕');
  fill(dialog('处置完毕').getByLabelText('处置说明'), '已清理');
  await confirm('处置完毕');
  await waitFor(() =>
    expect(wire.calls(alarmCalls.handle)).toMatchObject([{ query: { id: danger.id }, body: { note: '已清理', isRenovated: true } }]),
  );
});
