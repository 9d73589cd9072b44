// 报警管理 without a browser: the tables by source, the actions of the drawer, and the batch.
import { codedError } from '@lookout/contract';
import { type DeskOptions, fill, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { answerOwnGrid } from '@lookout/web/app/testing/own-grid.ts';
import { refusedBy } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { anAlarm, judgedBy } from '../../testing/builders.ts';
import type { NamedAlarm } from '../alarm.ts';
import { writeAlarm } from '../alarm.wire.ts';
import { writeSourceState } from '../alarm-requests.wire.ts';
import { AlarmPage } from './index.tsx';

const { alarm: alarmCalls, sms } = contract;
const onWire = (alarm: NamedAlarm) => writeAlarm(alarm, () => alarm.gridName);
const camera = (id: number) =>
  anAlarm('camera', { id: `00000000-0000-7000-8000-00000000000${id}`, formattedAddress: `四川省，山坡${id}`, address: `山坡${id}` });

function openPage(alarms: readonly NamedAlarm[], at: string, options: DeskOptions = {}) {
  const desk = openDesk({ at, alarms, ...options });
  const { on } = desk.wire;
  const pageOf = <T,>(list: readonly T[]) => ({ total: list.length, pageNo: 1, pageSize: 20, list });
  on(alarmCalls.page, () => pageOf(alarms));
  on(alarmCalls.monitorPage, () => pageOf(alarms.map(onWire)) as never);
  on(alarmCalls.satelliteList, () => alarms.map(onWire) as never);
  on(alarmCalls.dangerList, () => alarms.map(onWire) as never);
  on(alarmCalls.dangerCount, () => ({ total: 3, open: 2, renovated: 1 }));
  on(
    alarmCalls.monitorOne,
    ({ query }) => onWire(alarms.find((alarm) => alarm.id === new Map(Object.entries(query)).get('id')) as NamedAlarm) as never,
  );
  on(
    alarmCalls.satelliteOne,
    ({ query }) => onWire(alarms.find((alarm) => alarm.id === new Map(Object.entries(query)).get('id')) as NamedAlarm) as never,
  );
  on(alarmCalls.satelliteInfoByFireNo, () => onWire(alarms[0] as NamedAlarm) as never);
  on(alarmCalls.satelliteNew, () => alarms.filter(({ facts }) => facts.kind === 'satellite').map((alarm) => onWire(alarm) as never));
  on(alarmCalls.history, () => []);
  on(sms.smsList, () => []);
  answerOwnGrid(desk.wire);
  desk.show(<AlarmPage />);
  return desk;
}

it('the table of a source uses its own call and state, and has its own columns', async () => {
  const desk = openPage([camera(1)], '/manage/alarm?tab=camera&state=open');
  await screen.findByRole('button', { name: /山坡1/ });
  expect(desk.wire.calls(alarmCalls.monitorPage)[0]?.body).toMatchObject({ ...writeSourceState('open'), pageNo: 1 });
  expect(screen.getByRole('columnheader', { name: '最高温度' })).toBeTruthy();
  expect(desk.wire.calls(alarmCalls.page)).toEqual([]);
});

it('a list without paging opens with the last 30 days, once for all its pages', async () => {
  const desk = openPage([], '/manage/alarm');
  await screen.findByText(/没有符合条件的火警/);
  await desk.user.click(screen.getByRole('tab', { name: '卫星热点' }));
  await waitFor(() => expect(desk.wire.calls(alarmCalls.satelliteList)).toHaveLength(1));
  expect(desk.wire.calls(alarmCalls.satelliteList)[0]?.body).toMatchObject({ beginTime: expect.stringMatching(/^20/) });
  expect(new URLSearchParams(location.search).get('from')).not.toBeNull();
});

it('an unknown fire number is reported next to the field', async () => {
  const desk = openPage([], '/manage/alarm?tab=satellite');
  desk.wire.on(alarmCalls.satelliteByFireNo, () => refusedBy(codedError('not-found')));
  await desk.user.type(await screen.findByRole('searchbox', { name: /火点编号/ }), 'NOAA-1{Enter}');
  expect((await screen.findByText(/没有编号为“NOAA-1”的火点/)).getAttribute('role')).toBe('alert');
});

it('a link by the number of a satellite fire opens the alarm; unhandled hotspots are counted above the table', async () => {
  const fireNo = 'NOAA-7';
  const alarm = anAlarm('satellite', { id: crypto.randomUUID() });
  const desk = openPage([alarm], `/manage/alarm?tab=satellite&fireNo=${fireNo}`);
  await waitFor(() => expect(new URLSearchParams(location.search).get('id')).toBe(alarm.id));
  expect(new URLSearchParams(location.search).get('fireNo')).toBeNull();
  expect(desk.wire.calls(alarmCalls.satelliteInfoByFireNo).map(({ query }) => query)).toEqual([{ fireNo }]);
  await screen.findByText(/未处理的卫星热点 1 个/);
});

it('dangers are counted above their table', async () => {
  openPage([anAlarm('danger', { id: crypto.randomUUID() })], '/manage/alarm?tab=danger');
  expect((await screen.findByText(/隐患 3 处/)).textContent).toBe('隐患 3 处：未整改 2，已整改 1');
});

it('the drawer offers the available actions, and an edit sends only what was changed', async () => {
  const alarm = camera(1);
  const desk = openPage([alarm], `/manage/alarm?tab=camera&id=${alarm.id}`);
  desk.wire.on(alarmCalls.monitorUpdate, () => onWire(alarm));
  const row = within(await screen.findByRole('toolbar', { name: '处置' }));
  expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['接警', '火情', '派遣', '推送', '']);
  await desk.user.click(row.getByRole('button', { name: '更多操作' }));
  await desk.user.click(await screen.findByRole('menuitem', { name: '修改记录' }));
  const dialog = within(await screen.findByRole('dialog', { name: '修改记录' }));
  fill(dialog.getByLabelText('处理意见'), '已复核，为炊烟');
  await desk.user.click(dialog.getByRole('button', { name: '确定' }));
  await waitFor(() => expect(desk.wire.calls(alarmCalls.monitorUpdate)).toHaveLength(1));
  expect(desk.wire.calls(alarmCalls.monitorUpdate)[0]?.body).toEqual({ id: alarm.id, handleOpinions: '已复核，为炊烟' });
});

