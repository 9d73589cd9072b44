// 态势与文书: a fire's front and a post are plotted, an order is received at the desk above, a bulletin is written, issued and saved.
import { contract } from '@lookout/contract';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { describeWithServer } from './lib/fixture.ts';
import { mapReady } from './lib/pages.ts';
import { call, personReports, signIn, WENCHUAN } from './lib/wire.ts';

const { plotList } = contract.plots;
/** Near the middle of the map, which is inside the county. */
const [A, B] = [
  { x: 640, y: 350 },
  { x: 730, y: 430 },
];

/** The page may show the tab beside others. */
async function openSituation(page: Page): Promise<void> {
  await mapReady(page);
  const tab = page.getByRole('tab', { name: '标绘', exact: true });
  const outer = page.getByRole('tab', { name: /态势/ });
  await tab.or(outer).first().waitFor();
  if (!(await tab.isVisible())) await outer.first().click();
  await tab.click();
}

describeWithServer('the situation of a fire', import.meta.filename, { map: 'globe' }, ({ open, base }) => {
  it('is plotted, ordered and reported: a bulletin is issued with a number and saved', async () => {
    const session = await signIn(base(), 'wenchuan');
    const fireId = await personReports(base(), session, WENCHUAN, '态势用火情');
    await call(base(), 'POST', '/fire/api/monitorFirealarm/fireRealUpdates', { fireId, isReal: 1 }, session);
    const address = `/manage/decision?fireId=${fireId}`;
    const { page, goto } = await open({ user: 'wenchuan', viewport: { width: 1366, height: 768 } });
    await goto(address);
    await openSituation(page);

    await page.getByRole('button', { name: '火线', exact: true }).click();
    await page.mouse.click(A.x, A.y);
    await page.mouse.dblclick(B.x, B.y);
    await page.getByRole('textbox', { name: '名称' }).fill('北线');
    await page.getByRole('button', { name: '保存' }).click();
    await page.locator('.plot-list li').filter({ hasText: '北线' }).waitFor();
    await page.getByRole('button', { name: '前线指挥部', exact: true }).click();
    await page.mouse.click(A.x, A.y);
    await page.getByRole('textbox', { name: '名称' }).fill('前指');
    await page.getByRole('button', { name: '保存' }).click();
    await page.locator('.plot-list li').filter({ hasText: '前指' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    const plotted = (await call(base(), 'POST', plotList.path, { fireId }, session)).data;
    expect(plotted.map(({ symbol, name }: { symbol: string; name: string }) => [symbol, name]).sort()).toEqual([
      ['command-post', '前指'],
      ['fire-front', '北线'],
    ]);

    const above = await open({ user: 'aba', viewport: { width: 1366, height: 768 } });
    await above.goto(address);
    await openSituation(above.page);
    await above.page.locator('.plot-list li').filter({ hasText: '前指' }).waitFor();
    await above.page.getByRole('tab', { name: '命令', exact: true }).click();
    await above.page.getByText('还没有下达命令').waitFor();
    await page.getByRole('tab', { name: '命令', exact: true }).click();
    await page.getByLabel('受令人').fill('扑火一队');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByLabel('命令内容').fill('沿北侧山脊开设隔离带');
    await page.getByRole('button', { name: '下达命令' }).click();
    await above.page.getByText('沿北侧山脊开设隔离带').waitFor();
    await above.page.getByRole('button', { name: '收到：扑火一队', exact: true }).click();
    await page.getByText(/收到 .+ 阿坝州值班员/).waitFor();
    expect(await seriousFaults(page)).toEqual([]);

    await page.getByRole('tab', { name: '文书', exact: true }).click();
    await page.getByRole('button', { name: '起草快报' }).click();
    await page.getByLabel(/^下一步/).fill('夜间看守火场，天亮后清理余火');
    await page.getByRole('button', { name: '保存' }).click();
    await page.getByText('草稿已保存').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: '签发' }).click();
    await page.getByRole('button', { name: '签发' }).click();
    await page.getByText(/汶川县值班员 .+ 签发/).waitFor();
    await page.getByRole('button', { name: '文件' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: '下载 PDF' }).click();
    expect((await download).suggestedFilename()).toMatch(/^汶川县火情快报〔\d{4}〕\d+号\.pdf$/);
    for (const { id } of plotted) await call(base(), 'DELETE', contract.plots.deletePlot.path.replace('{id}', id), undefined, session);
  });
});
