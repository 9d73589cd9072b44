// 资源管理: a place is registered from the map, changed, deleted and restored; an imported table's bad row is named and its good rows are
// stored.
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import type { Desk } from './lib/desk.ts';
import { describeWithServer } from './lib/fixture.ts';
import { call, type Session, signIn } from './lib/wire.ts';

const OFFICE = { width: 1366, height: 768 };
const PICKED = '测试取水点';
const OTHER = '测试取水点乙';

describeWithServer('resources', import.meta.filename, ({ open, base }) => {
  it('a place is registered where the map is clicked, changed, and deleted with a reason, and the deletion is undone', async () => {
    const officer = await signIn(base(), 'wenchuan');
    const desk = await open({ user: 'wenchuan', viewport: OFFICE });
    const { page } = desk;
    await desk.goto('/resource/waterSource');
    await page.locator('.globe-stage[data-state="ready"]').waitFor();
    await page.getByRole('button', { name: '新建' }).click();
    await page.getByLabel('编号').fill('E2E-W-1');
    await page.getByLabel('名称').fill('取水点');
    await pickOnMap(desk);
    expect(await page.getByLabel('经纬度').inputValue()).toMatch(/^\d+\.\d+\D+\d+\.\d+$/);
    // A form without a number and a place is not sent.
    await page.getByLabel('编号').fill('');
    await page.getByRole('button', { name: '保存' }).click();
    await page.getByText('请填写编号').waitFor();
    expect(await page.getByLabel('名称').inputValue()).toBe('取水点');
    await page.getByLabel('编号').fill('E2E-W-1');
    await page.getByRole('button', { name: '保存' }).click();
    const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) });
    await row('取水点').waitFor();
    expect(await seriousFaults(page)).toEqual([]);

    await row('取水点').getByRole('button', { name: '修改' }).click();
    await page.getByLabel('名称').fill(PICKED);
    await page.getByRole('button', { name: '保存' }).click();
    await row(PICKED).getByRole('button', { name: '删除' }).click();
    await page.getByLabel('删除原因').fill('已干涸');
    await page.getByRole('tooltip').getByRole('button', { name: '删除' }).click();
    await row(PICKED).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: '撤销' }).click();
    await row(PICKED).waitFor();
    expect(await namesAt(base(), officer)).toEqual([PICKED]);
    await removeAll(base(), officer);
  });

  it('a table is checked before it is stored: its bad row is named, the good row is imported', async () => {
    const officer = await signIn(base(), 'wenchuan');
    const desk = await open({ user: 'wenchuan', viewport: OFFICE });
    const { page } = desk;
    await desk.goto('/resource/waterSource?map=off');
    await page.getByRole('button', { name: '导入', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '导入资源表格' });
    const table = ['类别,编号,名称,经度,纬度', `水源地,E2E-W-2,${OTHER},103.59,31.48`, '水源地,E2E-W-3,没有经度,不知道,31.48'].join('\n');
    await dialog.locator('input[type=file]').setInputFiles({ name: '水源地.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
    await dialog.getByText('读到 2 行 · 可导入 1 行 · 不能导入 1 行').waitFor();
    expect(await dialog.getByRole('row').filter({ hasText: '经度' }).locator('td').allTextContents()).toEqual([
      '3',
      '经度',
      '应为经纬度，如 103.59 或 103°35′24″，实为“不知道”',
    ]);
    expect(await namesAt(base(), officer)).toEqual([]);
    await dialog.getByRole('button', { name: '导入这 1 行' }).click();
    await dialog.getByText('已导入 1 行').waitFor();
    await dialog.locator('.ant-modal-footer').getByRole('button', { name: '关闭' }).click();
    await page.getByRole('button', { name: OTHER, exact: true }).waitFor();
    expect(await namesAt(base(), officer)).toEqual([OTHER]);
    await removeAll(base(), officer);
  });
});

async function pickOnMap({ page }: Desk): Promise<void> {
  await page.getByRole('button', { name: /点选$/ }).click();
  await page.getByText('请在地图上点击一处').waitFor();
  const box = await page.locator('.resources-map').boundingBox();
  if (box === null) throw new Error('there is no map');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.getByText('请在地图上点击一处').waitFor({ state: 'hidden' });
}

async function rowsAt(base: string, officer: Session): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const query = { name: 'E2E-W-', kinds: ['waterSource'], pageNo: 1, pageSize: 20 };
  return (await call(base, 'POST', '/resource/api/resourceList/page', query, officer)).data.list;
}

const namesAt = async (base: string, officer: Session) => (await rowsAt(base, officer)).map(({ name }) => name);

async function removeAll(base: string, officer: Session): Promise<void> {
  for (const { id } of await rowsAt(base, officer))
    await call(base, 'POST', '/resource/api/resourceList/remove', { id, reason: '测试结束' }, officer);
}
