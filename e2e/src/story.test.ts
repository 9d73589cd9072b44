// The whole life of one fire, from the alarm to its closure, with two officers and a ranger. The full form adds a superior, whose globe is
// checked, and a server that is killed in the middle.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { isFullBattery } from './lib/battery.ts';
import type { MapKind } from './lib/browser.ts';
import type { Desk } from './lib/desk.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer, type Fixture } from './lib/fixture.ts';
import { COUNT_TONES, TONES } from './lib/in-page.ts';
import { lineOnline, mapReady, openQueue, popup, queueRows } from './lib/pages.ts';
import { colourDistance, countPixels, hex, PICTURE_POLL, stagePicture } from './lib/pixels.ts';
import { makePng } from './lib/png.ts';
import { cameraSees, WENCHUAN } from './lib/wire.ts';

/** The smallest size that has room for a popup next to the queue. */
const OFFICE = { width: 1100, height: 620 };
/** Small, because the globe is rendered in software; no popup is opened here. */
const SUPERIOR = { width: 800, height: 500 };
const PHONE = { width: 390, height: 844 };
/** The fire is in the middle; low enough that its popup opens without a flight. */
const NEAR = '/manage/monitor?at=103.59000,31.48000,9000,0,-90,3d';
const JUDGE_PATH = '/fire/api/monitorFirealarm/fireRealUpdates';
const SEEN_PATH = '/fire/api/fire/seen';
const PLACE = '牛圈沟';
const RANGER = '汶川县护林员01';
const ORDER = '到牛圈沟口查看，先报再动';
const FIELD_REPORT = '明火约 20 米，正在扑打';
/** The colours of a fresh mark and of a flame in features/alarm/layer. */
const FRESH = hex('#ffc247');
const FLAME = hex('#ff3b30');

const photo = (name: string, red: number) => ({ name, mimeType: 'image/png', buffer: makePng(64, 48, [red, 60, 20]) });

interface Officer extends Desk {
  /** Topics of the live messages that this desk received. */
  readonly topics: ReadonlySet<string>;
}

async function openOfficer(open: Fixture['open'], user: string, map: MapKind): Promise<Officer> {
  const screen = map === 'globe' ? { viewport: SUPERIOR, pixelRatio: 1 } : { viewport: OFFICE };
  const desk = await open({ user, map, ...screen, before: COUNT_TONES });
  const topics = new Set<string>();
  desk.page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      for (const [topic] of payload.toString('latin1').matchAll(/lookout\/\w+\/\d+/g)) topics.add(topic);
    }),
  );
  await desk.goto(NEAR);
  await openQueue(desk.page);
  await mapReady(desk.page);
  await lineOnline(desk.page);
  return { ...desk, topics };
}

async function openPhone(open: Fixture['open']): Promise<Desk> {
  const desk = await open({ user: 'ranger01', viewport: PHONE });
  await desk.context.grantPermissions(['geolocation']);
  await desk.context.setGeolocation({ longitude: 103.55, latitude: 31.45, accuracy: 8 });
  await desk.goto('/patrol');
  await desk.page.getByRole('heading', { name: '我的任务' }).waitFor();
  return desk;
}

const queueRow = (page: Page) => queueRows(page).filter({ hasText: PLACE });
const fireRow = (page: Page) => page.locator('.fire-row').filter({ hasText: PLACE });
const actionButton = (page: Page, name: string) =>
  popup(page).getByRole('toolbar', { name: '处置' }).getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const okButton = (page: Page, name: string) => dialog(page, name).getByRole('button', { name: '确定' });
const pendingActions = (page: Page) => page.getByRole('region', { name: '待发送的操作' });
const tones = (page: Page) => page.evaluate(TONES);
const toast = (page: Page) => page.getByRole('region', { name: '新火警提示' });
const openTab = (page: Page, name: string) => popup(page).getByRole('tab', { name }).click();
const message = (page: Page, text: string) => page.locator('.ant-message').getByText(text).first();
const press = (page: Page, step: string) => page.getByRole('button', { name: step, exact: true }).click();

/** The number of pixels of the colour in the middle of the map. */
async function drawnPixels(page: Page, colour: typeof FRESH): Promise<number> {
  const picture = await stagePicture(page);
  const middle = { x: picture.width / 2 - 25, y: picture.height / 2 - 25, width: 50, height: 50 };
  return countPixels(picture, middle, (pixel) => colourDistance(pixel, colour) < 18);
}

