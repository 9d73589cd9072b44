// The filters of the queue: hidden alarms are counted, and shown again with one click.

import { fill } from '@lookout/web/app/testing/desk.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { alarmAt, openMonitor } from './testing/monitor.tsx';

const rows = () => document.querySelectorAll('.alarm-row').length;
const counted = () => document.querySelector('.warning-count .tabular')?.textContent;
const openFilter = async ({ user }: Awaited<ReturnType<typeof openMonitor>>) => user.click(screen.getByRole('button', { name: /^筛选/ }));
const chip = (name: string | RegExp) => within(document.querySelector('.filter-bar') as HTMLElement).getByRole('button', { name });
const address = () => new URL(location.href).searchParams;

it('a time window includes the newest arrivals; a custom range hides them, shows how many, and 显示全部 shows them again', async () => {
  const monitor = await openMonitor({ alarms: [alarmAt('今天的', 'camera')] });
  const { user } = monitor;
  await openFilter(monitor);
  await user.click(chip('1小时'));
  expect([chip('1小时').getAttribute('aria-pressed'), rows()]).toEqual(['true', 1]);
  await user.click(chip('自定义'));
  for (const [field, time] of [
    ['开始时间', '01-01 00:00'],
    ['结束时间', '01-02 03:04'],
  ] as const) {
    await user.click(await screen.findByPlaceholderText(field));
    fill(screen.getByPlaceholderText(field), time);
    await user.keyboard('{Enter}');
  }
  await screen.findByText('当前筛选条件下没有火警');
  await screen.findByText('另有 1 条未处理火警不在筛选范围内。');
  await waitFor(() => expect(address().get('to')).toMatch(/-01-02 03:04/));
  await user.click(screen.getByRole('button', { name: '显示全部' }));
  await waitFor(() => expect(rows()).toBe(1));
  expect(chip('全部').getAttribute('aria-pressed')).toBe('true');
});

it('sources are switched individually; the choice is in the address, and a copied link restores it', async () => {
  const alarms = [alarmAt('看见的', 'camera'), alarmAt('上报的', 'report')];
  const monitor = await openMonitor({ alarms });
  const { user } = monitor;
  await openFilter(monitor);
  await waitFor(() => expect(counted()).toBe('2 条未处理'));
  await user.click(chip(/^监控报警/));
  await waitFor(() => expect(counted()).toBe('1 / 2 条未处理'));
  expect(document.querySelector('.alarm-row')?.textContent).toContain('人员上报');
  await waitFor(() => expect(address().get('source')).toBe('satellite,report,smoke,danger'));
});

it('a link with sources shows only these, and the closed filter states it', async () => {
  const monitor = await openMonitor({
    at: '/manage/monitor?at=103.59000,31.48000,9000,0,-90,2d&source=satellite,report,smoke,danger',
    alarms: [alarmAt('看见的', 'camera'), alarmAt('上报的', 'report')],
  });
  await waitFor(() => expect(counted()).toBe('1 / 2 条未处理'));
  screen.getByRole('button', { name: '筛选中' });
  await openFilter(monitor);
  expect(chip(/^监控报警/).getAttribute('aria-pressed')).toBe('false');
});
