// The desk at the smallest size of a duty room: a new alarm reaches a page without a map and covers no control, six rows of the queue are
// visible, and the popup remains where the officer placed it.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openAlarm } from './lib/alarm-actions.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { FLAT_MONITOR, lineOnline, popup, queueRows } from './lib/pages.ts';
import { cameraSees, WENCHUAN } from './lib/wire.ts';

const DUTY_ROOM = { width: 1366, height: 768 };
/** The alarms are far enough apart that no two belong to one fire. */
const APART_DEGREES = 0.06;
const ROWS_IN_VIEW = 6;

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('not on the page');
  return box;
};
const overlap = (a: Awaited<ReturnType<typeof boxOf>>, b: Awaited<ReturnType<typeof boxOf>>): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const toast = (page: Page, text: string) => page.getByRole('region', { name: '新火警提示' }).locator('.toast').filter({ hasText: text });

describeWithServer('a duty officer’s desk', import.meta.filename, ({ open, base }) => {
  const see = (address: string, step: number) =>
    cameraSees(base(), { ...WENCHUAN, latitude: WENCHUAN.latitude + step * APART_DEGREES }, { address });

  it('announces an alarm on a page without a map, opens it there next to the current work, and keeps six rows and the popup’s buttons uncovered', async () => {
    const { page, goto } = await open({ user: 'aba', viewport: DUTY_ROOM });
    await goto('/manage/alarm');
    await lineOnline(page);
    const work = page.getByPlaceholder('按位置查找');
    await work.fill('草稿');
    await see('别页林班', 0);
    await toast(page, '别页林班').waitFor();
    await eventually(() => page.title()).toMatch(/^\(1\)/);
    await toast(page, '别页林班').getByRole('button').first().click();
    await popup(page).getByText('别页林班').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/manage/alarm');
    expect(await work.inputValue()).toBe('草稿');

    await goto(FLAT_MONITOR);
    for (let step = 1; step < ROWS_IN_VIEW; step++) await see(`林班${step}`, step);
    await eventually(() => queueRows(page).count()).toBeGreaterThanOrEqual(ROWS_IN_VIEW);
    const bar = await boxOf(page.getByRole('region', { name: '底部工具栏' }));
    const sixth = await boxOf(queueRows(page).nth(ROWS_IN_VIEW - 1));
    expect(sixth.y + sixth.height).toBeLessThanOrEqual(bar.y);

    await openAlarm(page, '林班2');
    await see('打扰林班', -1);
    await toast(page, '打扰林班').waitFor();
    const announced = await boxOf(toast(page, '打扰林班'));
    for (const part of [
      popup(page).getByRole('banner').or(popup(page).locator('.panel-head')).first(),
      popup(page).getByRole('toolbar').first(),
    ])
      expect(overlap(announced, await boxOf(part))).toBe(false);

    const head = await boxOf(popup(page).locator('.panel-head').first());
    const before = await boxOf(popup(page));
    await page.mouse.move(head.x + 140, head.y + 12);
    await page.mouse.down();
    await page.mouse.move(head.x + 20, head.y + 52, { steps: 4 });
    await page.mouse.up();
    await eventually(async () => (await boxOf(popup(page))).x).toBeCloseTo(before.x - 120, 0);
    const put = await boxOf(popup(page));
    await page.reload({ waitUntil: 'domcontentloaded' });
    await openAlarm(page, '林班3');
    await eventually(async () => boxOf(popup(page))).toEqual(put);
  });
});
