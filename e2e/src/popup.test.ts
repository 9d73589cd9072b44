// From a place on the map to its alarm’s popup: the alarm is reported with photos, compared enlarged, judged by keyboard, and the judgement
// is sent although the page is left. The rules of each dialog, and the display of other officers’ actions, are tested in
// apps/web/src/features/monitor, *.test.tsx.
import { type NamedAlarm, verdictOf } from '@lookout/features/alarm/alarm.ts';
import { expect, it } from 'vitest';
import { dialog, NO_UNDO_TIMEOUT, openMonitor, pendingActions, rowOf, SMALL_DESK } from './lib/alarm-actions.ts';
import { seriousFaults } from './lib/axe.ts';
import { png } from './lib/dispatch.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { fieldsOf, popup } from './lib/pages.ts';
import { call, signIn } from './lib/wire.ts';

const DESCRIPTION = '山脊上有明火';

describeWithServer('火警详情', import.meta.filename, ({ open, base }) => {
  // Proves §2.35d
  it('of a report from the map compares its photos; a judgement is undone by a key, and a second one is sent when the page is left', async () => {
    const { page, expectFaults } = await openMonitor(open, 'wenchuan', { ...SMALL_DESK, width: 1100 }, NO_UNDO_TIMEOUT);
    // The plain reply that replaces the page has no icon. The demo's weather starts shortly after the server.
    expectFaults(/favicon\.ico/, /getWeatherList/);
    const canvas = page.locator('.globe-stage canvas').first();
    await canvas.click({ button: 'right', position: { x: 300, y: 250 } });
    await page.getByRole('menuitem', { name: '在此上报火情' }).click();
    const form = dialog(page, '人员上报');
    await form.getByLabel('火情描述').fill(DESCRIPTION);
    await form.locator('input[type="file"]').setInputFiles([png('one.png'), png('two.png', 40)]);
    await eventually(() => form.locator('.photo-picker figure').count()).toBe(2);
    expect(await seriousFaults(page)).toEqual([]);
    await form.getByRole('button', { name: '上报', exact: true }).click();
    await form.waitFor({ state: 'hidden' });

    await rowOf(page, '人员上报').click();
    await popup(page).getByText(DESCRIPTION).first().waitFor();
    expect(await fieldsOf(page)).toMatchObject({ 描述: DESCRIPTION, 上报人: '汶川县值班员', 海拔: '—', 发现方式: '人员' });
    await popup(page).getByRole('img', { name: '图片 1' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await popup(page).getByRole('button', { name: '放大查看：图片 1' }).click();
    const compare = page.getByRole('dialog', { name: '图像对比' });
    await eventually(() => compare.locator('img').evaluateAll((images) => images.map((image) => image.naturalWidth))).toEqual([64, 64]);
    await page.keyboard.press('Escape');
    await compare.waitFor({ state: 'hidden' });
    await popup(page).waitFor();

    const judgeFalse = async () => {
      await page.keyboard.press('x');
      await dialog(page, '火情研判').waitFor();
      await page.keyboard.press('Enter');
      await pendingActions(page).getByText('研判为误报或疑似').waitFor();
    };
    await judgeFalse();
    await page.keyboard.press('u');
    await eventually(() => pendingActions(page).getByText('研判为误报或疑似').count()).toBe(0);
    const aba = await signIn(base(), 'aba');
    const judged = async () => {
      const { data } = await call(base(), 'POST', '/fire/api/fire/page', { pageNo: 1, pageSize: 50 }, aba);
      const alarm = (data.list as readonly NamedAlarm[]).find(({ facts }) => facts.kind === 'report' && facts.description === DESCRIPTION);
      return alarm && verdictOf(alarm.response);
    };
    expect(await judged()).toBe('unjudged');
    await judgeFalse();
    // Leaves the app: nothing of its page survives.
    await page.goto('/healthz');
    await eventually(judged).toBe('false');
  });
});
