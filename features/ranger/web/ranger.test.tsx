import type { Got } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { openDesk } from '@lookout/web/app/testing/desk.tsx';
import { answerOwnGrid } from '@lookout/web/app/testing/own-grid.ts';
import { useUrlState } from '@lookout/web/shared/url-state.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { aRanger, at, WENCHUAN } from '../../testing/builders.ts';
import type { Attendance, ReplayTrack } from '../attendance.ts';
import { rangerRecords } from '../parts/ranger-records.ts';
import type { ListedRanger } from '../ranger.ts';
import { AttendancePanel } from './AttendancePanel.tsx';
import { RangerTree } from './RangerTree.tsx';
import { ReplayPlayer } from './ReplayPlayer.tsx';
import { replayOf } from './replay-store.ts';

const { ranger, grid } = contract;
const DAY = '2026-11-21';
const ID = '6f1d1f0a-0d0e-4d6c-9d5a-2f4f4b7f0007';
const position = { lng: 103.5, lat: 31.4 };
const gap = { begin: at(`${DAY} 10:20:00`), end: at(`${DAY} 10:45:00`), from: position, to: position };

const attended: Named<Attendance> = {
  ...WENCHUAN,
  userId: ID,
  fullName: '=扎西',
  beginDay: DAY,
  endDay: DAY,
  daysOnDuty: 1,
  begin: at(`${DAY} 08:00:00`),
  end: at(`${DAY} 16:30:00`),
  dutySeconds: 8.5 * 3_600,
  movingSeconds: 5 * 3_600,
  distanceMetres: 12_345,
  positions: 1_800,
  leftOut: 2,
  gapCount: 1,
  gapSeconds: 1_500,
  gaps: [gap],
  seenSquareKilometres: 9.87,
  tasksDone: 1,
};
const pageOf = (...list: Named<Attendance>[]): Got<typeof ranger.rangerAttendance> => ({
  total: list.length,
  pageNo: 1,
  pageSize: 20,
  list,
});

const Panel = () => <AttendancePanel url={useUrlState()} />;

function openPanel(address: string, answer: () => Got<typeof ranger.rangerAttendance>) {
  const desk = openDesk({ at: address });
  answerOwnGrid(desk.wire);
  desk.wire.on(ranger.rangerAttendance, answer);
  desk.show(<Panel />);
  return desk;
}

it('each figure of a day links to its replay, the longest gap to its beginning', async () => {
  const { user, wire } = openPanel(`/manage/ranger?view=attendance&from=${DAY}&to=${DAY}`, () => pageOf(attended));
  await user.click(await screen.findByRole('button', { name: '12.35' }));
  expect(new URLSearchParams(location.search).get('ids')).toBe(ID);
  expect(new URLSearchParams(location.search).get('day')).toBe(DAY);
  expect(new URLSearchParams(location.search).get('view')).toBeNull();
  await user.click(screen.getByRole('button', { name: '10:20–10:45（25分）' }));
  expect(new URLSearchParams(location.search).get('at')).toBe(String(10 * 3_600 + 20 * 60));
  expect(wire.calls(ranger.rangerAttendance)[0]?.body).toMatchObject({ step: 'day', beginDay: DAY, endDay: DAY, pageNo: 1, pageSize: 20 });
});

it('a figure of a longer period opens its days, and a day without a position is marked', async () => {
  const week = { ...attended, beginDay: '2026-11-16', endDay: '2026-11-22', daysOnDuty: 5 };
  const absent = { ...attended, userId: 'b', fullName: '卓玛', begin: null, end: null, positions: 0, distanceMetres: 0, gaps: [] };
  const { user } = openPanel('/manage/ranger?view=attendance&step=week&from=2026-11-16&to=2026-11-22', () => pageOf(week, absent));
  expect(await screen.findByText('无位置')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '12.35' }));
  const query = new URLSearchParams(location.search);
  expect([query.get('user'), query.get('step'), query.get('from'), query.get('to')]).toEqual([ID, null, '2026-11-16', '2026-11-22']);
});

