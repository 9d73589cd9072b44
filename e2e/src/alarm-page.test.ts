import { readFile } from 'node:fs/promises';
import { contract } from '@lookout/features/contract.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { lineOnline } from './lib/pages.ts';
import { call, personReports, signIn, WENCHUAN } from './lib/wire.ts';

const LAPTOP = { width: 1366, height: 768 } as const;

/** The opacity of an element: a panel that is still fading in is half transparent, which axe would report as low contrast. */
const opacityOf = (page: Page, selector: string): Promise<number> =>
  page.evaluate(`(() => {
    let opacity = 1;
    for (let one = document.querySelector(${JSON.stringify(selector)}); one !== null; one = one.parentElement)
      opacity *= Number(getComputedStyle(one).opacity);
    return opacity;
  })()`);

/** The exported file with the rows of the current filter. */
async function exported(page: Page, kind: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: '导出' })
      .click()
      .then(() => page.getByRole('menuitem', { name: kind }).click()),
  ]);
  return readFile(await download.path(), 'utf8');
}

describeWithServer('报警管理', import.meta.filename, ({ open, base }) => {
  it('an alarm’s history grows live, a message about it is in the outbox, its actions are saved, and the shift is handed over, also live', async () => {
    const officer = await signIn(base(), 'wenchuan');
    const id = await personReports(base(), officer, WENCHUAN, '山坡有烟');
    const { page, goto } = await open({ user: 'wenchuan', viewport: LAPTOP });
    await goto('/manage/alarm?state=open');
    await lineOnline(page);
    await page
      .getByRole('button', { name: /汶川县城/ })
      .first()
      .click();
    const drawer = page.getByRole('dialog', { name: '火警详情' });
    const lines = drawer.locator('.history li');
    await eventually(() => lines.count()).toBe(1);
    expect(new URL(page.url()).searchParams.get('id')).toBe(id);

    await call(base(), 'POST', contract.alarm.monitorJudge.path, { fireId: id, isReal: 1, isTrueNote: '浓烟' }, officer);
    await eventually(() => lines.last().textContent()).toMatch(/研判[\s\S]*汶川县值班员[\s\S]*真实火情[\s\S]*浓烟/);
    await drawer.getByRole('button', { name: '发短信' }).click();
    const dialog = page.getByRole('dialog', { name: '发短信' });
    await eventually(() => opacityOf(page, '.ant-modal[role=dialog], .ant-modal [role=dialog]')).toBe(1);
    // Checked before a list is opened, because antd keeps a hidden copy of an opened list without an accessible name.
    expect(await seriousFaults(page)).toEqual([]);
    await dialog.getByLabel('其他号码').fill('13800001111,10086 ');
    await dialog.getByRole('combobox', { name: '模板' }).click();
    await page.getByTitle('出动通知').click();
    await eventually(() => dialog.getByLabel('短信内容').inputValue()).toContain('【出动通知】四川省');
    await dialog.getByRole('button', { name: '发送' }).click();
    await page.getByText('发送成功').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await eventually(() => lines.last().textContent()).toMatch(/发短信[\s\S]*138\*\*\*\*11/);
    await drawer.getByRole('button', { name: /^(Close|关闭)$/ }).click();
    await page.getByRole('tab', { name: '短信发件箱' }).click();
    const sent = page.getByRole('row').filter({ hasText: '13800001111' });
    await sent.getByRole('cell', { name: '已存入发件箱' }).waitFor();

    await page.getByRole('tab', { name: '经过' }).click();
    await page.getByRole('cell', { name: '研判', exact: true }).first().waitFor();
    await page.getByRole('button', { name: '列', exact: true }).click();
    await page.getByRole('checkbox', { name: '席位' }).uncheck();
    await eventually(() => page.getByRole('columnheader', { name: '席位' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    const [head, ...rows] = (await exported(page, 'CSV（.csv）')).trimEnd().split('\r\n');
    expect(head).toBe('\uFEFF时间,操作,操作人,火警,详情');
    expect(rows.some((row) => /,研判,汶川县值班员,.*浓烟/.test(row))).toBe(true);
    // An Excel file is a zip archive.
    expect((await exported(page, 'Excel（.xlsx）')).slice(0, 2)).toBe('PK');

    await page.getByRole('tab', { name: '交接班' }).click();
    await page.getByRole('button', { name: '值班席位' }).click();
    await page.getByRole('button', { name: '接班', exact: true }).click();
    await page.getByText('已接班').waitFor();
    await page.getByText('值班中').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    // The officer acts at another desk, and this desk shows it at once.
    await call(base(), 'POST', contract.shift.shiftHandOver.path, { successor: '张三', note: '注意威州镇方向' }, officer);
    await eventually(() => page.getByRole('button', { name: '值班席位' }).textContent()).toContain('无人值班');
    await page.getByRole('cell', { name: '注意威州镇方向' }).waitFor();
    await eventually(() => page.getByRole('region', { name: '上一班' }).textContent()).toContain('注意威州镇方向');
  });
});
