import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { lineOnline, mapReady } from './lib/pages.ts';
import { cameraSees } from './lib/wire.ts';

const MAP = { width: 900, height: 560 };
const SMALL = { width: 700, height: 480 };
const VIEW = '/manage/monitor?at=103.60000,31.46000,15000,0,-90,3d';
/** Positions that no tool covers. */
const [A, B] = [
  { x: 480, y: 250 },
  { x: 700, y: 400 },
];

const tool = (page: Page, name: string) => page.getByRole('dialog', { name });
const openTool = (page: Page, name: string) => page.getByRole('toolbar', { name: '地图工具' }).getByRole('button', { name }).click();
const plots = (page: Page) => tool(page, '标绘').locator('.plot-list li');

/** The length that the panel shows, metres. */
async function shownMetres(page: Page): Promise<number> {
  const text = await tool(page, '测量').locator('dd').first().textContent();
  const [, number = '', unit] = /^([\d,.]+) (米|公里)$/.exec(text ?? '') ?? [];
  return Number(number.replaceAll(',', '')) * (unit === '公里' ? 1000 : 1);
}

describeWithServer('the tools of the map', import.meta.filename, { map: 'globe' }, ({ open, base }) => {
  // Proves §2.29d, §2.30, §9.12a
  it('measure a known length, draw for all desks and remove by Delete, and count the contents of a box', async () => {
    const { page, goto } = await open({ user: 'aba', viewport: MAP });
    await goto(VIEW);
    await mapReady(page);

    // One degree along the equator: π a / 180 of WGS 84.
    await openTool(page, '测量');
    for (const place of ['100, 0', '101, 0']) {
      await page.getByLabel('按经纬度加点').fill(place);
      await page.keyboard.press('Enter');
    }
    await eventually(async () => Math.abs((await shownMetres(page)) / 111_319.49 - 1)).toBeLessThan(0.005);
    // The same by clicks; the length depends on the scale of the view.
    await page.getByRole('button', { name: '重新测量' }).click();
    await page.mouse.click(A.x, A.y);
    await page.mouse.dblclick(B.x, B.y);
    await page.getByText('测量完成').waitFor();
    expect(await shownMetres(page)).toBeGreaterThan(500);
    await tool(page, '测量').getByText('沿地面长度').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await tool(page, '测量').waitFor({ state: 'detached' });

    // A plot drawn at one desk appears at the other.
    const other = await open({ user: 'wenchuan', viewport: SMALL });
    await other.goto(VIEW);
    await Promise.all([mapReady(other.page), lineOnline(other.page)]);
    await openTool(other.page, '标绘');
    await openTool(page, '标绘');
    await page.getByRole('button', { name: '点', exact: true }).click();
    await page.mouse.click(A.x, A.y);
    await page.getByRole('textbox', { name: '名称' }).fill('集结点');
    await page.getByRole('button', { name: '保存' }).click();
    await plots(page).filter({ hasText: '集结点' }).waitFor();
    await plots(other.page).filter({ hasText: '集结点' }).waitFor();
    await plots(page).getByRole('button', { name: '集结点', expanded: false }).click();
    await page.keyboard.press('Delete');
    await page.getByText('删除“集结点”？').waitFor();
    // Esc closes the confirmation and leaves the tool open.
    await page.keyboard.press('Escape');
    await page.getByText('删除“集结点”？').waitFor({ state: 'detached' });
    await page.keyboard.press('Delete');
    await page.keyboard.press('Enter');
    for (const desk of [page, other.page]) await eventually(() => plots(desk).count()).toBe(0);
    await tool(other.page, '标绘').getByText('还没有标绘').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');

    // Two alarms inside the box, one outside.
    await Promise.all([
      cameraSees(base(), { longitude: 103.6, latitude: 31.46 }, { address: '框内甲' }),
      cameraSees(base(), { longitude: 103.602, latitude: 31.461 }, { address: '框内乙' }),
      cameraSees(base(), { longitude: 103.9, latitude: 31.9 }, { address: '框外' }),
    ]);
    await openTool(page, '框选');
    const finish = page.getByRole('button', { name: '完成' });
    expect(await finish.isDisabled()).toBe(true);
    await page.mouse.move(400, 200);
    await page.mouse.down();
    await page.mouse.move(500, 360, { steps: 3 });
    await page.mouse.up();
    await eventually(() => finish.isEnabled()).toBe(true);
    await finish.click();
    const group = tool(page, '框选').locator('details').filter({ hasText: '火警' });
    await eventually(() => group.locator('summary').textContent()).toBe('火警 2');
    await eventually(() =>
      group
        .getByRole('button')
        .allTextContents()
        .then((names) => names.sort()),
    ).toEqual(['框内乙', '框内甲']);

    // The same without a mouse, by two corners.
    await page.getByRole('button', { name: '重新框选' }).click();
    await page.getByText('按两个对角的经纬度框选').click();
    await page.getByLabel('一角：经度, 纬度').fill('103.61, 31.47');
    await page.getByLabel('对角：经度, 纬度').fill('103.61, 31.45');
    await page.keyboard.press('Enter');
    await page.getByText('请输入两个不同的角').waitFor();
    await page.getByLabel('对角：经度, 纬度').fill('103.59, 31.45');
    await page.keyboard.press('Enter');
    await eventually(() => group.locator('summary').textContent()).toBe('火警 2');
  });
});
