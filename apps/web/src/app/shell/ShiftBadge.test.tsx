import { contract } from '@lookout/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openDesk } from '../testing/desk.tsx';
import { ShiftBadge } from './ShiftBadge.tsx';

it('who only watches sees who has the desk, and cannot take it', async () => {
  const { wire, user, show } = openDesk({ rights: ['watch-alarms'] });
  wire.on(contract.shift.shiftNow, () => ({ present: null, former: null }));
  show(<ShiftBadge />);
  await user.click(await screen.findByRole('button', { name: /^值班席位/ }));
  await screen.findByText('当前账号不能接班');
  expect(screen.queryByRole('button', { name: '接班' })).toBeNull();
});
