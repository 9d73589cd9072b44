import type { GridNo } from '@lookout/domain';
import { tablesOf } from '@lookout/report';
import { type DeskOptions, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { answerOwnGrid } from '@lookout/web/app/testing/own-grid.ts';
import { savedFiles } from '@lookout/web/app/testing/saved-files.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { parseCsv, stripBom } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { beforeEach, expect, it, vi } from 'vitest';
import { ALARM_KINDS } from '../../alarm/alarm.ts';
import { contract } from '../../contract.ts';
import { someFigures } from '../../coverage/parts/testing/coverage.ts';
import { statisticsPdfPath } from '../statistics.calls.ts';
import { NO_ALARMS, RESPONSE_STEPS, type StatisticsReport, type Tally } from '../statistics.ts';
import { AnalysisPage } from './AnalysisPage.tsx';

let saved: ReturnType<typeof savedFiles>;
beforeEach(() => {
  saved = savedFiles();
});
// This DOM has no layout to draw in. The drawn data are the report's own, which are tested in packages/report.
vi.mock('./echarts-kit.ts', () => ({ drawChart: () => ({ draw: () => undefined, resize: () => undefined, remove: () => undefined }) }));

const tally = (real: number, no: number, unjudged: number): Tally => ({ total: real + no + unjudged, real, false: no, unjudged });
const begin = new Date('2026-10-31T16:00:00Z');
const end = new Date('2026-11-24T04:00:00Z');
const times = RESPONSE_STEPS.map((step) => ({ step, count: 2, medianSeconds: 90, ninetiethSeconds: 4_000 }));
const period = (of: Tally) => ({ begin, end, tally: of, times });

const REPORT: StatisticsReport = {
  gridNo: '513221' as GridNo,
  gridName: '汶川县',
  step: 'day',
  now: period(tally(1, 3, 2)),
  before: period(tally(1, 1, 0)),
  yearBefore: period(NO_ALARMS),
  series: [{ begin, end, ...tally(1, 3, 2), byKind: { satellite: 6, camera: 0, report: 0, smoke: 0, danger: 0 } }],
  grids: [{ gridNo: '513221' as GridNo, gridName: '汶川县', centre: null, ...tally(1, 3, 2) }],
  kinds: ALARM_KINDS.map((kind) => ({ kind, ...(kind === 'satellite' ? tally(1, 3, 2) : NO_ALARMS) })),
  fireTypes: [{ realFireType: 'forest', total: 1 }],
  dangerLevels: [{ dangerLevel: null, ...tally(1, 3, 2) }],
  weathers: [{ weather: 'dry', ...tally(1, 3, 2) }],
  posts: [{ post: null, step: 'judge', count: 2, medianSeconds: null, ninetiethSeconds: null }],
  cameras: [{ deviceId: '塔1', cameraName: '=塔1', ...tally(0, 2, 0) }],
  camerasLeftOut: 0,
};

async function openAnalysis(options: DeskOptions = {}, report = REPORT) {
  const desk = openDesk({ at: '/analysis', ...options });
  desk.wire.on(contract.statistics.report, () => report);
  desk.wire.on(contract.coverage.coverageFigures, () => someFigures());
  answerOwnGrid(desk.wire);
  desk.show(<AnalysisPage />);
  return desk;
}

// Proves §2.3
it('a number links to its alarms; a user who may not see them sees only the number', async () => {
  await openAnalysis();
  const [section] = await screen.findAllByRole('region', { name: '按来源' });
  const kinds = within(section as HTMLElement);
  const link = kinds.getAllByRole('link', { name: '3' })[0];
  expect(new URL((link as HTMLAnchorElement).href).search).toContain('kind=satellite&state=false');
});

it('nothing is a link for an observer', async () => {
  await openAnalysis({ rights: ['watch-alarms'] });
  await screen.findAllByText('总览与比较');
  expect(screen.queryAllByRole('link', { name: '3' })).toEqual([]);
});

it('an empty period shows a message with what to do', async () => {
  await openAnalysis({}, { ...REPORT, now: period(NO_ALARMS), before: period(NO_ALARMS) });
  await screen.findByText('该时段没有火警');
});

it('a window is queried by the specification’s number', async () => {
  const { wire, user } = await openAnalysis();
  await user.click(await screen.findByRole('button', { name: '近半年' }));
  await waitFor(() => expect(wire.calls(contract.statistics.report).at(-1)?.body).toMatchObject({ window: 6 }));
});

it('the exported workbook has every table as displayed, and no formula', async () => {
  const { user } = await openAnalysis();
  await user.click(await screen.findByRole('button', { name: /导出/ }));
  await user.click(await screen.findByText('Excel（.xlsx）'));
  await waitFor(() => expect(saved).toHaveLength(1));
  const [{ file, name }] = saved as [{ file: Blob; name: string }];
  expect(name).toMatch(/^火警统计 汶川县 .*\.xlsx$/);
  const { sheets } = await readXlsx(await file.arrayBuffer());
  const tables = tablesOf(REPORT, {}, 'zh');
  expect(sheets.map((sheet) => sheet.name)).toEqual(tables.map(({ title }) => title));
  for (const [index, { header, rows }] of tables.entries()) {
    expect(sheets[index]?.rows.map((row) => row.map((cell) => cell ?? ''))).toEqual([
      header,
      ...rows.map((row) => row.map(({ text, value }) => value ?? text)),
    ]);
  }
  const cameras = sheets.at(-1);
  expect(cameras?.rows[1]?.[0]).toBe('=塔1');
  expect(cameras?.cells?.get('1,0')?.formula).toBe(undefined);
});

it('the exported CSV, read by another library, has the same tables one below the other, value by value', async () => {
  const { user } = await openAnalysis();
  await user.click(await screen.findByRole('button', { name: /导出/ }));
  await user.click(await screen.findByText('CSV（.csv）'));
  await waitFor(() => expect(saved).toHaveLength(1));
  const [{ file }] = saved as [{ file: Blob; name: string }];
  const lines = parseCsv(stripBom(await file.text())).map((line) => line.map((cell) => String(cell ?? '')));
  // A text that a spreadsheet would read as a formula begins with an apostrophe.
  const written = (text: string) => (/^[=+\-@]/.test(text) ? `'${text}` : text);
  const expected = tablesOf(REPORT, {}, 'zh').flatMap(({ title, header, rows }) => [
    [title],
    [...header],
    ...rows.map((row) => row.map(({ text, value }) => (value === undefined ? written(text) : String(value)))),
  ]);
  expect(lines.slice(1).filter((line) => line.some((cell) => cell !== ''))).toEqual(expected);
});

it('the PDF answers the question of the page, in its language; a failed PDF shows a message', async () => {
  const { user, wire } = await openAnalysis({ at: '/analysis?window=6&kind=camera' });
  const fetched = vi.mocked(window.fetch);
  wire.onPath(statisticsPdfPath, () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }));
  await user.click(await screen.findByRole('button', { name: /导出/ }));
  await user.click(await screen.findByText('PDF（表与图）'));
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual([expect.stringMatching(/^火警统计 汶川县 .*\.pdf$/)]));
  const [url, init] = fetched.mock.calls.find(([address]) => String(address).startsWith(statisticsPdfPath)) ?? [];
  expect(Object.fromEntries(new URL(String(url), 'http://x').searchParams)).toEqual({ window: '6', gridNo: '513221', kind: 'camera' });
  expect(new Headers(init?.headers).get('accept-language')).toBe('zh');

  wire.onPath(statisticsPdfPath, () => new Response('{}', { status: 503, headers: { 'content-type': 'application/json' } }));
  await user.click(await screen.findByRole('button', { name: /导出/ }));
  await user.click(await screen.findByText('PDF（表与图）'));
  await screen.findByText(/PDF 没有生成/);
});