it('a batch continues after a refusal and shows which row was refused, and why', async () => {
  const alarms = [camera(1), camera(2)];
  const desk = openPage(alarms, '/manage/alarm?tab=camera');
  const [first, second] = alarms as [NamedAlarm, NamedAlarm];
  desk.wire.on(alarmCalls.monitorJudge, ({ body }) =>
    (body as { readonly fireId: string }).fireId === first.id
      ? onWire(first)
      : refusedBy(codedError('already-judged', { by: '理县值班员', verdict: 'real' }), onWire({ ...second, response: judgedBy('real') })),
  );
  await screen.findByRole('button', { name: /山坡1/ });
  for (const name of [/山坡1/, /山坡2/]) await desk.user.click(within(screen.getByRole('row', { name })).getByRole('checkbox'));
  await desk.user.click(await screen.findByRole('button', { name: '研判为误报' }));
  const dialog = within(await screen.findByRole('dialog', { name: '研判为误报：2 条' }));
  await desk.user.click(dialog.getByRole('button', { name: '确定' }));
  expect((await dialog.findByText(/成功 1 条/)).textContent).toBe('成功 1 条，未执行 1 条');
  expect(dialog.getByRole('listitem').textContent).toMatch(/山坡2.*理县值班员/);
  expect(desk.wire.calls(alarmCalls.monitorJudge)).toHaveLength(2);
  await desk.user.click(dialog.getByText('关闭'));
  // Rows that succeeded are deselected: the next action applies to the refused row only.
  expect(await screen.findByText('已选 1 条')).toBeTruthy();
  expect(within(screen.getByRole('row', { name: /山坡2/ })).getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
});

it('a batch over several kinds of alarms shows which kind does not have the action, without a request for it', async () => {
  const report = anAlarm('report', { id: '00000000-0000-7000-8000-000000000003', formattedAddress: '四川省，山坡3', address: '山坡3' });
  const desk = openPage([camera(1), report], '/manage/alarm');
  desk.wire.on(alarmCalls.monitorDelete, () => null as never);
  await screen.findByRole('button', { name: /山坡1/ });
  for (const name of [/山坡1/, /山坡3/]) await desk.user.click(within(screen.getByRole('row', { name })).getByRole('checkbox'));
  await desk.user.click(await screen.findByRole('button', { name: '删除（1）' }));
  const dialog = within(await screen.findByRole('dialog', { name: '删除：2 条' }));
  fill(dialog.getByLabelText('删除原因'), '试验');
  await desk.user.click(dialog.getByRole('button', { name: '确定' }));
  expect((await dialog.findByText(/成功 1 条/)).textContent).toBe('成功 1 条，未执行 1 条');
  expect(dialog.getByRole('listitem').textContent).toBe('四川省，山坡3 没有删除：人员上报不能删除');
  expect(desk.wire.calls(alarmCalls.monitorDelete)).toHaveLength(1);
});
