// 人员安全: a ranger before a fire is called out at the desk, marked on the globe with his way out, and warned on his phone, also without a line.
import { contract } from '@lookout/contract';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { JUDGE_PATH } from './lib/alarm-actions.ts';
import { seriousFaults } from './lib/axe.ts';
import { LAPTOP, openPhone, RANGER } from './lib/dispatch.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { COUNT_TONES, TONES } from './lib/in-page.ts';
import { layoutFaults } from './lib/layout.ts';
import { mapReady } from './lib/pages.ts';
import { colourDistance, countPixels, hex, PICTURE_POLL, stagePicture } from './lib/pixels.ts';
import { call, cameraSees, signIn } from './lib/wire.ts';

/** Mixed forest near the seat of Wenchuan, in the land cover of the demo. */
const FIRE = { longitude: 103.5955, latitude: 31.4375 };
/** A hundred metres north-east of it, before the wind. */
const BEFORE_IT = { longitude: 103.5963, latitude: 31.4382 };
/** Entered, so that the fire is no matter of the season in which the test runs: it comes to him in about twenty minutes. */
const DRY = { oneHour: 2, tenHour: 3, hundredHour: 4, liveHerbaceous: 30, liveWoody: 60 };
/** Of the rings of who is in danger (apps/web, tokens.ts), and of a way out (packages/map, people-safety.ts). */
const RINGS = ['#e69f00', '#d55e00', '#cc79a7'].map(hex);
const WAY_OUT = hex('#b8ff3d');
const NEAR_COLOUR = 40;
const FAULTS_WITHOUT_LINE = [/ERR_INTERNET_DISCONNECTED/, /ERR_CONNECTION_RESET/, /Failed to load resource/, /ERR_FAILED/];

async function pixelsOf(page: Page, colours: readonly ReturnType<typeof hex>[]): Promise<number> {
  const picture = await stagePicture(page);
  const whole = { x: 0, y: 0, width: picture.width, height: picture.height };
  return countPixels(picture, whole, (one) => colours.some((colour) => colourDistance(one, colour) < NEAR_COLOUR));
}

describeWithServer(
  'people before a fire',
  import.meta.filename,
  { map: 'globe', own: true, env: { FIRE_ASSOCIATION: 'on', DEMO_WORLD: 'on' } },
  ({ open, base }) => {
    it('are called out at the desk and on their phones, which keep the way out without a line', async () => {
      const officer = await signIn(base(), 'wenchuan');
      const fireId = await cameraSees(base(), FIRE, { address: '撤离沟' });
      expect(await call(base(), 'POST', JUDGE_PATH, { fireId, isReal: 1 }, officer)).toMatchObject({ code: 200 });
      const incident = () => call(base(), 'GET', `${contract.incidents.incident.path}?id=${fireId}`, undefined, officer);
      await eventually(async () => (await incident()).data).not.toBeNull();
      const desk = await open({ user: 'wenchuan', viewport: LAPTOP, pixelRatio: 1, before: COUNT_TONES });
      await desk.goto('/manage/monitor');
      await mapReady(desk.page);
      const phone = await openPhone(open, BEFORE_IT);
      phone.expectFaults(...FAULTS_WITHOUT_LINE);
      await phone.page.getByText('没有网络也能打开本页').waitFor();
      await phone.page.getByText(/^离线地图 \d+\.\d MB/).waitFor();
      await phone.page.getByText(/位置上报中 · 上次/).waitFor();

      const hour = { windFromDegrees: 225, windSpeedMetresPerSecond: 12, temperatureCelsius: 30, humidityPercent: 15 };
      const weather = [{ time: new Date(Date.now() - 3_600_000).toISOString(), ...hour }];
      const asked = { incidentId: fireId, hours: 2, members: 1, weather, moisturePercent: DRY };
      const run = await call(base(), 'POST', contract.spread.runSpread.path, asked, officer);
      expect(run).toMatchObject({ code: 200 });

      const notice = desk.page.getByRole('region', { name: '人员安全通知' });
      await notice.getByText(new RegExp(`${RANGER}，火`)).waitFor();
      await eventually(() => desk.page.evaluate(TONES)).toBeGreaterThan(0);
      // On a laptop it covers nothing that can be pressed, neither of the page nor of a dialog.
      expect(await layoutFaults(desk.page)).toEqual([]);
      await desk.page.getByRole('button', { name: '账号菜单' }).click();
      await desk.page.getByRole('menuitem', { name: '修改密码' }).click();
      const dialog = desk.page.getByRole('dialog', { name: '修改密码' });
      await dialog.waitFor();
      const [below, told] = await Promise.all([dialog.boundingBox(), notice.boundingBox()]);
      expect(below?.y).toBeGreaterThanOrEqual((told?.y ?? 0) + (told?.height ?? 0));
      await dialog.getByRole('button', { name: '取消' }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect(await seriousFaults(desk.page)).toEqual([]);
      await notice.getByRole('button', { name: `看撤离路线：${RANGER}` }).click();
      await eventually(() => pixelsOf(desk.page, RINGS), PICTURE_POLL).toBeGreaterThan(50);
      await eventually(() => pixelsOf(desk.page, [WAY_OUT]), PICTURE_POLL).toBeGreaterThan(50);
      await notice.getByRole('button', { name: `接手 ${RANGER} 的人员安全告警` }).click();
      await notice.waitFor({ state: 'hidden' });

      const warning = phone.page.getByRole('region', { name: '您的安全' });
      await warning.getByText(/^火.*到您的位置，现在撤离：向.*$/).waitFor();
      expect(await seriousFaults(phone.page)).toEqual([]);
      await phone.context.setOffline(true);
      await phone.page.reload({ waitUntil: 'domcontentloaded' });
      await warning.getByText(/^火.*到您的位置，现在撤离：向.*$/).waitFor();
      await warning.getByText(/^依据 .*\d\d:\d\d 的推演，有效到/).waitFor();
      await warning.getByText(/^没有连上服务器/).waitFor();
      await phone.page.getByRole('button', { name: '打开地图' }).click();
      await phone.page.locator('.map-safe').first().waitFor();
      expect(await seriousFaults(phone.page)).toEqual([]);
      await phone.context.setOffline(false);

      await desk.goto('/safety');
      const card = desk.page.getByRole('region', { name: new RegExp(`${RANGER}$`) });
      await card.getByText(/已接手$/).waitFor();
      expect(await seriousFaults(desk.page)).toEqual([]);
    });
  },
);
