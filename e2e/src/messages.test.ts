// Forms against the real server: a fire reported at a position on the map, and actions on an alarm that has just been closed or moved away.
// Validation messages and the wording of refusals are tested beside each form (apps/web, *.test.tsx).
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer, type Fixture } from './lib/fixture.ts';
import { controlLine } from './lib/line.ts';
import { FLAT_MONITOR, lineOnline, openQueue, popup, queueRows } from './lib/pages.ts';
import { makePng } from './lib/png.ts';
import { call, cameraSees, LIXIAN, type Reply, type Session, signIn, WENCHUAN } from './lib/wire.ts';

const DESK = { width: 1100, height: 640 };
const RANGER = '汶川县护林员01';
const CLOSED = '该火情已由阿坝州值班员关闭';
/** An action that comes too late is refused with 404 or 409, which the browser logs to its console. */
const TOO_LATE = [/HTTP 40[49]: /, /status of 40[49]/];

const png = (name: string) => ({ name, mimeType: 'image/png', buffer: makePng(64, 48, [180, 60, 20]) });

const row = (page: Page, text: string) => queueRows(page).filter({ hasText: text });
const fireRow = (page: Page, text: string) => page.locator('.fire-row').filter({ hasText: text });
const actionButton = (page: Page, name: string) =>
  popup(page).getByRole('toolbar', { name: '处置' }).getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const confirm = (page: Page, name: string) => dialog(page, name).getByRole('button', { name: '确定' }).click();

async function openMonitor(open: Fixture['open'], user: string) {
  const desk = await open({ user, viewport: DESK });
  const line = await controlLine(desk.page);
  await desk.goto(FLAT_MONITOR);
  await openQueue(desk.page);
  await lineOnline(desk.page);
  return { ...desk, line };
}

async function openAlarm(page: Page, text: string): Promise<void> {
  await row(page, text).or(fireRow(page, text)).click();
  await popup(page).getByText(text).first().waitFor();
}

async function dismiss(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Escape');
  await dialog(page, name).waitFor({ state: 'hidden' });
}

async function orThrow(reply: Promise<Reply>): Promise<Reply> {
  const { status, code, message, data } = await reply;
  if (code !== 200) throw new Error(`HTTP ${status} ${message} ${JSON.stringify(data)}`);
  return reply;
}

/** A colleague's actions, by direct calls. */
function colleague(base: string, as: Session) {
  const post = (path: string, body: unknown) => orThrow(call(base, 'POST', path, body, as));
  return {
    judge: (fireId: string) => post('/fire/api/monitorFirealarm/fireRealUpdates', { fireId, isReal: 1, trueAlarmType: 7 }),
    remove: (id: string) => {
      const reason = encodeURIComponent('设备测试');
      return orThrow(call(base, 'DELETE', `/fire/api/monitorFirealarm/adminDelete?id=${id}&reason=${reason}`, undefined, as));
    },
    close: (id: string) => post('/fire/api/fire/close', { id, kind: 'monitor', outcome: 'extinguished' }),
    moveAway: (id: string) => {
      const to = `editLongitude=${LIXIAN.longitude}&editLatitude=${LIXIAN.latitude}`;
      return orThrow(call(base, 'GET', `/fire/api/monitorFirealarm/updateLongitudeLatitude?fireId=${id}&${to}`, undefined, as));
    },
  };
}

describeWithServer('messages of the forms', import.meta.filename, ({ open, base }) => {
  it('在此上报火情: a fire is reported at a position on the map with a photo, and appears in the queue', async () => {
    const { page } = await openMonitor(open, 'wenchuan');
    await page
      .locator('.globe-stage canvas')
      .first()
      .click({ button: 'right', position: { x: 300, y: 250 } });
    await page.getByRole('menuitem', { name: '在此上报火情' }).click();
    const form = dialog(page, '人员上报');
    await form.getByRole('button', { name: '上报', exact: true }).click();
    await form.getByText('请填写火情描述', { exact: true }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await form.getByLabel('火情描述').fill('沟口有明火');
    await form.locator('input[type="file"]').setInputFiles([png('fire.png')]);
    await eventually(() => form.locator('.photo-picker figure').count()).toBe(1);
    await form.getByRole('button', { name: '上报', exact: true }).click();
    await form.waitFor({ state: 'hidden' });
    await openAlarm(page, '人员上报');
    await popup(page).getByText('沟口有明火').first().waitFor();
  });

  it('an action on an alarm whose deletion has not reached the desk yet is refused with who deleted it', async () => {
    const id = await cameraSees(base(), WENCHUAN, { address: '接警迟了' });
    const aba = colleague(base(), await signIn(base(), 'aba'));
    const { page, line, expectFaults } = await openMonitor(open, 'wenchuan');
    expectFaults(...TOO_LATE, /WebSocket/);
    await openAlarm(page, '接警迟了');
    line.silence();
    await aba.remove(id);
    await actionButton(page, '接警').click();
    await page.locator('.ant-message').getByText('没有接警：该火警已由阿坝州值班员于').waitFor();
    line.restore();
    await eventually(() => row(page, '接警迟了').count()).toBe(0);
  });

  it('an action on an alarm that has just been closed or moved out of the grid is refused with who did it, and the input is kept', async () => {
    const [closed, dispatched] = await Promise.all(['关闭迟了', '派遣迟了'].map((address) => cameraSees(base(), WENCHUAN, { address })));
    const aba = colleague(base(), await signIn(base(), 'aba'));
    await aba.judge(closed ?? '');
    const { page, expectFaults } = await openMonitor(open, 'wenchuan');
    expectFaults(...TOO_LATE, /WebSocket/);

    await openAlarm(page, '关闭迟了');
    await actionButton(page, '关闭火情').click();
    await dialog(page, '关闭火情').getByText('已扑灭').click();
    await dialog(page, '关闭火情').getByLabel('说明').fill('本县已扑灭');
    await aba.close(closed ?? '');
    await confirm(page, '关闭火情');
    await dialog(page, '关闭火情').getByRole('alert').getByText(`没有关闭：${CLOSED}`).waitFor();
    expect(await dialog(page, '关闭火情').getByLabel('说明').inputValue()).toBe('本县已扑灭');
    await dismiss(page, '关闭火情');

    await openAlarm(page, '派遣迟了');
    await actionButton(page, '派遣').click();
    const form = dialog(page, '任务派遣');
    await form.getByLabel('任务内容').fill('已经不在了');
    await form.getByRole('checkbox', { name: new RegExp(RANGER) }).check();
    await aba.moveAway(dispatched ?? '');
    await form.getByRole('button', { name: '派遣', exact: true }).click();
    await form
      .getByRole('alert')
      .getByText(/没有派遣，填写的内容仍保留。（该火警已由阿坝州值班员于 [-\d]+ [:\d]+ 移到您的网格之外）/)
      .waitFor();
    expect(await form.getByLabel('任务内容').inputValue()).toBe('已经不在了');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '放弃', exact: true }).click();
    await form.waitFor({ state: 'hidden' });
    await popup(page).getByText('阿坝州值班员 已将火点移出您的网格').waitFor();
    await eventually(() => row(page, '派遣迟了').count()).toBe(0);
  });
});
