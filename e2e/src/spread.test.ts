// 蔓延推演: isochrones on the globe by the hour, what they were made of, and a run that is cancelled. How an officer comes to a forecast, and what it
// hits: first-hours.test.ts.
import { contract } from '@lookout/contract';
import { expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { LAPTOP } from './lib/dispatch.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { enterWeather, FOREST, judgeReal } from './lib/forecast.ts';
import { hex, PICTURE_POLL, pixelsOf } from './lib/pixels.ts';
import { call, cameraSees, personReports, signIn } from './lib/wire.ts';

const { runSpread } = contract.spread;
const ELSEWHERE = { longitude: 103.56, latitude: 31.4 };
/** The line of the last hour (packages/map, spread/colours.ts). */
const LAST_LINE = hex('#5f55d8');
/** Forest some kilometres from the others, so that its alarms are of no other fire. */
const SEEN_AGAIN = { longitude: 103.48, latitude: 31.3 };
/** So many runs of a day are in hand before two workers that another one waits for seconds. */
const WAITING = 16;
const BREEZE = { windSpeedMetresPerSecond: 3, windFromDegrees: 225, temperatureCelsius: 20, humidityPercent: 35 };
const WINDY = { windSpeedMetresPerSecond: 7, windFromDegrees: 225, temperatureCelsius: 28, humidityPercent: 20 };

describeWithServer(
  'the forecast of a fire',
  import.meta.filename,
  { map: 'globe', own: true, env: { FIRE_ASSOCIATION: 'on' } },
  ({ open, base }) => {
    it('draws isochrones on the globe, goes over the hours, is found again by its address, and says what it was made of', async () => {
      const officer = await signIn(base(), 'wenchuan');
      const fireId = await cameraSees(base(), FOREST, { address: '推演沟' });
      await judgeReal(base(), officer, fireId);
      const { page, goto } = await open({ user: 'wenchuan', viewport: LAPTOP });
      await goto(`/manage/decision?fireId=${fireId}&tab=spread`);
      await enterWeather(page, WINDY);
      // What cannot be is refused beside its cell.
      const [wind] = await page.getByRole('table', { name: '逐小时填写天气' }).getByLabel('风速（米/秒）').all();
      await wind?.fill('200');
      await page.getByText('须为 0 至 113').waitFor();
      await wind?.fill(String(WINDY.windSpeedMetresPerSecond));
      expect(await seriousFaults(page)).toEqual([]);
      await page.getByRole('button', { name: '开始推演' }).click();
      await page.waitForURL(/[?&]run=/);
      const legend = page.getByRole('region', { name: '到达范围' });
      await legend.getByText(/^6 小时（.*\d\d:\d\d）$/).waitFor();
      await eventually(() => pixelsOf(page, LAST_LINE), PICTURE_POLL).toBeGreaterThan(100);
      expect(await seriousFaults(page)).toEqual([]);

      // At another hour the last line is gone; the address brings the run back.
      await legend.getByRole('slider', { name: '推演时刻' }).press('Home');
      await legend.getByText(/^推演开始后 15 分/).waitFor();
      await eventually(() => pixelsOf(page, LAST_LINE), PICTURE_POLL).toBeLessThan(100);
      await page.reload();
      await legend.getByText(/^6 小时（.*\d\d:\d\d）$/).waitFor();
      await page.getByRole('button', { name: '展开依据' }).click();
      await page.getByText(/^Rothermel（地表火）/).waitFor();
      await page.getByText(/^人工填写（.+）$/).waitFor();
      expect(await seriousFaults(page)).toEqual([]);
    });

    it('is corrected by a report that comes after it, and says by what and how many of its members still count', async () => {
      const officer = await signIn(base(), 'wenchuan');
      const fireId = await cameraSees(base(), SEEN_AGAIN, { address: '校正沟' });
      await judgeReal(base(), officer, fireId);
      const { page, goto } = await open({ user: 'wenchuan', viewport: LAPTOP, map: 'flat' });
      await goto(`/manage/decision?fireId=${fireId}&tab=spread`);
      await enterWeather(page, BREEZE);
      await page.getByRole('button', { name: '开始推演' }).click();
      await page.waitForURL(/[?&]run=/);
      const first = page.url();
      const since = page.getByRole('region', { name: '新的观测' });
      await since.getByText(/以后没有新的观测$/).waitFor();
      const correct = since.getByRole('button', { name: '用新观测校正' });
      expect(await correct.isDisabled()).toBe(true);

      await personReports(base(), officer, { ...SEEN_AGAIN, latitude: SEEN_AGAIN.latitude + 0.0008 }, '校正用火情');
      await since.getByText(/以后新的观测：.*人员报告/).waitFor();
      await correct.click();
      await page.waitForURL((url) => url.href !== first);
      await page.getByText(/^依据：.*人员报告.*有效成员 \d+\/100$/).waitFor();
      await page
        .getByText(/与观测相符的成员多计。$/)
        .first()
        .waitFor();
      await page.getByText('已校正', { exact: true }).waitFor();
      expect(await seriousFaults(page)).toEqual([]);
    });

    it('that waits is cancelled, and says so', async () => {
      const officer = await signIn(base(), 'wenchuan');
      const fireId = await personReports(base(), officer, ELSEWHERE, '取消用火情');
      await judgeReal(base(), officer, fireId);
      const { page, goto } = await open({ user: 'wenchuan', viewport: LAPTOP, map: 'flat' });
      await goto(`/manage/decision?fireId=${fireId}&tab=spread`);
      const start = page.getByRole('button', { name: '开始推演' });
      await enterWeather(page, WINDY);
      await page.getByText('这起火情还没有推演').waitFor();
      const replies = await Promise.all(
        Array.from({ length: WAITING }, (_, index) => {
          const ignition = { type: 'Point', coordinates: [FOREST.longitude, FOREST.latitude - 0.001 * index] };
          const weather = [
            {
              time: new Date(Date.now() - 3_600_000).toISOString(),
              windFromDegrees: 225,
              windSpeedMetresPerSecond: 8,
              temperatureCelsius: 30,
              humidityPercent: 15,
            },
          ];
          return call(base(), 'POST', runSpread.path, { ignition, hours: 24, weather }, officer);
        }),
      );
      expect(replies.map(({ code }) => code)).toEqual(replies.map(() => 200));
      await start.click();
      await page.getByText(/^排队第 \d+ 位/).waitFor();
      await page.getByRole('button', { name: '取消推演' }).click();
      await page.getByText('这次推演已取消，没有结果。').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
    });
  },
);
