import { expect, it } from 'vitest';
import {
  actionButton,
  countCalls,
  DESK,
  dialog,
  expectMessage,
  fireRows,
  JUDGE_PATH,
  NO_UNDO_TIMEOUT,
  okButton,
  openAlarm,
  openMonitor,
  pendingActions,
  REFUSED,
  rowOf,
} from './lib/alarm-actions.ts';
import { seriousFaults } from './lib/axe.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { openQueue, popup } from './lib/pages.ts';
import { call, cameraSees, signIn, WENCHUAN } from './lib/wire.ts';

describeWithServer('judging an alarm', import.meta.filename, ({ open, base }) => {
  const storedAlarm = async (id: string) =>
    (await call(base(), 'GET', `/fire/api/monitorFirealarm?id=${id}`, undefined, await signIn(base(), 'aba'))).data;

  it('every desk sees at once who acknowledged; a colleague takes over only after confirming in place', async () => {
    await cameraSees(base(), WENCHUAN, { address: '接警处' });
    const [wenchuan, aba] = await Promise.all([openMonitor(open, 'wenchuan'), openMonitor(open, 'aba')]);
    await openAlarm(wenchuan.page, '接警处');
    await openAlarm(aba.page, '接警处');
    await actionButton(wenchuan.page, '接警').click();
    await expectMessage(wenchuan.page, '处理成功');
    await rowOf(wenchuan.page, '接警处').getByText('您已接警').waitFor();
    await rowOf(aba.page, '接警处').getByText('汶川县值班员 已接警').waitFor();
    await popup(aba.page).getByRole('status').getByText('汶川县值班员 已接警').waitFor();
    expect(await popup(wenchuan.page).getByRole('status').count()).toBe(0);

    await actionButton(aba.page, '接手').click();
    const question = popup(aba.page).getByRole('form', { name: '该火警已由 汶川县值班员 接警，确定由您接手吗？' });
    await question.getByRole('button', { name: '取消' }).click();
    await question.waitFor({ state: 'hidden' });
    await actionButton(aba.page, '接手').click();
    await question.getByRole('button', { name: '接手' }).click();
    await popup(aba.page).getByText('您已接警').waitFor();
    await popup(wenchuan.page).getByRole('status').getByText('阿坝州值班员 已接手').waitFor();
  });

  it('by keyboard: r and Enter judge it real, u undoes that; after five seconds it is sent once and is a fire in progress at every desk', async () => {
    await cameraSees(base(), WENCHUAN, { address: '键盘研判' });
    const [wenchuan, aba] = await Promise.all([openMonitor(open, 'wenchuan'), openMonitor(open, 'aba')]);
    const { page } = wenchuan;
    const sent = countCalls(page, JUDGE_PATH);
    await openAlarm(page, '键盘研判');
    const judgeReal = async () => {
      await page.keyboard.press('r');
      await dialog(page, '火情研判').getByText('森林火灾').waitFor();
      await page.keyboard.press('Enter');
      await pendingActions(page).getByText('研判为真实火情').waitFor();
    };
    await judgeReal();
    expect(await actionButton(page, '火情').isDisabled()).toBe(true);
    await page.keyboard.press('u');
    await expectMessage(page, '已撤销，没有发送');
    await eventually(() => pendingActions(page).getByText('研判为真实火情').count()).toBe(0);
    expect(sent()).toBe(0);

    await judgeReal();
    const startedAt = Date.now();
    await expectMessage(page, '处理成功');
    expect(Date.now() - startedAt).toBeGreaterThan(3_500);
    expect(sent()).toBe(1);
    for (const desk of [wenchuan, aba]) {
      await fireRows(desk.page).filter({ hasText: '键盘研判' }).waitFor();
      await eventually(() => rowOf(desk.page, '键盘研判').count()).toBe(0);
    }
    await popup(page).getByText('真实火情', { exact: true }).first().waitFor();
    expect(await actionButton(page, '火情').count()).toBe(0);
    await page.reload();
    await openQueue(page);
    await fireRows(page).filter({ hasText: '键盘研判' }).waitFor();
  });

  it('the second of two judgements is refused with the first officer and verdict; the input continues as a correction', async () => {
    const id = await cameraSees(base(), WENCHUAN, { address: '两人研判' });
    const { page, expectFaults } = await openMonitor(open, 'wenchuan', DESK, NO_UNDO_TIMEOUT);
    expectFaults(...REFUSED);
    await openAlarm(page, '两人研判');
    await actionButton(page, '火情').click();
    const form = dialog(page, '火情研判');
    await okButton(page, '火情研判').click();
    await form.getByText('请选择是否真实火情').waitFor();
    await form.getByText('真实火情', { exact: true }).click();
    await form.getByText('草原火灾').click();
    expect(await seriousFaults(page)).toEqual([]);
    await form.getByLabel('备注').fill('坡上有火线');
    await okButton(page, '火情研判').click();
    await pendingActions(page).getByText('研判为真实火情').waitFor();
    const aba = await signIn(base(), 'aba');
    expect((await call(base(), 'POST', JUDGE_PATH, { fireId: id, isReal: 0, isTrueNote: '炊烟' }, aba)).code).toBe(200);
    await popup(page).getByRole('status').getByText('阿坝州值班员 已研判').waitFor();
    await pendingActions(page).getByRole('button', { name: '立即发送' }).click();
    const refused = pendingActions(page).getByRole('alert');
    await refused.getByText('已由阿坝州值班员研判为误报或疑似').waitFor();
    await refused.getByText('现状：误报或疑似 · 炊烟').waitFor();
    expect((await storedAlarm(id)).isReal).toBe(0);

    await refused.getByRole('button', { name: '更正…' }).click();
    const correction = dialog(page, '更正研判');
    await correction.getByRole('alert').filter({ hasText: '阿坝州值班员' }).waitFor();
    expect(await correction.getByLabel('备注').inputValue()).toBe('坡上有火线');
    expect(await correction.getByRole('radio', { name: '草原火灾' }).isChecked()).toBe(true);
    await okButton(page, '更正研判').click();
    await correction.getByText('请填写更正原因').waitFor();
    await correction.getByLabel('更正原因').fill('现场照片确认');
    await okButton(page, '更正研判').click();
    await correction.waitFor({ state: 'hidden' });
    await fireRows(page).filter({ hasText: '两人研判' }).getByText('草原火灾').waitFor();
  });

  it('a pending action is sent at once when another alarm is opened and when the page is closed', async () => {
    const other = await cameraSees(base(), WENCHUAN, { address: '随后打开' });
    const id = await cameraSees(base(), WENCHUAN, { address: '先研判的' });
    const { page, expectFaults } = await openMonitor(open, 'wenchuan', DESK, NO_UNDO_TIMEOUT);
    // The plain reply that replaces the page has no icon.
    expectFaults(/favicon\.ico/);
    const judgeFalse = async () => {
      await page.keyboard.press('x');
      await dialog(page, '火情研判').waitFor();
      await page.keyboard.press('Enter');
      await pendingActions(page).getByText('研判为误报或疑似').waitFor();
    };
    await openAlarm(page, '先研判的');
    await judgeFalse();
    await rowOf(page, '随后打开').click();
    await eventually(async () => (await storedAlarm(id)).isReal).toBe(0);

    await judgeFalse();
    // Leaves the app: nothing of its page survives.
    await page.goto('/healthz');
    await eventually(async () => (await storedAlarm(other)).isReal).toBe(0);
  });
});
