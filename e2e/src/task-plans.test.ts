// 任务管理: from a template to a task for two rangers at a place picked on the map, and a recurring patrol whose first task is sent
// automatically.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { LAPTOP, OTHER_RANGER, openPhone, RANGER } from './lib/dispatch.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { mapReady } from './lib/pages.ts';
import { call, type Session, signIn } from './lib/wire.ts';

describeWithServer('templates and recurring patrols', import.meta.filename, ({ open, base }) => {
  it('a template fills a task for two rangers at a place picked on the map; a recurring patrol sends its first task, which the ranger receives', async () => {
    const { page, goto } = await open({ user: 'wenchuan', viewport: LAPTOP });
    await goto('/manage/task?tab=templates');
    await page.getByText('还没有任务模板').waitFor();
    await page.getByRole('button', { name: '新建模板' }).click();
    const dialog = page.getByRole('dialog', { name: '新建模板' });
    await dialog.getByLabel('模板名称').fill('清明巡查');
    await dialog.getByLabel('任务内容').fill('巡查祭祀用火，劝导文明祭扫');
    await dialog.getByLabel('检查清单').fill('坟头\n水源');
    await dialog.getByRole('button', { name: '保存' }).click();
    await page.getByRole('cell', { name: '清明巡查', exact: true }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);

    await page.getByRole('tab', { name: '任务', exact: true }).click();
    await page.getByRole('button', { name: '新建任务' }).click();
    await mapReady(page);
    await choosePlaceOnMap(page, 0.5);
    await chooseTemplate(page, '清明巡查');
    await eventually(() => page.getByLabel('任务内容').inputValue()).toBe('巡查祭祀用火，劝导文明祭扫');
    for (const name of [RANGER, OTHER_RANGER]) await page.getByRole('checkbox', { name: new RegExp(name) }).check();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: '派遣', exact: true }).click();
    await page.getByText('委派成功').waitFor();
    await page.getByRole('button', { name: '巡查祭祀用火，劝导文明祭扫' }).click();
    const drawer = page.getByRole('dialog', { name: '任务详情' });
    await drawer.getByText('护林员（2 人）').waitFor();
    await drawer.getByText('坟头').waitFor();
    await drawer.getByRole('button', { name: /^(Close|关闭)$/ }).click();

    await page.getByRole('tab', { name: '定期巡护', exact: true }).click();
    await page.getByRole('button', { name: '新建定期巡护' }).click();
    await mapReady(page);
    await page.getByLabel('巡护名称').fill('沟口早巡');
    await page.getByLabel('出发时间').fill(beijingMinute());
    await page.keyboard.press('Enter');
    await choosePlaceOnMap(page, 0.4);
    await page.getByLabel('任务内容').fill('巡查沟口水源');
    await page.getByText(/^之后三次：/).waitFor();
    await page.getByRole('checkbox', { name: new RegExp(RANGER) }).check();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: '保存' }).click();
    await page.getByText('已保存').waitFor();

    // At the patrol's time the task is created automatically.
    await page.getByRole('button', { name: '沟口早巡' }).click();
    const rule = page.getByRole('dialog', { name: '沟口早巡' });
    await rule.getByText('已派发').waitFor();
    const officer = await signIn(base(), 'wenchuan');
    const { data } = await call(base(), 'POST', '/oa/api/taskManagement/page', { taskContent: '巡查沟口水源' }, officer);
    expect(data.list.map((task: { patrol?: { name: string } }) => task.patrol?.name ?? null)).toEqual(['沟口早巡']);
    const ranger = await openPhone(open);
    await ranger.page.getByRole('button', { name: /巡查沟口水源/ }).click();
    await ranger.page.getByText(/沟口早巡（\d{4}-\d\d-\d\d）/).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await tidyPlans(base(), officer);
  });
});

const beijingMinute = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(11, 16);

/**
 * @param height vertical position of the click as a share of the map's height, away from the marker of an earlier task, which would open
 */
async function choosePlaceOnMap(page: Page, height: number): Promise<void> {
  await page.getByRole('button', { name: /点选$/ }).click();
  await page.getByText('请在地图上点击一处').waitFor();
  const box = await page.locator('.task-beside-map').boundingBox();
  if (box === null) throw new Error('there is no map');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height * height);
  await page.getByText('请在地图上点击一处').waitFor({ state: 'hidden' });
}

async function chooseTemplate(page: Page, name: string): Promise<void> {
  await page.getByLabel('任务模板').click();
  await page.locator('.ant-select-item-option', { hasText: name }).click();
}

/** Deletes the patrol plans; the clean-up of the server closes their tasks. */
async function tidyPlans(base: string, officer: Session): Promise<void> {
  const rules = await call(base, 'POST', '/oa/api/patrolPlan/page', {}, officer);
  for (const { id, revision, state } of rules.data.list)
    if (state !== 'ended')
      await call(base, 'POST', '/oa/api/patrolPlan/state', { id, revision, state: 'ended', reason: '测试结束' }, officer);
  const templates = await call(base, 'POST', '/oa/api/taskTemplate/page', {}, officer);
  for (const { id, revision } of templates.data.list)
    await call(base, 'DELETE', `/oa/api/taskTemplate/${id}?revision=${revision}`, undefined, officer);
}
