// 灾后评估: a record of a closed fire is started, its burned area is read from a file, it is reviewed and sealed, and its report is saved.
import { contract } from '@lookout/features/contract.ts';
import { writeTiff } from '@lookout/ingest/testing';
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { describeWithServer } from './lib/fixture.ts';
import { call, personReports, signIn, WENCHUAN } from './lib/wire.ts';

const { alarm } = contract;
const FIELD = [
  [103.59, 31.48],
  [103.591, 31.48],
  [103.591, 31.481],
  [103.59, 31.481],
  [103.59, 31.48],
];
const FILE = {
  type: 'FeatureCollection',
  features: [{ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [FIELD] } }],
};

const SIDE = 60;
/** A burn ratio of 60 by 60 cells around the fire, in degrees. */
const picture = (name: string, ratio: (column: number, row: number) => number) => ({
  name,
  mimeType: 'image/tiff',
  buffer: writeTiff({
    columns: SIDE,
    rows: SIDE,
    values: Array.from({ length: SIDE * SIDE }, (_, cell) => ratio(cell % SIDE, Math.floor(cell / SIDE))),
    keys: [
      [1024, 2],
      [1025, 1],
      [2048, 4326],
    ],
    origin: [103.584, 31.486],
    cell: [0.0002, 0.0002],
  }),
});

describeWithServer('the archive of a fire', import.meta.filename, {}, ({ open, base }) => {
  // Proves §2.14
  it('is started, gets its area from a file, is reviewed, sealed and printed', async () => {
    const session = await signIn(base(), 'wenchuan');
    const id = await personReports(base(), session, WENCHUAN, '评估用火情');
    await call(base(), 'PUT', '/fire/api/reportFirealarm', { id, isReal: 1 }, session);
    await call(base(), 'POST', alarm.close.path, { id, kind: 'report', outcome: '已扑灭' }, session);

    const { page, goto } = await open({ user: 'wenchuan', viewport: { width: 1366, height: 768 } });
    await goto('/manage/record');
    await page.locator('.archive-list').getByRole('button').first().click();
    await page.getByRole('button', { name: '建立档案' }).click();
    await page.getByRole('tab', { name: '过火面积' }).click();
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: '过火.geojson', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(FILE)) });
    await page.getByText('面 1').waitFor();
    await page.getByRole('tab', { name: '评估' }).click();
    await page.getByLabel('处置评估').fill('到场及时');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByRole('tab', { name: '过火面积' }).click();
    await page.getByText('1.0536 公顷').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: '封存', exact: true }).click();
    await page.getByRole('button', { name: '封存', exact: true }).click();
    await page.getByText(/汶川县值班员于 .+ 封存/).waitFor();
    await page.getByRole('button', { name: '报告' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: '下载 PDF' }).click();
    expect((await download).suggestedFilename()).toBe('灾后评估-汶川县.pdf');
  });

  it('gets its area from satellite pictures, which is computed, shown by severity, accepted and saved', async () => {
    const session = await signIn(base(), 'wenchuan');
    const id = await personReports(base(), session, WENCHUAN, '影像评估用火情');
    await call(base(), 'PUT', '/fire/api/reportFirealarm', { id, isReal: 1 }, session);
    await call(base(), 'POST', alarm.close.path, { id, kind: 'report', outcome: '已扑灭' }, session);

    const { page, goto } = await open({ user: 'wenchuan', viewport: { width: 1366, height: 768 } });
    await goto(`/manage/record?fire=${id}`);
    await page.getByRole('button', { name: '建立档案' }).click();
    await page.getByRole('tab', { name: '过火面积' }).click();
    await page.getByRole('button', { name: '由卫星影像计算' }).click();
    await page.getByLabel('灾前影像', { exact: true }).setInputFiles(picture('S2_20260301.tif', () => 0.5));
    const burned = (column: number, row: number) => Math.hypot(column - 30, row - 30) < 12 && Math.hypot(column - 33, row - 28) > 3;
    const after = (column: number, row: number) => (burned(column, row) ? 0.2 - Math.max(0, column - 20) * 0.03 : 0.5);
    await page.getByLabel('灾后影像', { exact: true }).setInputFiles(picture('S2_20260320.tif', after));
    await page.getByRole('button', { name: '计算', exact: true }).click();
    await page.getByText(/不小于阈值的面积 [\d.]+ 公顷/).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: '预览范围' }).click();
    await page.getByText(/^1 个面，共 [\d.]+ 公顷$/).waitFor();
    await page.getByRole('button', { name: '采用为过火范围' }).click();
    await page.getByText('面 1').waitFor();
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText(/卫星影像 · S2_20260301\.tif, S2_20260320\.tif · 2026-03-01 · 2026-03-20 · dNBR ≥ 0\.27/).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });
});
