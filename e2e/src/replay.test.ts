// 态势回放: the live page at a past moment. It shows what was known then and no more, equals the live desk row for row at the present, and
// allows no change.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { actionButton, openAlarm, openMonitor, rowOf } from './lib/alarm-actions.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { popup, queueRows } from './lib/pages.ts';
import { call, cameraSees, LIXIAN, signIn, WENCHUAN } from './lib/wire.ts';

/** In the address's format: Beijing time. */
const inAddress = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', '+');
const addressOf = (begin: number, end: number): string => `/replay?begin=${inAddress(begin)}&end=${inAddress(end)}`;
const moment = async (page: Page): Promise<number> => Date.parse((await page.locator('.replay-moment').getAttribute('datetime')) ?? '');
/** A row's text without its age and without whether this officer has read it, because the two desks are read one after the other. */
const rowsOf = async (page: Page): Promise<string[]> =>
  (await queueRows(page).allTextContents()).map((text) => text.replace(/未读|刚刚|\d+(?:分钟|小时|天)前/g, '')).toSorted();

describeWithServer('a past moment', import.meta.filename, ({ open, base }) => {
  it('shows what was known then, plays and steps event by event, equals the live desk at the present, and offers no action', async () => {
    // Rounded up to a second: events of an earlier test file lie before it.
    const begin = Math.ceil(Date.now() / 1_000) * 1_000;
    const { page: live } = await openMonitor(open, 'aba');
    await eventually(() => Date.now()).toBeGreaterThan(begin);
    await cameraSees(base(), WENCHUAN, { address: '北坡林班' });
    await rowOf(live, '北坡林班').waitFor();
    await cameraSees(base(), LIXIAN, { address: '南坡林班' });
    await rowOf(live, '南坡林班').waitFor();
    const officer = await signIn(base(), 'lixian');
    const { data } = await call(base(), 'GET', '/fire/api/Statistic/getLatestFireAlarmList', undefined, officer);
    const judged = await call(base(), 'POST', '/fire/api/monitorFirealarm/fireRealUpdates', { fireId: data[0].id, isReal: 0 }, officer);
    expect(judged.code).toBe(200);
    await eventually(() => queueRows(live).count()).toBe(1);

    // Rounded up to a second: the last action lies before it.
    const end = Math.ceil(Date.now() / 1_000) * 1_000;
    await eventually(() => Date.now()).toBeGreaterThan(end);
    const { page, goto } = await open({ user: 'aba' });
    await goto(`${addressOf(begin, end)}&right=warning`);
    await page.getByRole('region', { name: '回放控制' }).waitFor();
    expect(await queueRows(page).count()).toBe(0);
    const next = page.getByRole('button', { name: '下一个事件' });
    await next.click();
    await rowOf(page, '北坡林班').waitFor();
    expect(await queueRows(page).count()).toBe(1);
    await next.click();
    await rowOf(page, '南坡林班').waitFor();
    await next.click();
    await eventually(() => rowsOf(page)).toEqual(await rowsOf(live));
    // One event back, then played to the end.
    await page.getByRole('button', { name: '上一个事件' }).click();
    await rowOf(page, '南坡林班').waitFor();
    await page.locator('.replay-bar').getByText('600×', { exact: true }).click();
    await page.getByRole('button', { name: '播放' }).click();
    await eventually(() => moment(page)).toBe(end);
    await page.getByRole('button', { name: '播放' }).waitFor();
    expect(await rowsOf(page)).toEqual(await rowsOf(live));
    // The link opens the same moment.
    await page.getByRole('button', { name: '上一个事件' }).click();
    const shown = await moment(page);
    await eventually(() => Promise.resolve(new URL(page.url()).searchParams.get('moment'))).toBe(inAddress(shown).replace('+', ' '));
    await page.reload({ waitUntil: 'domcontentloaded' });
    await page.getByRole('region', { name: '回放控制' }).waitFor();
    expect(await moment(page)).toBe(Math.floor(shown / 1_000) * 1_000);
    await page.getByRole('button', { name: '换一段时间' }).click();
    await page.getByRole('button', { name: '打开回放' }).waitFor();

    // Opened from an alarm: its current actions are not available in the past.
    await cameraSees(base(), WENCHUAN, { address: '东坡林班' });
    await openAlarm(live, '东坡林班');
    await actionButton(live, '接警').waitFor();
    const opening = live.context().waitForEvent('page');
    await popup(live).getByRole('link', { name: '回放这起火警' }).click();
    const replay = await opening;
    await replay.getByRole('region', { name: '回放控制' }).waitFor();
    await popup(replay).getByText('东坡林班').first().waitFor();
    expect(await actionButton(replay, '接警').count()).toBe(0);
    expect(await popup(replay).getByRole('link', { name: '回放这起火警' }).count()).toBe(0);
    // Except the header's, which belongs to the live desk: its alarms are announced on this page too.
    expect(
      await replay
        .getByRole('main')
        .getByRole('button', { name: /^告警声/ })
        .count(),
    ).toBe(0);
    await replay.close();

    // The time slider of the live map opens at the present, with the live desk's panels, and leads back.
    await live.getByRole('button', { name: '时间轴' }).click();
    await live.getByRole('region', { name: '回放控制' }).waitFor();
    const { searchParams } = new URL(live.url());
    expect(await moment(live)).toBe(Date.parse(`${searchParams.get('end')?.replace(' ', 'T')}+08:00`));
    await rowOf(live, '东坡林班').waitFor();
    await live.getByRole('button', { name: '回到实时' }).click();
    await actionButton(live, '接警').waitFor();
    expect(new URL(live.url()).pathname).toBe('/manage/monitor');
  });
});
