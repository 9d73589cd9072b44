import type { Named } from '@lookout/domain';
import { OFFICER, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { answerOwnGrid } from '@lookout/web/app/testing/own-grid.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { at } from '../../testing/builders.ts';
import type { Burning } from '../burning.ts';
import { BurningPage } from './index.tsx';

const { burningList } = contract.burning;

const burning = (n: number, more: Partial<Burning>): Named<Burning> => ({
  id: `6f1d1f0a-0d0e-4d6c-9d5a-2f4f4b7f000${n}`,
  applicant: `申请人${n}`,
  phone: '000-0000-1234',
  purpose: 'farm',
  position: { lng: 103.59, lat: 31.48 },
  gridNo: OFFICER.gridNo,
  gridName: OFFICER.gridName,
  address: '映秀镇',
  startsAt: at('2026-11-20 09:00:00'),
  endsAt: at('2026-11-21 17:00:00'),
  areaHectares: null,
  peopleCount: 2,
  measures: null,
  state: 'approved',
  createdBy: OFFICER.fullName,
  createdAt: at('2026-11-19 09:00:00'),
  reviewedBy: null,
  reviewedAt: null,
  reviewNote: null,
  ...more,
});

it('the calendar counts the approved and pending burnings of each day from one request for the month, and a selected day lists its burnings', async () => {
  const { wire, user, show } = openDesk({ at: '/manage/FireReport?view=calendar&month=2026-11&day=2026-11-20' });
  answerOwnGrid(wire);
  wire.on(burningList, () => [burning(1, {}), burning(2, { state: 'pending' }), burning(3, { state: 'refused' })]);
  show(<BurningPage />);
  const list = await screen.findByRole('region', { name: '2026-11-20 的用火' });
  await within(list).findByText('农事用火 · 申请人1');
  within(list).getByText('农事用火 · 申请人2');
  expect(within(list).queryByText('农事用火 · 申请人3')).toBeNull();
  expect(screen.getAllByText('已批准 1')).toHaveLength(2);
  expect(wire.calls(burningList).map(({ body }) => body)).toMatchObject([
    { beginTime: '2026-10-25 00:00:00', endTime: '2026-12-12 23:59:59' },
  ]);

  await user.click(screen.getByTitle('2026-11-22'));
  await screen.findByText('这一天没有已批准或待审批的用火');
  expect(new URLSearchParams(location.search).get('day')).toBe('2026-11-22');
  await waitFor(() => expect(wire.calls(burningList)).toHaveLength(1));
});
