// 任务派遣: the form with every rule of specification §5, and what happens to it when a photo, the line or a colleague comes in between.
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { atAlarm, LAPTOP, MINE, OTHER, openDispatch, png, sendTask } from './lib/dispatch.ts';
import { eventually } from './lib/eventually.ts';
import { FLAT_MONITOR, mapReady, openQueue, popup, queueRows } from './lib/pages.ts';
import { describeRoom } from './lib/room.ts';
import { call, cameraSees, signIn, WENCHUAN } from './lib/wire.ts';

async function clearTime(dialog: Locator, label: string): Promise<void> {
  const picker = dialog.locator('.ant-picker').filter({ has: dialog.page().getByLabel(label) });
  // The cross appears under the pointer and shares its place with the calendar: who clicks it by hand sees which is there.
  await picker.locator('.ant-picker-clear').dispatchEvent('click');
  await eventually(() => dialog.getByLabel(label).inputValue()).toBe('');
}

describeRoom('dispatch', import.meta.filename, ({ open, base }) => {
  it('every rule of the task form has its message, and nothing is sent before all are kept', async () => {
    const { page } = await atAlarm(open, base(), '规则');
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().includes('/delegate')) sent++;
    });
    const { dialog, content, send, files } = await openDispatch(page);
    // The window: from now to four hours on.
    const timeOf = async (label: string) => Date.parse(`${(await dialog.getByLabel(label).inputValue()).replace(' ', 'T')}+08:00`);
    const [start, end] = [await timeOf('开始时间'), await timeOf('结束时间')];
    expect(end - start).toBe(4 * 3_600_000);
    expect(Math.abs(start - Date.now())).toBeLessThan(120_000);

    await clearTime(dialog, '开始时间');
    await clearTime(dialog, '结束时间');
    await send.click();
    for (const message of ['请填写任务内容', '请选择日期', '请选择时间', '请选择护林员'])
      await dialog.getByText(message, { exact: true }).waitFor();

    await content.fill('   ');
    await dialog.getByText('请填写任务内容', { exact: true }).waitFor();
    await dialog.getByLabel('开始时间').fill('2026-11-21 12:00:00');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('结束时间').fill('2026-11-21 12:00:00');
    await page.keyboard.press('Enter');
    await dialog.getByText('结束时间应晚于开始时间').waitFor();

    for (const [label, typed, kept] of [
      ['人员', 'a1234', '123'],
      ['车辆', '-5', '5'],
      ['装备', '9.99', '999'],
    ] as const) {
      await dialog.getByLabel(label, { exact: true }).pressSequentially(typed);
      expect(await dialog.getByLabel(label, { exact: true }).inputValue()).toBe(kept);
    }

    await files.setInputFiles([{ name: 'fire.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }]);
    await page.getByText('“fire.jpg”不是 PNG 或 JPEG 照片').waitFor();
    await files.setInputFiles([png('a.png'), png('b.png', 90), png('c.png', 20), png('d.png', 250)]);
    await page.getByText('最多上传3张照片').first().waitFor();
    await eventually(() => dialog.locator('.photo-picker figure').count()).toBe(3);
    await dialog.getByRole('button', { name: '删除照片 2' }).click();
    await page.getByText('确定删除这张照片吗？').waitFor();
    expect(await dialog.locator('.photo-picker figure').count()).toBe(3);
    await page.getByRole('button', { name: '删除', exact: true }).click();
    await eventually(() => dialog.locator('.photo-picker figure').count()).toBe(2);
    expect(await dialog.getByRole('img', { name: 'b.png' }).count()).toBe(0);

    const urgency = ['1 特急', '2 紧急', '3 较急', '4 一般'].map((name) => dialog.getByRole('radio', { name }).isChecked());
    expect(await Promise.all(urgency)).toEqual([false, true, false, false]);
    expect(await seriousFaults(page)).toEqual([]);
    // A slip of the Esc key asks first.
    await page.keyboard.press('Escape');
    await page.getByText('放弃已填写的内容吗？').last().waitFor();
    await page.getByRole('button', { name: '继续填写' }).click();
    await dialog.waitFor();
    expect(sent).toBe(0);
  });

  it('rangers stand by county, are found by name, and a whole county is chosen at once', async () => {
    const id = await cameraSees(base(), WENCHUAN, { address: '选人' });
    const aba = await signIn(base(), 'aba');
    await sendTask(base(), aba, '让他忙', { fireId: id });
    const { page, goto } = await open({ user: 'aba', viewport: LAPTOP });
    await goto(FLAT_MONITOR);
    await openQueue(page);
    await mapReady(page);
    await cameraSees(base(), WENCHUAN, { address: '选人之处' });
    await queueRows(page).filter({ hasText: '选人之处' }).click();
    const { dialog } = await openDispatch(page);
    expect(await dialog.getByRole('checkbox', { name: new RegExp(MINE) }).count()).toBe(1);
    await dialog.getByText('在办 1 项').first().waitFor();
    await dialog.getByText('位置未知').first().waitFor();
    await dialog.getByText('从未联系').first().waitFor();
    expect(await dialog.locator('.ranger-county').count()).toBeGreaterThanOrEqual(13);

    await dialog.getByRole('checkbox', { name: '全选汶川县' }).check();
    await dialog.getByText('已选 2 人').waitFor();
    await dialog.getByPlaceholder('姓名、电话、网格').fill('护林员14');
    await eventually(() => dialog.locator('.ranger-county').count()).toBe(1);
    await dialog.getByRole('checkbox', { name: new RegExp(OTHER) }).uncheck();
    await dialog.getByText('已选 1 人').waitFor();
    await dialog.getByPlaceholder('姓名、电话、网格').fill('没有这个人');
    await dialog.getByText('没有符合条件的护林员').waitFor();
    expect(await dialog.getByText('已选 1 人').count()).toBe(1);
  });

  it('a photo that fails keeps everything typed; the next try sends it, and only once', async () => {
    const { page, expectFaults, id } = await atAlarm(open, base(), '照片失败');
    expectFaults(/HTTP 503: POST .*upload/, /status of 503/);
    let uploads = 0;
    await page.route('**/oa/api/upload', (route) => {
      uploads++;
      return uploads === 2 ? route.fulfill({ status: 503, json: { code: 503, message: '服务暂不可用，请稍后再试' } }) : route.continue();
    });
    const { dialog, content, send, files, choose } = await openDispatch(page);
    await content.fill('带上照片');
    await dialog.getByLabel('备注').fill('走小路');
    await choose(MINE);
    await files.setInputFiles([png('one.png'), png('two.png', 40)]);
    await send.click();
    await dialog.getByRole('alert').filter({ hasText: '照片“two.png”上传失败' }).waitFor();
    expect([await content.inputValue(), await dialog.getByLabel('备注').inputValue()]).toEqual(['带上照片', '走小路']);
    expect(await dialog.locator('.photo-picker figure').count()).toBe(2);
    await dialog.getByText('已选 1 人').waitFor();

    // The first one stands on the server and is not sent again.
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

  it('who dispatches second is shown the task that stands, may send more, and is told of a closed fire', async () => {
    const { page, expectFaults, id } = await atAlarm(open, base(), '两人派遣');
    expectFaults(/HTTP 409: POST .*delegate/, /status of 409/);
    const { dialog, content, send, choose } = await openDispatch(page);
    await content.fill('第二个人的任务');
    await choose(OTHER);
    const aba = await signIn(base(), 'aba');
    await sendTask(base(), aba, '第一个人的任务', { fireId: id });
    await send.click();
    const alert = dialog.getByRole('alert').filter({ hasText: '该火警已由阿坝州值班员派遣' });
    await alert.getByText('第一个人的任务').waitFor();
    await alert.getByText(new RegExp(MINE)).waitFor();
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
    await again.choose(MINE);
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

  it('a line that is lost keeps what was typed, and the same dispatch is not made twice', async () => {
    const { page, expectFaults, id } = await atAlarm(open, base(), '断线');
    expectFaults(/delegate/, /ERR_/);
    const { dialog, content, send, choose } = await openDispatch(page);
    await content.fill('断线前写的');
    await choose(MINE);
    // The server has it; the answer is lost on the way.
    await page.route('**/taskManagement/delegate', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await send.click();
    await dialog.getByRole('alert').filter({ hasText: '没有连上服务器' }).waitFor();
    await page.unroute('**/taskManagement/delegate');
    await page.getByRole('button', { name: '取消', exact: true }).click();
    expect(await content.inputValue()).toBe('断线前写的');
    await send.click();
    await page.getByText('委派成功').waitFor();
    const officer = await signIn(base(), 'wenchuan');
    expect((await call(base(), 'POST', '/oa/api/taskManagement/page', { fireId: id }, officer)).data.total).toBe(1);
  });
});
