// The demo guides a new officer through the first alarm with the real controls, and performs no action itself.
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { FLAT_MONITOR, popup } from './lib/pages.ts';
import { call, cameraSees, signIn, WENCHUAN } from './lib/wire.ts';

const OFFICE = { width: 1366, height: 768 };

describeWithServer('the first officer’s guide', import.meta.filename, ({ open, base }) => {
  it('waits for an alarm, opens it on request, points at each control in turn, and Esc skips it for good', async () => {
    const { page, goto } = await open({ user: 'wenchuan', isNew: true, viewport: OFFICE });
    const guide = page.getByRole('complementary').filter({ hasText: '新手引导' });
    const pointedAt = () => page.locator('[data-guided]').first().getAttribute('class');
    await goto(FLAT_MONITOR);
    await guide.getByText('第 1 步，共 6 步').waitFor();
    await guide.getByText('现在没有未处理的火警').waitFor();
    await eventually(pointedAt).toContain('warning-panel');
    const id = await cameraSees(base(), WENCHUAN);
    await guide.getByRole('button', { name: '打开最新的火警' }).click();
    await popup(page).waitFor();
    await guide.getByText('第 2 步，共 6 步').waitFor();
    await eventually(pointedAt).toContain('fire-popup');
    expect(await seriousFaults(page)).toEqual([]);
    const next = guide.getByRole('button', { name: '下一步' });
    await next.click();
    await eventually(pointedAt).toContain('look-here');
    for (const name of ['火情', '派遣']) {
      await next.click();
      await eventually(() => page.locator('[data-guided]').first().textContent()).toBe(name);
    }
    // The guide does not cover the control that it points at, neither the popup nor the button.
    await page.locator('[data-guided]').click();
    await page.getByRole('dialog', { name: '任务派遣' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: '任务派遣' }).waitFor({ state: 'hidden' });

    await page.keyboard.press('Escape');
    await guide.waitFor({ state: 'hidden' });
    expect(await page.locator('[data-guided]').count()).toBe(0);
    await popup(page).waitFor();
    await page.reload();
    await popup(page).waitFor();
    expect(await guide.count()).toBe(0);
    const { data } = await call(base(), 'GET', `/fire/api/fire/history?id=${id}`, undefined, await signIn(base(), 'wenchuan'));
    expect(data.map(({ act }: { act: string }) => act).filter((act: string) => act !== 'arrived' && act !== 'seen')).toEqual([]);

    await page.getByRole('button', { name: '账号菜单' }).click();
    await page.getByRole('menuitem', { name: '新手引导' }).click();
    await guide.getByText('第 1 步，共 6 步').or(guide.getByText('第 2 步，共 6 步')).waitFor();
  });
});
