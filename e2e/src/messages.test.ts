// The messages of issue 3's forms that answer.test.ts, dispatch.test.ts and alarm-page.test.ts do not bring about: limits, photos, and acts
// upon an alarm that has just been closed, deleted or moved away.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { eventually } from './lib/eventually.ts';
import { holdLine } from './lib/line.ts';
import { FLAT_MONITOR, lineOnline, openQueue, popup, queueRows } from './lib/pages.ts';
import { makePng } from './lib/png.ts';
import { describeRoom, type Room } from './lib/room.ts';
import { type Answer, call, cameraSees, LIXIAN, type Session, signIn, WENCHUAN } from './lib/wire.ts';

const DESK = { width: 1100, height: 640 };
const PHONE = { width: 390, height: 844 };
const RANGER = '汶川县护林员01';
/** What was there until just now; then when, and what became of it. */
const GONE = '该火警已由阿坝州值班员于';
const CLOSED = '该火情已由阿坝州值班员关闭';
/** An act that comes too late is refused by 404 or 409; the browser says so on its console. */
const LATE = [/HTTP 40[49]: /, /status of 40[49]/];

const png = (name: string) => ({ name, mimeType: 'image/png', buffer: makePng(64, 48, [180, 60, 20]) });
const TOO_LARGE = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.concat([makePng(8, 8, [1, 2, 3]), Buffer.alloc(10_500_000)]) };
const NO_PICTURE = { name: 'fire.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };

const row = (page: Page, text: string) => queueRows(page).filter({ hasText: text });
const burning = (page: Page, text: string) => page.locator('.fire-row').filter({ hasText: text });
const act = (page: Page, name: string) => popup(page).getByRole('toolbar', { name: '处置' }).getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const ok = (page: Page, name: string) => dialog(page, name).getByRole('button', { name: '确定' }).click();
const sendNow = (page: Page) => page.getByRole('region', { name: '待发送的操作' }).getByRole('button', { name: '立即发送' }).click();
const refusal = (page: Page, text: string) =>
  page.getByRole('region', { name: '待发送的操作' }).getByRole('alert').getByText(text).waitFor();

async function rare(page: Page, name: string): Promise<void> {
  await act(page, '更多操作').click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

async function atWork(open: Room['open'], user: string) {
  const desk = await open({ user, viewport: DESK });
  const line = await holdLine(desk.page);
  await desk.goto(FLAT_MONITOR);
  await openQueue(desk.page);
  await lineOnline(desk.page);
  return { ...desk, line };
}

async function openAlarm(page: Page, text: string): Promise<void> {
  await row(page, text).or(burning(page, text)).click();
  await popup(page).getByText(text).first().waitFor();
}

async function leave(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Escape');
  await dialog(page, name).waitFor({ state: 'hidden' });
}

async function pass(answer: Promise<Answer>): Promise<Answer> {
  const { status, code, message, data } = await answer;
  if (code !== 200) throw new Error(`HTTP ${status} ${message} ${JSON.stringify(data)}`);
  return answer;
}

/** What a colleague does past the browser. */
function colleague(base: string, as: Session) {
  const post = (path: string, body: unknown) => pass(call(base, 'POST', path, body, as));
  return {
    judge: (fireId: string) => post('/fire/api/monitorFirealarm/fireRealUpdates', { fireId, isReal: 1, trueAlarmType: 7 }),
    close: (id: string) => post('/fire/api/fire/close', { id, kind: 'monitor', outcome: 'extinguished' }),
    push: (id: string) => pass(call(base, 'GET', `/fire/api/monitorFirealarm/updatePutStatus?id=${id}&isPut=1`, undefined, as)),
    remove: (id: string) =>
      pass(call(base, 'DELETE', `/fire/api/monitorFirealarm/adminDelete?id=${id}&reason=${encodeURIComponent('设备测试')}`, undefined, as)),
    moveAway: (id: string) => {
      const to = `editLongitude=${LIXIAN.longitude}&editLatitude=${LIXIAN.latitude}`;
      return pass(call(base, 'GET', `/fire/api/monitorFirealarm/updateLongitudeLatitude?fireId=${id}&${to}`, undefined, as));
    },
  };
}

describeRoom('what the forms say', import.meta.filename, ({ open, base }) => {
  /** A fire in progress at Wenchuan. */
  const fire = async (address: string) => {
    const id = await cameraSees(base(), WENCHUAN, { address });
    await colleague(base(), await signIn(base(), 'aba')).judge(id);
    return id;
  };

  it('what is too long is said and not cut off; kinds of fire stand only with a real one; a place that cannot be read is no place', async () => {
    await cameraSees(base(), WENCHUAN, { address: '未研判的' });
    await fire('在燃的');
    const danger = { position: { lng: 103.58, lat: 31.47 }, resourceName: '公墓', dangerDescription: '祭祀用火未清', address: '隐患处' };
    await pass(call(base(), 'POST', '/fire/api/dangerCheck', danger, 'feed'));
    const { page } = await atWork(open, 'wenchuan');
    const tooLong = async (name: string, field: string, most: number, message: string) => {
      const text = '长'.repeat(most + 1);
      await dialog(page, name).getByLabel(field, { exact: true }).fill(text);
      await ok(page, name);
      await dialog(page, name).getByText(message).waitFor();
      expect(await dialog(page, name).getByLabel(field, { exact: true }).inputValue()).toBe(text);
    };

    await openAlarm(page, '未研判的');
    await act(page, '推送').click();
    await tooLong('推送火警', '推送说明', 200, '说明最多200个字');
    await leave(page, '推送火警');
    await act(page, '火情').click();
    const judging = dialog(page, '火情研判');
    await judging.getByText('真实火情', { exact: true }).click();
    await judging.getByText('森林火灾').waitFor();
    await judging.getByText('误报或疑似', { exact: true }).click();
    await eventually(() => judging.getByText('森林火灾').count()).toBe(0);
    await leave(page, '火情研判');
    await rare(page, '移位');
    const moving = page.getByRole('form', { name: '移位' });
    await moving.getByLabel('经度').fill('东经一百零三度');
    await moving.getByRole('button', { name: '更正位置' }).click();
    await moving.getByText('经纬度格式不正确').waitFor();
    await moving.getByRole('button', { name: '取消' }).last().click();

    await openAlarm(page, '在燃的');
    await act(page, '关闭火情').click();
    await dialog(page, '关闭火情').getByText('已扑灭').click();
    await tooLong('关闭火情', '说明', 500, '说明最多500个字');
    await leave(page, '关闭火情');
    await rare(page, '更正研判');
    await tooLong('更正研判', '备注', 70, '备注最多70个字');
    await tooLong('更正研判', '更正原因', 200, '更正原因最多200个字');
    await leave(page, '更正研判');

    await openAlarm(page, '隐患处');
    await act(page, '处置完毕').click();
    await tooLong('处置完毕', '处置说明', 200, '说明最多200个字');
    await leave(page, '处置完毕');
  });

  it('task form: nobody chosen alone holds it back; 0 and 999 pass; a photo is kept unless its removal is confirmed', async () => {
    const id = await cameraSees(base(), WENCHUAN, { address: '派遣处' });
    const { page } = await atWork(open, 'wenchuan');
    await openAlarm(page, '派遣处');
    await act(page, '派遣').click();
    const form = dialog(page, '任务派遣');
    const send = form.getByRole('button', { name: '派遣', exact: true });
    await form.getByLabel('任务内容').fill('数量与照片');
    await form.getByRole('checkbox', { name: new RegExp(RANGER) }).waitFor();
    await send.click();
    await form.getByRole('alert').getByText('请选择护林员', { exact: true }).waitFor();
    for (const message of ['请填写任务内容', '请选择日期', '请选择时间']) expect(await form.getByText(message).count()).toBe(0);
    await form.getByRole('checkbox', { name: new RegExp(RANGER) }).check();
    await eventually(() => form.getByText('请选择护林员', { exact: true }).count()).toBe(0);

    for (const [label, typed, kept] of [
      ['人员', '0', '0'],
      ['车辆', '1000', '100'],
      ['装备', '999', '999'],
    ] as const) {
      await form.getByLabel(label, { exact: true }).pressSequentially(typed);
      expect(await form.getByLabel(label, { exact: true }).inputValue()).toBe(kept);
    }
    const photos = form.locator('.photo-picker figure');
    await form.locator('input[type="file"]').setInputFiles([TOO_LARGE, png('one.png')]);
    await page.getByText('“large.png”超过 10MB').waitFor();
    await eventually(() => photos.count()).toBe(1);
    await form.getByRole('button', { name: '删除照片 1' }).click();
    const question = page.getByRole('tooltip').filter({ hasText: '确定删除这张照片吗？' });
    await question.getByRole('button', { name: '取消' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await photos.count()).toBe(1);
    await eventually(async () => {
      if ((await form.count()) > 0) await send.click({ timeout: 2_000 }).catch(() => undefined);
      return page.getByText('委派成功').count();
    }).toBeGreaterThan(0);
    const { data } = await call(base(), 'POST', '/oa/api/taskManagement/page', { fireId: id }, await signIn(base(), 'wenchuan'));
    expect(data.list).toHaveLength(1);
    expect(data.list[0]).toMatchObject({ peopleCount: 0, fireEngine: 100, fireEquipment: 999 });
    expect(data.list[0].taskImg).toHaveLength(1);
  });

  it('在此上报火情: every rule of the report has its message, and leaving it asks', async () => {
    const { page } = await atWork(open, 'wenchuan');
    await page
      .locator('.globe-stage canvas')
      .first()
      .click({ button: 'right', position: { x: 300, y: 250 } });
    await page.getByRole('menuitem', { name: '在此上报火情' }).click();
    const form = dialog(page, '人员上报');
    const send = form.getByRole('button', { name: '上报', exact: true });
    await send.click();
    await form.getByText('请填写火情描述', { exact: true }).waitFor();
    await form.getByLabel('联系电话').fill('报警一一九');
    await form.getByText('电话只能包含数字、空格、+ 和 -').waitFor();
    await form.locator('input[type="file"]').setInputFiles([NO_PICTURE]);
    await page.getByText('“fire.jpg”不是 PNG 或 JPEG 照片').waitFor();
    await form.locator('input[type="file"]').setInputFiles([png('a.png'), png('b.png'), png('c.png'), png('d.png')]);
    await page.getByText('最多上传3张照片').first().waitFor();
    await eventually(() => form.locator('.photo-picker figure').count()).toBe(3);
    await page.keyboard.press('Escape');
    await dialog(page, '放弃已填写的内容吗？').getByRole('button', { name: '继续填写' }).click();
    expect(await form.getByLabel('联系电话').inputValue()).toBe('报警一一九');
  });

  it('on the phone: the report and the ranger’s step say what is missing, take three photos, and ask before one is taken out', async () => {
    const officer = await signIn(base(), 'wenchuan');
    const { data: rangers } = await call(base(), 'POST', '/oa/api/ranger/list', { name: RANGER }, officer);
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const task = { taskContent: '拍照核实', taskStartTime: at(0), taskEndTime: at(4), priority: 2, taskMember: rangers[0].userId };
    const position = { lng: WENCHUAN.longitude, lat: WENCHUAN.latitude };
    const { data: sent } = await pass(call(base(), 'POST', '/oa/api/taskManagement/delegate', { ...task, position }, officer));
    const ranger = await signIn(base(), 'ranger01');
    for (const state of ['received', 'on-the-way', 'arrived'])
      await pass(call(base(), 'POST', '/oa/api/taskDetail/progress', { taskId: sent.id, state }, ranger));

    const { page, goto } = await open({ user: 'ranger01', viewport: PHONE });
    await goto('/patrol');
    const report = page.getByRole('form', { name: '上报火情' });
    await report.getByRole('button', { name: '发送', exact: true }).click();
    await report.getByText('请同时输入经度和纬度').waitFor();
    await report.getByText('请填写情况描述，或拍一张照片').waitFor();
    await report.getByLabel('联系电话').fill('一一九');
    await report.getByRole('button', { name: '发送', exact: true }).click();
    await report.getByText('电话只能包含数字、空格、+ 和 -').waitFor();
    await threePhotos(page, report);

    await page.getByRole('button', { name: /拍照核实/ }).click();
    const step = page.getByRole('form', { name: '现场回报' });
    await step.getByRole('button', { name: '回报', exact: true }).click();
    await step.getByText('请填写回报内容，或拍一张照片').waitFor();
    await threePhotos(page, step);
  });

  async function threePhotos(page: Page, form: Locator): Promise<void> {
    const files = form.locator('input[type="file"][multiple]');
    const shown = form.locator('.patrol-photos figure');
    const notice = page.locator('.patrol-notices');
    await files.setInputFiles([NO_PICTURE, TOO_LARGE]);
    await notice.getByText('“fire.jpg”不是 PNG 或 JPEG 照片；“large.png”超过 10MB').waitFor();
    await files.setInputFiles([png('a.png'), png('b.png'), png('c.png'), png('d.png')]);
    await notice.getByText('最多上传3张照片').waitFor();
    await eventually(() => shown.count()).toBe(3);
    const question = page.getByRole('dialog', { name: '确定删除这张照片吗？' });
    await form.getByRole('button', { name: '删除照片 2' }).click();
    await question.getByRole('button', { name: '取消' }).click();
    expect(await shown.count()).toBe(3);
    await form.getByRole('button', { name: '删除照片 2' }).click();
    await question.getByRole('button', { name: '删除' }).click();
    await eventually(() => shown.count()).toBe(2);
  }

  it('an act on an alarm that has just been closed says by whom', async () => {
    const [pushed, withdrawn, closed, corrected] = [
      await fire('推送迟了'),
      await fire('撤回迟了'),
      await fire('关闭迟了'),
      await fire('更正迟了'),
    ];
    const aba = colleague(base(), await signIn(base(), 'aba'));
    await colleague(base(), await signIn(base(), 'wenchuan')).push(withdrawn);
    const { page, expectFaults, line } = await atWork(open, 'wenchuan');
    expectFaults(...LATE, /WebSocket/);

    await openAlarm(page, '推送迟了');
    await act(page, '推送').click();
    await dialog(page, '推送火警').getByLabel('推送说明').fill('火势蔓延');
    await aba.close(pushed);
    await ok(page, '推送火警');
    await sendNow(page);
    await refusal(page, `推送失败：${CLOSED}`);

    await openAlarm(page, '关闭迟了');
    await act(page, '关闭火情').click();
    await dialog(page, '关闭火情').getByText('已扑灭').click();
    await dialog(page, '关闭火情').getByLabel('说明').fill('本县已扑灭');
    await aba.close(closed);
    await ok(page, '关闭火情');
    await dialog(page, '关闭火情').getByRole('alert').getByText(`没有关闭：${CLOSED}`).waitFor();
    expect(await dialog(page, '关闭火情').getByLabel('说明').inputValue()).toBe('本县已扑灭');
    await leave(page, '关闭火情');

    await openAlarm(page, '更正迟了');
    await rare(page, '更正研判');
    await dialog(page, '更正研判').getByText('误报或疑似', { exact: true }).click();
    await dialog(page, '更正研判').getByLabel('更正原因').fill('现场无火');
    await aba.close(corrected);
    await ok(page, '更正研判');
    await dialog(page, '更正研判').getByRole('alert').getByText(`没有更正：${CLOSED}`).waitFor();
    expect(await dialog(page, '更正研判').getByLabel('更正原因').inputValue()).toBe('现场无火');
    await leave(page, '更正研判');

    // Pressed before the news was there.
    await openAlarm(page, '撤回迟了');
    await rare(page, '撤回推送');
    line.silence();
    await aba.close(withdrawn);
    await popup(page).locator('.confirm-in-place').getByRole('button', { name: '撤回' }).click();
    await popup(page).getByText(`没有撤回：${CLOSED}`).waitFor();
    line.mend();
    await eventually(() => burning(page, '撤回迟了').count()).toBe(0);
  });

  it('an act on an alarm that has just been deleted or moved out of the grid says so, and what was typed is kept', async () => {
    const sees = (address: string) => cameraSees(base(), WENCHUAN, { address });
    const [taken, judged, dispatched] = [await sees('接警迟了'), await sees('研判迟了'), await sees('派遣迟了')];
    const [moved, removed] = [await sees('移位迟了'), await sees('删除迟了')];
    const superior = colleague(base(), await signIn(base(), 'aba'));
    const { page, expectFaults, line } = await atWork(open, 'wenchuan');
    expectFaults(...LATE, /WebSocket/);

    // Pressed before the news was there.
    await openAlarm(page, '接警迟了');
    line.silence();
    await superior.remove(taken);
    await act(page, '接警').click();
    await page.locator('.ant-message').getByText(`没有接警：${GONE}`).waitFor();
    line.mend();
    await eventually(() => row(page, '接警迟了').count()).toBe(0);

    await openAlarm(page, '研判迟了');
    await act(page, '火情').click();
    await dialog(page, '火情研判').getByText('真实火情', { exact: true }).click();
    await superior.moveAway(judged);
    await ok(page, '火情研判');
    await sendNow(page);
    await refusal(page, `研判没有送达：${GONE}`);
    await popup(page).getByText('阿坝州值班员 已将火点移出您的网格').waitFor();

    await openAlarm(page, '派遣迟了');
    await act(page, '派遣').click();
    const form = dialog(page, '任务派遣');
    await form.getByLabel('任务内容').fill('已经不在了');
    await form.getByRole('checkbox', { name: new RegExp(RANGER) }).check();
    await superior.moveAway(dispatched);
    await form.getByRole('button', { name: '派遣', exact: true }).click();
    await form
      .getByRole('alert')
      .getByText(/没有派遣，填写的内容仍保留。（该火警已由阿坝州值班员于 [-\d]+ [:\d]+ 移到您的网格之外）/)
      .waitFor();
    expect(await form.getByLabel('任务内容').inputValue()).toBe('已经不在了');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '放弃', exact: true }).click();
    await form.waitFor({ state: 'hidden' });

    await openAlarm(page, '移位迟了');
    await rare(page, '移位');
    const moving = page.getByRole('form', { name: '移位' });
    await moving.getByLabel('经度').fill('103.6');
    line.silence();
    await superior.remove(moved);
    await moving.getByRole('button', { name: '更正位置' }).click();
    await moving.getByText(`更新火点位置信息失败：${GONE}`).waitFor();
    line.mend();
    await eventually(() => row(page, '移位迟了').count()).toBe(0);

    const aba = await atWork(open, 'aba');
    aba.expectFaults(...LATE, /WebSocket/);
    await openAlarm(aba.page, '删除迟了');
    await rare(aba.page, '删除');
    const question = popup(aba.page).locator('.confirm-in-place');
    await question.getByLabel('删除原因').fill('设备测试');
    aba.line.silence();
    await superior.remove(removed);
    await question.getByRole('button', { name: '删除' }).click();
    await question.getByText(`没有删除：${GONE}`).waitFor();
    expect(await question.getByLabel('删除原因').inputValue()).toBe('设备测试');
    aba.line.mend();
    await eventually(() => row(aba.page, '删除迟了').count()).toBe(0);
  });

  it('后台验证: required, letters and digits only; a wrong one is told', async () => {
    const { page, goto, expectFaults } = await open({ user: 'aba', viewport: DESK });
    expectFaults(/HTTP 4\d\d: .*verifyPasswd/, /status of 4\d\d/);
    await goto('/manage/alarm');
    await page.getByRole('button', { name: '账号菜单' }).click();
    await page.getByRole('menuitem', { name: '后台验证' }).click();
    const form = dialog(page, '验证密码');
    const field = form.getByPlaceholder('请输入后台管理验证密码');
    await ok(page, '验证密码');
    await form.getByText('请输入包含字母，数字的密码').waitFor();
    await field.fill('Lookout2026');
    await eventually(() => form.getByText('请输入包含字母，数字的密码').count()).toBe(0);
    await field.fill('Lookout@2026');
    await form.getByText('请输入包含字母，数字的密码').waitFor();
    await field.fill('Wrong2026');
    await ok(page, '验证密码');
    await page.getByText('验证失败，请重试').waitFor();
  });
});
