import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { call, type Place, personReports, signIn } from './lib/wire.ts';

/** Lies in a county in which no other test creates alarms. */
const WEIHUI: Place = { longitude: 114.06, latitude: 35.4 };

describeWithServer('统计分析', import.meta.filename, ({ open, base }) => {
  // Proves §2.9
  it('a number on the page leads to its alarms, and the full report has the same number', async () => {
    const officer = await signIn(base(), 'weihui');
    const id = await personReports(base(), officer, WEIHUI, '山坡有烟');
    await personReports(base(), officer, WEIHUI, '沟口有烟');
    await call(base(), 'POST', '/fire/api/monitorFirealarm/fireRealUpdates', { fireId: id, isReal: 0, isTrueNote: '炊烟' }, officer);

    const { page, goto } = await open({ user: 'weihui', viewport: { width: 1366, height: 768 } });
    await goto('/manage/geologic');
    await page.getByRole('button', { name: '近7天' }).click();
    const figure = page.locator('[data-figure="false"] a');
    await eventually(() => figure.textContent()).toBe('1');
    await page.locator('.statistics-chart svg').first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);

    await figure.click();
    await page.waitForURL(/\/manage\/alarm\?.*state=false/);
    await eventually(() => page.locator('.alarms-row').count()).toBe(1);

    await page.goBack();
    await page.getByRole('link', { name: '完整报告' }).click();
    const summary = page.getByRole('region', { name: '总览与比较' }).last();
    await eventually(() => summary.getByRole('row', { name: /误报 / }).textContent()).toMatch(/误报1/);
  });

  it('the load of the desks states what is too much, and an hour leads to its alarms', async () => {
    const officer = await signIn(base(), 'weihui');
    for (let n = 0; n < 12; n++) await personReports(base(), officer, WEIHUI, `冒烟 ${n}`);
    const { page, goto } = await open({ user: 'weihui', viewport: { width: 1366, height: 768 } });
    await goto('/alarmLoad?hours=24');
    const hours = page.getByRole('region', { name: /逐日逐时/ }).last();
    const busiest = hours.getByRole('link', { name: /，(过载|洪泛)；/ }).first();
    await busiest.waitFor();
    await eventually(() => page.locator('[data-figure="announced"] dd').first().textContent()).toMatch(/^1[2-9]$/);
    expect(await seriousFaults(page)).toEqual([]);
    await busiest.click();
    await page.waitForURL(/\/manage\/alarm\?.*from=/);
    await eventually(() => page.locator('.alarms-row').count()).toBeGreaterThan(2);
  });
});
