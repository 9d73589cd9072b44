// The first hours of one fire, as its officers see them: alarm, briefing, forecast, the places it reaches, the ranger who is sent. The
// ranger then stands in the fire's path: the desk is alerted, and so is the ranger, also offline. The full form begins with the county's
// fire danger by cells and its drawing on the globe. story.test.ts continues until the fire is closed.
import type { Answer } from '@lookout/contract';
import { contract } from '@lookout/features/contract.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { rowOf } from './lib/alarm-actions.ts';
import { seriousFaults } from './lib/axe.ts';
import { isFullBattery } from './lib/battery.ts';
import { LAPTOP, openPhone, press, RANGER } from './lib/dispatch.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { AHEAD_OF_IT, enterWeather, FOREST, judgeReal } from './lib/forecast.ts';
import { layoutFaults } from './lib/layout.ts';
import { FLAT_MONITOR, lineOnline, mapReady, openQueue, popup } from './lib/pages.ts';
import { hex, PICTURE_POLL, pixelsOf } from './lib/pixels.ts';
import { call, cameraSees, type Session, signIn } from './lib/wire.ts';

const PLACE = '首报沟';
const TEAM = '林边扑火队';
/**
 * A kilometre south-west of the fire, upwind: a single camera locates the fire only to some hundred metres, and members are ignited within
 * that error.
 */
const BEHIND_IT = { longitude: 103.588, latitude: 31.431 };
/**
 * A storm in dry heat: in any season the fire reaches a person ahead of it in about twenty-five minutes, and not before the person could
 * leave.
 */
const STORM = { windSpeedMetresPerSecond: 18, windFromDegrees: 225, temperatureCelsius: 35, humidityPercent: 5 };
const DRY = [
  ['1 小时', '2'],
  ['10 小时', '3'],
  ['100 小时', '4'],
  ['活草本', '30'],
  ['活木本', '60'],
] as const;
/** The isochrone of the last hour (features/spread/layer/colours.ts). */
const LAST_LINE = hex('#5f55d8');
/** Colours of the rings around people in danger (apps/web, tokens.ts), and of an escape route (features/safety/layer). */
const RINGS = ['#e69f00', '#d55e00', '#cc79a7'].map(hex);
const WAY_OUT = hex('#b8ff3d');
const FAULTS_WITHOUT_LINE = [/ERR_INTERNET_DISCONNECTED/, /ERR_CONNECTION_RESET/, /Failed to load resource/, /ERR_FAILED/];
const WARNED = /^火.*到您的位置，现在撤离：向.*$/;
const SEND = /^派出 \d+ 人$/;

/** Forest in the west of the county, from a height at which the map shows little else. */
const SLOPE = { longitude: 103.2, latitude: 31.1 };
const { dangerGrid, dangerCell } = contract.danger;
const DANGER = '火险格网（模型）';
const SERVER = { map: 'globe', own: true, env: { FIRE_ASSOCIATION: 'on', ...(isFullBattery && { DEMO_WORLD: 'on' }) } } as const;

