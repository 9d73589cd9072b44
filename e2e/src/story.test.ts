// The whole story of one fire: from the alarm over two officers, the superior and the ranger to its end, with the server killed in the middle.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { MapKind } from './lib/browser.ts';
import type { Desk } from './lib/desk.ts';
import { eventually } from './lib/eventually.ts';
import { COUNT_TONES, TONES } from './lib/in-page.ts';
import { lineOnline, mapReady, openQueue, popup, queueRows } from './lib/pages.ts';
import { countPixels, farApart, hex, PICTURES, stagePicture } from './lib/pixels.ts';
import { makePng } from './lib/png.ts';
import { describeRoom, type Room } from './lib/room.ts';
import { cameraSees, WENCHUAN } from './lib/wire.ts';

/** As small as a popup beside the queue allows. */
const OFFICE = { width: 1100, height: 620 };
/** A globe is drawn by two processor cores: no popup is opened here. */
const SUPERIOR = { width: 800, height: 500 };
const PHONE = { width: 390, height: 844 };
/** The fire is in the middle, and near enough that nothing has to fly before its popup opens. */
const NEAR = '/manage/monitor?at=103.59000,31.48000,9000,0,-90,3d';
const JUDGE = '/fire/api/monitorFirealarm/fireRealUpdates';
const PLACE = '牛圈沟';
const RANGER = '汶川县护林员01';
const ORDER = '到牛圈沟口查看，先报再动';
const SEEN_THERE = '明火约 20 米，正在扑打';
/** As packages/map draws a fresh mark and a flame. */
const FRESH = hex('#ffc247');
const FLAME = hex('#ff3b30');

const photo = (name: string, red: number) => ({ name, mimeType: 'image/png', buffer: makePng(64, 48, [red, 60, 20]) });

interface Officer extends Desk {
  /** Live topics that this desk was sent anything on. */
  readonly topics: ReadonlySet<string>;
}

