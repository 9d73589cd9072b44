// Live video of a simulated tower: FLV in the dual player and HLS on the wall, a picture that follows the steering, recordings, requesting
// control of a camera, and no stream left open.

import type { Got } from '@lookout/contract';
import { type Contract, contract } from '@lookout/features/contract.ts';
import type { Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { isFullBattery } from './lib/battery.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { FLAT_MONITOR, mapReady, openQueue, popup, queueRows } from './lib/pages.ts';
import { type LinkedTower, linkTower } from './lib/towers.ts';
import { call, cameraSees, type Session, signIn, WENCHUAN } from './lib/wire.ts';

type Camera = Got<Contract['video']['checkAll']>[number];
type Piece = Got<Contract['video']['recordingPage']>['list'][number];

const SCREEN = { width: 1366, height: 768 };
/** Requests of live streams that have neither ended nor been aborted. */
function openStreams(page: Page): ReadonlySet<string> {
  const streams = new Set<string>();
  page.on('request', (request) => void (request.url().includes('.flv') && streams.add(request.url())));
  const ended = (request: Request) => void streams.delete(request.url());
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return streams;
}
const playing = (page: Page) => page.locator('.video-picture[data-state="playing"]');
/** Grey values of the first picture, without the camera's captions at the top and bottom; null: no picture. */
const FRAME = `(() => {
  const video = document.querySelector('.video-picture video');
  if (!video || video.videoWidth === 0) return null;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [64, 36];
  const pen = canvas.getContext('2d');
  pen.drawImage(video, 0, video.videoHeight * 0.15, video.videoWidth, video.videoHeight * 0.7, 0, 0, 64, 36);
  const { data } = pen.getImageData(0, 0, 64, 36);
  return Array.from({ length: 64 * 36 }, (_, i) => (data[4 * i] + data[4 * i + 1] + data[4 * i + 2]) / 3);
})()`;
const frameOf = async (page: Page): Promise<readonly number[]> => (await page.evaluate(FRAME)) as number[];
/** Runs before the page's own scripts: tracks every MediaSource until it is garbage collected. */
const COUNT_SOURCES = `
  globalThis.e2eSources = [];
  globalThis.MediaSource = class extends MediaSource {
    constructor() {
      super();
      globalThis.e2eSources.push(new WeakRef(this));
    }
  };
`;
const OPEN_SOURCES = `globalThis.e2eSources.filter((made) => made.deref()?.readyState === 'open').length`;
const MADE_SOURCES = 'globalThis.e2eSources.length';
const difference = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, grey, index) => sum + Math.abs(grey - (b[index] ?? 0)), 0) / a.length;

const BEGUN = `[...document.querySelectorAll('video')].some(({ src }) => src !== '')`;
const PLAYED = `document.querySelector('video[controls]')`;
/** Each of `MOMENTS` is covered at least once. */
const OPENINGS = isFullBattery ? 20 : 4;
/** Up to twenty-one openings over a map rendered in software. */
const FIRST_MS = 400_000;
/** When the window is closed again: while the address is requested, while the stream connects, when the player starts, while it plays. */
const MOMENTS: readonly ((page: Page) => Promise<unknown>)[] = [
  async () => undefined,
  (page) => page.locator('.video-picture').first().waitFor(),
  (page) => eventually(() => page.evaluate(BEGUN)).toBe(true),
  (page) => playing(page).nth(1).waitFor(),
];
/** The camera counts as stopped when it has not moved for this long. */
const STILL_MS = 1_500;

/** Opens the card of a monitoring point on the map. @returns a function that opens its video */
async function cardOf(page: Page, name: string) {
  const points = page.getByRole('complementary', { name: '监测信息' });
  await points.getByLabel('名称、编号、网格').fill(name);
  await points.getByRole('button', { name: new RegExp(name) }).click();
  const entry = page.getByRole('dialog', { name, exact: true }).getByRole('button', { name: '视频', exact: true });
  const player = page.getByRole('dialog', { name: `实时视频 · ${name}` });
  return {
    open: async (): Promise<Locator> => {
      await entry.click();
      await player.waitFor();
      return player;
    },
  };
}

