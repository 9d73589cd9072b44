// What officers draw on the real globe, and what it draws for them: plots, a box, a team's route and the area that it can reach. Measuring
// is in map.test.ts.
import { contract } from '@lookout/features/contract.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { LAPTOP, OTHER_RANGER } from './lib/dispatch.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { lineOnline, mapReady } from './lib/pages.ts';
import { hex, PICTURE_POLL, pixelsOf } from './lib/pixels.ts';
import { call, cameraSees, type Session, signIn, WENCHUAN } from './lib/wire.ts';

const MAP = { width: 900, height: 560 };

const VIEW = '/manage/monitor?at=103.60000,31.46000,15000,0,-90,3d';
/** A position that no tool covers. */
const A = { x: 480, y: 250 };
const { createPlot, deletePlot, plotList } = contract.plot;
const TEAM = '先到测试队';
/** Colours of routes (features/travel/layer/route.ts) and of the area reached in 30 minutes (reach-colours.ts). */
const [ROUTE, REACHED] = [hex('#ff7ae0'), hex('#5cc8ff')];
/** Pixels of a line in a picture a quarter as wide as the page; the legend and marks of the map have almost none of its colour. */
const ENOUGH = 10;

const tool = (page: Page, name: string) => page.getByRole('dialog', { name });
const openTool = (page: Page, name: string) => page.getByRole('toolbar', { name: '地图工具' }).getByRole('button', { name }).click();
const plots = (page: Page) => tool(page, '标绘').locator('.plot-list li');

