// 蔓延推演: from an alarm that is judged real, by one click in its popup, to isochrones on the globe and what they reach; and a run that is cancelled.
import { contract } from '@lookout/contract';
import { expect, it } from 'vitest';
import { fireRows, JUDGE_PATH, openMonitor } from './lib/alarm-actions.ts';
import { seriousFaults } from './lib/axe.ts';
import { LAPTOP } from './lib/dispatch.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { mapReady, popup } from './lib/pages.ts';
import { colourDistance, countPixels, hex, PICTURE_POLL, stagePicture } from './lib/pixels.ts';
import { call, cameraSees, personReports, signIn } from './lib/wire.ts';

const { runSpread } = contract.spread;
/** Mixed forest near the seat of Wenchuan, in the land cover of the demo. */
const FOREST = { longitude: 103.5955, latitude: 31.4375 };
const ELSEWHERE = { longitude: 103.56, latitude: 31.4 };
/** The line of the last hour (packages/map, spread/colours.ts). */
const LAST_LINE = hex('#5f55d8');
/** So many runs of a day are in hand before two workers that another one waits for seconds. */
const WAITING = 16;

describeWithServer(
  'the forecast of a fire',
  import.meta.filename,
  { map: 'globe', own: true, env: { FIRE_ASSOCIATION: 'on', DEMO_WORLD: 'on' } },
  ({ open, base }) => {
    it('is one click from the popup: isochrones on the globe, areas by the hour, and what it reaches', async () => {
      const officer = await signIn(base(), 'wenchuan');
      const position = { lng: FOREST.longitude + 0.0008, lat: FOREST.latitude + 0.0008 };
      const team = { resourceType: 'team', resourceCode: 'spread-team', name: '林边扑火队', position };
      expect(await call(base(), 'POST', contract.resources.createResource.path, team, officer)).toMatchObject({ code: 200 });
      const fireId = await cameraSees(base(), FOREST, { address: '推演沟' });
      expect(await call(base(), 'POST', JUDGE_PATH, { fireId, isReal: 1 }, officer)).toMatchObject({ code: 200 });
      // The demo's weather begins a moment after the server.
      const briefing = () => call(base(), 'POST', contract.decision.briefing.path, { fireId, radiusMetres: 5_000 }, officer);
      await eventually(async () => (await briefing()).data.hours.length).toBeGreaterThan(0);
      const { page } = await openMonitor(open, 'wenchuan', LAPTOP);
      await mapReady(page);
      await fireRows(page).filter({ hasText: '推演沟' }).click();
      await popup(page).getByRole('button', { name: '蔓延推演' }).click();
      await page.waitForURL(/\/manage\/decision\?.*run=/);
      await page.getByText('模型推算，不是观测。').waitFor();
      await page.getByRole('region', { name: '到达范围' }).waitFor();

      // Wind of the officer's own, so that the size of the fire is no matter of the hour in which the test runs.
      await page.getByRole('checkbox', { name: '自己填写天气' }).check();
      for (const [label, value] of [
        ['风速（米/秒）', '7'],
        ['风向（从何方吹来，度）', '225'],
        ['气温（℃）', '28'],
        ['相对湿度（%）', '20'],
      ] as const)
        await page.getByLabel(label).fill(value);
      const before = page.url();
      await page.getByRole('button', { name: '重新推演' }).click();
      await page.waitForURL((url) => url.href !== before);
      const legend = page.getByRole('region', { name: '到达范围' });
      await legend.getByText(/^6 小时（.*\d\d:\d\d）$/).waitFor();
      await page.getByRole('region', { name: '会烧到哪里' }).getByText('林边扑火队').first().waitFor();
      await eventually(async () => {
        const picture = await stagePicture(page);
        const whole = { x: 0, y: 0, width: picture.width, height: picture.height };
        return countPixels(picture, whole, (colour) => colourDistance(colour, LAST_LINE) < 45);
      }, PICTURE_POLL).toBeGreaterThan(100);
      expect(await seriousFaults(page)).toEqual([]);

      // At another hour the last line is gone; the address brings the run back.
      await legend.getByRole('slider', { name: '推演时刻' }).press('Home');
      await legend.getByText(/^起火后 15 分/).waitFor();
      await page.reload();
      await legend.getByText(/^6 小时（.*\d\d:\d\d）$/).waitFor();
      await page.getByRole('button', { name: '展开依据' }).click();
      await page.getByText(/^Rothermel（地表火）/).waitFor();
      expect(await seriousFaults(page)).toEqual([]);
    });

    it('that waits is cancelled, and says so', async () => {
      const officer = await signIn(base(), 'wenchuan');
      const fireId = await personReports(base(), officer, ELSEWHERE, '取消用火情');
      expect(await call(base(), 'POST', JUDGE_PATH, { fireId, isReal: 1 }, officer)).toMatchObject({ code: 200 });
      const incident = () => call(base(), 'GET', `${contract.incidents.incident.path}?id=${fireId}`, undefined, officer);
      await eventually(async () => (await incident()).data).not.toBeNull();
      const { page, goto } = await open({ user: 'wenchuan', viewport: LAPTOP, map: 'flat' });
      await goto(`/manage/decision?fireId=${fireId}&tab=spread`);
      const start = page.getByRole('button', { name: '开始推演' });
      await start.waitFor();
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
      await page.getByRole('button', { name: '取消推演' }).click();
      await page.getByText('这次推演已取消，没有结果。').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
    });
  },
);