/** Screen positions of points given as shares of an element's width and height. */
async function pointsIn(element: Locator): Promise<(u: number, v: number) => [x: number, y: number]> {
  const { x, y, width, height } = (await element.boundingBox()) ?? expect.fail('not on the page');
  return (u, v) => [x + u * width, y + v * height];
}

/** Opens 视频预览 with the visible channel of a tower. @returns its steering panel */
async function padOf(page: Page, goto: (path: string) => Promise<void>, name: string): Promise<Locator> {
  await goto('/manage/replay');
  await page.getByRole('complementary', { name: '摄像头' }).getByLabel('按摄像头、监控点或网格查找').fill(name);
  await page.locator('.live-video-leaf', { hasText: '可见光' }).first().click();
  await playing(page).first().waitFor();
  return page.getByRole('region', { name: '云台操作' });
}

describeWithServer('live video', import.meta.filename, { own: true }, ({ open, base }) => {
  const cameras = async (as: Session): Promise<readonly Camera[]> =>
    (await call(base(), 'POST', '/resource/api/videoCheck/listAllVideo', {}, as)).data as readonly Camera[];
  let tower: LinkedTower;
  beforeAll(async () => {
    tower = await linkTower(base(), '试验塔', await signIn(base(), 'guojia'));
  });
  afterAll(() => tower?.stop());
  /** The newest recording of the tower. */
  const newestOf = async (as: Session): Promise<Piece | undefined> => {
    const of = async (cameraId: string): Promise<readonly Piece[]> =>
      (await call(base(), 'POST', '/resource/api/liveVideo/recordings', { cameraId }, as)).data.list;
    return (await Promise.all(Object.values(tower.cameras).map(of))).flat()[0];
  };
  /** The server has no viewers and no running streams. */
  const expectNoStreams = (as: Session) =>
    eventually(
      async () => (await cameras(as)).filter(({ viewers, state }) => viewers > 0 || state === 'playing' || state === 'connecting').length,
    ).toBe(0);

  // Proves §2.35e, §4.9a, §4.9b
  it(
    `FLV: the dual player of a tower plays, turns, swaps, takes a snapshot, and leaves nothing open after ${OPENINGS} openings`,
    async () => {
      const as = await signIn(base(), 'guojia');
      const { page, goto } = await open({ user: 'guojia', viewport: SCREEN, before: COUNT_SOURCES });
      const streams = openStreams(page);
      await goto(`${FLAT_MONITOR}&left=monitors`);
      await mapReady(page);
      const card = await cardOf(page, tower.name);
      const player = await card.open();
      await playing(page).nth(1).waitFor();
      expect(streams.size).toBe(2);
      expect(await seriousFaults(page)).toEqual([]);

      const still = difference(await frameOf(page), await frameOf(page));
      const before = await frameOf(page);
      const azimuth = player.locator('.video-compass dd').first();
      const pointed = await azimuth.textContent();
      const right = player.getByRole('button', { name: '右', exact: true });
      await right.hover();
      await page.mouse.down();
      await eventually(async () => difference(before, await frameOf(page))).toBeGreaterThan(still + 3);
      await page.mouse.up();
      await player.getByText('操作权在我手中').waitFor();
      await eventually(() => azimuth.textContent()).not.toBe(pointed);
      // The camera stops when the button is released: two readings of the compass are equal.
      await eventually(async () => {
        const one = await azimuth.textContent();
        const polled = page.waitForResponse((answer) => answer.url().includes('/liveVideo/position?'));
        await polled;
        return (await azimuth.textContent()) === one;
      }).toBe(true);

      // A box half as wide as the picture, drawn in its middle, becomes the new picture.
      await player.getByRole('button', { name: '点画面转向，拉框放大' }).first().click();
      const at = await pointsIn(player.locator('.video-pointing'));
      await page.mouse.move(...at(0.25, 0.25));
      await page.mouse.down();
      await page.mouse.move(...at(0.75, 0.75));
      await page.mouse.up();
      await eventually(() => player.locator('.video-compass dd').nth(3).textContent()).toBe('2.0×');
      await player.getByRole('button', { name: '点画面转向，拉框放大' }).first().click();
      // A player dragged to the edge by its title is docked there, on half of the page.
      const title = await pointsIn(player.getByRole('heading').first());
      await page.mouse.move(...title(0.5, 0.5));
      await page.mouse.down();
      await page.mouse.move(600, 300);
      await page.mouse.move(2, 300);
      await page.mouse.up();
      await eventually(async () => await player.boundingBox()).toMatchObject({ x: 0, width: SCREEN.width / 2 });

      const names = () => player.locator('.video-pane-name').allTextContents();
      const [first, second] = await names();
      await player.getByRole('button', { name: '互换两个画面' }).click();
      await eventually(names).toEqual([second, first]);
      await playing(page).nth(1).waitFor();
      await player.getByRole('button', { name: '抓拍' }).first().click();
      await player.locator('.video-snapshot img').waitFor();

      await player.getByRole('button', { name: '放大到全屏' }).first().click();
      await page.keyboard.press('Escape');
      await player.getByRole('button', { name: '放大到全屏' }).first().waitFor();
      await page.keyboard.press('Escape');
      await player.waitFor({ state: 'hidden' });
      for (let time = 0; time < OPENINGS; time++) {
        await card.open();
        await MOMENTS[time % MOMENTS.length]?.(page);
        await page.keyboard.press('Escape');
        await player.waitFor({ state: 'hidden' });
      }
      await eventually(() => streams.size).toBe(0);
      expect(await page.evaluate(MADE_SOURCES)).toBeGreaterThanOrEqual(OPENINGS / 2);
      expect([await page.locator('video').count(), await page.evaluate(OPEN_SOURCES)]).toEqual([0, 0]);
      await expectNoStreams(as);
    },
    FIRST_MS,
  );

  it('HLS: 视频预览 plays two cameras, enlarges one and stores the wall; a recording is found by time, played and sought, also from an alarm', async () => {
    const as = await signIn(base(), 'aba');
    const { page, goto, context } = await open({ user: 'aba', viewport: SCREEN });
    await goto('/manage/replay');
    const tree = page.getByRole('complementary', { name: '摄像头' });
    await tree.getByLabel('按摄像头、监控点或网格查找').fill(tower.name);
    const leaves = tree.locator('.live-video-leaf');
    await leaves.first().click();
    await leaves.nth(1).click();
    await playing(page).nth(1).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await eventually(async () => (await cameras(as)).filter(({ state }) => state === 'playing').length).toBe(2);

    await page.locator('.video-stage').first().dblclick();
    await playing(page).first().waitFor();
    expect(await page.locator('video').count()).toBe(1);
    await page.keyboard.press('Escape');
    await playing(page).nth(1).waitFor();

    // A camera dragged from the tree is shown where it is dropped; dragged by its header it swaps places with the other tile.
    const onTile = (number: number) => page.getByRole('listitem', { name: `画面 ${number}` });
    const nameOn = async (number: number) => (await onTile(number).locator('.video-pane-name').allTextContents())[0] ?? null;
    const [first, second] = [await nameOn(1), await nameOn(2)];
    await leaves.first().dragTo(onTile(4));
    await eventually(async () => [await nameOn(1), await nameOn(4)]).toEqual([null, first]);
    await onTile(4).locator('.video-pane > header').dragTo(onTile(2));
    await eventually(async () => [await nameOn(2), await nameOn(4)]).toEqual([first, second]);

    const again = await context.newPage();
    await again.setViewportSize(SCREEN);
    await page.close();
    await again.goto('/manage/replay');
    await playing(again).nth(1).waitFor();
    await eventually(() => again.locator('.video-pane-name').allTextContents()).toEqual([first, second]);
    await recordsAndPlays(again);
    await again.getByRole('button', { name: '全部关闭' }).click();
    expect(await again.locator('video').count()).toBe(0);
    await expectNoStreams(as);

    // An alarm that arrived with recordings: one of ours, and one at another system’s address.
    const url = (await newestOf(as))?.url ?? '';
    await cameraSees(base(), WENCHUAN, { address: '有录像', videos: [url.replace(/\?.*$/, ''), base() + url] });
    await again.goto(FLAT_MONITOR);
    await openQueue(again);
    await queueRows(again).filter({ hasText: '有录像' }).first().click();
    for (const name of ['录像 1', '录像 2']) {
      await popup(again).getByRole('button', { name }).click();
      const dialog = again.getByRole('dialog', { name });
      await dialog.locator('video[controls]').waitFor();
      await eventually(() => again.evaluate(`${PLAYED}.currentTime`) as Promise<number>).toBeGreaterThan(0.2);
      await again.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    }
  });

  it('an officer requests a camera from another, gets it and steers it; when the officer’s desk goes offline the camera stops', async () => {
    const nation = await signIn(base(), 'guojia');
    const cameraId = tower.cameras.visible;
    const { operator, operatorNow } = contract.camera;
    const act = (name: 'take' | 'give') => call(base(), 'POST', operator.path, { cameraId, act: name }, nation);
    expect((await act('take')).data).toMatchObject({ isMine: true });
    const { page, context, goto, expectFaults } = await open({ user: 'aba', viewport: SCREEN });
    const pad = await padOf(page, goto, tower.name);
    await pad.getByText('国家林火值班正在操作').waitFor();
    await pad.getByRole('button', { name: '请求操作权' }).click();
    await pad.getByText('已请求，等待对方交出').waitFor();
    expect((await call(base(), 'GET', `${operatorNow.path}?cameraId=${cameraId}`, undefined, nation)).data.askedBy).toBe('阿坝州值班员');
    await act('give');
    await pad.getByText('操作权在我手中').waitFor();

    const azimuth = async (): Promise<number> =>
      (await call(base(), 'GET', `/resource/api/liveVideo/position?cameraId=${cameraId}`, undefined, nation)).data.azimuthDegrees;
    const pointed = await azimuth();
    await pad.getByRole('button', { name: '右', exact: true }).hover();
    await page.mouse.down();
    await eventually(azimuth).not.toBe(pointed);
    expectFaults(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|ERR_NETWORK|WebSocket/);
    const warned = page.getByText('服务器没有应答，摄像头会在 2 秒内自行停止').waitFor();
    await context.setOffline(true);
    let [last, movedAt] = [await azimuth(), Date.now()];
    const stopped = eventually(async () => {
      const now = await azimuth();
      if (now !== last) [last, movedAt] = [now, Date.now()];
      return Date.now() - movedAt;
    }).toBeGreaterThan(STILL_MS);
    await Promise.all([warned, stopped]);
  });
});

