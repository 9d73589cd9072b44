// 灾后评估: a closed fire is filed, its burned area read from a file, reviewed, sealed, and its report saved.
import { contract } from '@lookout/contract';
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { describeWithServer } from './lib/fixture.ts';
import { call, personReports, signIn, WENCHUAN } from './lib/wire.ts';

const { alarmActions } = contract;
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

describeWithServer('the archive of a fire', import.meta.filename, {}, ({ open, base }) => {
  // Proves §2.14
  it('is begun, given its area from a file, reviewed, sealed, and printed', async () => {
    const session = await signIn(base(), 'wenchuan');
    const id = await personReports(base(), session, WENCHUAN, '评估用火情');
    await call(base(), 'PUT', '/fire/api/reportFirealarm', { id, isReal: 1, trueAlarmType: 7 }, session);
    await call(base(), 'POST', alarmActions.close.path, { id, kind: 'report', outcome: '已扑灭' }, session);

    const { page, goto } = await open({ user: 'wenchuan', viewport: { width: 1366, height: 768 } });
    await goto('/manage/record');
    await page.locator('.record-list').getByRole('button').first().click();
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
});