describeWithServer('the globe', import.meta.filename, { map: 'globe' }, ({ open, base }) => {
  // Proves §2.29d, §2.30, §9.12a
  it('has tools that draw for all desks and delete with Delete, and that count the contents of a box', async () => {
    const officer = await signIn(base(), 'wenchuan');
    const { page, goto } = await open({ user: 'aba', viewport: MAP });
    await goto(VIEW);
    await mapReady(page);
    await lineOnline(page);

    // A plot drawn here also appears at the county, and what the county draws appears and disappears here.
    await openTool(page, '标绘');
    await page.getByRole('button', { name: '点', exact: true }).click();
    await page.mouse.click(A.x, A.y);
    await page.getByRole('textbox', { name: '名称' }).fill('集结点');
    await page.getByRole('button', { name: '保存' }).click();
    await plots(page).filter({ hasText: '集结点' }).waitFor();
    const named = async () => (await plotsOf(officer)).map(({ name }) => name);
    expect(await named()).toContain('集结点');
    const other = { kind: 'point', name: '补给点', points: [{ lng: 103.6, lat: 31.46 }], colour: 'red' };
    const { data: created } = await call(base(), 'POST', createPlot.path, other, officer);
    await plots(page).filter({ hasText: '补给点' }).waitFor();
    await removePlot(created.id, officer);
    await eventually(() => plots(page).filter({ hasText: '补给点' }).count()).toBe(0);
    await plots(page).getByRole('button', { name: '集结点', expanded: false }).click();
    await page.keyboard.press('Delete');
    await page.getByText('删除“集结点”？').waitFor();
    // Esc closes the confirmation and keeps the tool open.
    await page.keyboard.press('Escape');
    await page.getByText('删除“集结点”？').waitFor({ state: 'detached' });
    await page.keyboard.press('Delete');
    await page.keyboard.press('Enter');
    await eventually(() => plots(page).filter({ hasText: '集结点' }).count()).toBe(0);
    expect(await named()).not.toContain('集结点');
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
    const names = () => group.getByRole('button').allTextContents();
    await eventually(async () => (await names()).sort()).toEqual(['框内乙', '框内甲']);

    // The same without a mouse, by entering two corners.
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

  it('near a fire it shows the fire’s plots, the route of the first team to arrive, and the area that a team can reach', async () => {
    const officer = await signIn(base(), 'wenchuan');
    await placeThoseWhoCome();
    const fireId = await cameraSees(base(), WENCHUAN, { address: '先到沟' });
    await call(base(), 'POST', contract.alarm.monitorJudge.path, { fireId, isReal: 1, trueAlarmType: 7 }, officer);
    const { page, goto } = await open({ user: 'wenchuan', viewport: LAPTOP });
    await goto(`/manage/decision?fireId=${fireId}&tab=situation`);
    await mapReady(page);
    await page.getByRole('tab', { name: '标绘', exact: true }).click();
    await page.getByRole('button', { name: '火线', exact: true }).click();
    await page.mouse.click(640, 350);
    await page.mouse.dblclick(730, 430);
    await page.getByRole('textbox', { name: '名称' }).fill('北线');
    await page.getByRole('button', { name: '保存' }).click();
    await page.locator('.plot-list li').filter({ hasText: '北线' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    const drawn = (await plotsOf(officer)).filter((plot) => plot.fireId === fireId);
    expect(drawn).toMatchObject([{ symbol: 'fire-front', name: '北线' }]);

    await page.getByRole('tab', { name: '周边', exact: true }).click();
    const first = page.getByRole('region', { name: '谁先到' });
    await first.getByRole('button', { name: new RegExp(`${OTHER_RANGER}.*约 \\d+ 分钟`) }).waitFor();
    const row = first.getByRole('button', { name: new RegExp(`${TEAM}.*约`) });
    await row.click();
    await eventually(() => row.getAttribute('aria-pressed')).toBe('true');
    await eventually(() => pixelsOf(page, ROUTE), PICTURE_POLL).toBeGreaterThan(ENOUGH);
    await row.click();
    await eventually(() => pixelsOf(page, ROUTE), PICTURE_POLL).toBeLessThan(ENOUGH / 2);

    await page.getByText('按距离', { exact: true }).click();
    const teams = page.getByRole('region', { name: '扑火队伍' });
    await teams.waitFor();
    const all = teams.getByRole('button', { name: /展开全部/ });
    if (await all.isVisible()) await all.click();
    await teams.getByRole('button', { name: new RegExp(TEAM) }).click();
    await page.getByRole('dialog', { name: TEAM }).getByRole('button', { name: '到达范围' }).click();
    const reach = page.getByRole('region', { name: `到达范围 · ${TEAM}` });
    await reach.getByRole('list', { name: '图例' }).waitFor();
    await eventually(() => pixelsOf(page, REACHED), PICTURE_POLL).toBeGreaterThan(4 * ENOUGH);
    expect(await seriousFaults(page)).toEqual([]);
    await reach.getByRole('button', { name: '关闭到达范围' }).click();
    await eventually(() => pixelsOf(page, REACHED), PICTURE_POLL).toBeLessThan(2 * ENOUGH);
    for (const { id } of drawn) await removePlot(id, officer);
  });

  async function plotsOf(officer: Session) {
    const { data } = await call(base(), 'POST', plotList.path, {}, officer);
    return data as readonly {
      readonly id: string;
      readonly name: string;
      readonly symbol: string | null;
      readonly fireId: string | null;
    }[];
  }

  const removePlot = (id: string, officer: Session) => call(base(), 'DELETE', deletePlot.path.replace('{id}', id), undefined, officer);

  /**
   * Placed on this side of the river: without roads all teams walk, and each dash of a long walk would be drawn over the terrain
   * separately.
   */
  async function placeThoseWhoCome(): Promise<void> {
    const ranger = await signIn(base(), 'ranger14');
    const place = { lng: WENCHUAN.longitude, lat: WENCHUAN.latitude };
    const actualUploadTime = new Date().toISOString();
    const position = { lng: place.lng - 0.0005, lat: place.lat - 0.001 };
    await call(base(), 'POST', '/resource/api/position', [{ userId: ranger.accid, position, actualUploadTime }], 'feed');
    const stands = { lng: place.lng - 0.0014, lat: place.lat - 0.002 };
    const team = { resourceType: 'team', resourceCode: 'E2E-T1', name: TEAM, position: stands, isOnline: '1' };
    const put = await call(base(), 'POST', '/resource/api/resourceList/put', [team], 'feed');
    expect(put.data).toMatchObject({ accepted: 1 });
  }
});
