import type { GridNo } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { fill, OFFICER, openDesk } from '../testing/desk.tsx';
import { NOTHING_WRITTEN } from './handover-draft.ts';
import { ShiftPanel } from './ShiftPanel.tsx';
import { useShift } from './use-shift.ts';

const nothing = () => undefined;

function Panel({ onDone = nothing }: { readonly onDone?: () => void }) {
  const [handover, setHandover] = useState(NOTHING_WRITTEN);
  return <ShiftPanel shift={useShift()} handover={handover} onHandover={setHandover} onDone={onDone} />;
}

const present = {
  ...{
    id: '00000000-0000-4000-8000-000000000001',
    gridNo: '513221' as GridNo,
    gridName: '汶川县',
    accountId: OFFICER.id,
    fullName: OFFICER.fullName,
  },
  ...{ beganAt: new Date('2026-11-29T00:00:00Z'), endedAt: null, note: null, openAlarms: 3, firesInProgress: 1 },
  ...{ successor: null, nextName: null, relieved: false },
};

it('a user with read-only rights sees whether the desk is taken, and cannot take it', async () => {
  const { wire, show } = openDesk({ rights: ['watch-alarms'] });
  wire.on(contract.shift.shiftNow, () => ({ present: null, former: null }));
  show(<Panel />);
  await screen.findByText(/^当前账号不能接班/);
  expect(screen.queryByRole('button', { name: '接班' })).toBeNull();
});

it('one click does not end a shift: the next officer must be named first, and while a fire burns a note must be written', async () => {
  const { wire, user, show } = openDesk();
  const sent: unknown[] = [];
  const ended = { ...present, endedAt: new Date('2026-11-29T12:00:00Z'), successor: '李四' };
  wire.on(contract.shift.shiftNow, () => (sent.length === 0 ? { present, former: null } : { present: null, former: ended }));
  wire.on(contract.shift.shiftSuccessors, () => ['张三', '李四']);
  wire.on(contract.shift.shiftHandOver, ({ body }) => {
    sent.push(body);
    return ended;
  });
  show(<Panel />);
  const button = await screen.findByRole('button', { name: '交班' });
  await user.click(button);
  expect(screen.getByRole('alert').textContent).toBe('请填写接班人');
  fill(screen.getByLabelText('接班人'), ' 李四 ');
  await user.click(button);
  expect(screen.getByRole('alert').textContent).toBe('还有 1 起在燃火情，请填写交接说明');
  expect(sent).toEqual([]);
  fill(screen.getByLabelText('交接说明（有 1 起在燃火情，必填）'), '威州镇一起在燃');
  await user.click(button);
  await screen.findByText('已交班给李四');
  expect(sent).toEqual([{ successor: '李四', note: '威州镇一起在燃' }]);
  await screen.findByText('本网格的席位现在无人值班：已交给李四，尚未接班。');
});
