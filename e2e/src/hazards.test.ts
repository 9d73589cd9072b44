// 地质灾害: a point is registered with its monitor and thresholds; a reading above a threshold raises an alarm on the desk, which is answered.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { COUNT_TONES, TONES } from './lib/in-page.ts';
import { call, signIn } from './lib/wire.ts';

const OFFICE = { width: 1366, height: 768 };
const POINTS = '/resource/api/geologicHazard';

describeWithServer('geological hazards', import.meta.filename, ({ open, base }) => {
  it('a point is registered; a reading over its threshold is announced on the desk, acknowledged, handled and closed', async () => {
    const officer = await signIn(base(), 'wenchuan');
    const { page, goto } = await open({ user: 'wenchuan', viewport: OFFICE, before: COUNT_TONES });
    await goto('/manage/GeologicHazard?state=registered');
    await page.locator('.globe-stage[data-state="ready"]').waitFor();
    await expectFiltersInOneLine(page);
    await page.getByRole('button', { name: '清除条件' }).click();
    await page.getByText('已连接').waitFor();
    await page.getByRole('button', { name: '登记隐患点' }).click();
    const form = page.getByRole('dialog', { name: '登记隐患点' });
    await form.getByLabel('统一编号').fill('E2E-H-1');
    await form.getByLabel('名称', { exact: true }).fill('测试滑坡');
    await form.getByLabel('威胁人数').fill('118');
    await form.getByLabel('责任人', { exact: true }).fill('李四');
    await form.getByRole('button', { name: /点选$/ }).click();
    await page.getByText('请在地图上点击一处').waitFor();
    // The middle of the map is in the officer's county.
    await page.mouse.click(OFFICE.width / 2, 412);
    await page.getByText('请在地图上点击一处').waitFor({ state: 'hidden' });
    await form.getByRole('button', { name: '添加设备' }).click();
    await form.getByLabel('设备编号').fill('E2E-H-1-1');
    await form.getByLabel('设备名称').fill('裂缝计');
    await form.getByLabel(/^数值阈值.* 橙色$/).fill('20');
    await form.getByRole('button', { name: '保存' }).click();
    const drawer = page.getByRole('dialog', { name: /测试滑坡/ });
    await drawer.getByText('118 人').waitFor();
    expect(await seriousFaults(page)).toEqual([]);

    const reading = (value: number) => [{ monitorCode: 'E2E-H-1-1', time: new Date().toISOString(), value }];
    expect((await call(base(), 'POST', `${POINTS}/readings`, reading(19), 'feed')).data.accepted).toBe(1);
    expect((await call(base(), 'POST', `${POINTS}/readings`, reading(26.5), 'feed')).data.accepted).toBe(1);
    const notice = page.getByRole('region', { name: '地质灾害预警' }).getByRole('article');
    await notice.getByText('裂缝计 26.5 mm，阈值 20 mm').waitFor();
    await eventually(() => page.evaluate(TONES)).toBeGreaterThan(0);
    await notice.getByRole('button', { name: '查看' }).click();
    const warning = drawer.locator('.hazard-warning');
    await warning.getByText('橙色').waitFor();
    await warning.getByRole('button', { name: '接警' }).click();
    await warning.getByText(/^接警 汶川县值班员 /).waitFor();
    for (const [act, note] of [
      ['处置', '已转移群众'],
      ['关闭预警', '裂缝稳定'],
    ] as const) {
      await warning.getByRole('button', { name: act }).click();
      await warning.getByLabel('情况说明').fill(note);
      await warning.getByRole('button', { name: act }).click();
      await warning.getByText(new RegExp(`：${note}$`)).waitFor();
    }
    await warning.getByRole('button').waitFor({ state: 'detached' });
    expect(await seriousFaults(page)).toEqual([]);

    const { data } = await call(base(), 'POST', `${POINTS}/page`, { text: 'E2E-H-1', pageNo: 1, pageSize: 20 }, officer);
    expect(data.list).toMatchObject([{ name: '测试滑坡', gridNo: '513221', people: 118, warning: null }]);
    const gone = await call(base(), 'DELETE', `${POINTS}/${data.list[0].id}?reason=${encodeURIComponent('测试结束')}`, undefined, officer);
    expect(gone.code).toBe(200);
  });
});

/** Also on a laptop, and also with the button that clears the filters. */
async function expectFiltersInOneLine(page: Page): Promise<void> {
  const filters = page.locator('.hazard-filters');
  await filters.getByRole('button', { name: '清除条件' }).waitFor();
  // The grid pickers load last, with the tree.
  await filters.getByRole('combobox').nth(6).waitFor();
  const middles = await filters.evaluate((bar) =>
    [...bar.children].map((child) => child.getBoundingClientRect()).map(({ top, bottom }) => Math.round((top + bottom) / 2)),
  );
  expect(middles).toHaveLength(7);
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(8);
  expect(await filters.evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0);
}
