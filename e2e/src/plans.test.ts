// 应急预案 and 火险预警: from the county's start of a plan to the higher desk, and from the prefecture's warning to the lower desk.
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { describeWithServer } from './lib/fixture.ts';
import { call, type Session, signIn, WENCHUAN } from './lib/wire.ts';

const OFFICE = { width: 1366, height: 768 };

describeWithServer('plans and warnings', import.meta.filename, ({ open, base }) => {
  // Proves §2.3
  it('a plan is written at the county, approved above, started and ticked, and a warning of the prefecture is read, all live on both desks', async () => {
    const county = await open({ user: 'wenchuan', viewport: OFFICE });
    const above = await open({ user: 'aba', viewport: OFFICE });
    await county.goto('/emergencyPlan?tab=plans');
    await county.page.getByRole('button', { name: '新建预案' }).click();
    const editor = county.page.getByRole('dialog', { name: '新建预案' });
    await editor.getByLabel('预案名称').fill('汶川县预案');
    for (const level of ['Ⅳ级', 'Ⅲ级', 'Ⅱ级', 'Ⅰ级']) await editor.getByLabel(`${level}响应的启动条件`).fill('条件');
    await editor.getByRole('button', { name: '增加事项' }).click();
    await editor.getByLabel('处置事项 1').fill('核实火情');
    await editor.getByLabel('责任岗位 1').fill('值班员');
    await editor.getByRole('button', { name: '增加职责' }).click();
    await editor.getByLabel('岗位 1', { exact: true }).fill('指挥长');
    await editor.getByLabel('职责 1').fill('总指挥');
    await editor.getByRole('button', { name: '保存草稿' }).click();
    await county.page.getByRole('button', { name: '提交审批' }).click();
    await county.page.getByText('须由编制、提交人之外的另一人审批').waitFor();
    await above.goto(new URL(county.page.url()).pathname + new URL(county.page.url()).search);
    await above.page.getByRole('button', { name: '批准' }).click();
    await above.page.getByRole('button', { name: '修改（新建版本）' }).waitFor();
    expect(await seriousFaults(above.page)).toEqual([]);

    const officer = await signIn(base(), 'wenchuan');
    await newFire(base(), officer);
    await above.goto('/emergencyPlan');
    await above.page.getByText('现在没有启动的预案').waitFor();
    await county.goto('/emergencyPlan');
    await county.page.getByRole('button', { name: '启动预案' }).click();
    const dialog = county.page.getByRole('dialog', { name: '启动预案' });
    await dialog.getByLabel('火情').click();
    await county.page.locator('.ant-select-item-option').first().click();
    await dialog.getByLabel('响应级别').click();
    await county.page.locator('.ant-select-item-option', { hasText: 'Ⅳ级' }).click();
    await dialog.getByLabel('原因').fill('威胁居民点');
    await dialog.getByRole('button', { name: '启动预案' }).click();
    await above.page.getByText('威胁居民点').waitFor();
    await county.page.getByRole('button', { name: '完成：核实火情' }).click();
    await above.page.getByText(/^汶川县值班员 \d\d-\d\d/).waitFor();
    expect(await seriousFaults(county.page)).toEqual([]);
    await endRuns(base(), officer);

    // A warning of the prefecture is on the county’s desk at once, on any page, until it is read.
    await above.goto('/warning');
    await above.page.getByRole('button', { name: '发布预警' }).click();
    const form = above.page.getByRole('dialog', { name: '发布预警' });
    await form.getByLabel('预警区域').click();
    await above.page.locator('.ant-select-tree-title', { hasText: '阿坝藏族羌族自治州' }).click();
    // The list remains open for more areas and covers the levels.
    await above.page.keyboard.press('Escape');
    await form.getByText('橙色', { exact: true }).click();
    await form.getByRole('button', { name: '发布', exact: true }).click();
    await county.page.getByText('1 条森林火险预警未读').waitFor();
    await county.page.getByRole('link', { name: '查看' }).click();
    await county.page.getByRole('button', { name: '确认已读' }).click();
    await county.page.getByText(/^已读 /).waitFor();
    await county.page.getByText('1 条森林火险预警未读').waitFor({ state: 'hidden' });
    expect(await seriousFaults(county.page)).toEqual([]);
    await above.page.getByRole('button', { name: '解除' }).click();
    await above.page.getByLabel('解除原因').fill('降雨');
    await above.page.getByRole('button', { name: '解除' }).last().click();
    await above.page.getByText('没有现行的预警').waitFor();
  });
});

/** Creates an active fire at Wenchuan. */
async function newFire(base: string, officer: Session): Promise<void> {
  const { data } = await call(base, 'POST', '/fire/api/reportFirealarm', WENCHUAN, officer);
  await call(base, 'POST', '/fire/api/monitorFirealarm/fireRealUpdates', { fireId: data.id, isReal: 1 }, officer);
}

/** The clean-up of the server closes the fire. */
async function endRuns(base: string, officer: Session): Promise<void> {
  const { data } = await call(base, 'POST', '/fire/api/planRun/page', { state: 'open' }, officer);
  for (const { id } of data.list) await call(base, 'POST', '/fire/api/planRun/end', { id, reason: '测试结束' }, officer);
}
