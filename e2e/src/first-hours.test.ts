// The first hours of one fire, as its people have them: alarm, judgement, forecast, what it hits, who is there first, who is sent; and the one who was
// sent stands where the fire comes: the desk is called, and so is he. Before it, the danger of the county by cells. What follows until the fire is closed:
// story.test.ts.
import { type Answer, contract } from '@lookout/contract';
import { expect, it } from 'vitest';
import { actionButton, dialog, fireRows, okButton, pendingActions, rowOf } from './lib/alarm-actions.ts';
import { seriousFaults } from './lib/axe.ts';
import { LAPTOP, openPhone, press, RANGER } from './lib/dispatch.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { AHEAD_OF_IT, enterWeather, FOREST } from './lib/forecast.ts';
import { COUNT_TONES, TONES } from './lib/in-page.ts';
import { FLAT_MONITOR, lineOnline, mapReady, openQueue, popup } from './lib/pages.ts';
import { hex, PICTURE_POLL, pixelsOf } from './lib/pixels.ts';
import { call, cameraSees, signIn } from './lib/wire.ts';

const PLACE = '首报沟';
const TEAM = '林边扑火队';
/** A kilometre south-west of the fire, on the side that its wind comes from: a camera alone knows its place to some hundred metres, within which members are lit. */
const BEHIND_IT = { longitude: 103.588, latitude: 31.431 };
/**
 * A storm in dry heat: the earliest tenth of a hundred fires is with whoever stands ahead of it in 16 to 27 minutes, whatever the seed: in less than half an hour,
 * and not before he could leave. At 12 m/s it was 23 to 39.
 */
const STORM = { windSpeedMetresPerSecond: 15, windFromDegrees: 225, temperatureCelsius: 35, humidityPercent: 5 };
const DORMANT = [
  ['活草本', '30'],
  ['活木本', '60'],
] as const;
/** Of an ensemble: what burns with 50 % (packages/map, spread/colours.ts). */
const EVEN = hex('#e877cd');
/** Of the rings of who is in danger (apps/web, tokens.ts), and of a way out (packages/map, people-safety.ts). */
const RINGS = ['#e69f00', '#d55e00', '#cc79a7'].map(hex);
const WAY_OUT = hex('#b8ff3d');