/** Waits until the picture is loaded and not broken. */
const expectPicture = (page: Page, selector: string) =>
  eventually(() =>
    page
      .locator(selector)
      .first()
      .evaluate((image) => image.naturalWidth),
  ).toBeGreaterThan(0);

/** Each line of the history: the action, and the person. */
async function actsOf(page: Page): Promise<string[]> {
  const lines = await page.locator('.history li').all();
  return Promise.all(
    lines.map(async (line) => `${await line.getAttribute('data-act')} ${await line.locator('.history-head span').textContent()}`),
  );
}
const textsOf = (page: Page) => page.locator('.history li').allTextContents();

const HISTORY = [
  'arrived 系统',
  'seen 汶川县值班员',
  'seen 阿坝州值班员',
  'acknowledged 汶川县值班员',
  'judged 汶川县值班员',
  'pushed 汶川县值班员',
  'dispatched 汶川县值班员',
  ...['received', 'on-the-way', 'arrived', 'reported', 'done'].map(() => `progress ${RANGER}`),
  'closed 汶川县值班员',
];

describeWithServer(
  'the story of a fire',
  import.meta.filename,
  isFullBattery ? { map: 'globe', own: true, env: { DEMO_WORLD: 'on' } } : {},
  ({ open, base, server }) => {
    it('goes from the alarm over a dispatch to the closed fire, live at every desk', async () => {
      const county = await openOfficer(open, 'wenchuan', 'flat');
      const prefecture = await openOfficer(open, 'aba', 'flat');
      // Pixels are read from the superior's map only.
      const province = isFullBattery ? await openOfficer(open, 'sichuan', 'globe') : null;
      const ranger = await openPhone(open);
      const superiors = province ? [prefecture, province] : [prefecture];
      const officers = [county, ...superiors];
      prefecture.expectFaults(/HTTP 409: /, /status of 409/);
      const everywhere = (check: (page: Page) => Promise<unknown>) => Promise.all(officers.map(({ page }) => check(page)));

      // A camera alarm appears on every desk of the grid, with sound and a mark on the map.
      if (province) expect(await drawnPixels(province.page, FRESH)).toBe(0);
      const id = await cameraSees(base(), WENCHUAN, { address: PLACE });
      await everywhere(async (page) => {
        await queueRow(page).waitFor();
        await toast(page).getByText('新火警').waitFor();
        await eventually(() => tones(page)).toBe(1);
      });
      if (province) await eventually(() => drawnPixels(province.page, FRESH), PICTURE_POLL).toBeGreaterThan(20);

      // One officer acknowledges; the others see it at once.
      for (const { page } of [county, prefecture]) {
        // Sent in the background: the history must have it before the next action.
        const seen = page.waitForResponse((response) => response.url().includes(SEEN_PATH));
        await queueRow(page).click();
        await popup(page).waitFor();
        await seen;
        await eventually(() => page.getByText('1 条未读').count()).toBe(0);
      }
      await actionButton(county.page, '接警').click();
      await queueRow(county.page).getByText('您已接警').waitFor();
      for (const { page } of superiors) await queueRow(page).getByText('汶川县值班员 已接警').waitFor();
      await popup(prefecture.page).getByRole('status').getByText('汶川县值班员 已接警').waitFor();

      // Both judge. The first judgement is sent after the five seconds of undo; the second is refused with the first officer and verdict.
      for (const [{ page }, verdict, note] of [
        [county, '真实火情', '坡上有明火'],
        [prefecture, '误报或疑似', '像是炊烟'],
      ] as const) {
        await actionButton(page, '火情').click();
        const form = dialog(page, '火情研判');
        await form.getByText(verdict, { exact: true }).click();
        if (verdict === '真实火情') await form.getByText('森林火灾').click();
        await form.getByLabel('备注').fill(note);
      }
      const first = county.page.waitForResponse((response) => response.url().includes(JUDGE_PATH));
      const second = prefecture.page.waitForResponse((response) => response.url().includes(JUDGE_PATH));
      const sentAt = Date.now();
      await okButton(county.page, '火情研判').click();
      await pendingActions(county.page).getByText('4 秒后发送').waitFor();
      await okButton(prefecture.page, '火情研判').click();
      expect((await (await first).json()).code).toBe(200);
      expect(Date.now() - sentAt).toBeGreaterThan(4_500);
      await message(county.page, '处理成功').waitFor();
      const refusal = await second;
      expect(refusal.status()).toBe(409);
      expect((await refusal.json()).data).toMatchObject({ id, isReal: 1, judgedBy: '汶川县值班员', isTrueNote: '坡上有明火' });
      const alert = pendingActions(prefecture.page).getByRole('alert');
      await alert.getByText('已由汶川县值班员研判为真实火情').waitFor();
      await alert.getByText('现状：真实火情 · 森林火灾 · 坡上有明火').waitFor();
      await alert.getByRole('button', { name: '知道了' }).click();

      // The alarm disappears from every queue and the map; the active fire has a separate list and layer.
      await everywhere(async (page) => {
        await fireRow(page).getByText('森林火灾').waitFor();
        await eventually(() => queueRow(page).count()).toBe(0);
      });
      if (province) {
        await eventually(() => drawnPixels(province.page, FLAME), PICTURE_POLL).toBeGreaterThan(10);
        expect(await drawnPixels(province.page, FRESH)).toBe(0);
      }

      // Pushed upwards: shown and sounded at the superior desks, on the topic countyReport; no sound at the sender.
      await actionButton(county.page, '推送').click();
      await dialog(county.page, '推送火警').getByLabel('推送说明').fill('需要增援');
      await okButton(county.page, '推送火警').click();
      await message(county.page, '推送成功').waitFor();
      for (const { page } of superiors) {
        await toast(page).getByText('上报火警').waitFor();
        await toast(page).getByText('汶川县 汶川县值班员 上报').waitFor();
        await eventually(() => tones(page)).toBe(2);
      }
      await everywhere((page) => fireRow(page).getByText('上报', { exact: true }).waitFor());
      await popup(prefecture.page).getByText('需要增援').first().waitFor();
      expect(prefecture.topics).toContain('lookout/countyReport/513200');
      if (province) expect(province.topics).toContain('lookout/countyReport/510000');
      expect([await tones(county.page), await toast(county.page).getByText('上报火警').count()]).toEqual([1, 0]);

      // A ranger is dispatched, with a photo.
      await openTab(prefecture.page, '任务');
      await popup(prefecture.page).getByText('还没有派遣').waitFor();
      await actionButton(county.page, '派遣').click();
      const form = dialog(county.page, '任务派遣');
      await form.getByLabel('任务内容').fill(ORDER);
      await form.getByText('1 特急').click();
      await form.getByLabel('人员', { exact: true }).fill('6');
      await form.locator('input[type="file"]').setInputFiles([photo('map.png', 180)]);
      await form.getByRole('checkbox', { name: new RegExp(RANGER) }).check();
      // The ranger, who has no live connection, is notified within seconds.
      const news = ranger.page.getByText(`新任务：${ORDER}`);
      await Promise.all([
        news.waitFor(),
        form.getByRole('button', { name: '派遣', exact: true }).click(),
        message(county.page, '委派成功').waitFor(),
      ]);
      await form.waitFor({ state: 'hidden' });
      await everywhere(async (page) => expect(await queueRow(page).count()).toBe(0));
      const card = (page: Page) => popup(page).getByRole('button', { name: new RegExp(`打开任务：\\s*${ORDER}`) });
      await card(prefecture.page).getByText('已派发').waitFor();
      await openTab(county.page, '任务');
      await card(county.page).click();
      const story = dialog(county.page, '任务详情');
      await expectPicture(county.page, '.task-head img');
      const reached = (state: string) => eventually(() => story.locator('.task-progress [aria-current="step"]').textContent()).toBe(state);
      await reached('已派发');

      // The ranger sees the position and the photo, and accepts the task.
      await ranger.page.getByRole('button', { name: new RegExp(ORDER) }).click();
      await expectPicture(ranger.page, 'img[alt="任务照片 1"]');
      await ranger.page.getByText(/在您东北方向 5\.\d 公里/).waitFor();
      await press(ranger.page, '接收');
      await reached('已接收');

      if (isFullBattery) await killTheServerMeanwhile([...officers, ranger]);
      else await stepWithoutSignal(ranger);
      await reached('途中');
      await everywhere(async (page) => expect([await fireRow(page).count(), await queueRow(page).count()]).toEqual([1, 0]));

      // The ranger's further steps, with a report and a photo, appear live.
      await press(ranger.page, '到达');
      await reached('已到达');
      await ranger.page.getByRole('textbox', { name: '现场回报' }).fill(FIELD_REPORT);
      await ranger.page.locator('input[type="file"][multiple]').setInputFiles([photo('there.png', 30)]);
      await ranger.page.getByRole('img', { name: '照片 1', exact: true }).waitFor();
      await press(ranger.page, '回报');
      await reached('已回报');
      await story.getByText(FIELD_REPORT).waitFor();
      await expectPicture(county.page, '.task-steps img');
      await press(ranger.page, '完成');
      await ranger.page.getByRole('dialog').getByRole('button', { name: '完成' }).click();
      await reached('已完成');
      await card(prefecture.page).getByText('已完成').first().waitFor();
      expect(await story.locator('.task-steps > li .task-line > span:nth-child(2)').allTextContents()).toEqual([
        ...['已接收', '途中', '已到达', '已回报', '已完成'],
      ]);
      await story.getByRole('button', { name: /^(Close|关闭)$/ }).click();
      await story.waitFor({ state: 'hidden' });

      // The fire is closed and disappears everywhere.
      await actionButton(county.page, '关闭火情').click();
      await dialog(county.page, '关闭火情').getByText('已扑灭').click();
      await dialog(county.page, '关闭火情').getByLabel('说明').fill('明火全部扑灭');
      await okButton(county.page, '关闭火情').click();
      await dialog(county.page, '关闭火情').waitFor({ state: 'hidden' });
      await pendingActions(county.page).getByRole('button', { name: '立即发送' }).click();
      await everywhere((page) => eventually(async () => (await fireRow(page).count()) + (await queueRow(page).count())).toBe(0));
      await popup(prefecture.page).getByRole('status').getByText('汶川县值班员 已关闭火情').waitFor();
      if (province)
        await eventually(
          async () => (await drawnPixels(province.page, FLAME)) + (await drawnPixels(province.page, FRESH)),
          PICTURE_POLL,
        ).toBe(0);

      // The history is complete and in order, and the same in the popup, on the alarm's page and at the superior desk.
      await openTab(county.page, '经过');
      await eventually(() => actsOf(county.page)).toEqual(HISTORY);
      const texts = await textsOf(county.page);
      for (const [line, words] of [
        [4, ['真实火情', '森林火灾', '坡上有明火']],
        [5, ['需要增援']],
        [6, [RANGER, ORDER]],
        [7, ['已接收']],
        [8, ['途中']],
        [9, ['已到达']],
        [10, ['已回报', FIELD_REPORT, '1 张']],
        [11, ['已完成']],
        [12, ['已扑灭', '明火全部扑灭']],
      ] as const)
        for (const word of words) expect(texts[line]).toContain(word);
      const times = await county.page.locator('.history time').allTextContents();
      expect(times).toEqual([...times].sort());
      for (const { page, goto } of [county, superiors.at(-1) ?? prefecture]) {
        await goto(`/manage/alarm?id=${id}`);
        await dialog(page, '火警详情').getByText('已关闭').first().waitFor();
        await eventually(() => textsOf(page)).toEqual(texts);
      }
    }, 600_000);

    /** The phone stores the ranger's step, and sends it when it is online again. */
    async function stepWithoutSignal({ page, context, expectFaults }: Desk): Promise<void> {
      expectFaults(/ERR_INTERNET_DISCONNECTED/, /Failed to load resource/);
      await context.setOffline(true);
      await page.getByText('离线').first().waitFor();
      await press(page, '出发');
      await page.getByText('等待发送，联网后按顺序自动发送').waitFor();
      await context.setOffline(false);
    }

    /** The ranger's step is stored on the phone. Every desk shows that its connection is lost, and later that it is restored. */
    async function killTheServerMeanwhile(desks: readonly Desk[]): Promise<void> {
      for (const desk of desks) desk.expectFaults(/ERR_/, /WebSocket/, /HTTP 50[234]/, /status of 50[234]/);
      const officers = desks.slice(0, -1);
      const [ranger] = desks.slice(-1);
      if (ranger === undefined) throw new Error('no ranger');
      await server().kill();
      await press(ranger.page, '出发');
      await ranger.page.getByText('等待发送，联网后按顺序自动发送').waitFor();
      await Promise.all(officers.map(({ page }) => page.getByRole('alert').filter({ hasText: '与服务器的连接已中断' }).waitFor()));
      await server().startAgain();
      await Promise.all(officers.map(({ page }) => lineOnline(page)));
    }
  },
);
