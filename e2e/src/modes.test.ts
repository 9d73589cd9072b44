import { it } from 'vitest';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { lineOnline, openQueue, queueRows } from './lib/pages.ts';
import { cameraSees, WENCHUAN } from './lib/wire.ts';

describeWithServer('an emergency', import.meta.filename, ({ open, base }) => {
  // exercise.test.ts shows that the mode reaches a lower desk live.
  // Proves §4.12
  it('a mode set at the prefecture’s desk sorts its queue by danger until it is lifted', async () => {
    const { page, goto } = await open({ user: 'aba', viewport: { width: 1366, height: 768 } });
    await goto('/manage/monitor');
    await openQueue(page);
    await lineOnline(page);
    await cameraSees(base(), WENCHUAN, { address: '炽热甲', maxHeat: 580 });
    await cameraSees(base(), WENCHUAN, { address: '微温乙', maxHeat: 40 });
    const first = () => queueRows(page).first().textContent();
    // By arrival the newer, weaker alarm is on top.
    await eventually(first).toContain('微温乙');
    const change = async (act: string, reason: string) => {
      await page.getByRole('button', { name: /^运行模式/ }).click();
      await page.getByLabel('原因').fill(reason);
      await page.getByRole('button', { name: act, exact: true }).click();
      await page.getByRole('button', { name: `确定${act}` }).click();
    };
    await change('进入应急', '三处同时报警');
    await page.getByRole('button', { name: '运行模式 应急模式' }).waitFor();
    await eventually(first).toContain('炽热甲');
    await page.keyboard.press('Escape');
    await page.reload();
    await change('恢复日常', '已扑灭');
    await page.getByRole('button', { name: '运行模式 日常模式' }).waitFor();
    await eventually(first).toContain('微温乙');
  });
});
