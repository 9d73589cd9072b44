import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { fillLogin } from './lib/pages.ts';
import { signIn } from './lib/wire.ts';

const PASSWORD = 'Wangtian#7';
/** One account for each run against a server. */
const USER = `xinren${Date.now()}`;
/** Script for the page: the width of the video, and whether it plays. */
const PLAYS = "[document.querySelector('video').videoWidth, document.querySelector('video').currentTime > 0]";

describeWithServer('accounts and rights', import.meta.filename, ({ open, base }) => {
  it('an administrator creates a user, who can log in and has the ticked rights; axe finds nothing serious in the drawer', async () => {
    const { page, goto, expectFaults } = await open({ user: 'aba', viewport: { width: 1366, height: 768 } });
    expectFaults(/HTTP 4\d\d: .*verifyPasswd/, /status of 4\d\d/);
    await goto('/manage/admin');
    await page.getByRole('cell', { name: 'lixian', exact: true }).waitFor();
    await page.getByRole('button', { name: '新建用户' }).click();
    const drawer = page.getByRole('dialog', { name: '新建用户' });
    await drawer.getByRole('combobox', { name: '县区' }).waitFor();
    await eventually(() => page.locator('.ant-drawer-panel-motion-right-enter, [class*="motion"][class*="active"]').count()).toBe(0);
    expect(await seriousFaults(page)).toEqual([]);
    await drawer.getByLabel('用户名').fill(USER);
    await drawer.getByLabel('初始密码').fill(PASSWORD);
    await drawer.getByLabel('姓名').fill('新任值班员');
    await drawer.getByLabel('组织').fill('汶川县林草局');
    await page.keyboard.press('Enter');
    await drawer.getByRole('combobox', { name: '县区' }).fill('汶川县');
    await page.keyboard.press('Enter');
    await drawer.getByRole('button', { name: '保存' }).click();
    // The administrator is not verified yet: the server asks for verification first, and the call continues afterwards.
    const verification = page.getByRole('dialog', { name: '验证密码' });
    await verification.getByPlaceholder('请输入后台管理验证密码').fill('Lookout2026');
    await verification.getByRole('button', { name: '确定' }).click();
    await page.getByText('用户已创建').waitFor();
    await drawer.waitFor({ state: 'hidden' });
    expect((await signIn(base(), USER, PASSWORD)).gridNo).toBe('513221');

    await page.getByRole('button', { name: '账号菜单' }).click();
    await page.getByRole('menuitem', { name: /退出/ }).click();
    await page.waitForURL(/\/login/);
    await page.goto('/login?redirect=/manage/admin');
    await fillLogin(page, USER, PASSWORD);
    await page.getByText('无权限').first().waitFor();
    await eventually(() => page.getByText('新任值班员').count()).toBeGreaterThan(0);
  });

  // Proves §2.25
  it("In the demo's 数字林业 a video plays and a document opens", async () => {
    const { page, goto } = await open({ user: 'viewer', viewport: { width: 2200, height: 1080 } });
    await goto('/manage/FireReport');
    await page.getByRole('button', { name: '数字林业' }).click();
    const entries = page.getByRole('menuitem').getByRole('link');
    await eventually(() => entries.count()).toBe(4);
    const addresses = await Promise.all((await entries.all()).map(async (link) => (await link.getAttribute('href')) ?? ''));
    const [video] = addresses.filter((one) => one.endsWith('.mp4'));
    const shown = page.waitForEvent('popup');
    await page.locator(`a[href="${video}"]`).click();
    const tab = await shown;
    await tab.locator('video').waitFor();
    await eventually(() => tab.evaluate(PLAYS)).toEqual([640, true]);
    for (const address of addresses.filter((one) => one.endsWith('.pdf'))) {
      const reply = await page.request.get(`${base()}${address}`);
      expect([reply.status(), reply.headers()['content-type'], (await reply.body()).subarray(0, 5).toString()]).toEqual([
        200,
        'application/pdf',
        '%PDF-',
      ]);
    }
  });
});
