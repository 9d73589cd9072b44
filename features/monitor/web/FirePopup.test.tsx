// 火警详情: the content for a satellite’s alarm, the weather at the fire, and the keys of the queue.

import type { Got } from '@lookout/contract';
import { refusedWith } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { NO_SATELLITE_EXTRAS } from '../../alarm/alarm.ts';
import { contract } from '../../contract.ts';
import { alarmAt, openMonitor } from './testing/monitor.tsx';

const { weatherNow } = contract.duty;

/** Every field of the popup: label → value. */
function fields(): Readonly<Record<string, string>> {
  const rows = [...screen.getByRole('dialog', { name: '火警详情' }).querySelectorAll('.detail-rows > div')];
  return Object.fromEntries(rows.map((row) => [row.querySelector('dt')?.textContent ?? '', row.querySelector('dd')?.textContent ?? '']));
}

// Proves §2.33
it('shows a satellite’s facts, both times, the position in four forms, and — for unknown values', async () => {
  const alarm = alarmAt('看卫星', 'satellite', {
    position: { lng: 103.59, lat: 31.48 },
    observedAt: new Date(Date.now() - 2 * 3_600_000 - 60_000),
    gridName: '汶川县',
    formattedAddress: '四川省阿坝藏族羌族自治州汶川县城附近',
    facts: {
      ...NO_SATELLITE_EXTRAS,
      kind: 'satellite',
      fireNo: 'A-1',
      satellite: 'A',
      instrument: 'MODIS',
      version: '6.0NRT',
      confidence: '85',
      credibility: 85,
      brightnessKelvin: 330.5,
      brightness2Kelvin: 295.1,
      frpMegawatts: 25.3,
      scanKilometres: 1.2,
      trackKilometres: 1.1,
      dayNight: 'day',
      areaHectares: null,
      pixelAreaHectares: null,
    },
  });
  const { openAlarm } = await openMonitor({ alarms: [alarm] });
  await openAlarm('看卫星');
  expect(fields()).toMatchObject({
    所属网格: '汶川县（示意）',
    网格编号: '513221',
    经纬度: '103.59000, 31.48000',
    '经纬度（4位）': '103.5900, 31.4800',
    度分秒: '103°35′24.0″E 31°28′48.0″N',
    距今: '2小时前',
    发现方式: '卫星',
    研判: '未研判',
    处理: '未处理',
    可信度: '85%',
    辐射功率: '25.3 MW',
    亮温: '330.5 K',
    像元大小: '1.2 × 1.1 km',
    昼夜: '白天',
    林地: '—',
    过火面积: '—',
    强度等级: '—',
  });
  for (const time of ['到达时间', '过境时间']) expect(fields()[time]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(fields().位置).toContain('汶川县');
});

const QUIET: Got<typeof weatherNow>[number] = {
  icon: '100',
  text: '晴',
  windScale: '3',
  windDir: '西南风',
  windFromDegrees: 225,
  temp: '21',
  humidity: '35',
  obsTime: '2026-11-21T14:00+08:00',
  source: 'demo',
  errcode: null,
  errmsg: null,
};
const NOTHING = {
  icon: null,
  text: null,
  windScale: null,
  windDir: null,
  windFromDegrees: null,
  temp: null,
  humidity: null,
  obsTime: null,
};

// Proves §2.33, §1.2, §3.15
it('shows the weather at the fire, marked as 演示天气 if the demo generated it', async () => {
  const { wire, openAlarm, popup } = await openMonitor({ alarms: [alarmAt('看天气', 'camera')] });
  wire.on(weatherNow, () => [QUIET]);
  await openAlarm('看天气');
  await popup().findByText('演示天气');
  expect(document.querySelector('.fire-popup .weather')?.textContent).toMatch(/晴.*21 ℃.*西南风 3 级.*湿度\s*35%/);
});

// Proves §8.8a, §8.8b
it('shows the weather service’s own error; any other failure is silent', async () => {
  const place = (address: string, lng: number) => alarmAt(address, 'camera', { position: { lng, lat: 31.48 } });
  const { wire, openAlarm, popup } = await openMonitor({ alarms: [place('此处', 103.59), place('别处', 103.595)] });
  wire.on(weatherNow, () => refusedWith('天气服务不可用'));
  await openAlarm('此处');
  await popup().findByText('暂无天气数据');
  expect(screen.queryByText('天气服务不可用')).toBeNull();
  wire.on(weatherNow, () => [{ ...NOTHING, source: null, errcode: '402', errmsg: '超过访问次数' }]);
  await openAlarm('别处');
  await waitFor(() => expect(popup().getByRole('alert').textContent).toContain('超过访问次数'));
});

it('steps through the queue with the keys j, k and Enter and with its buttons; m mutes; Escape closes only the topmost', async () => {
  const older = new Date(Date.now() - 60_000);
  const { user, popup } = await openMonitor({ alarms: [alarmAt('旧的', 'camera', { arrivedAt: older }), alarmAt('新的', 'camera')] });
  const address = () => fields().地址;
  await user.keyboard('j');
  await waitFor(() => expect(document.querySelector('.alarm-row[aria-current="true"]')?.textContent).toContain('新的'));
  expect(screen.queryByRole('dialog', { name: '火警详情' })).toBeNull();
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: '火警详情' });
  expect(address()).toBe('新的');
  expect(popup().getByRole('button', { name: '上一条（k）' })).toHaveProperty('disabled', true);
  for (const [step, expected] of [
    [() => user.keyboard('j'), '旧的'],
    [() => user.keyboard('k'), '新的'],
    [() => user.click(popup().getByRole('button', { name: '下一条（j）' })), '旧的'],
    [() => user.click(popup().getByRole('button', { name: '上一条（k）' })), '新的'],
  ] as const) {
    await step();
    await waitFor(() => expect(address()).toBe(expected));
  }
  await user.keyboard('m');
  await screen.findByRole('button', { name: /^告警声：静音至/ });
  await user.keyboard('?');
  await screen.findByRole('dialog', { name: '快捷键' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '快捷键' })).toBeNull());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '火警详情' })).toBeNull());
});

