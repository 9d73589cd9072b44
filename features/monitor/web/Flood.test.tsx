import type { GridNo } from '@lookout/domain';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { alarmAt, openMonitor } from './testing/monitor.tsx';

/** Twelve fires within the last minute in two counties; the last one of 理县 was seen by a person. */
const flood = () => [
  ...Array.from({ length: 8 }, (_, n) => alarmAt(`汶川${n}`, 'satellite')),
  ...Array.from({ length: 4 }, (_, n) =>
    alarmAt(`理县${n}`, n === 3 ? 'report' : 'satellite', { gridNo: '513222' as GridNo, gridName: '理县' }),
  ),
];
const rows = () => [...document.querySelectorAll('.alarm-row')].map(({ textContent }) => textContent ?? '');

it('in a flood the queue announces it and shows areas, the one with the most dangerous fire first; a click opens an area', async () => {
  const { user } = await openMonitor({ alarms: flood() });
  expect(screen.getByText('告警洪泛')).toBeTruthy();
  expect(screen.getByText(/10 分钟内 12 条火警，归为 12 起；声音至多每 10 秒一次。 列表：12 起，2 个区域/)).toBeTruthy();
  expect(rows()).toHaveLength(2);
  expect(rows()[0]).toMatch(/^理县4 起火情 · 4 条火警最危险人员上报理县3/);
  await user.click(screen.getByTitle('展开理县'));
  expect(rows()).toHaveLength(6);
  expect(rows()[1]).toContain('理县3');
  await user.click(screen.getByTitle('收起理县'));
  expect(rows()).toHaveLength(2);
});

it('an officer can choose the order by arrival, and the choice is remembered', async () => {
  const { user } = await openMonitor({ alarms: flood() });
  await user.click(screen.getByRole('button', { name: '排列方式' }));
  await user.click(await screen.findByRole('menuitem', { name: '始终按到达时间' }));
  await waitFor(() => expect(rows()).toHaveLength(12));
  expect(Object.entries(localStorage).find(([name]) => name.startsWith('monitor.arrangement.'))?.[1]).toBe('arrival');
});

it('few fires are no flood', async () => {
  await openMonitor({ alarms: flood().slice(0, 9) });
  expect(screen.queryByText('告警洪泛')).toBeNull();
  expect(rows()).toHaveLength(9);
});
