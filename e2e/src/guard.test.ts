import { expect, it } from 'vitest';
import { describeWithServer } from './lib/fixture.ts';
import { fillLogin, loginForm, openQueue } from './lib/pages.ts';
import { call, signIn } from './lib/wire.ts';

/** The address includes its hash, which the router's requests do not have. */
const ADMIN = '/manage/admin?tab=groups#row';
const DEAD = '你已被登出，可以取消继续留在该页面，或者重新登录';
/** Wide enough for every menu item next to the connection state and the shift. */
const WALL = { width: 1920, height: 600 };

describeWithServer('guard', import.meta.filename, ({ open, base }) => {
  // Proves §2.1, §2.5b, §2.19
  it('without a token a page leads to /login with its path in `redirect`, and back to it after login; user info is loaded once, whichever pages are visited', async () => {
    const { page, goto } = await open({ viewport: WALL });
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/auth/user/auth')) requests.push(request.url());
    });
    await goto(ADMIN);
    await loginForm(page).submit.waitFor();
    const login = new URL(page.url());
    expect([login.pathname, login.searchParams.get('redirect')]).toEqual(['/login', ADMIN]);
    await fillLogin(page, 'aba');
    await page.getByRole('heading', { name: '系统管理' }).waitFor();
    expect(page.url().endsWith(ADMIN)).toBe(true);
    await page.getByRole('link', { name: '统计分析' }).click();
    await page.getByRole('heading', { name: '统计分析' }).first().waitFor();
    expect(requests.length).toBe(1);

    for (const path of ['/', '/manage']) {
      await goto(path);
      await page.waitForURL(/\/manage\/monitor/);
    }
    await openQueue(page);
    // With a token /login passes through to the form.
    await goto('/login');
    await loginForm(page).submit.waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
  });

  // Which redirects are refused is tested in apps/web/src/app/guard.test.ts; this is one of them end to end.
  // Proves §2.18c
  it('a token that the server does not know leads to /login, and a redirect to another site is not followed', async () => {
    const { page, goto, context, expectFaults } = await open();
    expectFaults(/HTTP 401/, /status of 401/);
    await context.addCookies([{ name: 'token', value: 'nobody', url: base() }]);
    await goto('/manage/monitor');
    await loginForm(page).submit.waitFor();
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/manage/monitor');
    expect((await context.cookies()).filter(({ name }) => name === 'token')).toEqual([]);

    const hosts: string[] = [];
    page.on('request', (request) => hosts.push(new URL(request.url()).hostname));
    page.on('dialog', (dialog) => hosts.push(`dialog ${dialog.message()}`));
    await goto(`/login?redirect=${encodeURIComponent('/\\evil.example')}`);
    await fillLogin(page, 'ranger01');
    // The ranger's page, because it draws no map.
    await page.getByRole('heading', { name: '上报火情' }).waitFor();
    expect(page.url()).toBe(`${base()}/patrol`);
    expect(hosts.filter((host) => host !== '127.0.0.1')).toEqual([]);
  });

  // Proves §8.4b
  it('a session that the server has ended opens a dialog: 取消 stays on the page, the user’s next action opens it again, and 重新登录 leads to the login and back', async () => {
    const { page, goto, context, expectFaults } = await open({ user: 'aba' });
    expectFaults(/HTTP 401/, /status of 401/, /WebSocket/);
    await goto(ADMIN);
    await page.locator('.line-state[data-state="online"]').waitFor();
    const tokens = async () => (await context.cookies()).filter(({ name }) => name === 'token');
    const token = (await tokens())[0]?.value ?? '';
    const own = { ...(await signIn(base(), 'aba')), access_token: token };
    expect((await call(base(), 'POST', '/api/auth/jwt/invalid', { token }, own)).status).toBe(200);

    const question = page.getByRole('dialog').filter({ hasText: DEAD });
    await question.waitFor();
    await question.getByRole('button', { name: '取消' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(page.url().endsWith(ADMIN)).toBe(true);
    await page.getByRole('alert').filter({ hasText: '登录已失效' }).waitFor();

    // The user's own action opens the dialog again.
    await page.getByRole('tab', { name: '用户' }).click();
    await question.getByRole('button', { name: '重新登录' }).click();
    await loginForm(page).submit.waitFor();
    expect(await tokens()).toEqual([]);
    const wanted = new URL(page.url()).searchParams.get('redirect') ?? '';
    expect(wanted).toMatch(/^\/manage\/admin/);
    await fillLogin(page, 'aba');
    await page.getByRole('heading', { name: '系统管理' }).waitFor();
    expect(page.url().endsWith(wanted)).toBe(true);
  });
});