it('blind forest by grid stands below the report, and is exported as displayed', async () => {
  const { user } = await openAnalysis();
  const section = await screen.findByRole('region', { name: '护林视域：盲区林地' });
  const rows = async () =>
    (await within(section).findAllByRole('row')).slice(1).map((row) => [
      within(row).getByRole('rowheader').textContent,
      ...within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ]);
  expect(await rows()).toEqual([
    ['汶川县', '2', '1,000', '600', '300', '400', '42%', '82', '310'],
    ['映秀镇', '0', '1,000', '100', '50', '900', '93%', '—', '—'],
    ['威州镇', '1', '1,000', '800', '400', '200', '15%', '82', '310'],
  ]);
  await user.click(within(section).getByRole('button', { name: '存为文件' }));
  await user.click(await screen.findByText('Excel（.xlsx）'));
  await waitFor(() => expect(saved).toHaveLength(1));
  const [{ file, name }] = saved as [{ file: Blob; name: string }];
  expect(name).toMatch(/^护林视域盲区林地|^护林视域：盲区林地 汶川县/);
  const { sheets } = await readXlsx(await file.arrayBuffer());
  expect(sheets[0]?.rows[2]).toEqual(['映秀镇', 0, 1_000, 100, 50, 900, '93%', '—', '—']);
});
