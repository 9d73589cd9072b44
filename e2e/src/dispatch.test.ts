// 任务派遣 with a failed photo and with a colleague who dispatches first. The form's own rules are tested in DispatchDialog.test.tsx.
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { OTHER_RANGER, openAtAlarm, openDispatch, png, RANGER, sendTask } from './lib/dispatch.ts';
import { describeWithServer } from './lib/fixture.ts';
import { popup, queueRows } from './lib/pages.ts';
import { call, cameraSees, signIn, WENCHUAN } from './lib/wire.ts';

describeWithServer('dispatch', import.meta.filename, ({ open, base }) => {
  it('a failed photo keeps the whole input; the next attempt sends each photo only once', async () => {
    const { page, expectFaults, id } = await openAtAlarm(open, base(), '照片失败');
    expectFaults(/HTTP 503: POST .*upload/, /status of 503/);
    let uploads = 0;
    await page.route('**/oa/api/upload', (route) => {
      uploads++;
      return uploads === 2 ? route.fulfill({ status: 503, json: { code: 503, message: '服务暂不可用，请稍后再试' } }) : route.continue();
    });
    const { dialog, content, send, files, choose } = await openDispatch(page);
    await content.fill('带上照片');
    await dialog.getByLabel('备注').fill('走小路');
    await choose(RANGER);
    await files.setInputFiles([png('one.png'), png('two.png', 40)]);
    await send.click();
    await dialog.getByRole('alert').filter({ hasText: '照片“two.png”上传失败' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    expect([await content.inputValue(), await dialog.getByLabel('备注').inputValue()]).toEqual(['带上照片', '走小路']);
    expect(await dialog.locator('.photo-picker figure').count()).toBe(2);
    await dialog.getByText('已选 1 人').waitFor();

    // The first photo is on the server already and is not sent again.
    await send.click();
    await page.getByText('委派成功').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    expect(uploads).toBe(3);
    const officer = await signIn(base(), 'wenchuan');
    const { data } = await call(base(), 'POST', '/oa/api/taskManagement/page', { fireId: id }, officer);
    expect(
      data.list.map((task: { taskContent: string; taskImg: string[]; reserve: string }) => [
        task.taskContent,
        task.taskImg.length,
        task.reserve,
      ]),
    ).toEqual([['带上照片', 2, '走小路']]);
  });

  it('the second to dispatch is shown the existing task and may send more people; a closed fire is refused', async () => {
    const { page, expectFaults, id } = await openAtAlarm(open, base(), '两人派遣');
    expectFaults(/HTTP 409: POST .*delegate/, /status of 409/);
    const { dialog, content, send, choose } = await openDispatch(page);
    await content.fill('第二个人的任务');
    await choose(OTHER_RANGER);
    const aba = await signIn(base(), 'aba');
    await sendTask(base(), aba, '第一个人的任务', { fireId: id });
    await send.click();
    const alert = dialog.getByRole('alert').filter({ hasText: '该火警已由阿坝州值班员派遣' });
    await alert.getByText('第一个人的任务').waitFor();
    await alert.getByText(new RegExp(RANGER)).waitFor();
    expect(await content.inputValue()).toBe('第二个人的任务');
    await alert.getByRole('button', { name: '追加派遣' }).click();
    await page.getByText('委派成功').waitFor();
    const tasksOf = async () => (await call(base(), 'POST', '/oa/api/taskManagement/page', { fireId: id }, aba)).data.total;
    expect(await tasksOf()).toBe(2);

    const closed = await cameraSees(base(), WENCHUAN, { address: '将被关闭' });
    await queueRows(page).filter({ hasText: '将被关闭' }).click();
    await popup(page).getByText('将被关闭').first().waitFor();
    const again = await openDispatch(page);
    await again.content.fill('晚了一步');
    await again.choose(RANGER);
    const judged = await call(
      base(),
      'POST',
      '/fire/api/monitorFirealarm/fireRealUpdates',
      { fireId: closed, isReal: 1, isTrueNote: '', trueAlarmType: 7 },
      aba,
    );
    expect(judged.message).toBe('OK');
    const end = await call(base(), 'POST', '/fire/api/fire/close', { id: closed, kind: 'monitor', outcome: 'extinguished', note: '' }, aba);
    expect(end.message).toBe('OK');
    await again.send.click();
    await again.dialog.getByRole('alert').filter({ hasText: '该火情已由阿坝州值班员关闭' }).waitFor();
    expect(await again.content.inputValue()).toBe('晚了一步');
  });
});
