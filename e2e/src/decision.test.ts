// 辅助决策: from the popup of a fire to its briefing, and from the suggestion to people on their way.
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { LAPTOP, openAtAlarm, RANGER } from './lib/dispatch.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { popup } from './lib/pages.ts';
import { call, signIn, WENCHUAN } from './lib/wire.ts';

const SEND = /^派出 \d 人$/;

describeWithServer('decision support', import.meta.filename, ({ open, base }) => {
  // Proves §1.3
  it('an officer goes from the popup to the briefing, and sends the suggested ranger with one confirmed click', async () => {
    const ranger = await signIn(base(), 'ranger01');
    const position = { lng: WENCHUAN.longitude + 0.01, lat: WENCHUAN.latitude };
    const actualUploadTime = new Date().toISOString();
    await call(base(), 'POST', '/resource/api/position', [{ userId: ranger.accid, position, actualUploadTime }], 'feed');
    const { page } = await openAtAlarm(open, base(), '决策沟');
    for (const name of ['火情', '派遣', '导航到此', '看现场', '辅助决策'])
      await popup(page).getByRole('button', { name, exact: true }).first().waitFor();
    await popup(page).getByRole('button', { name: '辅助决策' }).click();
    await page.waitForURL(/\/manage\/decision\?fireId=/);
    // The popup, there until the page has come, has a tab of that name too.
    await page.getByRole('complementary', { name: '辅助决策' }).getByRole('tab', { name: '周边' }).click();
    // By time he may be behind the first few: a river lies between.
    await page.getByRole('complementary', { name: '辅助决策' }).getByText('按距离', { exact: true }).click();
    await page.getByRole('button', { name: new RegExp(RANGER) }).waitFor();
    await page.getByRole('button', { name: '20 公里' }).click();
    await page.waitForURL(/radius=20000/);
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('tab', { name: '首派' }).click();
    const form = page.getByRole('region', { name: '派谁去' });
    await form.getByRole('checkbox', { name: RANGER }).waitFor();
    await form.getByRole('button', { name: SEND }).click();
    await form.getByRole('form').getByRole('button', { name: SEND }).click();
    await page.getByText(/已派出 \d 人，只补不足/).waitFor();
    const officer = await signIn(base(), 'wenchuan');
    const fireId = new URL(page.url()).searchParams.get('fireId');
    await eventually(
      async () => (await call(base(), 'GET', `/oa/api/taskManagement/open?fireId=${fireId}`, undefined, officer)).data,
    ).toMatchObject([{ members: expect.arrayContaining([expect.objectContaining({ fullName: RANGER })]) }]);
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('with nothing chosen the page lists fires of the grid, at laptop size', async () => {
    const { page, goto } = await open({ user: 'wenchuan', viewport: LAPTOP });
    await goto('/manage/decision');
    await page
      .getByRole('complementary', { name: '辅助决策' })
      .getByText(/从列表中选一起火情/)
      .waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });
});
