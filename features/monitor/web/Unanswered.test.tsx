// 未接警: how the queue shows an alarm that no officer takes on, and what its popup shows about notified persons and the next step.

import type { GridNo } from '@lookout/domain';
import { OFFICER } from '@lookout/web/app/testing/desk.tsx';
import { LOST } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import { alarmRecords } from '../../alarm/parts/alarm-records.ts';
import { contract } from '../../contract.ts';
import { agingOf } from '../../incident/parts/aging.ts';
import type { AlarmNotice, AlarmNotices } from '../../notification/notification.ts';
import type { NamedDueReport } from '../../reporting/due-report.ts';
import { dueReportRecords } from '../../reporting/parts/due-report-records.ts';
import { alarmAt, openMonitor } from './testing/monitor.tsx';
import { beginDesk } from './use-desk.ts';

const { aging, alarmNotices } = contract.notification;

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 10_000);

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const waiting = (address: string, minutes: number): NamedAlarm =>
  alarmAt(address, 'camera', { observedAt: ago(minutes), arrivedAt: ago(minutes) });
const told = (minutes: number, over: Partial<AlarmNotice> = {}): AlarmNotice => ({
  ...{
    id: crypto.randomUUID(),
    receiver: '汶川县值班员',
    channel: 'sms',
    stage: 'unjudged',
    repeat: 0,
    isDuty: true,
    state: 'sent',
    reason: null,
  },
  ...{ createdAt: inMinutes(-minutes), settledAt: inMinutes(-minutes), ...over },
});
const notices = (over: Partial<AlarmNotices> = {}): AlarmNotices => ({
  owner: { kind: 'duty', fullName: '王值班', gridName: '汶川县', since: new Date('2026-11-29T08:00:00+08:00') },
  told: [],
  toldCount: 0,
  next: null,
  reach: { onList: 1, reached: 1, from: 'unjudged', gap: null },
  ...over,
});

async function openWaiting(answer: () => AlarmNotices | typeof LOST = () => notices()) {
  const alarms = [waiting('刚到的', 1), waiting('提醒过的', 12), waiting('超时的', 52)];
  const desk = await openMonitor({
    alarms,
    answer: (wire) => wire.on(aging, () => ({ policies: [], desks: [{ gridNo: OFFICER.gridNo, fullName: '王值班' }] })),
  });
  desk.wire.on(alarmNotices, answer);
  beginDesk(desk.app);
  const rows = () => [...document.querySelectorAll<HTMLElement>('.alarm-row')];
  await waitFor(() => expect(rows()[0]?.querySelector<HTMLElement>('.tag[data-age]')?.title).toBe('所在县席位由王值班值班'));
  return { ...desk, rows };
}
const section = async () => within(await screen.findByRole('region', { name: '督办' }));

it('ages in the queue in text and colour, with the duty officer; a late one is moved to the top', async () => {
  const { app, rows, user } = await openWaiting();
  const shown = () =>
    rows().map((row) => [row.querySelector('.row-place')?.textContent, row.dataset.age, row.querySelector('.tag[data-age]')?.textContent]);
  const expected = [
    [expect.stringContaining('超时的'), 'late', '超时未接警 52 分钟'],
    [expect.stringContaining('刚到的'), 'fresh', undefined],
    [expect.stringContaining('提醒过的'), 'due', '未接警 12 分钟'],
  ];
  expect(shown()).toEqual(expected);
  // The rows do not move while the pointer is over them.
  await user.hover(screen.getByRole('region', { name: '未处理火警，新的在前' }));
  agingOf(app).store.setState({ policies: new Map([[OFFICER.gridNo, { repeatMinutes: 2, repeats: 2 }]]) });
  await waitFor(() => expect(shown()[2]?.[1]).toBe('late'));
  expect(rows()[0]?.textContent).toContain('超时的');
  expect(rows()[1]?.textContent).toContain('刚到的');
  await user.unhover(screen.getByRole('region', { name: '未处理火警，新的在前' }));
  await waitFor(() => expect(rows()[1]?.textContent).toContain('提醒过的'));
});

