import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  actionButton,
  chooseRareAction,
  DESK,
  dialog,
  expectMessage,
  fireRows,
  JUDGE_PATH,
  messagesOf,
  NO_UNDO_TIMEOUT,
  okButton,
  openAlarm,
  openMonitor,
  pendingActions,
  rowOf,
  SMALL_DESK,
} from './lib/alarm-actions.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { TONES } from './lib/in-page.ts';
import { popup } from './lib/pages.ts';
import { call, cameraSees, LIXIAN, signIn, WENCHUAN } from './lib/wire.ts';

describeWithServer('pushing, closing, moving and deleting an alarm', import.meta.filename, ({ open, base }) => {
  const storedAlarm = async (id: string) =>
    (await call(base(), 'GET', `/fire/api/monitorFirealarm?id=${id}`, undefined, await signIn(base(), 'aba'))).data;

  it('a push is shown and sounded at the superior desk, not at the sender or a sibling; it can be withdrawn', async () => {
    await cameraSees(base(), WENCHUAN, { address: '上报处' });
    const [wenchuan, aba, lixian] = await Promise.all([
      openMonitor(open, 'wenchuan', DESK, NO_UNDO_TIMEOUT),
      openMonitor(open, 'aba', SMALL_DESK),
      openMonitor(open, 'lixian', SMALL_DESK),
    ]);
    const tones = (page: Page) => page.evaluate(TONES);
    const { page } = wenchuan;
    await openAlarm(page, '上报处');
    await actionButton(page, '推送').click();
    const form = dialog(page, '推送火警');
    await form.getByLabel('推送说明').fill('需要增援');
    await okButton(page, '推送火警').click();
    await pendingActions(page).getByText('推送火警').waitFor();
    await pendingActions(page).getByRole('button', { name: '立即发送' }).click();
    await expectMessage(page, '推送成功');
    await expectMessage(aba.page, '上报火警');
    await expectMessage(aba.page, '汶川县 汶川县值班员 上报');
    await eventually(() => tones(aba.page)).toBe(1);
    await rowOf(aba.page, '上报处').getByText('上报', { exact: true }).waitFor();
    await rowOf(page, '上报处').getByText('上报', { exact: true }).waitFor();
    await openAlarm(aba.page, '上报处');
    await popup(aba.page).getByText('需要增援').first().waitFor();
    expect([await tones(page), await tones(lixian.page)]).toEqual([0, 0]);
    expect(await messagesOf(lixian.page)).toBe('');
    expect(await messagesOf(page)).not.toContain('上报火警');

    await chooseRareAction(page, '撤回推送');
    await popup(page).locator('.confirm-in-place').getByRole('button', { name: '撤回' }).click();
    await eventually(() => rowOf(aba.page, '上报处').getByText('上报', { exact: true }).count()).toBe(0);
    await popup(aba.page).getByRole('status').getByText('汶川县值班员 已撤回推送').waitFor();
    expect(await tones(aba.page)).toBe(1);
  });

  it('a fire in progress is closed with its outcome and disappears everywhere; a desk that has it open shows who closed it', async () => {
    const id = await cameraSees(base(), WENCHUAN, { address: '将关闭的' });
    const officer = await signIn(base(), 'wenchuan');
    await call(base(), 'POST', JUDGE_PATH, { fireId: id, isReal: 1, trueAlarmType: 7 }, officer);
    const [wenchuan, aba] = await Promise.all([openMonitor(open, 'wenchuan'), openMonitor(open, 'aba')]);
    for (const { page } of [wenchuan, aba]) {
      await fireRows(page).filter({ hasText: '将关闭的' }).click();
      await popup(page).waitFor();
    }
    const { page } = wenchuan;
    await actionButton(page, '关闭火情').click();
    const form = dialog(page, '关闭火情');
    await form.getByText('已扑灭').click();
    await form.getByLabel('说明').fill('明火全部扑灭');
    await okButton(page, '关闭火情').click();
    await expectMessage(page, '处理成功');
    for (const desk of [wenchuan, aba]) await eventually(() => fireRows(desk.page).filter({ hasText: '将关闭的' }).count()).toBe(0);
    await popup(aba.page).getByRole('status').getByText('汶川县值班员 已关闭火情').waitFor();
    await popup(aba.page).getByText('明火全部扑灭').waitFor();
    expect(await actionButton(aba.page, '关闭火情').count()).toBe(0);
  });

  it('a smoke alarm offers only 推送报警, a danger check 处置完毕', async () => {
    const feed = (path: string, body: unknown) => call(base(), 'POST', path, body, 'feed');
    const smoke = { ...WENCHUAN, deviceId: 'smk-1', alarmDatetime: new Date().toISOString(), smokeLevel: 40, address: '烟感处' };
    expect((await feed('/fire/api/smokeAlarmFiltering', smoke)).code).toBe(200);
    const danger = { position: { lng: 103.58, lat: 31.47 }, resourceName: '公墓', dangerDescription: '祭祀用火未清', address: '隐患处' };
    expect((await feed('/fire/api/dangerCheck', danger)).code).toBe(200);
    const { page } = await openMonitor(open, 'wenchuan', DESK, NO_UNDO_TIMEOUT);
    const offered = () => popup(page).getByRole('toolbar').locator('.accent-button, .quiet-button').allTextContents();
    await openAlarm(page, '烟感处');
    await eventually(offered).toEqual(['推送报警']);
    await actionButton(page, '推送报警').click();
    await pendingActions(page).getByRole('button', { name: '立即发送' }).click();
    await expectMessage(page, '推送成功');
    await eventually(() => rowOf(page, '烟感报警').count()).toBe(0);
    await openAlarm(page, '隐患处');
    await eventually(offered).toEqual(['接警', '派遣', '处置完毕']);
    await actionButton(page, '处置完毕').click();
    await dialog(page, '处置完毕').getByLabel('处置说明').fill('已清理');
    await okButton(page, '处置完毕').click();
    await eventually(() => rowOf(page, '隐患处').count()).toBe(0);
    await popup(page).getByText('已整改').waitFor();
  });

  it('移位: a position abroad is refused with the message of §8, a valid one moves the alarm; the desk that loses it is informed', async () => {
    const id = await cameraSees(base(), WENCHUAN, { address: '移位处' });
    const [wenchuan, aba] = await Promise.all([openMonitor(open, 'wenchuan'), openMonitor(open, 'aba')]);
    await openAlarm(wenchuan.page, '移位处');
    const { page } = aba;
    await openAlarm(page, '移位处');
    await chooseRareAction(page, '移位');
    const panel = page.getByRole('form', { name: '移位' });
    await panel.getByLabel('经度').fill('100.5');
    await panel.getByLabel('纬度').fill('13.7');
    await panel.getByRole('button', { name: '更正位置' }).click();
    await panel.getByText(/^更新火点位置信息失败/).waitFor();
    await panel.getByLabel('经度').fill(String(LIXIAN.longitude));
    await panel.getByLabel('纬度').fill(String(LIXIAN.latitude));
    await panel.getByRole('button', { name: '更正位置' }).click();
    await panel.waitFor({ state: 'hidden' });
    await popup(page).getByText('理县').first().waitFor();
    expect((await storedAlarm(id)).longitude).toBeCloseTo(LIXIAN.longitude, 5);
    await eventually(() => rowOf(wenchuan.page, '移位处').count()).toBe(0);
    await popup(wenchuan.page).getByRole('status').getByText('阿坝州值班员 已将火点移出您的网格').waitFor();
    await popup(wenchuan.page).getByText('移位处').waitFor();
    expect(await popup(wenchuan.page).getByRole('toolbar').locator('.accent-button, .quiet-button').count()).toBe(0);
  });

  it('an action on an alarm that has just been deleted fails with that reason; deleting requires a reason, and only with the right', async () => {
    await cameraSees(base(), WENCHUAN, { address: '将删除的' });
    const [wenchuan, aba] = await Promise.all([openMonitor(open, 'wenchuan', DESK, NO_UNDO_TIMEOUT), openMonitor(open, 'aba')]);
    wenchuan.expectFaults(/HTTP 404: .*fireRealUpdates/, /status of 404/);
    await openAlarm(wenchuan.page, '将删除的');
    await actionButton(wenchuan.page, '更多操作').click();
    await eventually(() => wenchuan.page.getByRole('menuitem').allTextContents()).toEqual(['移位']);
    await wenchuan.page.keyboard.press('Escape');
    await wenchuan.page.getByRole('menuitem').first().waitFor({ state: 'hidden' });
    await wenchuan.page.keyboard.press('x');
    await dialog(wenchuan.page, '火情研判').waitFor();
    await wenchuan.page.keyboard.press('Enter');
    await pendingActions(wenchuan.page).getByText('研判为误报或疑似').waitFor();

    await openAlarm(aba.page, '将删除的');
    await chooseRareAction(aba.page, '删除');
    const question = popup(aba.page).locator('.confirm-in-place');
    await question.getByRole('button', { name: '删除' }).click();
    await question.getByText('请填写删除原因').waitFor();
    await question.getByLabel('删除原因').fill('设备测试');
    await question.getByRole('button', { name: '删除' }).click();
    const verification = dialog(aba.page, '验证密码');
    await verification.getByPlaceholder('请输入后台管理验证密码').fill('Lookout2026');
    await verification.getByRole('button', { name: '确定' }).click();
    await eventually(() => rowOf(wenchuan.page, '将删除的').count()).toBe(0);
    await pendingActions(wenchuan.page).getByRole('button', { name: '立即发送' }).click();
    await pendingActions(wenchuan.page).getByRole('alert').getByText('研判没有送达：该火警已由阿坝州值班员于').waitFor();
    await popup(wenchuan.page).getByText('阿坝州值班员 已删除该火警').waitFor();
    await popup(wenchuan.page).getByText('将删除的').first().waitFor();
  });
});