/** Forest in the west of the county, from a height at which little else stands on the map. */
const SLOPE = { longitude: 103.2, latitude: 31.1 };
const { dangerGrid, dangerCell } = contract.fireLevel;
const DANGER = '火险格网（模型）';
describeWithServer(
  'the first hours of a fire',
  import.meta.filename,
  { map: 'globe', own: true, env: { FIRE_ASSOCIATION: 'on', DEMO_WORLD: 'on' } },
  ({ open, base }) => {
    it('follow a day whose danger stands on the globe by cells, and in words for the one that is clicked', async () => {
      const officer = await signIn(base(), 'wenchuan');
      const asked = (path: string, query: string) => call(base(), 'GET', `${path}?gridNo=513221${query}`, undefined, officer);
      // A first start fetches the weather of a year, the officers' own grids first.
      await eventually(async () => (await asked(dangerGrid.path, '')).code, { timeout: 120_000 }).toBe(200);
      const day: string = (await asked(dangerGrid.path, '')).data.day;
      const { legend, inputs } = (await asked(dangerGrid.path, `&day=${day}&by=intensity`)).data as Answer<typeof dangerGrid>;
      expect(inputs.landCover).toEqual(['演示地类']);
      const all = legend.reduce((sum, { cells }) => sum + cells, 0);
      const colours = legend.filter(({ cells }) => cells > 0.2 * all).map(({ colour }) => hex(colour));
      expect(colours.length).toBeGreaterThan(0);

      const { page, goto } = await open({ user: 'wenchuan', viewport: LAPTOP, pixelRatio: 1 });
      // In the morning nobody has observed today yet, and the desk goes by the server's clock: what it asks of today is asked of the newest day.
      await page.route(/\/fireAlarmLevel\//, (route) =>
        route.continue({
          url: route
            .request()
            .url()
            .replace(/day=[\d-]+/, `day=${day}`),
        }),
      );
      await goto(`/manage/monitor?at=${SLOPE.longitude},${SLOPE.latitude},40000,0,-90,2d`);
      await mapReady(page);
      for (const colour of colours) expect(await pixelsOf(page, colour)).toBeLessThan(1_000);
      const openTree = () => page.getByRole('button', { name: '图层', exact: true }).click();
      await openTree();
      await page.getByRole('checkbox', { name: DANGER, exact: true }).check();
      // Through them the ground is seen otherwise, and has a part in each colour.
      await page.getByRole('slider', { name: `${DANGER}的不透明度` }).press('End');
      await openTree();
      const card = page.getByRole('region', { name: DANGER });
      await card.getByRole('radiogroup', { name: '显示' }).getByText('火头强度').click();
      await card.getByText(/地类：演示地类/).waitFor();
      for (const colour of colours) await eventually(() => pixelsOf(page, colour), PICTURE_POLL).toBeGreaterThan(2_000);

      const { data: cell } = await asked(dangerCell.path, `&day=${day}&longitude=${SLOPE.longitude}&latitude=${SLOPE.latitude}`);
      const stage = await page.locator('.globe-stage canvas').first().boundingBox();
      if (stage === null) throw new Error('no canvas on the page');
      await page.mouse.click(stage.x + stage.width / 2, stage.y + stage.height / 2);
      const words = page.getByRole('region', { name: '这一格' });
      await words.getByText(`（${cell.cover.value}，演示地类）`).waitFor();
      await words.getByText(`${Math.round(cell.heightMetres)} 米（`).waitFor();
      await words.getByText(`${cell.danger.intensityClass}级（`).waitFor();
      expect(await seriousFaults(page)).toEqual([]);
    });

    it('go from the alarm by the forecast to the ranger who is sent, comes before the fire, and is warned', async () => {
      const officer = await signIn(base(), 'wenchuan');
      const position = { lng: AHEAD_OF_IT.longitude, lat: AHEAD_OF_IT.latitude };
      const team = { resourceType: 'team', resourceCode: 'first-hours-team', name: TEAM, position };
      expect(await call(base(), 'POST', contract.resources.createResource.path, team, officer)).toMatchObject({ code: 200 });
      const { page, goto } = await open({ user: 'wenchuan', viewport: LAPTOP, pixelRatio: 1, before: COUNT_TONES });
      const phone = await openPhone(open, BEHIND_IT);
      const tones = () => page.evaluate<number>(TONES);
      await goto(FLAT_MONITOR);
      await openQueue(page);
      await mapReady(page);
      await lineOnline(page);
      await phone.page.getByText(/位置上报中 · 上次/).waitFor();

      // The alarm comes in, and is judged a real fire.
      const fireId = await cameraSees(base(), FOREST, { address: PLACE });
      await rowOf(page, PLACE).click();
      await popup(page).getByText(PLACE).first().waitFor();
      await actionButton(page, '火情').click();
      await dialog(page, '火情研判').getByText('真实火情', { exact: true }).click();
      await dialog(page, '火情研判').getByText('森林火灾').click();
      await okButton(page, '火情研判').click();
      await pendingActions(page).getByRole('button', { name: '立即发送' }).click();
      await fireRows(page).filter({ hasText: PLACE }).waitFor();

      // The demo's weather begins a moment after the server; without it a forecast needs the officer's own.
      const briefing = () => call(base(), 'POST', contract.decision.briefing.path, { fireId, radiusMetres: 5_000 }, officer);
      await eventually(async () => (await briefing()).data.hours.length).toBeGreaterThan(0);
      // One click asks for a forecast; a hundred by the wind that is told from the place follow.
      await popup(page).getByRole('button', { name: '蔓延推演' }).click();
      await page.waitForURL(/\/manage\/decision\?.*run=/);
      await page.getByText('模型推算，不是观测。').waitFor();
      const first = page.url();
      await enterWeather(page, STORM);
      // Living plants as in winter, in whichever month the test runs.
      for (const [name, percent] of DORMANT) await page.getByLabel(`含水率：${name}（%）`).fill(percent);
      await page.getByLabel('时长').fill('4');
      await page.getByText('集合（100 次）').click();
      await page.getByRole('button', { name: '重新推演' }).click();
      await page.waitForURL((url) => url.href !== first);
      await page.getByRole('region', { name: '到达范围' }).getByText('50% 可能烧到').waitFor();
      await eventually(() => pixelsOf(page, EVEN), PICTURE_POLL).toBeGreaterThan(100);

      // What it hits, and when.
      const hit = page.getByRole('region', { name: '会烧到哪里' }).getByRole('button').filter({ hasText: TEAM });
      await hit.filter({ hasText: /约 .+（.+ – .+）/ }).waitFor();

      // Who is first: the nearest by time with the reason, past the fire of that forecast.
      await page.getByRole('tab', { name: '首派' }).click();
      await page.getByRole('region', { name: '派多少人' }).getByText('加 2 人：已研判为真实火情').waitFor();
      const form = page.getByRole('region', { name: '派谁去' });
      await form.getByText(/按 .*\d\d:\d\d 起的推演避开火场/).waitFor();
      await eventually(() => form.getByRole('listitem').first().textContent()).toMatch(
        new RegExp(`${RANGER}建议.*\\d\\d:\\d\\d 到（约 \\d+ 分钟） · .*步行`),
      );
      await form.getByRole('button', { name: /^派出 \d+ 人$/ }).click();
      await form
        .getByRole('form')
        .getByRole('button', { name: /^派出 \d+ 人$/ })
        .click();
      const task = page.getByRole('region', { name: '派遣任务' });
      await task.getByText(RANGER).first().waitFor();

      // He hears of it, and sets out.
      await phone.page.getByRole('button', { name: /前往 .*核查/ }).click();
      await press(phone.page, '接收');
      await press(phone.page, '出发');
      await task.getByText('途中').first().waitFor();

      // He is in no danger until he comes where the fire comes: then the desk is called, on any page.
      const warning = phone.page.getByRole('region', { name: '您的安全' });
      expect(await warning.count()).toBe(0);
      await page.getByRole('link', { name: '预警监测' }).click();
      await mapReady(page);
      // It would cover him on the map.
      await popup(page).getByRole('button', { name: '关闭', exact: true }).click();
      expect(await pixelsOf(page, ...RINGS)).toBeLessThan(50);
      const before = await tones();
      await phone.context.setGeolocation({ ...AHEAD_OF_IT, accuracy: 8 });
      const notice = page.getByRole('region', { name: '人员安全通知' });
      await notice.getByText(new RegExp(`${RANGER}，火`)).waitFor();
      await eventually(tones).toBeGreaterThan(before);
      await notice.getByRole('button', { name: `看撤离路线：${RANGER}` }).click();
      expect(await seriousFaults(page)).toEqual([]);
      await eventually(() => pixelsOf(page, ...RINGS), PICTURE_POLL).toBeGreaterThan(50);
      await eventually(() => pixelsOf(page, WAY_OUT), PICTURE_POLL).toBeGreaterThan(50);

      // So is he, on his phone, with where to go.
      await warning.getByText(/^火.*到您的位置，现在撤离：向.*$/).waitFor();
      await notice.getByRole('button', { name: `接手 ${RANGER} 的人员安全告警` }).click();
      await notice.waitFor({ state: 'hidden' });
    }, 600_000);
  },
);
