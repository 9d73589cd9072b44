import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CameraFacts } from '../../alarm/alarm.ts';
import { anAlarm } from '../../testing/builders.ts';
import { alarmAt, openMonitor } from './testing/monitor.tsx';

it('屏蔽区内: a detection inside a mask is marked in the list, and in its popup with the name of the mask', async () => {
  const facts: CameraFacts = { ...(anAlarm('camera').facts as CameraFacts), maskName: '水泥厂烟囱' };
  const { openAlarm } = await openMonitor({ alarms: [alarmAt('屏蔽的', 'camera', { facts }), alarmAt('别处', 'camera')] });
  expect(screen.getAllByText('屏蔽区内')).toHaveLength(1);
  await openAlarm('屏蔽的');
  const popup = within(screen.getByRole('dialog', { name: '火警详情' }));
  expect(popup.getByText('屏蔽区内')).toBeTruthy();
  expect(await popup.findByText('水泥厂烟囱')).toBeTruthy();
});
