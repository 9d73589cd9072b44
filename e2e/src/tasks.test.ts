// Tasks from the dispatch to the ranger's phone, each step seen live by the officer; without signal; cancelled; and found by a search.
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { LAPTOP, openAtAlarm, openDispatch, openPhone, png, press, RANGER, sendTask, storiesOf } from './lib/dispatch.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { lineOnline, queueRows } from './lib/pages.ts';
import { call, signIn } from './lib/wire.ts';

describeWithServer('tasks', import.meta.filename, ({ open, base }) => {
  it('sent with a photo, worked through on the phone, each step seen live', async () => {
    const ranger = await openPhone(open);
    const { page, id } = await openAtAlarm(open, base(), '全程');
    const { content, send, files, choose, dialog } = await openDispatch(page);
    await content.fill('到沟口查看火情，先报再动');
    await dialog.getByText('1 特急').click();
    await files.setInputFiles([png('map.png')]);
    await choose(RANGER);
    // The ranger is notified without a live connection. The notice disappears by itself, so the wait for it starts before the dispatch.
    const notice = ranger.page.getByText('新任务：到沟口查看火情，先报再动').waitFor();
    await send.click();
    await page.getByText('委派成功').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await notice;
    await ranger.page.getByRole('button', { name: /到沟口查看火情/ }).click();
    const view = ranger.page.getByRole('article', { name: '任务详情' });
    await view.getByText(/在您东北方向 5\.\d 公里（方位 \d+°）$/).waitFor();
    await view.locator('img[alt="任务照片 1"]').waitFor();
    expect(await seriousFaults(ranger.page)).toEqual([]);

    // The alarm leaves the queue once a task is dispatched for it.
    await queueRows(page).filter({ hasText: '全程' }).waitFor({ state: 'detached' });
    const officer = await open({ user: 'wenchuan', viewport: LAPTOP });
    await officer.goto('/manage/task');
    await officer.page.getByRole('button', { name: '到沟口查看火情，先报再动' }).first().click();
    const drawer = officer.page.getByRole('dialog', { name: '任务详情' });
    const stateOf = () => drawer.locator('.task-stories .task-tag').first().textContent();
    await eventually(stateOf).toBe('已派发');

    for (const [step, state] of [
      ['接收', '已接收'],
      ['出发', '途中'],
      ['到达', '已到达'],
    ] as const) {
      await press(ranger.page, step);
      await eventually(stateOf).toBe(state);
    }
    await press(ranger.page, '回报');
    await ranger.page.getByText('请填写回报内容，或拍一张照片').waitFor();
    await ranger.page.getByRole('textbox', { name: '现场回报' }).fill('明火约 20 米，正在扑打');
    await ranger.page.locator('input[type="file"][multiple]').setInputFiles([png('there.png', 30)]);
    await ranger.page.getByRole('img', { name: '照片 1', exact: true }).waitFor();
    await press(ranger.page, '回报');
    await eventually(stateOf).toBe('已回报');
    await drawer.getByText('明火约 20 米，正在扑打').waitFor();
    await drawer.locator('.task-steps img[alt="照片 1"]').waitFor();
    await drawer.getByRole('button', { name: '在地图上看' }).nth(1).waitFor();
    expect(await seriousFaults(officer.page)).toEqual([]);

    await press(ranger.page, '完成');
    await ranger.page.getByText('确定任务已完成吗？完成后不能再回报。').waitFor();
    await ranger.page.getByRole('dialog').getByRole('button', { name: '完成' }).click();
    await eventually(stateOf).toBe('已完成');
    await ranger.page.getByText('任务已完成', { exact: true }).waitFor();
    expect(await ranger.page.getByRole('button', { name: '完成', exact: true }).count()).toBe(0);

    const aba = await signIn(base(), 'aba');
    const { data } = await call(base(), 'POST', '/oa/api/taskManagement/page', { fireId: id }, aba);
    const stories = await storiesOf(base(), aba, data.list[0].id);
    expect(stories.map(({ fullName }) => fullName)).toEqual([RANGER]);
    expect(stories[0]?.steps.map(({ state }) => state)).toEqual(['sent', 'received', 'on-the-way', 'arrived', 'reported', 'done']);
    expect(stories[0]?.steps[4]?.position).toEqual({ lng: 103.55, lat: 31.45 });
    // The ranger's position was sent too.
    const { data: near } = await call(base(), 'POST', '/oa/api/ranger/list', { name: RANGER }, aba);
    expect(near[0]).toMatchObject({ isOnline: '1', position: { lng: 103.55, lat: 31.45 } });
    await ranger.page.getByRole('button', { name: '返回' }).click();
    await ranger.page.getByText(/位置上报中 · 上次 \d\d:\d\d:\d\d$/).waitFor();
  });

  it('without signal the phone stores each step and position, and sends them in order when it is online again', async () => {
    const officer = await signIn(base(), 'wenchuan');
    const taskId = await sendTask(base(), officer, '山谷里没有信号');
    const { page, context, expectFaults } = await openPhone(open);
    expectFaults(/ERR_INTERNET_DISCONNECTED/, /Failed to load resource/);
    await page.getByRole('button', { name: /山谷里没有信号/ }).click();
    await page.getByText(/在您/).waitFor();
    await context.setOffline(true);
    await page.getByText('离线').first().waitFor();
    for (const step of ['接收', '出发', '到达']) await press(page, step);
    await page.getByRole('textbox', { name: '现场回报' }).fill('没有信号时写的');
    await press(page, '回报');
    await eventually(() => page.getByText('等待发送，联网后按顺序自动发送').count()).toBe(4);
    // Nothing has reached the server yet.
    expect((await storiesOf(base(), officer, taskId))[0]?.state).toBe('sent');
    await context.setOffline(false);
    const steps = async () => (await storiesOf(base(), officer, taskId))[0]?.steps.map(({ state }) => state);
    await eventually(steps).toEqual(['sent', 'received', 'on-the-way', 'arrived', 'reported']);
    expect((await storiesOf(base(), officer, taskId))[0]?.steps.at(-1)?.text).toBe('没有信号时写的');
    await eventually(() => page.getByText(/已送达/).count()).toBeGreaterThanOrEqual(4);
  });

  it('a cancelled task is shown on the phone with the reason, which the officer must enter in place', async () => {
    const officer = await signIn(base(), 'wenchuan');
    const taskId = await sendTask(base(), officer, '将被取消');
    const ranger = await openPhone(open);
    await ranger.page.getByRole('button', { name: /将被取消/ }).click();
    const { page, goto } = await open({ user: 'wenchuan', viewport: LAPTOP });
    await goto(`/manage/task?task=${taskId}`);
    const drawer = page.getByRole('dialog', { name: '任务详情' });
    await drawer.getByRole('button', { name: '取消任务' }).click();
    await drawer.getByRole('button', { name: '确定取消' }).click();
    await drawer.getByText('请填写取消原因').waitFor();
    await drawer.getByLabel('取消原因').fill('火已扑灭，请返回');
    await drawer.getByRole('button', { name: '确定取消' }).click();
    await page.getByText('处理成功').waitFor();
    await drawer
      .locator('.task-head .task-tag')
      .getByText('已取消')
      .or(drawer.locator('.task-tag', { hasText: '已取消' }))
      .first()
      .waitFor();
    await ranger.page.getByText('任务已取消：将被取消（火已扑灭，请返回）').waitFor();
    await ranger.page.getByText('任务已取消', { exact: true }).waitFor();
    expect(await ranger.page.getByRole('button', { name: '接收', exact: true }).count()).toBe(0);
  });

  it('task management filters by status, type, priority and text, all stored in the address; without the right there is no page', async () => {
    const officer = await signIn(base(), 'wenchuan');
    await sendTask(base(), officer, '找得到的任务', { priority: 4 });
    const { page, goto } = await open({ user: 'wenchuan', viewport: LAPTOP });
    await goto('/manage/task?status=waiting&type=4&priority=4&text=找得到');
    await page.getByRole('button', { name: '找得到的任务' }).waitFor();
    expect(await page.locator('.ant-table-tbody tr.ant-table-row').count()).toBe(1);
    expect(await seriousFaults(page)).toEqual([]);
    // A task dispatched meanwhile appears live.
    await lineOnline(page);
    await sendTask(base(), officer, '找得到的另一个', { priority: 4 });
    await page.getByRole('button', { name: '找得到的另一个' }).waitFor();
    await page.getByPlaceholder('任务内容').fill('没有这样的任务');
    await page.keyboard.press('Enter');
    await page.getByText('没有符合条件的任务').waitFor();
    expect(new URL(page.url()).searchParams.get('text')).toBe('没有这样的任务');
    await page.getByRole('button', { name: '清除条件' }).click();
    await eventually(() => page.locator('.ant-table-tbody tr.ant-table-row').count()).toBeGreaterThan(2);
    expect(new URL(page.url()).search).toBe('');

    const viewer = await open({ user: 'viewer' });
    await viewer.goto('/manage/task');
    await viewer.page.getByText('无权限').first().waitFor();
  });
});
