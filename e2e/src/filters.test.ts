import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { lineOnline, openQueue, queueRows } from './lib/pages.ts';
import { cameraSees, personReports, satelliteFile, signIn, WENCHUAN } from './lib/wire.ts';

const FIRMS_FILE = resolve(import.meta.dirname, '../../../shared/data/firms/MODIS_C6_Global_24h_2018-09-22.csv');
const SMALL = { width: 900, height: 600 };

const chip = (page: Page, name: string | RegExp) => page.locator('.filter-bar').getByRole('button', { name, exact: true });
const count = (page: Page) => page.locator('.warning-count span').first().textContent();

describeWithServer('the filters of the queue', import.meta.filename, { own: true }, ({ open, base }) => {
  it('a free range hides alarms that arrived outside of it and shows how many; 显示全部 brings them back', async () => {
    await cameraSees(base(), WENCHUAN, { address: '今天的' });
    const { page, goto } = await open({ user: 'wenchuan', viewport: SMALL });
    await goto('/manage/monitor');
    await openQueue(page);
    await eventually(() => queueRows(page).count()).toBe(1);
    for (const name of ['1小时', '3小时', '12小时', '1天', '3天', '5天', '全部']) {
      await chip(page, name).click();
      expect(await chip(page, name).getAttribute('aria-pressed')).toBe('true');
      expect(await queueRows(page).count()).toBe(1);
    }
    await chip(page, '自定义').click();
    await page.getByPlaceholder('开始时间').fill('01-01 00:00');
    await page.keyboard.press('Enter');
    await page.getByPlaceholder('结束时间').fill('01-02 03:04');
    await page.keyboard.press('Enter');
    await page.getByText('当前筛选条件下没有火警').waitFor();
    await page.getByText('另有 1 条未处理火警不在筛选范围内。').waitFor();
    await eventually(() => new URL(page.url()).searchParams.get('to')).toMatch(/-01-02 03:04/);
    await page.getByRole('button', { name: '显示全部' }).click();
    await eventually(() => queueRows(page).count()).toBe(1);
    expect(await chip(page, '全部').getAttribute('aria-pressed')).toBe('true');
  });

  it('sources are switched one by one; the choice is in the address, and a copied link brings it back', async () => {
    await cameraSees(base(), WENCHUAN);
    await personReports(base(), await signIn(base(), 'wenchuan'), WENCHUAN, '有烟');
    const { page, goto } = await open({ user: 'wenchuan', viewport: SMALL });
    await goto('/manage/monitor');
    await openQueue(page);
    const all = await queueRows(page).count();
    const seenByCamera = await queueRows(page).filter({ hasText: '监控报警' }).count();
    const left = `${all - seenByCamera} / ${all} 条未处理`;
    await eventually(() => count(page)).toBe(`${all} 条未处理`);
    await chip(page, /^监控报警/).click();
    await eventually(() => count(page)).toBe(left);
    expect(await queueRows(page).first().textContent()).toContain('人员上报');
    await eventually(() => new URL(page.url()).searchParams.get('source')).toBe('satellite,report,smoke,danger');

    const other = await open({ user: 'wenchuan', viewport: SMALL });
    await other.goto(page.url().slice(base().length));
    await openQueue(other.page);
    await eventually(() => count(other.page)).toBe(left);
    expect(await chip(other.page, /^监控报警/).getAttribute('aria-pressed')).toBe('false');
  });

  if (!existsSync(FIRMS_FILE)) process.stderr.write('NOT RUN: the real FIRMS file in a browser (../shared/data is absent)\n');
  it.runIf(existsSync(FIRMS_FILE))(
    'a real FIRMS file: the nation sees its 208 hotspots in China, which arrived now however old they are',
    async () => {
      const { page, goto } = await open({ user: 'guojia', viewport: SMALL });
      await goto('/manage/monitor');
      await openQueue(page);
      await lineOnline(page);
      const before = await queueRows(page).count();
      const report = await satelliteFile(base(), readFileSync(FIRMS_FILE, 'utf8'));
      expect(report).toMatchObject({ received: 27_381, accepted: 208, duplicates: 0 });
      await eventually(() => count(page)).toBe(`${before + 208} 条未处理`);
      expect(await chip(page, /^卫星热点/).textContent()).toContain('208');
      // The overpass was in 2018, but the chips filter by arrival (contract.md "Time chips").
      await chip(page, '1小时').click();
      await eventually(() => count(page)).toBe(`${before + 208} 条未处理`);
      const first = queueRows(page).first();
      expect(await first.textContent()).toMatch(/过境 2018-09-2/);
      expect(await page.locator('.toast').count()).toBeLessThanOrEqual(3);
      await page.getByRole('button', { name: /^还有 \d+ 条$/ }).waitFor();
    },
  );
});
