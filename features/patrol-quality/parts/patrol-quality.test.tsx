import type { Got } from '@lookout/contract';
import { openDesk } from '@lookout/web/app/testing/desk.tsx';
import { answerOwnGrid } from '@lookout/web/app/testing/own-grid.ts';
import { LOST } from '@lookout/web/app/testing/wire.ts';
import { useUrlState } from '@lookout/web/shared/url-state.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { at, WENCHUAN } from '../../testing/builders.ts';
import { shownGapsOf } from './gap-picture-part.ts';
import { QualityPanel } from './QualityPanel.tsx';

const { patrolQuality } = contract;
type Quality = Got<typeof patrolQuality.patrolQuality>;
type Gaps = Got<typeof patrolQuality.patrolGaps>;
const DAY = '2026-11-21';
const ID = '6f1d1f0a-0d0e-4d6c-9d5a-2f4f4b7f0007';
const span = { begin: at(`${DAY} 09:00:00`), end: at(`${DAY} 09:20:00`) };
const position = { lng: 103.5, lat: 31.4 };

const row: Quality['list'][number] = {
  ...WENCHUAN,
  userId: ID,
  fullName: '扎西',
  beginDay: '2026-11-01',
  endDay: '2026-11-22',
  daysOnDuty: 12,
  pendingDays: 0,
  dutySeconds: 96 * 3_600,
  movingSeconds: 60.4 * 3_600,
  distanceMetres: 123_456,
  climbMetres: 6_543,
  stayCount: 17,
  staySeconds: 20_000,
  stays: [{ position, ...span }],
  seenHectares: 2_345,
  seenForestHectares: 1_234,
  seenDangerousHectares: 321,
  withoutElevationShare: 0,
  questions: [
    { kind: 'ride', ...span, metres: 11_000, kilometresPerHour: 33.2 },
    { kind: 'together', ...span, userId: 'b', fullName: null, minutes: 300, metres: 15_000, apartMetres: 12.4 },
    { kind: 'repeated', ...span, earlierDay: '2026-11-14', minutes: 240, metres: 9_000, apartMetres: 3 },
    { kind: 'jump', ...span, metres: 28_000, kilometresPerHour: 500, from: position, to: position },
    { kind: 'scatter', ...span, leftOut: 40, positions: 200 },
  ],
};
const pageOf = (...list: Quality['list']): Quality => ({ total: list.length, pageNo: 1, pageSize: 20, list });
const gaps: Gaps = {
  asOfDay: '2026-11-22',
  rows: [
    {
      ...WENCHUAN,
      forestHectares: 200_000,
      dangerousHectares: 5_000,
      dangerDay: '2026-11-22',
      unknownHectares: 0,
      unseen: [7, 14, 30, 90].map((days) => ({ days, hectares: 4_900 - days * 10 })),
    },
  ],
  pendingGrids: 0,
  unknownGrids: [],
  pendingDays: 0,
};

const Panel = () => <QualityPanel url={useUrlState()} />;

function openPanel(address: string, answers: { quality?: () => Quality; gaps?: () => Gaps | typeof LOST }) {
  const desk = openDesk({ at: address });
  answerOwnGrid(desk.wire);
  desk.wire.on(patrolQuality.patrolQuality, answers.quality ?? (() => pageOf(row)));
  desk.wire.on(patrolQuality.patrolGaps, answers.gaps ?? (() => gaps));
  desk.show(<Panel />);
  return desk;
}

