// The tabs of the bottom bar, each with its panel over the demo data, one on each side next to the queue; and a burning application from
// the county to the hint.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openAlarm } from './lib/alarm-actions.ts';
import { seriousFaults } from './lib/axe.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { FLAT_MONITOR, mapReady, openQueue } from './lib/pages.ts';
import { cameraSees, WENCHUAN } from './lib/wire.ts';

/** The narrowest window with panels open on both sides. */
const BOTH_SIDES = { width: 1500, height: 560 };
/** Height of the header, below which the map begins. */
const HEADER = 56;
const bar = (page: Page) => page.getByRole('region', { name: '底部工具栏' });
const tab = (page: Page, name: string) => bar(page).getByRole('button', { name });
const panel = (page: Page, name: string) => page.getByRole('complementary', { name });

describeWithServer('tabs of the monitor', import.meta.filename, ({ open, base }) => {
  // Proves §2.29a, §2.29b, §2.29c
  it('every tab has its panel, one on each side next to the queue, stored in the address; Esc closes the last one', async () => {
    const { page, goto } = await open({ user: 'aba', viewport: BOTH_SIDES });
    await goto(FLAT_MONITOR);
    await mapReady(page);
    await openQueue(page);
    for (const name of ['监测信息', '用火报备', '实时预警']) await tab(page, name).waitFor();
    // Content that shows the panel is loaded: a row, or the reason why there is none and what to do. (监测信息: video.test.ts; 用火报备: below.)
    const contents = {
      森林信息: /还没有林场图层|共 \d+ 处/,
      气象信息: /汶川县|没有可查天气的地方/,
      火险等级: /还没有火险等级|FWI/,
      资源搜索: /选类别或填名称后搜索/,
      两点一岗: /网格内没有检查哨卡|共 \d+ 处/,
    };
    for (const [name, words] of Object.entries(contents)) {
      await tab(page, name).click();
      await panel(page, name).getByText(words).first().waitFor();
      // One panel on the left, one on the right, and the queue, which remains.
      expect(await page.getByRole('complementary').count(), name).toBe(['资源搜索', '两点一岗'].includes(name) ? 3 : 2);
    }
    expect(await seriousFaults(page)).toEqual([]);
    await eventually(() => new URL(page.url()).search).toMatch(/left=risk&right=posts,warning/);
    await page.reload({ waitUntil: 'domcontentloaded' });
    await panel(page, '两点一岗').waitFor();
    await panel(page, '火险等级').waitFor();
    await tab(page, '火险等级').click();
    await panel(page, '火险等级').waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await panel(page, '两点一岗').waitFor({ state: 'hidden' });
    await panel(page, '实时预警').waitFor();
  });

  it('用火报备: a burning applied for at the county and approved at the prefecture is shown at an alarm nearby', async () => {
    const county = await open({ user: 'wenchuan', viewport: BOTH_SIDES });
    await county.goto(`${FLAT_MONITOR}&right=burning`);
    await mapReady(county.page);
    const form = panel(county.page, '用火报备');
    await form.getByRole('button', { name: '申请用火' }).click();
    await form.getByRole('button', { name: '提交申请' }).click();
    await form.getByText('请填写申请人').waitFor();
    await form.getByLabel('申请人').fill('何建国');
    await form.getByLabel('联系电话').fill('138 0000 0000');
    await form.getByLabel('用火类型').click();
    await county.page.getByTitle('农事用火').click();
    await form.getByLabel('用火地点（经度, 纬度）').fill(`${WENCHUAN.longitude + 0.003}, ${WENCHUAN.latitude}`);
    await form.getByRole('button', { name: '提交申请' }).click();
    await county.page.getByText('申请已提交，等待审批').waitFor();
    await form.getByText('农事用火 · 何建国').waitFor();
    // The burning is drawn on the map, and a click there opens its card.
    await form.getByRole('button', { name: /农事用火 · 何建国/ }).click();
    const card = county.page.getByRole('dialog', { name: '农事用火 · 何建国' });
    const clickMiddle = async () => {
      await county.page.mouse.click(BOTH_SIDES.width / 2, HEADER + (BOTH_SIDES.height - HEADER) / 2);
      return card.isVisible();
    };
    // The clicks are far enough apart in time not to be a double click.
    await eventually(clickMiddle, { interval: 2_000 }).toBe(true);
    await card.getByText('138 0000 0000').waitFor();
    await card.getByRole('button', { name: '关闭' }).click();

    const prefecture = await open({ user: 'aba', viewport: BOTH_SIDES });
    await prefecture.goto('/manage/FireReport?state=pending');
    const row = prefecture.page.getByRole('row', { name: /何建国/ });
    await row.getByRole('button', { name: '驳回' }).click();
    await row.getByRole('button', { name: '驳回' }).click();
    await row.getByText('请填写原因').waitFor();
    expect(await seriousFaults(prefecture.page)).toEqual([]);
    await row.getByRole('button', { name: '取消' }).click();
    await row.getByRole('button', { name: '批准' }).click();
    await row.getByRole('button', { name: '批准' }).click();
    // Once approved, it leaves the list of pending applications.
    await row.waitFor({ state: 'hidden' });

    await cameraSees(base(), WENCHUAN, { address: '报备旁' });
    await tab(county.page, '实时预警').click();
    await openQueue(county.page);
    await openAlarm(county.page, '报备旁');
    await county.page.getByText('附近有 1 处已批准的用火正在进行，请核实，不得据此关闭火警：').waitFor();
    await county.page.getByText(/农事用火 何建国，东 28\d 米/).waitFor();
  });
});
