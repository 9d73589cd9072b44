// The statistics of a running server: acts at desks are counted at once, each desk sees only its own grid, and a start continues from its
// snapshot.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { tablesOf } from '@lookout/report';
import { drawnChart } from '@lookout/server/services/documents/drawn-chart.ts';
import { type AlarmWorld, judgedAs, LIXIAN, type Officer, openAlarmWorld } from '@lookout/server/testing/alarm-world.ts';
import { startTestServer } from '@lookout/server/testing/test-server.ts';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { statisticsPdfPath } from '../statistics.calls.ts';
import type { StatisticsReport } from '../statistics.ts';
import { printedReport } from './printed-report.ts';
import { readSnapshot } from './snapshot.ts';

const { report: row, alarms: alarmsRow, heat: heatRow } = contract.statistics;

let world: AlarmWorld;
beforeAll(async () => {
  world = await openAlarmWorld();
});
afterAll(() => world?.stop());

const ask = (user: Officer, body: object = { window: 0 }, of: { readonly path: string } = row) =>
  world.server.call('POST', of.path, { token: world.tokens[user], body });
const reportOf = async (user: Officer, body?: object): Promise<StatisticsReport> => row.reply.parse((await ask(user, body)).body.data);
const totalsOf = async (user: Officer, body?: object) => (await reportOf(user, body)).now.tally;

