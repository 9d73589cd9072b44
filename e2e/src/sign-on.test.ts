// External sign-on and switching the grid, in a browser: a real OpenID Connect provider, the demo's portal, two tabs of one session.
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { lineOnline, openQueue, queueRows } from './lib/pages.ts';
import { cameraSees, LIXIAN, WENCHUAN } from './lib/wire.ts';

describeWithServer('signing on from outside', import.meta.filename, ({ open, base }) => {
  it('a sign-on through the provider leads back to the requested page; after a reload the answer is stored nowhere', async () => {
    const { page, goto, expectFaults } = await open();
    // The provider's page requests a font from the internet and has no icon.
    expectFaults(/fonts\.googleapis|ERR_/, /favicon\.ico/);
    await goto('/manage/task');
    await page.getByRole('button', { name: '统一身份登录' }).click();
    await page.locator('input[name=login]').fill('wenchuan');
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: '任务管理' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/manage/task');
    await page.getByRole('link', { name: '汶川县', exact: true }).waitFor();

    await goto('/authredirect?code=made-up&state=made-up');
    await page.getByText('这次登录无效：已经完成过、超过了10分钟，或不是从本系统发起的。请重新登录').waitFor();
    expect(page.url()).toBe(`${base()}/authredirect`);
    expect(await seriousFaults(page)).toEqual([]);
  });

  // Proves §9.1b
  it('a sign-on by the portal’s token removes the token from the address at once and stores it for seven days', async () => {
    const { page, goto, context } = await open();
    // Without a token or cookie the page explains the failure, and the console has no message about it.
    await goto('/oss');
    await page.getByText('现在没有门户令牌').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: '进入系统：阿坝州值班员' }).click();
    await page.getByRole('button', { name: '确认进入：阿坝州值班员' }).click();
    await lineOnline(page);
    expect(page.url()).not.toContain('token');
    const cookie = (await context.cookies(`${base()}/auth/api/auth/oss/login`)).find(({ name }) => name === 'ossToken');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    expect(Math.round((cookie?.expires ?? 0) - Date.now() / 1000) / 604_800).toBeCloseTo(1, 2);
    // The session has ended, but the cookie remains.
    await context.clearCookies({ name: 'token' });
    await goto('/oss');
    await page.getByRole('button', { name: '确认进入：阿坝州值班员' }).click();
    await lineOnline(page);
    expect(new URL(page.url()).pathname).toBe('/manage/monitor');
  });

  it('/switch narrows the desk to a county, in every tab of the session, and back', async () => {
    await Promise.all([cameraSees(base(), WENCHUAN), cameraSees(base(), LIXIAN)]);
    const { page, goto, context } = await open({ user: 'aba', viewport: { width: 1500, height: 700 } });
    await goto('/manage/monitor');
    await openQueue(page);
    await eventually(() => queueRows(page).count()).toBe(2);
    const other = await context.newPage();
    await other.goto('/manage/task');
    await other.getByRole('link', { name: '阿坝州' }).waitFor();

    await page.getByRole('link', { name: '阿坝州' }).click();
    await page.getByRole('button', { name: '阿坝藏族羌族自治州的下级网格' }).click();
    await page.getByRole('button', { name: '切换到此：汶川县' }).click();
    await openQueue(page);
    await lineOnline(page);
    await eventually(() => queueRows(page).count()).toBe(1);
    // Live messages too: an alarm of the sibling county does not arrive, one of this county does.
    await cameraSees(base(), LIXIAN);
    await cameraSees(base(), WENCHUAN);
    await eventually(() => queueRows(page).count()).toBe(2);
    await other.getByRole('link', { name: '汶川县', exact: true }).waitFor();

    await page.getByRole('link', { name: '汶川县', exact: true }).click();
    await page.getByRole('button', { name: '切换到此：阿坝藏族羌族自治州' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: '切换到此：阿坝藏族羌族自治州' }).click();
    await openQueue(page);
    await eventually(() => queueRows(page).count()).toBe(4);
  });
});
