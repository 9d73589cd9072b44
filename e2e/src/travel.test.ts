// Who is there first: a fire's surroundings by time of arrival, the way of a team on the real globe, and how far the team comes.
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { LAPTOP, RANGER } from './lib/dispatch.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { mapReady } from './lib/pages.ts';
import { hex, PICTURE_POLL, pixelsOf } from './lib/pixels.ts';
import { call, cameraSees, signIn, WENCHUAN } from './lib/wire.ts';

const TEAM = '先到测试队';
/** Of ways (packages/map, route.ts) and of what is reached in 30 minutes (reach-colours.ts). */
const [ROUTE, REACHED] = [hex('#ff7ae0'), hex('#5cc8ff')];
/** Pixels of a line; the legend and marks of the map have fewer of its colour. */
const ENOUGH = 100;

describeWithServer('who is there first', import.meta.filename, { map: 'globe' }, ({ open, base }) => {
  it('a fire lists who comes by time, draws the way of one, and how far a team comes', async () => {
    const ranger = await signIn(base(), 'ranger01');
    const place = { lng: WENCHUAN.longitude, lat: WENCHUAN.latitude };
    const actualUploadTime = new Date().toISOString();
    // On this side of the river: without roads everybody walks.
    const position = { lng: place.lng - 0.002, lat: place.lat - 0.004 };
    await call(base(), 'POST', '/resource/api/position', [{ userId: ranger.accid, position, actualUploadTime }], 'feed');
    const stands = { lng: place.lng - 0.0043, lat: place.lat - 0.007 };
    const team = { resourceType: 'team', resourceCode: 'E2E-T1', name: TEAM, position: stands, isOnline: '1' };
    const put = await call(base(), 'POST', '/resource/api/resourceList/put', [team], 'feed');
    expect(put.data).toMatchObject({ accepted: 1 });
    const fireId = await cameraSees(base(), WENCHUAN, { address: '先到沟' });

    const { page, goto } = await open({ user: 'wenchuan', viewport: LAPTOP, pixelRatio: 1 });
    await goto(`/manage/decision?fireId=${fireId}&tab=near`);
    await mapReady(page);
    const first = page.getByRole('region', { name: '谁先到' });
    await first.getByRole('button', { name: new RegExp(`${RANGER}.*约 \\d+ 分钟`) }).waitFor();
    await page.getByText(/^模型估算/).waitFor();
    const row = first.getByRole('button', { name: new RegExp(`${TEAM}.*约`) });
    await row.waitFor();
    expect(await seriousFaults(page)).toEqual([]);

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
    const card = page.getByRole('dialog', { name: TEAM });
    await card.getByRole('button', { name: '到达范围' }).click();
    const reach = page.getByRole('region', { name: `到达范围 · ${TEAM}` });
    await reach.getByRole('list', { name: '图例' }).waitFor();
    await eventually(() => pixelsOf(page, REACHED), PICTURE_POLL).toBeGreaterThan(4 * ENOUGH);
    expect(await seriousFaults(page)).toEqual([]);
    await reach.getByRole('button', { name: '关闭到达范围' }).click();
    await eventually(() => pixelsOf(page, REACHED), PICTURE_POLL).toBeLessThan(2 * ENOUGH);
  });
});
