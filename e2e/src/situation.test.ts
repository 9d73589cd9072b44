// 态势与文书: a post that the higher desk plots, an order that the post receives, a bulletin that is written, issued and saved. Drawing tools:
// tools.test.ts.
import { contract } from '@lookout/features/contract.ts';
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { lineOnline } from './lib/pages.ts';
import { call, personReports, signIn, WENCHUAN } from './lib/wire.ts';

const { createPlot, deletePlot } = contract.plot;
const { orderList, receiveOrder } = contract.situation;

describeWithServer('the situation of a fire', import.meta.filename, ({ open, base }) => {
  it('is shared live with the higher desk, gets orders and reports: a bulletin is issued with a number and saved', async () => {
    const [session, above] = await Promise.all([signIn(base(), 'wenchuan'), signIn(base(), 'aba')]);
    const fireId = await personReports(base(), session, WENCHUAN, '态势用火情');
    await call(base(), 'POST', contract.alarm.monitorJudge.path, { fireId, isReal: 1 }, session);
    const { page, goto } = await open({ user: 'wenchuan', viewport: { width: 1366, height: 768 } });
    await goto(`/manage/decision?fireId=${fireId}&tab=situation`);
    await lineOnline(page);
    await page.getByRole('tab', { name: '标绘', exact: true }).click();
    const points = [{ lng: WENCHUAN.longitude, lat: WENCHUAN.latitude }];
    const post = { kind: 'point', symbol: 'command-post', name: '前指', points, colour: 'red', fireId };
    const { data: plot } = await call(base(), 'POST', createPlot.path, post, above);
    await page.locator('.plot-list li').filter({ hasText: '前指' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);

    await page.getByRole('tab', { name: '命令', exact: true }).click();
    await page.getByLabel('受令人').fill('扑火一队');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByLabel('命令内容').fill('沿北侧山脊开设隔离带');
    await page.getByRole('button', { name: '下达命令' }).click();
    await page.getByText('沿北侧山脊开设隔离带').first().waitFor();
    await receive();
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
    await call(base(), 'DELETE', deletePlot.path.replace('{id}', plot.id), undefined, session);

    /** The higher desk receives the order that was given. */
    async function receive(): Promise<void> {
      const orders = async () => (await call(base(), 'GET', `${orderList.path}?fireId=${fireId}`, undefined, above)).data;
      await eventually(async () => (await orders()).length).toBe(1);
      const [order] = await orders();
      const received = await call(base(), 'POST', receiveOrder.path, { id: order.id, receiverId: order.receivers[0].id }, above);
      expect(received).toMatchObject({ code: 200 });
    }
  });
});
