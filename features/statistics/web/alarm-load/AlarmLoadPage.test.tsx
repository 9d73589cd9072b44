import { type GridNo, HOUR_MS, type Named } from '@lookout/domain';
import { type DeskOptions, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { answerOwnGrid } from '@lookout/web/app/testing/own-grid.ts';
import { savedFiles } from '@lookout/web/app/testing/saved-files.ts';
import { LOST, refusedBy } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { parseCsv, stripBom } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { beforeEach, expect, it } from 'vitest';
import { contract } from '../../../contract.ts';
import type { AlarmLoadReport, DeskLoad, NamedSourceLoad } from '../../alarm-load.ts';
import { AlarmLoadPage } from './AlarmLoadPage.tsx';

let saved: ReturnType<typeof savedFiles>;
beforeEach(() => {
  saved = savedFiles();
});

const { alarmLoad: row } = contract.statistics;
/** Ten in the morning in Beijing, for a day. */
const begin = new Date('2026-11-20T02:00:00Z');
const end = new Date('2026-11-21T02:00:00Z');
const at = (hours: number) => new Date(begin.getTime() + hours * HOUR_MS);
const QUIET = { announced: 0, peak: 0, mean: 0 };
const BUSY = { announced: 15, peak: 12, mean: 2.5 };

const aDesk = (more: Partial<Named<DeskLoad>> = {}): Named<DeskLoad> => ({
  gridNo: '513221' as GridNo,
  gridName: '汶川县',
  announced: 15,
  silent: 2,
  fires: 5,
  mean: 0.1,
  peak: 12,
  peakAt: at(3),
  slots: { acceptable: 142, manageable: 1, 'over-demanding': 0, flood: 1 },
  standing: 4,
  stale: 0,
  floods: [{ begin: at(3), end: at(3.5), alarms: 13, peak: 12 }],
  floodShare: 0.02,
  hoursOfDay: Array.from({ length: 24 }, (_, hour) => (hour === 13 ? BUSY : QUIET)),
  advice: ['staff', 'fold'],
  ...more,
});

const aSource = (more: Partial<NamedSourceLoad> = {}): NamedSourceLoad => ({
  kind: 'camera',
  source: '塔1',
  cameraName: '=塔顶球机',
  pointName: '一号塔',
  total: 10,
  real: 1,
  false: 9,
  unjudged: 0,
  silent: 2,
  share: 0.6,
  repeated: 6,
  chattering: 0,
  recurring: 0,
  lowConfidence: 0,
  stale: 0,
  advice: ['mask', 'fold'],
  ...more,
});

const LOAD: AlarmLoadReport = {
  begin,
  end,
  desk: aDesk(),
  hours: Array.from({ length: 24 }, (_, n) => ({ begin: at(n), ...(n === 3 ? BUSY : QUIET) })),
  desks: [
    aDesk({ gridNo: '513221100' as GridNo, gridName: '威州镇', announced: 2, fires: 2, peak: 2, floods: [], floodShare: 0, advice: [] }),
  ],
  sources: [
    aSource(),
    aSource({ kind: 'report', source: null, cameraName: null, pointName: null, total: 5, false: 0, real: 5, advice: [] }),
  ],
  sourcesLeftOut: 0,
};

async function openLoad(options: DeskOptions = {}, load = LOAD) {
  const desk = openDesk({ at: '/alarmLoad', ...options });
  desk.wire.on(row, () => load);
  answerOwnGrid(desk.wire);
  desk.show(<AlarmLoadPage />);
  return desk;
}

const tableOf = async (name: string) => within(await screen.findByRole('region', { name }));
const queryOf = (link: HTMLElement) => Object.fromEntries(new URL((link as HTMLAnchorElement).href).searchParams);

it('an hour shows its number and its class as text, and links to its alarms', async () => {
  await openLoad();
  const hours = await tableOf('本席位 · 逐日逐时的最忙10分钟');
  const link = hours.getByRole('link', { name: '2026-11-20 13时：最忙10分钟 12 条，洪泛；平均 2.50 条，共 15 条，查看这些火警' });
  expect(link.textContent).toBe('12■');
  expect(queryOf(link)).toEqual({ grid: '513221', from: '2026-11-20 13:00:00', to: '2026-11-20 14:00:00' });
  // From 10:00 to 10:00 the next day: the hours before and after are empty.
  const [, newest, oldest] = hours.getAllByRole('row');
  expect(
    within(oldest as HTMLElement)
      .getAllByRole('cell')
      .slice(8, 12)
      .map(({ textContent }) => textContent),
  ).toEqual(['', '', '0', '0']);
  expect(
    within(newest as HTMLElement)
      .getAllByRole('cell')
      .slice(8, 12)
      .map(({ textContent }) => textContent),
  ).toEqual(['0', '0', '', '']);
});

it('a desk below is opened by its name', async () => {
  const { wire, user } = await openLoad();
  const desks = await tableOf('各席位 · 一天各时段的最忙10分钟');
  expect(desks.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['汶川县（本席位）', '威州镇']);
  await user.click(desks.getByRole('button', { name: '威州镇' }));
  await waitFor(() => expect(new URLSearchParams(location.search).get('grid')).toBe('513221100'));
  expect(wire.calls(row)[0]?.body).toMatchObject({ hours: 168, gridNo: '513221' });
});

it('a flood links to its alarms', async () => {
  await openLoad();
  const floods = await tableOf('洪泛经过');
  expect(floods.getAllByRole('row')[1]?.textContent).toBe('汶川县2026-11-20 13:002026-11-20 13:30301312');
  expect(queryOf(floods.getByRole('link', { name: '13' }))).toEqual({
    grid: '513221',
    from: '2026-11-20 13:00:00',
    to: '2026-11-20 13:30:00',
  });
});

it('each source has its advice, with the reason and a link to act on it', async () => {
  await openLoad();
  const sources = await tableOf('滋扰来源与处置建议');
  const mask = sources.getByRole('link', { name: '设屏蔽区' });
  expect(new URL((mask as HTMLAnchorElement).href).pathname).toBe('/manage/monitorConfig');
  expect(queryOf(mask)).toEqual({ text: '一号塔' });
  sources.getByText('已研判 10 条，误报 90%：看到的多半不是火');
  expect(queryOf(sources.getByRole('link', { name: '按火情处置' }))).toMatchObject({ kind: 'camera', device: '塔1' });
  sources.getByText('无需处理');
  const desk = within(screen.getByRole('list', { name: '处置建议' }));
  desk.getByText('洪泛占时间 2%（应低于1%），平均每10分钟 0.10 条（应不超过2条）');
  desk.getByText('15 条火警只是 5 起火');
});

it('a user who may neither see the alarms nor set up cameras sees the same, without links', async () => {
  await openLoad({ rights: ['see-statistics'] });
  const sources = await tableOf('滋扰来源与处置建议');
  sources.getByText('设屏蔽区');
  expect(sources.queryAllByRole('link')).toEqual([]);
  const hours = await tableOf('本席位 · 逐日逐时的最忙10分钟');
  expect(hours.queryAllByRole('link')).toEqual([]);
});

it('a window is queried by its hours, a free one by both its ends', async () => {
  const { wire, user } = await openLoad();
  await user.click(await screen.findByRole('button', { name: '近31天' }));
  await waitFor(() => expect(wire.calls(row).at(-1)?.body).toMatchObject({ hours: 744 }));
  expect(screen.getByRole('button', { name: '近31天', pressed: true })).toBeTruthy();
});

it('a free window in the URL is queried unchanged', async () => {
  const { wire } = await openLoad({ at: '/alarmLoad?from=2026-11-01+00:00:00&to=2026-11-02+00:00:00' });
  await tableOf('各席位负荷');
  expect(wire.calls(row).at(-1)?.body).toMatchObject({ beginTime: '2026-11-01 00:00:00', endTime: '2026-11-02 00:00:00' });
});

it('an empty period shows a message with what to do', async () => {
  await openLoad({}, { ...LOAD, desk: aDesk({ announced: 0, silent: 0 }), desks: [], sources: [] });
  await screen.findByText('该时段没有火警');
});

it('a refused count shows the reason, with a retry', async () => {
  const { wire, user } = await openLoad();
  await tableOf('各席位负荷');
  const reason = '该时段的火警超过200000条，请缩短时段或选择下级网格';
  wire.on(row, () => refusedBy({ code: 'load-too-many-alarms', params: { most: 200_000 } }));
  await user.click(screen.getByRole('button', { name: '近31天' }));
  await screen.findByText(reason);
  wire.on(row, () => LOAD);
  await user.click(screen.getByRole('button', { name: '重试' }));
  await waitFor(() => expect(screen.queryByText(reason)).toBeNull());
});

it('a missing reply shows a message, with a retry', async () => {
  const { wire, show } = openDesk({ at: '/alarmLoad' });
  wire.on(row, () => LOST);
  answerOwnGrid(wire);
  show(<AlarmLoadPage />);
  await screen.findByRole('button', { name: '重试' });
});

it('the exported files have every table with its numbers and the advice as text, and no formula', async () => {
  const { user } = await openLoad();
  await tableOf('各席位负荷');
  await user.click(screen.getByRole('button', { name: /导出/ }));
  await user.click(await screen.findByText('Excel（.xlsx）'));
  await waitFor(() => expect(saved).toHaveLength(1));
  const [{ file, name }] = saved as [{ file: Blob; name: string }];
  expect(name).toMatch(/^告警负荷 汶川县 .*\.xlsx$/);
  const { sheets } = await readXlsx(await file.arrayBuffer());
  expect(sheets.map((sheet) => sheet.name)).toEqual(['各席位负荷', '本席位逐时', '洪泛经过', '滋扰来源与处置建议']);
  expect(sheets[0]?.rows[1]?.slice(2, 5)).toEqual([15, 2, 5]);
  expect(sheets[1]?.rows[4]).toEqual(['2026-11-20 13:00', 15, 12, '2.50', '洪泛']);
  expect(sheets[3]?.rows[1]?.slice(0, 2)).toEqual(['=塔顶球机', '监控报警']);
  expect(sheets[3]?.rows[1]?.slice(3, 5)).toEqual([10, '60%']);
  expect(sheets[3]?.rows[1]?.[2]).toBe('设屏蔽区（已研判 10 条，误报 90%：看到的多半不是火）；按火情处置（6 条是对同一起火的重复报警）');
  expect(sheets[3]?.cells?.get('1,0')?.formula).toBe(undefined);

  await user.click(screen.getByRole('button', { name: /导出/ }));
  await user.click(await screen.findByText('CSV（.csv）'));
  await waitFor(() => expect(saved).toHaveLength(2));
  const lines = parseCsv(stripBom(await (saved[1] as { file: Blob }).file.text())).map((line) => line.map((cell) => String(cell ?? '')));
  expect(lines[0]).toEqual(['告警负荷 汶川县 2026-11-20 10:00 至 2026-11-21 10:00']);
  expect(lines.some(([first]) => first === "'=塔顶球机")).toBe(true);
});
