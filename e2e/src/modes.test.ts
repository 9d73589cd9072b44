import { expect, it } from 'vitest';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { lineOnline, openQueue, queueRows } from './lib/pages.ts';
import { cameraSees, WENCHUAN } from './lib/wire.ts';

describeWithServer('an emergency', import.meta.filename, ({ open, base }) => {
  // Proves §4.12
  it('set at the prefecture’s desk is on the county’s header at once, and its queue is sorted by danger until it is lifted', async () => {
    const openDesk = async (user: string) => {
      const desk = await open({ user, viewport: { width: 1366, height: 768 } });
      await desk.goto('/manage/monitor');
      await openQueue(desk.page);
      await lineOnline(desk.page);
      return desk.page;
    };
    const [prefecture, county] = await Promise.all([openDesk('aba'), openDesk('wenchuan')]);
    await cameraSees(base(), WENCHUAN, { address: '炽热甲', maxHeat: 580 });
    await cameraSees(base(), WENCHUAN, { address: '微温乙', maxHeat: 40 });
    // By arrival the newer, weaker one is on top.
    await eventually(() => queueRows(county).first().textContent()).toContain('微温乙');

    const change = async (act: string, reason: string) => {
      await prefecture.getByRole('button', { name: /^运行模式/ }).click();
      await prefecture.getByLabel('原因').fill(reason);
      await prefecture.getByRole('button', { name: act, exact: true }).click();
      await prefecture.getByRole('button', { name: `确定${act}` }).click();
    };
    await change('进入应急', '三处同时报警');
    await county.getByRole('button', { name: '运行模式 应急模式' }).waitFor();
    await eventually(() => queueRows(county).first().textContent()).toContain('炽热甲');
    await county.goto(`${base()}/manage/task`);
    await county.getByRole('button', { name: '运行模式 应急模式' }).click();
    await county.getByText('三处同时报警').waitFor();

    await prefecture.keyboard.press('Escape');
    await prefecture.reload();
    await change('恢复日常', '已扑灭');
    await county.getByRole('button', { name: '运行模式 日常模式' }).waitFor();
    await eventually(() => queueRows(prefecture).first().textContent()).toContain('微温乙');
    expect(await queueRows(prefecture).count()).toBe(2);
  });
});
