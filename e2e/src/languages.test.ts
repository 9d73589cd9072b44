// Texts of the server, and texts that open on request, are in the page's language. every-page.test.ts checks the pages themselves.
import { expect, it } from 'vitest';
import { eventually } from './lib/eventually.ts';
import { describeWithServer, type Fixture } from './lib/fixture.ts';
import { IN_ENGLISH, notEnglish } from './lib/languages.ts';
import { FLAT_MONITOR } from './lib/pages.ts';
import { cameraSees, WENCHUAN } from './lib/wire.ts';

describeWithServer('languages', import.meta.filename, ({ open, base }: Fixture) => {
  it('an alarm’s popup and the audit are in the page’s language', async () => {
    const id = await cameraSees(base(), WENCHUAN);
    const { page, goto } = await open({ user: 'aba', before: IN_ENGLISH, viewport: { width: 1500, height: 700 } });
    await goto(`${FLAT_MONITOR}&alarm=${id}`);
    await page.locator('.detail-rows').first().waitFor();
    await eventually(() => notEnglish(page)).toEqual([]);

    await goto('/manage/admin?tab=audit');
    await page.locator('.ant-table-row').first().waitFor();
    expect(await notEnglish(page)).toEqual([]);
  });

  it('a failed login is reported in the page’s language', async () => {
    const { page, goto, expectFaults } = await open({ before: IN_ENGLISH });
    expectFaults(/HTTP 401: POST .*loginNew/, /status of 401/);
    await goto('/login');
    await page.getByLabel('User name').fill('aba');
    await page.getByLabel('Password', { exact: true }).fill('Wrong@2026');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await eventually(() => page.getByRole('alert').textContent()).toBe('Wrong account or password!');
    expect(await notEnglish(page)).toEqual([]);
  });
});