async function officer(open: Room['open'], user: string, map: MapKind): Promise<Officer> {
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

async function phone(open: Room['open']): Promise<Desk> {
  const desk = await open({ user: 'ranger01', viewport: PHONE });
  await desk.context.grantPermissions(['geolocation']);
  await desk.context.setGeolocation({ longitude: 103.55, latitude: 31.45, accuracy: 8 });
  await desk.goto('/patrol');
  await desk.page.getByRole('heading', { name: '我的任务' }).waitFor();
  return desk;
}

const row = (page: Page) => queueRows(page).filter({ hasText: PLACE });
const burning = (page: Page) => page.locator('.fire-row').filter({ hasText: PLACE });
const act = (page: Page, name: string) => popup(page).getByRole('toolbar', { name: '处置' }).getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const ok = (page: Page, name: string) => dialog(page, name).getByRole('button', { name: '确定' });
const waiting = (page: Page) => page.getByRole('region', { name: '待发送的操作' });
const tones = (page: Page) => page.evaluate(TONES);
const toast = (page: Page) => page.getByRole('region', { name: '新火警提示' });
const tab = (page: Page, name: string) => popup(page).getByRole('tab', { name }).click();
const said = (page: Page, text: string) => page.locator('.ant-message').getByText(text).first();
const press = (page: Page, step: string) => page.getByRole('button', { name: step, exact: true }).click();

/** How much of the middle of the map has the colour. */
async function drawn(page: Page, colour: typeof FRESH): Promise<number> {
  const picture = await stagePicture(page);
  const middle = { x: picture.width / 2 - 25, y: picture.height / 2 - 25, width: 50, height: 50 };
  return countPixels(picture, middle, (pixel) => farApart(pixel, colour) < 18);
}

/** A picture that has come, and is no broken one. */
const isDrawn = (page: Page, selector: string) =>
  eventually(() =>
    page
      .locator(selector)
      .first()
      .evaluate((image) => image.naturalWidth),
  ).toBeGreaterThan(0);

/** Each line of a history: the act, and who did it. */
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

describeRoom(
  'the story of a fire',
  import.meta.filename,
  { map: 'globe', own: true, env: { DEMO_WORLD: 'on' } },
  ({ open, base, server }) => {
    it('from the alarm to people sent out and the fire closed: two officers, a superior, a ranger, and a server that dies meanwhile', async () => {
      const county = await officer(open, 'wenchuan', 'flat');
      const prefecture = await officer(open, 'aba', 'flat');
      // The superior's map is the one that is looked at.
      const province = await officer(open, 'sichuan', 'globe');
      const ranger = await phone(open);
      const officers = [county, prefecture, province];
      prefecture.expectFaults(/HTTP 409: /, /status of 409/);
      const everywhere = (check: (page: Page) => Promise<unknown>) => Promise.all(officers.map(({ page }) => check(page)));

      // A camera sees it: on every desk of the grid, with sound, and marked on the map.
      expect(await drawn(province.page, FRESH)).toBe(0);
      const id = await cameraSees(base(), WENCHUAN, { address: PLACE });
      await everywhere(async (page) => {
        await row(page).waitFor();
        await toast(page).getByText('新火警').waitFor();
        await eventually(() => tones(page)).toBe(1);
      });
      await eventually(() => drawn(province.page, FRESH), PICTURES).toBeGreaterThan(20);

      // One has it; the others see that at once.
      await row(county.page).click();
      await popup(county.page).waitFor();
      await eventually(() => county.page.getByText('1 条未读').count()).toBe(0);
      await row(prefecture.page).click();
      await popup(prefecture.page).waitFor();
      await act(county.page, '接警').click();
      await row(county.page).getByText('您已接警').waitFor();
      for (const { page } of [prefecture, province]) await row(page).getByText('汶川县值班员 已接警').waitFor();
      await popup(prefecture.page).getByRole('status').getByText('汶川县值班员 已接警').waitFor();

      // Both judge. The first one's word is sent after his five seconds; the second is refused, and told who was first and what stands.
      for (const [{ page }, verdict, note] of [
        [county, '真实火情', '坡上有明火'],
        [prefecture, '误报或疑似', '像是炊烟'],
      ] as const) {
        await act(page, '火情').click();
        const form = dialog(page, '火情研判');
        await form.getByText(verdict, { exact: true }).click();
        if (verdict === '真实火情') await form.getByText('森林火灾').click();
        await form.getByLabel('备注').fill(note);
      }
      const first = county.page.waitForResponse((response) => response.url().includes(JUDGE));
      const second = prefecture.page.waitForResponse((response) => response.url().includes(JUDGE));
      const held = Date.now();
      await ok(county.page, '火情研判').click();
      await waiting(county.page).getByText('4 秒后发送').waitFor();
      await ok(prefecture.page, '火情研判').click();
      expect((await (await first).json()).code).toBe(200);
      expect(Date.now() - held).toBeGreaterThan(4_500);
      await said(county.page, '处理成功').waitFor();
      const refusal = await second;
      expect(refusal.status()).toBe(409);
      expect((await refusal.json()).data).toMatchObject({ id, isReal: 1, judgedBy: '汶川县值班员', isTrueNote: '坡上有明火' });
      const alert = waiting(prefecture.page).getByRole('alert');
      await alert.getByText('已由汶川县值班员研判为真实火情').waitFor();
      await alert.getByText('现状：真实火情 · 森林火灾 · 坡上有明火').waitFor();
      await alert.getByRole('button', { name: '知道了' }).click();

      // The alarm is gone from every list and from the map; the fire burns on in a list and a layer of its own.
      await everywhere(async (page) => {
        await burning(page).getByText('森林火灾').waitFor();
        await eventually(() => row(page).count()).toBe(0);
      });
      await eventually(() => drawn(province.page, FLAME), PICTURES).toBeGreaterThan(10);
      expect(await drawn(province.page, FRESH)).toBe(0);

      // Pushed upwards: seen and heard above, by countyReport; not heard by who pushed.
      await act(county.page, '推送').click();
      await dialog(county.page, '推送火警').getByLabel('推送说明').fill('需要增援');
      await ok(county.page, '推送火警').click();
      await said(county.page, '推送成功').waitFor();
      for (const { page } of [prefecture, province]) {
        await toast(page).getByText('上报火警').waitFor();
        await toast(page).getByText('汶川县 汶川县值班员 上报').waitFor();
        await eventually(() => tones(page)).toBe(2);
      }
      await everywhere((page) => burning(page).getByText('上报', { exact: true }).waitFor());
      await popup(prefecture.page).getByText('需要增援').first().waitFor();
      expect([prefecture.topics.has('lookout/countyReport/513200'), province.topics.has('lookout/countyReport/510000')]).toEqual([
        true,
        true,
      ]);
      expect([await tones(county.page), await toast(county.page).getByText('上报火警').count()]).toEqual([1, 0]);

      // People are sent out, with a photo.
      await tab(prefecture.page, '任务');
      await popup(prefecture.page).getByText('还没有派遣').waitFor();
      await act(county.page, '派遣').click();
      const form = dialog(county.page, '任务派遣');
      await form.getByLabel('任务内容').fill(ORDER);
      await form.getByText('1 特急').click();
      await form.getByLabel('人员', { exact: true }).fill('6');
      await form.locator('input[type="file"]').setInputFiles([photo('map.png', 180)]);
      await form.getByRole('checkbox', { name: new RegExp(RANGER) }).check();
      // The ranger, who has no live line, is told within seconds.
      const news = ranger.page.getByText(`新任务：${ORDER}`);
      await Promise.all([
        news.waitFor(),
        form.getByRole('button', { name: '派遣', exact: true }).click(),
        said(county.page, '委派成功').waitFor(),
      ]);
      await form.waitFor({ state: 'hidden' });
      await everywhere(async (page) => expect(await row(page).count()).toBe(0));
      const card = (page: Page) => popup(page).getByRole('button', { name: `打开任务：${ORDER}` });
      await card(prefecture.page).getByText('已派发').waitFor();
      await tab(county.page, '任务');
      await card(county.page).click();
      const story = dialog(county.page, '任务详情');
      await isDrawn(county.page, '.task-head img');
      const reached = (state: string) => eventually(() => story.locator('.task-progress [aria-current="step"]').textContent()).toBe(state);
      await reached('已派发');

      // The ranger sees where it is and the photo, and takes it on.
      await ranger.page.getByRole('button', { name: new RegExp(ORDER) }).click();
      await isDrawn(ranger.page, 'img[alt="任务照片 1"]');
      await ranger.page.getByText(/在您东北方向 5\.\d 公里/).waitFor();
      await press(ranger.page, '接收');
      await reached('已接收');

      // The server dies. What the ranger does meanwhile stays on his phone; every desk says that its line is gone.
      for (const desk of [...officers, ranger]) desk.expectFaults(/ERR_/, /WebSocket/, /HTTP 50[234]/, /status of 50[234]/);
      await server().kill();
      await press(ranger.page, '出发');
      await ranger.page.getByText('等待发送，联网后按顺序自动发送').waitFor();
      await everywhere((page) => page.getByRole('alert').filter({ hasText: '与服务器的连接已中断' }).waitFor());
      await server().startAgain();
      await everywhere(lineOnline);
      await reached('途中');
      await everywhere(async (page) => expect([await burning(page).count(), await row(page).count()]).toEqual([1, 0]));

      // On the way, there, what he found with a photo, done: each step live.
      await press(ranger.page, '到达');
      await reached('已到达');
      await ranger.page.getByRole('textbox', { name: '现场回报' }).fill(SEEN_THERE);
      await ranger.page.locator('input[type="file"][multiple]').setInputFiles([photo('there.png', 30)]);
      await ranger.page.getByRole('img', { name: '照片 1', exact: true }).waitFor();
      await press(ranger.page, '回报');
      await reached('已回报');
      await story.getByText(SEEN_THERE).waitFor();
      await isDrawn(county.page, '.task-steps img');
      await press(ranger.page, '完成');
      await ranger.page.getByRole('dialog').getByRole('button', { name: '完成' }).click();
      await reached('已完成');
      await card(prefecture.page).getByText('已完成').first().waitFor();
      expect(await story.locator('.task-steps > li .task-line > span:nth-child(2)').allTextContents()).toEqual([
        ...['已接收', '途中', '已到达', '已回报', '已完成'],
      ]);
      await story.getByRole('button', { name: /^(Close|关闭)$/ }).click();
      await story.waitFor({ state: 'hidden' });

      // The fire is closed, and gone everywhere.
      await act(county.page, '关闭火情').click();
      await dialog(county.page, '关闭火情').getByText('已扑灭').click();
      await dialog(county.page, '关闭火情').getByLabel('说明').fill('明火全部扑灭');
      await ok(county.page, '关闭火情').click();
      await dialog(county.page, '关闭火情').waitFor({ state: 'hidden' });
      await everywhere((page) => eventually(async () => (await burning(page).count()) + (await row(page).count())).toBe(0));
      await popup(prefecture.page).getByRole('status').getByText('汶川县值班员 已关闭火情').waitFor();
      await eventually(async () => (await drawn(province.page, FLAME)) + (await drawn(province.page, FRESH)), PICTURES).toBe(0);

      // Afterwards everything can be told: in order, by whom, and what; the same in the popup and on the alarm's page, above too.
      await tab(county.page, '经过');
      await eventually(() => actsOf(county.page)).toEqual(HISTORY);
      const told = await textsOf(county.page);
      for (const [line, words] of [
        [4, ['真实火情', '森林火灾', '坡上有明火']],
        [5, ['需要增援']],
        [6, [RANGER, ORDER]],
        [7, ['已接收']],
        [8, ['途中']],
        [9, ['已到达']],
        [10, ['已回报', SEEN_THERE, '1 张']],
        [11, ['已完成']],
        [12, ['已扑灭', '明火全部扑灭']],
      ] as const)
        for (const word of words) expect(told[line]).toContain(word);
      const times = await county.page.locator('.history time').allTextContents();
      expect(times).toEqual([...times].sort());
      for (const { page, goto } of [county, province]) {
        await goto(`/manage/alarm?id=${id}`);
        await dialog(page, '火警详情').getByText('已关闭').first().waitFor();
        await eventually(() => textsOf(page)).toEqual(told);
      }
    }, 600_000);
  },
);