/** On a wall with two cameras: the first is recorded, and its recording is played and sought; the second has none. */
async function recordsAndPlays(page: Page): Promise<void> {
  const [recorded, other] = [page.locator('.video-pane').first(), page.locator('.video-pane').nth(1)];
  await recorded.getByRole('button', { name: '录像', exact: true }).click();
  await recorded.getByText('录像中').waitFor();
  await other.getByRole('button', { name: '历史' }).click();
  await other.getByText('这段时间没有录像').waitFor();
  await other.getByText('录像保留 7 天').waitFor();
  await recorded.getByRole('button', { name: '历史' }).click();
  const list = recorded.getByRole('region', { name: '录像列表' });
  await recorded.getByRole('button', { name: '停止录像' }).click();
  await recorded.getByText('录像中').waitFor({ state: 'hidden' });
  await list.getByRole('listitem').first().getByRole('button').click();
  await recorded.locator('video[controls]').waitFor();
  await eventually(() => page.evaluate(`${PLAYED}.currentTime`) as Promise<number>).toBeGreaterThan(0);
  // The length of the recording depends on the machine, and a time after its end cannot be sought.
  const middle = await page.evaluate(`${PLAYED}.pause(), (${PLAYED}.currentTime = ${PLAYED}.duration / 2)`);
  await eventually(() => page.evaluate(`${PLAYED}.seeking ? null : ${PLAYED}.currentTime`)).toBe(middle);
  expect(await seriousFaults(page)).toEqual([]);
  await recorded.getByRole('button', { name: '回到实时' }).click();
  await recorded.locator('.video-picture[data-state="playing"] video:not([controls])').waitFor();
}