describe('the statistics', () => {
  let ids: readonly string[];

  it('count an alarm as soon as it is recorded, and its judgement as soon as it is made', async () => {
    ids = [await world.raise('satellite'), await world.raise('monitor'), await world.raise('report', LIXIAN)];
    expect(await totalsOf('aba')).toEqual({ total: 3, real: 0, false: 0, unjudged: 3 });
    await world.act('wenchuan', 'acknowledge', { id: ids[1], kind: 'monitor' });
    await world.act('wenchuan', 'monitorJudge', { fireId: ids[1], isReal: 1, trueAlarmType: 7 });
    const { now, fireTypes, kinds, cameras, series } = await reportOf('aba');
    expect(now.tally).toEqual({ total: 3, real: 1, false: 0, unjudged: 2 });
    expect(now.times.map(({ step, count }) => [step, count])).toEqual([
      ['acknowledge', 1],
      ['judge', 1],
      ['send', 0],
      ['arrive', 0],
      ['close', 0],
    ]);
    expect(fireTypes.filter(({ total }) => total > 0)).toEqual([{ realFireType: 'forest', total: 1 }]);
    expect(kinds.map(({ kind, total }) => [kind, total])).toEqual([
      ['satellite', 1],
      ['camera', 1],
      ['report', 1],
      ['smoke', 0],
      ['danger', 0],
    ]);
    expect(cameras).toMatchObject([{ deviceId: 'd2', total: 1, real: 1 }]);
    expect(series.at(-1)).toMatchObject({ total: 3 });
  });

  it('count a corrected judgement in place of the old one, and leave out a deleted alarm', async () => {
    await world.act('wenchuan', 'correct', { id: ids[1], kind: 'camera', ...judgedAs('false'), reason: '复核为炊烟' });
    expect(await totalsOf('wenchuan')).toEqual({ total: 2, real: 0, false: 1, unjudged: 1 });
    const gone = await world.raise('monitor');
    expect((await totalsOf('wenchuan')).total).toBe(3);
    await world.act('aba', 'monitorDelete', { id: gone, reason: '重复' });
    expect((await totalsOf('wenchuan')).total).toBe(2);
  });

  it('a county sees only its own; a wider grid its parts; a user without access nothing', async () => {
    expect((await totalsOf('lixian')).total).toBe(1);
    expect((await totalsOf('weihui')).total).toBe(0);
    expect((await reportOf('aba')).grids.map(({ gridName, total }) => [gridName, total])).toEqual([
      ['汶川县', 2],
      ['理县', 1],
    ]);
    expect((await totalsOf('guojia', { window: 0, gridNo: '513222' })).total).toBe(1);
    expect((await ask('wenchuan', { window: 0, gridNo: '513222' })).status).toBe(422);
  });

  it('every number links to its alarms', async () => {
    const found = await ask('aba', { window: 0, verdict: 'false', kind: 'camera', deviceId: 'd2' }, alarmsRow);
    expect(found.body.data).toMatchObject({ total: 1, list: [{ id: ids[1] }] });
    const pages = [1, 2, 3, 4].map((pageNo) => ask('aba', { pageNo, pageSize: 1 }, alarmsRow));
    const listed = (await Promise.all(pages)).flatMap(({ body }) => body.data.list.map(({ id }: { id: string }) => id));
    expect(listed).toEqual([...ids].reverse());
    expect((await ask('wenchuan', {}, alarmsRow)).body.data.total).toBe(2);
    const { cells } = (await ask('lixian', { window: 0 }, heatRow)).body.data;
    expect(cells).toEqual([{ lng: expect.closeTo(LIXIAN.lng, 1), lat: expect.closeTo(LIXIAN.lat, 1), count: 1 }]);
  });

  it.each([
    [{}, 'beginTime'],
    [{ beginTime: '2026-01-01 00:00:00' }, 'endTime'],
    [{ beginTime: '2026-01-02 00:00:00', endTime: '2026-01-01 00:00:00' }, 'endTime'],
    [{ beginTime: '2020-01-01 00:00:00', endTime: '2026-01-01 00:00:00' }, 'endTime'],
    [{ window: 2 }, 'window'],
    [{ window: 0, dangerLevel: 6 }, 'dangerLevel'],
    [{ window: 0, kind: 'monitor' }, 'kind'],
    [{ window: 0, realFireType: 'bush' }, 'realFireType'],
  ])('an invalid question is refused with its field: %j', async (body, field) => {
    const { status, body: reply } = await ask('aba', body);
    expect([status, reply.data?.map(({ path: at }: { path: string }) => at)]).toEqual([422, [field]]);
  });

  it('are open to every officer, the globe’s to those who may see it, the list to those who may act', async () => {
    const statusOf = async (of: { readonly path: string }) => (await ask('viewer', { window: 0 }, of)).status;
    expect([await statusOf(row), await statusOf(heatRow), await statusOf(alarmsRow)]).toEqual([200, 403, 403]);
  });

  it('are printed with the tables of the page and with drawings', async () => {
    const printed = printedReport(await reportOf('aba'), {}, 'zh');
    expect(printed.tables.map(({ title }) => title)).toContain('总览与比较');
    expect(printed.tables.find(({ title }) => title === '按网格')?.rows[0]).toEqual(['汶川县', '2', '0', '1', '1', '100%']);
    expect(printed.charts.length).toBeGreaterThan(3);
    const drawn = printed.charts.map(({ title, picture }) => ({ title, svg: new TextDecoder().decode(drawnChart(picture).bytes) }));
    for (const { svg } of drawn) expect(svg).toMatch(/^<svg [\s\S]*<\/svg>$/);
    expect(drawn.find(({ title }) => title === '按网格')?.svg).toContain('汶川县');
    // The documents' worker draws the charts, so nothing may be lost when they are sent to it.
    for (const { picture } of printed.charts) expect(structuredClone(picture)).toEqual(picture);
  });

  // The PDF is written by one library and read back by another.
  it.each(['zh', 'en'] as const)(
    'as PDF have every number of the tables of the same answer, in the language of the page (%s)',
    async (language) => {
      const report = await reportOf('aba', { window: 6 });
      const file = await fetch(`${world.server.base}${statisticsPdfPath}?window=6`, {
        headers: { authorization: `Bearer ${world.tokens.aba}`, 'accept-language': language },
      });
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      const cells = await cellsOf(new Uint8Array(await file.arrayBuffer()));
      const tables = tablesOf(report, {}, language);
      expect(tables.length).toBeGreaterThan(7);
      let at = 0;
      // In reading order: each table's title, head and rows, cell by cell, after the previous table.
      for (const { title, header, rows } of tables)
        for (const text of [title, ...header, ...rows.flatMap((row) => row.map((cell) => cell.text))]) {
          const found = cells.indexOf(bare(text), at);
          expect({ title, text, isThere: found >= at }).toEqual({ title, text, isThere: true });
          at = found + bare(text).length;
        }
    },
  );

  it('as PDF are limited to the grid and the question like the call', async () => {
    const statusOf = async (user: Officer, query: string) =>
      (await world.server.call('GET', `${statisticsPdfPath}?${query}`, { token: world.tokens[user] })).status;
    expect(await statusOf('wenchuan', 'window=0&gridNo=513222')).toBe(422);
    expect(await statusOf('wenchuan', 'window=2')).toBe(422);
    expect(await statusOf('wenchuan', '')).toBe(422);
    expect((await world.server.call('GET', `${statisticsPdfPath}?window=0`)).status).toBe(401);
  });

  it('a second server on the database has the same counts; a snapshot is written at the stop and read at the start', async () => {
    const second = await startTestServer({ databaseUrl: world.server.databaseUrl });
    const { access_token: token } = await second.login('aba');
    const own = (await second.call('POST', row.path, { token, body: { window: 0 } })).body.data;
    expect(row.reply.parse(own).now.tally).toEqual(await totalsOf('aba'));
    const file = path.join(second.dataDir, 'statistics', 'alarms.bin');
    await second.app.stop();
    expect((await readFile(file)).byteLength).toBeGreaterThan(0);
    const kept = await readSnapshot(file, (seq) => world.server.store.alarmFeed.markAt(seq));
    expect(kept?.seq).toBe(await world.server.store.events.head());
    await second.stop();
  });
});

/** Lines are broken at the edge of the page, not between words. */
const bare = (text: string): string => text.replace(/\s+/g, '');

/** All text of a PDF in reading order, without white space and without the headers and footers of its pages. */
async function cellsOf(bytes: Uint8Array): Promise<string> {
  const pdf = await getDocument({ data: bytes, verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let n = 1; n <= pdf.numPages; n++) {
    const page = await pdf.getPage(n);
    const { height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const texts = items.flatMap((item) => {
      if (!('str' in item)) return [];
      const y = Number(item.transform[5]);
      return y < PAGE_EDGE_POINTS || y > height - PAGE_EDGE_POINTS ? [] : [item.str];
    });
    pages.push(texts.join(''));
  }
  return bare(pages.join(''));
}

/** The header and footer height of A4 with margins of 20 mm. */
const PAGE_EDGE_POINTS = 50;
