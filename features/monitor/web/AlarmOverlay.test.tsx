// New alarms on pages other than the monitor: shown, opened and handled there.

import { usePageTitle } from '@lookout/web/shared/use-page-title.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, it } from 'vitest';
import type { LiveUpdate } from '../../live-messages.ts';
import { envelope } from '../../testing/builders.ts';
import { AlarmOverlay } from './AlarmOverlay.tsx';
import { MonitorPage } from './MonitorPage.tsx';
import { alarmAt, openLiveDesk } from './testing/monitor.tsx';

/** A page other than the monitor, with an unsaved entry. */
function Page() {
  const isMonitor = useLocation().pathname === '/manage/monitor';
  usePageTitle(isMonitor ? '预警监测' : '辅助决策');
  return isMonitor ? <MonitorPage /> : <input aria-label="备注" />;
}

function openElsewhere(at = '/manage/decision') {
  const desk = openLiveDesk({ at, alarms: [] });
  desk.show(
    <>
      <Page />
      <AlarmOverlay />
    </>,
  );
  const toasts = () => within(screen.getByRole('region', { name: '新火警提示' }));
  return { ...desk, toasts };
}
let seq = 1;
const recorded = (address: string): LiveUpdate => ({
  ...envelope(++seq),
  kind: 'alarm-recorded',
  alarm: alarmAt(address, 'report'),
});

it('an alarm is announced on any page and counted in the title; a click opens it next to the unsaved entry', async () => {
  const { user, receive, toasts } = openElsewhere();
  await user.type(screen.getByRole('textbox', { name: '备注' }), '写到一半');
  receive(recorded('龙溪沟'));
  await toasts().findByText(/龙溪沟/);
  await waitFor(() => expect(document.title).toMatch(/^\(1\) 辅助决策 · /));
  await user.click(toasts().getByText(/龙溪沟/));
  const popup = within(await screen.findByRole('dialog', { name: '火警详情' }));
  expect(popup.getByRole('button', { name: '接警' })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '备注' }).value).toBe('写到一半');
  expect(location.pathname).toBe('/manage/decision');
  await waitFor(() => expect(document.title).toMatch(/^辅助决策 · /));
  await user.click(popup.getByRole('button', { name: '关闭' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '火警详情' })).toBeNull());
});

it('the monitor shows only its own toasts', async () => {
  const { receive } = openElsewhere('/manage/monitor');
  receive(recorded('龙溪沟'));
  await waitFor(() => expect(document.title).toMatch(/^\(1\) /));
  expect(screen.getAllByRole('region', { name: '新火警提示' })).toHaveLength(1);
});

it('a flood is announced on every page', async () => {
  const { receive } = openElsewhere();
  receive(...Array.from({ length: 10 }, (_, n) => recorded(`沟${n}`)));
  await screen.findByText('告警洪泛', undefined, { timeout: 15_000 });
});

it('移位 continues on the monitor, because other pages have no map for it', async () => {
  const { user, receive, toasts } = openElsewhere();
  receive(recorded('龙溪沟'));
  await user.click(await toasts().findByText(/龙溪沟/));
  const popup = within(await screen.findByRole('dialog', { name: '火警详情' }));
  await user.click(popup.getByRole('button', { name: '更多操作' }));
  await user.click(await screen.findByRole('menuitem', { name: '移位' }));
  await screen.findByRole('form', { name: '移位' });
  expect(location.pathname).toBe('/manage/monitor');
});
