import { HOUR_MS } from '@lookout/domain';
import { openDesk } from '@lookout/web/app/testing/desk.tsx';
import { refusedWith } from '@lookout/web/app/testing/wire.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { ReplayPage } from './ReplayPage.tsx';

it('the page asks for a period; the chosen period is in the URL, and another can be chosen', async () => {
  const { wire, user, show } = openDesk({ at: '/replay' });
  wire.on(contract.ranger.rangerList, () => []);
  wire.on(contract.replay.deskMoment, () => refusedWith('这一段没有日志'));
  show(<ReplayPage />);
  const open = () => user.click(screen.getByRole('button', { name: '打开回放' }));
  await open();
  expect(screen.getByRole('alert').textContent).toBe('请选择时间段');
  expect(location.search).toBe('');
  await user.click(screen.getByRole('button', { name: '1小时' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await open();
  await screen.findByText('这一段没有日志');
  const [begin, end] = ['begin', 'end'].map((name) =>
    Date.parse(`${new URLSearchParams(location.search).get(name)?.replace(' ', 'T')}+08:00`),
  );
  expect((end ?? 0) - (begin ?? 0)).toBe(HOUR_MS);
  await user.click(screen.getByRole('button', { name: '换一段时间' }));
  await screen.findByRole('button', { name: '打开回放' });
  expect(location.search).toBe('');
});