it('a month shows what was seen, and its questions with times and speeds, as questions', async () => {
  const { user } = openPanel('/manage/ranger?view=quality', {});
  expect(await screen.findByText('123.5')).toBeTruthy();
  for (const figure of ['6543', '60.4', '2345', '1234', '321']) expect(screen.getByText(figure)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '5 处疑问' }));
  expect(await screen.findByText(/11-21 09:00–09:20 疑似乘车：以平均 33 公里\/小时行进 11.0 公里/)).toBeTruthy();
  expect(screen.getByText(/与另一网格的护林员同行 300 分钟、15.0 公里，平均相距 12 米/)).toBeTruthy();
  expect(screen.getByText(/与 2026-11-14 同一时刻在同一地方/)).toBeTruthy();
  expect(screen.getByText(/位置跳到 28.0 公里外（折合 500 公里\/小时）/)).toBeTruthy();
  expect(screen.getByText(/200 个位置里有 40 个到不了/)).toBeTruthy();
  expect(screen.getByText('疑问不是结论：请向本人核实。')).toBeTruthy();
  await user.click(screen.getAllByRole('button', { name: '回放这一天' })[0] as HTMLElement);
  const query = new URLSearchParams(location.search);
  expect([query.get('view'), query.get('ids'), query.get('day')]).toEqual([null, ID, DAY]);
});

it('days being computed, missing elevation and absent rangers are named', async () => {
  const pending = { ...row, pendingDays: 3, withoutElevationShare: 0.42, seenDangerousHectares: null, questions: [] };
  const absent = { ...row, userId: 'c', fullName: '卓玛', daysOnDuty: 0, stayCount: 0, stays: [], questions: [] };
  openPanel('/manage/ranger?view=quality', { quality: () => pageOf(pending, absent) });
  expect(await screen.findByText('还有 3 个人·天在计算，完成后自动更新')).toBeTruthy();
  expect(screen.getByText('42% 的路段没有高程，只计路旁')).toBeTruthy();
  expect(screen.getByText('计算中')).toBeTruthy();
  expect(screen.getByText('无位置')).toBeTruthy();
});

it('an empty list says what to do, and a month in the URL is asked for', async () => {
  const { wire } = openPanel('/manage/ranger?view=quality&month=2026-10', { quality: () => pageOf() });
  expect(await screen.findByText('网格内还没有护林员')).toBeTruthy();
  expect(wire.calls(patrolQuality.patrolQuality)[0]?.body).toMatchObject({ month: '2026-10', pageNo: 1, pageSize: 20 });
});

it('a county is drawn from its row, with its legend, and removed with its tag', async () => {
  const desk = openPanel('/manage/ranger?view=quality&by=grid', {});
  const { user, wire, app } = desk;
  wire.on(patrolQuality.patrolGapPicture, () => ({
    ...WENCHUAN,
    asOfDay: '2026-11-22',
    dangerDay: '2026-11-22',
    columns: 2,
    rows: 1,
    west: 103,
    south: 31,
    east: 104,
    north: 32,
    image: 'data:image/png;base64,',
    legend: [7, 14, 30, 90, null].map((days, index) => ({ days, colour: `#00000${index}`, hectares: 100 * index })),
  }));
  expect(await screen.findByText('4,830')).toBeTruthy();
  expect(screen.getByText(/点一行的“在地图上看”/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '在地图上看' }));
  const legend = await screen.findByRole('list', { name: '距上次有人看到' });
  expect(within(legend).getByText('8–14天')).toBeTruthy();
  expect(within(legend).getByText('90天以上或从未')).toBeTruthy();
  expect(within(legend).getByText('400 公顷')).toBeTruthy();
  await waitFor(() => expect(shownGapsOf(app).getState().picture?.box).toEqual([103, 31, 104, 32]));
  await user.click(screen.getByText('全部林地'));
  await waitFor(() => expect(wire.calls(patrolQuality.patrolGapPicture).at(-1)?.body).toMatchObject({ cells: 'forest' }));
});

it('gaps that fail can be tried again, and what is missing is named', async () => {
  let fails = true;
  const { user } = openPanel('/manage/ranger?view=quality&by=grid', {
    gaps: () => (fails ? LOST : { ...gaps, rows: [], unknownGrids: ['理县', '茂县'], pendingDays: 0 }),
  });
  const retry = await screen.findByRole('button', { name: '重试' });
  fails = false;
  await user.click(retry);
  expect(await screen.findByText('没有边界、不能统计：理县、茂县')).toBeTruthy();
  expect(screen.getByText('没有可统计的县')).toBeTruthy();
});