describeWithServer('the first hours of a fire', import.meta.filename, SERVER, ({ open, base }) => {
  if (isFullBattery)
    it('follow a day whose danger is drawn on the globe by cells, and shown as text for the clicked cell', async () => {
      const officer = await signIn(base(), 'wenchuan');
      const listOf = (path: string, query: string) => call(base(), 'GET', `${path}?gridNo=513221${query}`, undefined, officer);
      // A first start fetches the weather of a year, beginning with the officers' own grids.
      await eventually(async () => (await listOf(dangerGrid.path, '')).code, { timeout: 120_000 }).toBe(200);
      const day: string = (await listOf(dangerGrid.path, '')).data.day;
      const { legend, inputs } = (await listOf(dangerGrid.path, `&day=${day}&by=intensity`)).data as Answer<typeof dangerGrid>;
      expect(inputs.landCover).toEqual(['演示地类']);
      const all = legend.reduce((sum, { cells }) => sum + cells, 0);
      const colours = legend.filter(({ cells }) => cells > 0.2 * all).map(({ colour }) => hex(colour));
      expect(colours.length).toBeGreaterThan(0);

      const { page, goto } = await open({ user: 'wenchuan', viewport: LAPTOP, pixelRatio: 1 });
      // In the morning no station has reported for today yet, while the page goes by the server's clock: queries for today are answered
      // with the newest day.
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
      // The layer's card is next to the queue; without the queue the middle of the map is free.
      await page.getByRole('button', { name: '收起实时预警' }).click();
      for (const colour of colours) expect(await pixelsOf(page, colour)).toBeLessThan(1_000);
      const openTree = () => page.getByRole('button', { name: '图层', exact: true }).click();
      await openTree();
      await page.getByRole('checkbox', { name: DANGER, exact: true }).check();
      // At full opacity: otherwise the terrain shows through the cells and changes each colour.
      await page.getByRole('slider', { name: `${DANGER}的不透明度` }).press('End');
      await openTree();
      const card = page.getByRole('region', { name: DANGER });
      await card.getByRole('radiogroup', { name: '显示' }).getByText('火头强度').click();
      await card.getByText(/地类：演示地类/).waitFor();
      for (const colour of colours) await eventually(() => pixelsOf(page, colour), PICTURE_POLL).toBeGreaterThan(2_000);

      const { data: cell } = await listOf(dangerCell.path, `&day=${day}&longitude=${SLOPE.longitude}&latitude=${SLOPE.latitude}`);
      const stage = await page.locator('.globe-stage canvas').first().boundingBox();
      if (stage === null) throw new Error('no canvas on the page');
      await page.mouse.click(stage.x + stage.width / 2, stage.y + stage.height / 2);
      const words = page.getByRole('region', { name: '这一格' });
      await words.getByText(`（${cell.cover.value}，演示地类）`).waitFor();
      await words.getByText(`${Math.round(cell.heightMetres)} 米（`).waitFor();
      await words.getByText(`${cell.danger.intensityClass}级（`).waitFor();
      expect(await seriousFaults(page)).toEqual([]);
    });

  // Proves §1.3
  it("go from the alarm and the forecast to the ranger who is sent, who stands in the fire's path and is warned", async () => {
    const officer = await signIn(base(), 'wenchuan');
    await placeTeam(base(), officer);
    const { page, goto } = await open({ user: 'wenchuan', map: 'flat', viewport: LAPTOP });
    // The flat page is enough here: offline storage is tested in patrol.test.ts.
    const phone = await openPhone((options) => open({ ...options, map: 'flat' }), BEHIND_IT);
    phone.expectFaults(...FAULTS_WITHOUT_LINE);
    await goto(FLAT_MONITOR);
    await openQueue(page);
    await mapReady(page);
    await lineOnline(page);
    await phone.page.getByText(/位置上报中 · 上次/).waitFor();
    await phone.page.getByText('没有网络也能打开本页').waitFor();
    await phone.page.getByText(/^离线地图 \d+\.\d MB/).waitFor();

    // The alarm arrives and is opened; a colleague judges it meanwhile.
    const fireId = await cameraSees(base(), FOREST, { address: PLACE });
    await rowOf(page, PLACE).click();
    for (const name of ['火情', '派遣', '导航到此', '看现场', '辅助决策'])
      await popup(page).getByRole('button', { name, exact: true }).first().waitFor();
    await judgeReal(base(), officer, fireId);
    await popup(page).getByRole('button', { name: '辅助决策' }).click();
    await page.waitForURL(/\/manage\/decision\?fireId=/);
    const decision = page.getByRole('complementary', { name: '辅助决策' });
    await decision.getByRole('tab', { name: '推演', exact: true }).click();
    const forecast = await runForecast(page, (question) => runEnsemble(base(), officer, question));

    // The places that the fire reaches, and when.
    const hits = page.getByRole('region', { name: '会烧到哪里' });
    await eventually(() => hits.allTextContents()).toContainEqual(expect.stringMatching(new RegExp(`${TEAM}.*约 \\d`)));
    expect(await seriousFaults(page)).toEqual([]);

    // The suggested ranger, who is outside the fire of that forecast, is sent with one confirmed click.
    await decision.getByRole('tab', { name: '首派' }).click();
    const form = page.getByRole('region', { name: '派谁去' });
    await form.getByText(/按 .*\d\d:\d\d 起的推演避开火场/).waitFor();
    await eventually(() => form.getByRole('listitem').first().textContent()).toMatch(
      new RegExp(`${RANGER}建议.*\\d\\d:\\d\\d 到（约 \\d+ 分钟） · .*步行`),
    );
    await form.getByRole('button', { name: SEND }).click();
    await form.getByRole('form').getByRole('button', { name: SEND }).click();
    const task = page.getByRole('region', { name: '派遣任务' });
    await task.getByText(RANGER).first().waitFor();
    await phone.page.getByRole('button', { name: /前往 .*核查/ }).click();
    await press(phone.page, '接收');
    await press(phone.page, '出发');
    await task.getByText('途中').first().waitFor();

    // The ranger is in no danger until standing in the fire's path. Then the desk is alerted, on any page, and so is the ranger.
    const warning = phone.page.getByRole('region', { name: '您的安全' });
    expect(await warning.count()).toBe(0);
    await phone.context.setGeolocation({ ...AHEAD_OF_IT, accuracy: 8 });
    const notice = page.getByRole('region', { name: '人员安全通知' });
    await notice.getByText(new RegExp(`${RANGER}，火`)).waitFor();
    await expectNothingCovered(page);
    await warning.getByText(WARNED).waitFor();
    if (isFullBattery) await drawnOnTheGlobe(open, forecast);

    // The escape route remains available offline.
    expect(await seriousFaults(phone.page)).toEqual([]);
    await phone.context.setOffline(true);
    await phone.goto('/patrol');
    await warning.getByText(WARNED).waitFor();
    await warning.getByText(/^依据 .*\d\d:\d\d 的推演，有效到/).waitFor();
    await warning.getByText(/^没有连上服务器/).waitFor();
    await phone.page.getByRole('button', { name: '打开地图' }).click();
    await phone.page.locator('.map-safe').first().waitFor();
    expect(await seriousFaults(phone.page)).toEqual([]);

    await notice.getByRole('button', { name: `接手 ${RANGER} 的人员安全告警` }).click();
    await notice.waitFor({ state: 'hidden' });
  });

  /**
   * On a globe: the isochrones, which disappear at another time of the forecast, the rings around people in danger, and the escape route.
   */
  async function drawnOnTheGlobe(openDesk: typeof open, forecast: string): Promise<void> {
    const { page, goto } = await openDesk({ user: 'wenchuan', viewport: LAPTOP, pixelRatio: 1 });
    await goto(forecast.slice(base().length));
    const legend = page.getByRole('region', { name: '到达范围' });
    await legend.getByText(/^2 小时（.*\d\d:\d\d）$/).waitFor();
    // The camera flies to the ranger, near enough to distinguish the lines of the fire.
    const notice = page.getByRole('region', { name: '人员安全通知' });
    await notice.getByRole('button', { name: `看撤离路线：${RANGER}` }).click();
    await eventually(() => pixelsOf(page, ...RINGS), PICTURE_POLL).toBeGreaterThan(50);
    await eventually(() => pixelsOf(page, WAY_OUT), PICTURE_POLL).toBeGreaterThan(50);

    await eventually(() => pixelsOf(page, LAST_LINE), PICTURE_POLL).toBeGreaterThan(100);
    await legend.getByRole('slider', { name: '推演时刻' }).press('Home');
    await legend.getByText(/^推演开始后 15 分/).waitFor();
    await eventually(() => pixelsOf(page, LAST_LINE), PICTURE_POLL).toBeLessThan(100);
  }
});

