// 用火报备 by day: from the calendar month to the day's burnings on the map, where a click opens a burning.
import { DAY_MS } from '@lookout/domain';
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { describeWithServer } from './lib/fixture.ts';
import { mapReady } from './lib/pages.ts';
import { call, signIn } from './lib/wire.ts';

const beijingDay = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10);

describeWithServer('用火报备', import.meta.filename, ({ open, base }) => {
  // Proves §2.13
  it('a day of the calendar lists its burnings, which are shown on the map of that day and open by a click', async () => {
    const officer = await signIn(base(), 'wenchuan');
    const day = beijingDay(Date.now() + DAY_MS);
    const application = {
      applicant: '日历甲',
      phone: '000-0000-1234',
      purpose: 'farm',
      position: { lng: 103.59, lat: 31.48 },
      startsAt: `${day} 09:00:00`,
      endsAt: `${day} 17:00:00`,
    };
    const { data } = await call(base(), 'POST', '/fire/api/fireReport', application, officer);
    const desk = await open({ user: 'wenchuan', viewport: { width: 1366, height: 768 } });
    await desk.goto(`/manage/FireReport?view=calendar&day=${day}`);
    const list = desk.page.getByRole('region', { name: `${day} 的用火` });
    await list.getByText('农事用火 · 日历甲').waitFor();
    expect(await seriousFaults(desk.page)).toEqual([]);
    await list.getByRole('link', { name: '在地图上看日历甲的用火' }).click();
    await mapReady(desk.page);
    await desk.page.getByRole('button', { name: /农事用火 · 日历甲/ }).click();
    await desk.page.locator('.marker-card').getByText('000-0000-1234').waitFor();
    expect(await seriousFaults(desk.page)).toEqual([]);
    // The worker's next test files must not find this test's burnings.
    await call(base(), 'POST', '/fire/api/fireReport/review', { id: data.id, state: 'withdrawn', note: '测试完毕' }, officer);
  });
});
