import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { fillLogin, loginForm } from './lib/pages.ts';

const REFUSED = [/HTTP 401: POST .*loginNew/, /status of 401/];

describeWithServer('login', import.meta.filename, ({ open, server }) => {
  // Over plain http in a local network the browser has no crypto.subtle.
  // Proves §8.5b
  it('works over plain http in a local network: a wrong password is refused with 账户或密码错误！, the right one leads to the requested page', async () => {
    const { page, goto, expectFaults } = await open({ base: `http://lookout.lan:${server().port}` });
    expectFaults(...REFUSED);
    await goto('/login?redirect=/manage/admin');
    expect(await page.evaluate('[isSecureContext, typeof crypto.subtle]')).toEqual([false, 'undefined']);
    await fillLogin(page, 'aba', 'Wrong@2026');
    await eventually(() => loginForm(page).alert.textContent()).toBe('账户或密码错误！');
    await loginForm(page).password.fill('');
    await loginForm(page).submit.click();
    await page.getByText('请输入密码').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await fillLogin(page, 'aba');
    await page.getByRole('heading', { name: '系统管理' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/manage/admin');
  });
});
