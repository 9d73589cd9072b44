import { contract } from '@lookout/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openDesk } from '../testing/desk.tsx';
import { ShiftPanel } from './ShiftPanel.tsx';
import { useShift } from './use-shift.ts';

const nothing = () => undefined;

function Panel() {
  return <ShiftPanel shift={useShift()} note="" onNote={nothing} onDone={nothing} />;
}

it('who only watches sees whether the desk is taken, and cannot take it', async () => {
  const { wire, show } = openDesk({ rights: ['watch-alarms'] });
  wire.on(contract.shift.shiftNow, () => ({ present: null, former: null }));
  show(<Panel />);
  await screen.findByText(/^当前账号不能接班/);
  expect(screen.queryByRole('button', { name: '接班' })).toBeNull();
});