it('an alarm remains on the left, with its actions, while another is opened next to it; each is closed separately', async () => {
  const { user, openAlarm } = await openMonitor({ alarms: [alarmAt('前一起', 'camera'), alarmAt('后一起', 'camera')] });
  const [opened, compared] = ['火警详情', '对比的火警'].map((name) => () => screen.queryByRole('dialog', { name }));
  await openAlarm('前一起');
  await user.click(screen.getByRole('button', { name: '留在左侧，与另一起对比' }));
  await openAlarm('后一起');
  const beside = within(await screen.findByRole('dialog', { name: '对比的火警' }));
  beside.getByText(/前一起/);
  beside.getByRole('toolbar', { name: '处置' });
  await user.click(within(opened?.() as HTMLElement).getByRole('button', { name: '关闭' }));
  await waitFor(() => expect([opened?.(), compared?.() === null]).toEqual([null, false]));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(compared?.()).toBeNull());
});

it('the popup is docked from its menu, remains docked for the next alarm, and returns to its marker', async () => {
  const { user, openAlarm } = await openMonitor({ alarms: [alarmAt('前一起', 'camera'), alarmAt('后一起', 'camera')] });
  const popup = () => screen.getByRole('dialog', { name: '火警详情' });
  const choose = async (name: string) => {
    await user.click(within(popup()).getByRole('button', { name: '窗口位置' }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  await openAlarm('前一起');
  expect(popup().dataset.place).toBe('marker');
  await choose('停靠在左侧');
  expect([popup().dataset.place, popup().style.left]).toEqual(['window', '0px']);
  await openAlarm('后一起');
  expect(popup().dataset.place).toBe('window');
  await choose('恢复默认位置');
  expect(popup().dataset.place).toBe('marker');
});
