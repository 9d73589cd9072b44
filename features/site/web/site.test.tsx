import { codedError } from '@lookout/contract';
import { fill, OFFICER, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { answerOwnGrid } from '@lookout/web/app/testing/own-grid.ts';
import { refusedBy, refusedWith } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { at } from '../../testing/builders.ts';
import { SitesPanel } from './SitesPanel.tsx';
import type { Search } from './searches.ts';

const { site: calls } = contract;
const ID = '6f1d1f0a-0d0e-4d6c-9d5a-2f4f4b7f0002';
const search = (more: Partial<Search> = {}): Search => ({
  id: ID,
  question: {
    ...{ gridNo: OFFICER.gridNo, gridName: OFFICER.gridName, count: 3, mastMetres: 30, rangeMetres: 10_000, targetMetres: 10 },
    ...{ source: 'ridges', spacingMetres: 1_000 },
  },
  ...{ state: 'running', percent: 40, requestedAt: at('2026-11-21 09:00:00'), failure: null, result: null },
  ...more,
});
const DONE = search({
  state: 'done',
  percent: 100,
  result: {
    ...{ candidates: 60, outside: 2, withoutElevation: 0, masts: 4, forestHectares: 1_000, forestWeight: 4_000 },
    ...{ seenHectares: 250, seenWeight: 1_000, dangerDay: '2026-11-20' },
    chosen: [
      { name: 'R7', position: { lng: 103.5, lat: 31.2 }, groundMetres: 2_310, addedHectares: 400, addedWeight: 2_000, roadMetres: 730 },
      { name: 'R2', position: { lng: 103.6, lat: 31.3 }, groundMetres: 1_900, addedHectares: 100, addedWeight: 200, roadMetres: null },
    ],
  },
});

function open(searches: () => Search[]) {
  const desk = openDesk({ at: '/sites' });
  answerOwnGrid(desk.wire);
  desk.wire.on(calls.siteSearches, searches);
  desk.show(<SitesPanel />);
  return desk;
}

it('a search is asked for ridges of the own county, and its progress is shown', async () => {
  let begun: Search[] = [];
  const { wire, user } = open(() => begun);
  await screen.findByText('还没有选址');
  wire.on(calls.beginSiteSearch, () => {
    begun = [search()];
    return search();
  });
  fill(screen.getByRole('spinbutton', { name: '座数' }), '21');
  expect(screen.getByRole('button', { name: '开始选址' })).toHaveProperty('disabled', true);
  fill(screen.getByRole('spinbutton', { name: '座数' }), '3');
  await waitFor(() => expect(screen.getByRole('button', { name: '开始选址' })).toHaveProperty('disabled', false));
  await user.click(screen.getByRole('button', { name: '开始选址' }));
  await screen.findByRole('progressbar', { name: '选址进度' });
  expect(wire.calls(calls.beginSiteSearch)[0]?.body).toEqual({
    ...{ gridNo: OFFICER.gridNo, count: 3, mastMetres: 30, rangeMetres: 10_000, targetMetres: 10 },
    candidates: { source: 'ridges', spacingMetres: 1_000 },
  });
});

it('the chosen places are listed in the order of building, with what each adds, the totals and what was left out', async () => {
  open(() => [DONE]);
  const rows = within(await screen.findByRole('table', { name: '建议位置，按建设顺序' })).getAllByRole('row');
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    '1R7 海拔 2310 米400 公顷（加权 50 %）730 米',
    '2R2 海拔 1900 米100 公顷（加权 5 %）—',
  ]);
  for (const text of ['250 公顷（加权 25 %）', '500 公顷（加权 55 %）', '750 公顷（加权 80 %）', '2 处在网格外，未计'])
    expect(screen.getByText(text)).toBeDefined();
  expect(screen.getByText('只选出 2 处：其余候选不再增加看得见的林地')).toBeDefined();
});

it('a place that is clicked shows what it would newly see, and says so when that cannot be loaded', async () => {
  const { wire, user } = open(() => [DONE]);
  wire.on(contract.coverage.coverageTrial, () => refusedWith('忙'));
  await user.click(await screen.findByRole('button', { name: 'R7' }));
  await screen.findByText('没有取到这一处的视域图，请稍后再点');
  expect(wire.calls(contract.coverage.coverageTrial)[0]?.body).toEqual({
    targetMetres: 10,
    masts: [{ replaces: null, position: { lng: 103.5, lat: 31.2 }, mastMetres: 30, rangeMetres: 10_000 }],
  });
});

it('a failed search says why, and can be removed', async () => {
  let rows = [search({ state: 'failed', failure: 'no-elevation' })];
  const { wire, user } = open(() => rows);
  await screen.findByText('这里没有高程数据，请先导入高程');
  const end = { ...calls.endSiteSearch, path: calls.endSiteSearch.path.replace('{id}', ID) };
  wire.on(end, () => {
    rows = [];
    return undefined;
  });
  await user.click(screen.getByRole('button', { name: '删除结果' }));
  await screen.findByText('还没有选址');
});

it('places of a file are counted, its bad lines say why, and a refusal of the search is shown', async () => {
  const { wire, user } = open(() => []);
  wire.on(calls.readSitePlaces, () => ({
    fileName: 'a.csv',
    places: [{ name: '黑山', position: { lng: 103.5, lat: 31.2 } }],
    rejected: [{ line: 3, reason: '不在您的网格内', error: { code: 'outside-senders-grid', params: {} } }],
  }));
  await user.click(await screen.findByText('点选或文件'));
  await user.upload(screen.getByLabelText('读取文件'), new File(['x'], 'a.csv', { type: 'text/csv' }));
  await screen.findByText('第 3 行：不在您的网格内');
  expect(screen.getByText(/已有 1 处。/)).toBeDefined();
  wire.on(calls.beginSiteSearch, () => refusedBy(codedError('site-busy')));
  await user.click(screen.getByRole('button', { name: '开始选址' }));
  expect((await screen.findByRole('alert')).textContent).toContain('已排满');
  expect(wire.calls(calls.beginSiteSearch)[0]?.body).toMatchObject({
    candidates: { source: 'places', places: [{ name: '黑山', position: { lng: 103.5, lat: 31.2 } }] },
  });
});