it('lists in its popup who was notified when, with which result, and which desk is reminded next', async () => {
  const list = [
    told(2, { repeat: 2, state: 'failed', reason: '短信网关没有应答' }),
    told(7, { repeat: 1 }),
    told(12, { state: 'delivered' }),
    told(13),
  ];
  const { openAlarm, user } = await openWaiting(() =>
    notices({ told: list, toldCount: 4, next: { gridNo: '513200' as GridNo, gridName: '阿坝州', number: 3, at: inMinutes(3) } }),
  );
  await openAlarm('提醒过的');
  const waits = await section();
  waits.getByText('未接警 12 分钟');
  await waits.findByText('负责：汶川县席位，王值班值班');
  const times = () => waits.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/^(\d\d-\d\d )?\d\d:\d\d /, ''));
  expect(times()).toEqual([
    '短信 汶川县值班员 第2次提醒 发送失败（短信网关没有应答）',
    '短信 汶川县值班员 第1次提醒 已发送',
    '短信 汶川县值班员 已送达',
  ]);
  waits.getByText(/^接下来：.*第3次提醒阿坝州席位$/);
  await user.click(waits.getByRole('button', { name: '全部 4 条通知' }));
  expect(times()).toHaveLength(4);
});

it('states that nobody would be notified and where to change that; a failure is reported, and nothing is shown once an officer has taken the alarm on', async () => {
  let answer: AlarmNotices | typeof LOST = LOST;
  const { openAlarm, user, receive, app } = await openWaiting(() => answer);
  await openAlarm('超时的');
  const waits = await section();
  await waits.findByText(/没有查到通知情况/);
  answer = notices({
    owner: { kind: 'nobody', fullName: null, gridName: '汶川县', since: null },
    reach: { onList: 2, reached: 0, from: null, gap: 'no-channel' },
  });
  await user.click(waits.getByRole('button', { name: '重试' }));
  await waits.findByText('负责：汶川县席位，现在无人值班');
  waits.getByText('还没有通知任何人。');
  waits.getByText(/汶川县值班名单上的每个人都不接收通知，没有人会收到通知。/);
  expect(waits.getByRole('link', { name: '去设置值班策略' }).getAttribute('href')).toBe('/notifications?tab=policy');
  const alarm = app
    .records(alarmRecords)
    .list()
    .find(({ address }) => address === '超时的') as NamedAlarm;
  const taken = { ...alarm, response: { ...alarm.response, acknowledgement: { by: '同事', accountId: 'b', at: new Date() } } };
  receive({
    ...{ kind: 'alarm-changed', change: 'alarm.acknowledged', alarm: taken, changedBy: '同事' },
    ...{ seq: 9, publishedAt: new Date(), gridNo: alarm.gridNo, requestId: null },
  });
  await waitFor(() => expect(screen.queryByRole('region', { name: '督办' })).toBeNull());
});

it('names the overdue reports of the fire', async () => {
  const alarm = waiting('欠报的', 3);
  const { app, openAlarm, popup } = await openMonitor({ alarms: [alarm], answer: (wire) => wire.on(alarmNotices, () => notices()) });
  const waits = { insteadOf: null, addedAt: inMinutes(-60), received: null, read: null };
  const report: NamedDueReport = {
    ...{
      id: crypto.randomUUID(),
      fireId: alarm.id,
      alarmId: alarm.id,
      gridNo: OFFICER.gridNo,
      gridName: OFFICER.gridName,
      address: '欠报的',
    },
    rule: {
      ...{ id: 'media', deadline: 'at-once', form: 'bulletin', isConfirmed: false, escalateAfterMinutes: 15 },
      source: { document: '川森防指[2011]3号', line: '媒体询问', assumed: null },
    },
    ...{
      reason: { kind: 'media' },
      owedAt: inMinutes(-60),
      dueAt: inMinutes(-12),
      sent: null,
      toldLateAt: null,
      lapsed: null,
      revision: 1,
    },
    receivers: [{ gridNo: '513200' as GridNo, gridName: '阿坝州', ...waits }],
  };
  app.records(dueReportRecords).load([report], 1);
  await openAlarm('欠报的');
  await popup().findByText(/^欠报：汶川县（媒体关注）应于 .* 报送，已迟 1[12] 分钟$/);
});
