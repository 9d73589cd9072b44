// 告警洪泛: many hotspots at once are grouped into areas with the most dangerous on top and a count, and sound once. An officer can always
// switch to the order of arrival.
import { expect, it } from 'vitest';
import { DESK } from './lib/alarm-actions.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { COUNT_TONES, TONES } from './lib/in-page.ts';
import { FLAT_MONITOR, lineOnline, openQueue, queueRows } from './lib/pages.ts';
import { satelliteFile } from './lib/wire.ts';

const HEADER = 'latitude,longitude,bright_ti4,scan,track,acq_date,acq_time,satellite,instrument,confidence,version,bright_ti5,frp,daynight';

/** Fires 6 km apart in the south of Wenchuan and around Lixian, two pixels each, of one pass. */
function pass(): { readonly csv: string; readonly fires: number; readonly pixels: number } {
  const now = new Date().toISOString();
  const rest = `${now.slice(0, 10)},${now.slice(11, 16).replace(':', '')},N,VIIRS,n,2.0NRT,290`;
  const places = [
    ...Array.from({ length: 8 }, (_, n) => ({ lng: 103.12 + 0.065 * (n % 4), lat: 30.9 + 0.06 * Math.floor(n / 4) })),
    ...Array.from({ length: 5 }, (_, n) => ({ lng: 103.1 + 0.01 * n, lat: 31.4 + 0.06 * n })),
  ];
  const rows = places.flatMap(({ lng, lat }, n) =>
    [0, 0.003].map((away) => `${(lat + away).toFixed(5)},${lng.toFixed(5)},330,0.39,0.36,${rest},${n + 3},D`),
  );
  return { csv: `${HEADER}\n${rows.join('\n')}\n`, fires: places.length, pixels: rows.length };
}

describeWithServer('a flood of alarms', import.meta.filename, { own: true, env: { FIRE_ASSOCIATION: 'on' } }, ({ open, base }) => {
  it('is folded to fires and areas, counted, and sounds once; the officer can switch to the order of arrival', async () => {
    const { page, goto } = await open({ user: 'aba', viewport: DESK, arrangesItself: true, before: COUNT_TONES });
    await goto(FLAT_MONITOR);
    await openQueue(page);
    await lineOnline(page);
    // The gesture that allows sound.
    await page.mouse.click(5, 5);
    const { csv, fires, pixels } = pass();
    expect((await satelliteFile(base(), csv)).accepted).toBe(pixels);
    const note = page.getByRole('status').filter({ hasText: '告警洪泛' });
    await note.getByText(`10 分钟内 ${pixels} 条火警，归为 ${fires} 起`).waitFor();
    await page.getByText(`${pixels} 条未处理 归为 ${fires} 起火情`).waitFor();
    // Each county with several fires has one row, which can be expanded and collapsed.
    const area = page.getByTitle('展开汶川县');
    await area.waitFor();
    const before = await queueRows(page).count();
    await area.click();
    await page.getByTitle('收起汶川县').waitFor();
    await eventually(() => queueRows(page).count()).toBeGreaterThan(before);
    await eventually(() => page.evaluate(TONES)).toBe(1);

    await page.getByRole('button', { name: '排列方式' }).click();
    await page.getByRole('menuitem', { name: '始终按到达时间' }).click();
    await eventually(() => page.getByTitle(/^(展开|收起)汶川县$/).count()).toBe(0);
    await note.waitFor();
  });
});
