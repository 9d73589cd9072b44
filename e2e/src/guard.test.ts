import { expect, it } from 'vitest';
import { describeWithServer } from './lib/fixture.ts';
import { fillLogin, loginForm, openQueue } from './lib/pages.ts';
import { call, signIn } from './lib/wire.ts';

const ADMIN = '/manage/admin?tab=groups';
const DEAD = '你已被登出，可以取消继续留在该页面，或者重新登录';

describeWithServer('guard', import.meta.filename, ({ open, base }) => {
  // Proves §2.19
  it('without a token a page leads to /login with its path in redirect, and back to it after login', async () => {
    const { page, goto } = await open();
    await goto(ADMIN);
    await loginForm(page).submit.waitFor();
    const login = new URL(page.url());
    expect([login.pathname, login.searchParams.get('redirect')]).toEqual(['/login', ADMIN]);
    await fillLogin(page, 'aba');
    await page.getByRole('heading', { name: '系统管理' }).waitFor();
    expect(page.url().endsWith(ADMIN)).toBe(true);
  });

  // Proves §2.1, §2.5b
  it('/ and /manage lead to the monitor', async () => {
    const { page, goto } = await open({ user: 'wenchuan' });
    for (const path of ['/', '/manage']) {
      await goto(path);
      await page.waitForURL(/\/manage\/monitor/);
    }
    await openQueue(page);
  });

  // Which redirects are refused is tested in apps/web/src/app/guard.test.ts; this is one of them end to end.
  it('a redirect to another site is not followed', async () => {
    const { page, goto } = await open();
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

  it('with a token /login passes through to the form', async () => {
    const { page, goto } = await open({ user: 'aba' });
    await goto('/login');
    await loginForm(page).submit.waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
  });

  it('user info is loaded once, whatever pages are visited', async () => {
    // Wide enough for every menu item beside the connection state and the shift.
    const { page, goto } = await open({ user: 'aba', viewport: { width: 1920, height: 600 } });
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/auth/user/auth')) requests.push(request.url());
    });
    await goto('/manage/admin');
    await page.getByRole('heading', { name: '系统管理' }).waitFor();
    await page.getByRole('link', { name: '预警监测' }).click();
    await openQueue(page);
    await page.getByRole('link', { name: '统计分析' }).click();
    await page.getByRole('heading', { name: '统计分析' }).first().waitFor();
    expect(requests.length).toBe(1);
  });

  // Proves §2.18c
  it('a token that the server does not know leads to /login', async () => {
    const { page, goto, context, expectFaults } = await open();
    expectFaults(/HTTP 401/, /status of 401/);
    await context.addCookies([{ name: 'token', value: 'nobody', url: base() }]);
    await goto('/manage/monitor');
    await loginForm(page).submit.waitFor();
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/manage/monitor');
    expect((await context.cookies()).filter(({ name }) => name === 'token')).toEqual([]);
  });

  it('a session that the server has ended opens a dialog: 取消 stays on the page, and the user’s next action opens it again', async () => {
    const { page, goto, context, expectFaults } = await open({ user: 'aba' });
    expectFaults(/HTTP 401/, /status of 401/, /WebSocket/);
    await goto(ADMIN);
    await page.locator('.line-state[data-state="online"]').waitFor();
    const token = (await context.cookies()).find(({ name }) => name === 'token')?.value ?? '';
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
    await question.waitFor();
  });

  // Proves §8.4b
  it('重新登录 after the end of a session leads to the login and back to the page', async () => {
    const { page, goto, context, expectFaults } = await open({ user: 'aba' });
    expectFaults(/HTTP 401/, /status of 401/, /WebSocket/);
    await goto(ADMIN);
    await page.locator('.line-state[data-state="online"]').waitFor();
    const token = (await context.cookies()).find(({ name }) => name === 'token')?.value ?? '';
    await call(base(), 'POST', '/api/auth/jwt/invalid', { token }, { ...(await signIn(base(), 'aba')), access_token: token });
    await page.getByRole('dialog').filter({ hasText: DEAD }).getByRole('button', { name: '重新登录' }).click();
    await loginForm(page).submit.waitFor();
    expect((await context.cookies()).filter(({ name }) => name === 'token')).toEqual([]);
    await fillLogin(page, 'aba');
    await page.getByRole('heading', { name: '系统管理' }).waitFor();
    expect(page.url().endsWith(ADMIN)).toBe(true);
  });
});