it('the counting rules are one click away', async () => {
  const { user } = openPanel('/manage/ranger?view=attendance', () => pageOf());
  await user.click(await screen.findByRole('button', { name: /统计口径/ }));
  expect(await screen.findByText(/速度超过 120 公里\/小时/)).toBeTruthy();
});

const replayed: Named<ReplayTrack> = {
  ...WENCHUAN,
  userId: ID,
  fullName: '扎西',
  seconds: [28_800, 28_815, 37_200, 38_700],
  longitudes: [103.5, 103.5, 103.5, 103.5],
  latitudes: [31.4, 31.41, 31.42, 31.43],
  activity: Array.from({ length: 144 }, (_, slot) => (slot === 48 ? 2 : 0)),
  positions: 4,
  leftOut: 0,
  movingSeconds: 15,
  distanceMetres: 1_100,
  seenSquareKilometres: 1.9,
  gaps: [gap],
};

it('the time can be set by the bar, the keys and the gaps, and changes without a render', async () => {
  const desk = openDesk({ at: '/manage/ranger' });
  const tracks = [replayed, { ...replayed, userId: 'b', fullName: '卓玛', seconds: [], gaps: [] }];
  const { clock } = replayOf(desk.app);
  clock.setSpan({ from: 28_800, to: 38_700 });
  const removed: string[] = [];
  desk.show(<ReplayPlayer tracks={tracks} day={DAY} onRemove={(id) => removed.push(id)} />);
  const bar = await screen.findByRole('slider', { name: '回放时间' });
  expect(bar.getAttribute('aria-valuetext')).toBe(`${DAY} 08:00:00`);
  bar.focus();
  await desk.user.keyboard('{ArrowRight}{PageUp}');
  expect(screen.getByTestId('replay-time').textContent).toBe('08:11:00');
  await desk.user.click(screen.getByRole('button', { name: '下一处空档' }));
  expect(screen.getByTestId('replay-time').textContent).toBe('10:19:30');
  expect(await screen.findByText('扎西 10:20–10:45 无位置（25 分钟）')).toBeTruthy();
  await desk.user.click(screen.getByRole('button', { name: '播放' }));
  expect(clock.isPlaying()).toBe(true);
  await desk.user.click(screen.getByRole('button', { name: '暂停' }));
  expect(clock.isPlaying()).toBe(false);
  // Without a position there is nothing to follow or to download.
  const people = within(screen.getByRole('list', { name: '回放的护林员' }));
  expect(people.getByText('当日没有位置')).toBeTruthy();
  expect(people.getByRole('button', { name: '下载 卓玛 的轨迹' })).toHaveProperty('disabled', true);
  await desk.user.click(people.getByRole('button', { name: '不再回放 卓玛' }));
  expect(removed).toEqual(['b']);
  act(() => clock.pause());
});

it('rangers are checked in the tree by name or by whole grid, in the order in which they were chosen', async () => {
  const some: readonly ListedRanger[] = [aRanger('扎西'), aRanger('卓玛', { taskIds: ['t'] })];
  const desk = openDesk({ at: '/manage/ranger' });
  desk.wire.on(grid.gridTree, () => [{ no: '513221', name: '汶川县', children: [] }]);
  desk.app.records(rangerRecords).load(some, 1);
  const chosen: (readonly string[])[] = [];
  desk.show(<RangerTree chosen={['扎西']} onChoose={(ids) => chosen.push(ids)} />);
  const tree = await screen.findByRole('tree', { name: '护林员，按网格' });
  await waitFor(() => expect(within(tree).getAllByText('从未联系 · 位置未知')).toHaveLength(2));
  await desk.user.click(within(tree).getByText('汶川县').closest('.ant-tree-treenode')?.querySelector('.ant-tree-checkbox') as Element);
  expect(chosen).toEqual([['扎西', '卓玛']]);
  expect(screen.getByText('在线 0 / 共 2 · 在办 1')).toBeTruthy();
});
