import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { fillLogin, loginForm } from './lib/pages.ts';

const REFUSED = [/HTTP 401: POST .*loginNew/, /status of 401/];

describeWithServer('login', import.meta.filename, ({ open, server }) => {
  // Proves §8.5b
  it('a wrong password is refused with 账户或密码错误！, and the right one then logs in', async () => {
    const { page, goto, expectFaults } = await open();
    expectFaults(...REFUSED);
    await goto('/login?redirect=/manage/admin');
    await fillLogin(page, 'aba', 'Wrong@2026');
    await eventually(() => loginForm(page).alert.textContent()).toBe('账户或密码错误！');
    await fillLogin(page, 'aba');
    await page.getByRole('heading', { name: '系统管理' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/manage/admin');
  });

  it('in the demo an account is entered with one press, and leads where the page was wanted', async () => {
    const { page, goto } = await open();
    await goto('/login?redirect=/manage/task');
    await page.getByRole('button', { name: '汶川县值班员' }).click();
    await page.getByRole('heading', { name: '任务管理' }).waitFor();
    await page.getByRole('link', { name: '汶川县', exact: true }).waitFor();
  });

  it('works over plain http in a local network, where the browser has no crypto.subtle', async () => {
    const { page, goto } = await open({ base: `http://lookout.lan:${server().port}` });
    await goto('/login?redirect=/manage/admin');
    expect(await page.evaluate('[isSecureContext, typeof crypto.subtle]')).toEqual([false, 'undefined']);
    await fillLogin(page, 'aba');
    await page.getByRole('heading', { name: '系统管理' }).waitFor();
  });

  it('five failures lock the account, with the time in the message, even for the right password', async () => {
    const { page, goto, expectFaults } = await open();
    expectFaults(...REFUSED, /HTTP 429/, /status of 429/);
    await goto('/login');
    const { alert } = loginForm(page);
    for (let failure = 1; failure <= 5; failure++) {
      const answered = page.waitForResponse(/loginNew/);
      await fillLogin(page, 'qujing', `Wrong@202${failure}`);
      await answered;
    }
    await fillLogin(page, 'qujing');
    await eventually(() => alert.textContent()).toBe('账户已锁定，请15分钟后再试');
    expect(new URL(page.url()).pathname).toBe('/login');
  });

  it('axe finds nothing serious on the login page, with and without a fault shown', async () => {
    const { page, goto } = await open();
    await goto('/login');
    await loginForm(page).submit.waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await loginForm(page).submit.click();
    await page.getByText('请输入密码').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });
});
