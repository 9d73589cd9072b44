import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Desk } from './lib/desk.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer, type Fixture } from './lib/fixture.ts';
import { COUNT_TONES, RECORD_ROWS, rowShownAt, TONES } from './lib/in-page.ts';
import { coordinateTab, lineOnline, mapReady, openQueue, queueRows } from './lib/pages.ts';
import { cameraSees, LIXIAN, WENCHUAN } from './lib/wire.ts';

const OFFICERS = ['aba', 'wenchuan', 'lixian'] as const;

/** A desk with the queue open, the live connection online and the map drawn. */
async function openMonitor(open: Fixture['open'], user: string) {
  const desk = await open({ user, viewport: { width: 800, height: 450 }, before: RECORD_ROWS + COUNT_TONES });
  await desk.goto('/manage/monitor');
  await openQueue(desk.page);
  await lineOnline(desk.page);
  await mapReady(desk.page);
  return desk;
}

describeWithServer('a live alarm', import.meta.filename, ({ open, base }) => {
  // Proves §2.31
  it('reaches the county and its prefecture with sound, on top of the list, and no sibling county; it is unread until opened, and needs only the live connection', async () => {
    const [aba, wenchuan, lixian] = await Promise.all(OFFICERS.map((user) => openMonitor(open, user)));
    if (!aba || !wenchuan || !lixian) throw new Error('three officers');
    const posted = Date.now();
    await cameraSees(base(), WENCHUAN, { address: '汶川甲' });
    const accepted = Date.now();
    for (const [user, { page }] of Object.entries({ aba, wenchuan })) {
      await eventually(() => page.evaluate(rowShownAt('汶川甲'))).not.toBeNull();
      const shown = (await page.evaluate(rowShownAt('汶川甲'))) as number;
      process.stdout.write(`${user}: in the list ${shown - posted} ms after it was posted, ${shown - accepted} ms after it was accepted\n`);
      expect(await queueRows(page).first().textContent()).toContain('汶川甲');
      await page.getByRole('region', { name: '新火警提示' }).getByText('新火警').waitFor();
      await eventually(() => page.evaluate(TONES)).toBe(1);
    }

    // Updates arrive in order: an alarm wrongly sent to Lixian would arrive before Lixian's own.
    await cameraSees(base(), LIXIAN, { address: '理县乙' });
    await eventually(() => lixian.page.evaluate(rowShownAt('理县乙'))).not.toBeNull();
    expect(await queueRows(lixian.page).allTextContents()).toEqual([expect.stringContaining('理县乙')]);
    expect(await lixian.page.evaluate(rowShownAt('汶川甲'))).toBeNull();
    await eventually(() => queueRows(aba.page).first().textContent()).toContain('理县乙');
    expect(await queueRows(aba.page).count()).toBe(2);

    await cameraSees(base(), WENCHUAN, { address: '汶川丙' });
    await eventually(() => queueRows(wenchuan.page).first().textContent()).toContain('汶川丙');
    expect(await wenchuan.page.evaluate(rowShownAt('理县乙'))).toBeNull();
    await expectUnreadUntilOpened(wenchuan.page);
    await expectByLineAlone(wenchuan);
  });

  /** Two alarms arrived before: they count as unread until each is opened, and have not taken the focus. */
  async function expectUnreadUntilOpened(page: Page): Promise<void> {
    const entry = coordinateTab(page);
    await entry.focus();
    await cameraSees(base(), WENCHUAN, { address: '未读丁' });
    await eventually(() => queueRows(page).first().textContent()).toContain('未读丁');
    await page.getByRole('complementary').getByText('3 条未读').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toContain('经纬度定位');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await queueRows(page).first().click();
    await page.getByRole('complementary').getByText('2 条未读').waitFor();
  }

  /** When every call of /fire/api fails after loading, an alarm still arrives by the live connection. */
  async function expectByLineAlone({ page, expectFaults }: Desk): Promise<void> {
    expectFaults(/request failed: .*\/fire\/api\//, /ERR_FAILED/);
    await page.route('**/fire/api/**', (route) => route.abort());
    const before = await queueRows(page).count();
    await cameraSees(base(), WENCHUAN, { address: '断读戊' });
    await eventually(() => queueRows(page).first().textContent()).toContain('断读戊');
    expect(await queueRows(page).count()).toBe(before + 1);
  }
});