/** Places a team in the path of the storm's fire. */
async function placeTeam(base: string, officer: Session): Promise<void> {
  const position = { lng: AHEAD_OF_IT.longitude, lat: AHEAD_OF_IT.latitude };
  const team = { kind: 'team', code: 'first-hours-team', name: TEAM, position };
  expect(await call(base, 'POST', contract.resource.createResource.path, team, officer)).toMatchObject({ code: 200 });
}

/**
 * Uses entered weather and moisture, so that the fire does not depend on the season in which the test runs.
 * @param alike runs a further forecast with the same request
 * @returns its address
 */
async function runForecast(page: Page, alike: (question: object) => Promise<void>): Promise<string> {
  await enterWeather(page, STORM);
  for (const [name, percent] of DRY) await page.getByLabel(`含水率：${name}（%）`).fill(percent);
  await page.getByLabel('时长').fill('2');
  expect(await seriousFaults(page)).toEqual([]);
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(contract.spread.runSpread.path));
  await page.getByRole('button', { name: '开始推演' }).click();
  await page.waitForURL(/[?&]run=/);
  await page.getByText('模型推算，不是观测。').waitFor();
  await page
    .getByRole('region', { name: '到达范围' })
    .getByText(/^2 小时（.*\d\d:\d\d）$/)
    .waitFor();
  await alike((await sent).postDataJSON());
  return page.url();
}

/**
 * Runs an ensemble of a hundred members with the same request. People are warned by the time at which the first tenth of the members has
 * arrived, and with a hundred members this time varies little from run to run. In a single forecast it is the second of twenty members,
 * which arrived after 8, 18, 19 and 20 minutes in four runs.
 */
async function runEnsemble(base: string, officer: Session, question: object): Promise<void> {
  const { runSpread, spreadOne } = contract.spread;
  const { data: run } = await call(base, 'POST', runSpread.path, { ...question, members: 100, correct: false }, officer);
  const state = async () => (await call(base, 'GET', `${spreadOne.path}?id=${run.id}`, undefined, officer)).data.state;
  // The ensemble is computed at a lower priority than everything else.
  await eventually(state, { timeout: 120_000 }).toBe('done');
}

/** On a laptop the notice covers no control, neither of the page nor of a dialog. */
async function expectNothingCovered(page: Page): Promise<void> {
  expect(await layoutFaults(page)).toEqual([]);
  await page.getByRole('button', { name: '账号菜单' }).click();
  await page.getByRole('menuitem', { name: '修改密码' }).click();
  const dialog = page.getByRole('dialog', { name: '修改密码' });
  await dialog.waitFor();
  const [below, told] = await Promise.all([dialog.boundingBox(), page.getByRole('region', { name: '人员安全通知' }).boundingBox()]);
  expect(below?.y).toBeGreaterThanOrEqual((told?.y ?? 0) + (told?.height ?? 0));
  await dialog.getByRole('button', { name: '取消' }).click();
  await dialog.waitFor({ state: 'hidden' });
}
