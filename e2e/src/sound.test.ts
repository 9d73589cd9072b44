import { expect, it } from 'vitest';
import { eventually } from './lib/eventually.ts';
import { describeWithServer, type Fixture } from './lib/fixture.ts';
import { COUNT_TONES, TONES, UNTOUCHED } from './lib/in-page.ts';
import { lineOnline } from './lib/pages.ts';
import { cameraSees, WENCHUAN } from './lib/wire.ts';

const HINT = '点击页面以开启告警声';
/** Includes the date when the silence ends on another day. */
const MUTED_UNTIL = /^告警声：静音至 (\d\d-\d\d )?\d\d:\d\d$/;

async function openMonitor(open: Fixture['open'], before = COUNT_TONES) {
  const desk = await open({ user: 'wenchuan', viewport: { width: 1366, height: 420 }, before, hasAudio: true });
  await desk.goto('/manage/monitor');
  await lineOnline(desk.page);
  const { page } = desk;
  return {
    ...desk,
    control: page.getByRole('button', { name: /^告警声：/ }),
    toast: (address: string) => page.getByRole('region', { name: '新火警提示' }).filter({ hasText: address }),
    tones: () => page.evaluate(TONES),
  };
}

describeWithServer('the alarm sound', import.meta.filename, ({ open, base }) => {
  it('while the browser blocks sound the page shows a hint; a blocked alarm sounds once sound is allowed', async () => {
    const { page, toast, tones } = await openMonitor(open, UNTOUCHED + COUNT_TONES);
    await page.getByRole('status').filter({ hasText: HINT }).waitFor();
    await cameraSees(base(), WENCHUAN);
    await toast('汶川县').waitFor();
    expect(await tones()).toBe(0);
    await page.mouse.click(300, 200);
    await eventually(tones).toBe(1);
    await eventually(() => page.getByText(HINT).count()).toBe(0);
  });

  it('muted it makes no sound and shows until when, also after a reload; unmuted it sounds', async () => {
    const { page, control, toast, tones } = await openMonitor(open);
    await control.click();
    await page.getByRole('menuitem', { name: '静音15分钟' }).click();
    await eventually(() => control.getAttribute('aria-label')).toMatch(MUTED_UNTIL);
    await cameraSees(base(), WENCHUAN);
    await toast('汶川县').waitFor();
    expect(await tones()).toBe(0);

    await page.reload();
    await lineOnline(page);
    expect(await control.getAttribute('aria-label')).toMatch(MUTED_UNTIL);
    await page.keyboard.press('m');
    await eventually(() => control.getAttribute('aria-label')).toBe('告警声：告警声开');
    await cameraSees(base(), WENCHUAN);
    await toast('汶川县').waitFor();
    await eventually(tones).toBe(1);
  });
});
