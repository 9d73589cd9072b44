// The real globe: its modes, relief, marks, counts and boundaries as pixels; on the flat map its address. Which data is requested and drawn
// at which height is tested in packages/map and apps/web/src/globe/boundaries.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { DeskOptions } from './lib/desk.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { fieldsOf, fillLogin, loginForm, mapReady, popup, viewOf, zoomByWheel } from './lib/pages.ts';
import {
  type Colour,
  colourDistance,
  countDifferences,
  countPixels,
  hex,
  PICTURE_POLL,
  settledPicture,
  stagePicture,
} from './lib/pixels.ts';
import type { Picture } from './lib/png.ts';
import { call, cameraSees, signIn, WENCHUAN } from './lib/wire.ts';

const MAP = { width: 640, height: 440 };
/**
 * Device pixels for one CSS pixel: half of them cost a quarter of the rendering and are enough for circles, borders and marks; the thin
 * lines of a count need all pixels.
 */
const [HALF, ALL] = [0.5, 1] as const;
const ratioOf = (page: Page) => page.evaluate<number>('devicePixelRatio');
/** Leaves room for the popup next to its mark. */
const LAPTOP = { width: 1366, height: 640 };
/** The fresh end of the age legend (features/alarm/layer, AGE_LEGEND). */
const FRESH = hex('#ffc247');
/** The line colour of counts, towers and their circles (features/resource/layer/marker.ts, features/camera/layer/monitoring-dials.ts). */
const LINE_COLOUR = hex('#2dd4ff');
const COUNTY = '513221';
/** The test's own tower, more than ten kilometres from any other. */
const TOWER = { lng: 103.25, lat: 32.35 };
const CHENGDU = { lng: 104.06, lat: 30.66 };
const BELOW_COUNTS = 28_000;
const NEAR = 20_000;
/** Height in metres. Up to 296 km the counts are by county. */
const COUNTED = 295_000;
/** The first mode is the default of a page. */
const MODES = [
  ['三维', '3d'],
  ['二维', '2d'],
  ['哥伦布', 'glb'],
] as const;
/** Stored as if the user had switched them on in the layer tree. */
const SHOW_CIRCLES_AND_CONTOURS = `
  const chosen = { rows: { 'monitoring-circles': { visible: true }, 'ground.contours': { visible: true } }, order: {} };
  localStorage.setItem('map.layers.' + localStorage.getItem('accid'), JSON.stringify(chosen));
`;

interface Count {
  readonly gridNo: string;
  readonly position: { readonly lng: number; readonly lat: number };
  readonly kind: string;
}

const at = ({ lng, lat }: { lng: number; lat: number }, height: number) =>
  `/manage/monitor?at=${lng.toFixed(5)},${lat.toFixed(5)},${height},0,-90,3d`;
const middle = ({ width, height }: { width: number; height: number }, half: number) => ({
  ...{ x: width / 2 - half, y: height / 2 - half, width: 2 * half, height: 2 * half },
});
const isLineColour = (colour: Colour) => colourDistance(colour, LINE_COLOUR) < 75;

/** The number of pixels that match around the middle. */
const middlePixels = async (page: Page, half: number, matches: (colour: Colour) => boolean) => {
  const picture = await stagePicture(page);
  return countPixels(picture, middle(picture, half * (await ratioOf(page))), matches);
};
const countShown = (page: Page) => middlePixels(page, 22, isLineColour);
const fresh = (page: Page) => middlePixels(page, 25, (colour) => colourDistance(colour, FRESH) < 40);

/** Distances in pixels from the middle to the lines of that colour on its left; starts outside the tower's own picture. */
function linesLeft(picture: Picture): number[] {
  const [middleX, middleY] = [Math.round(picture.width / 2), Math.round(picture.height / 2)];
  const hits: number[] = [];
  for (let away = 24 * HALF; away < middleX - 60 * HALF; away++) {
    const meets = [-1, 0, 1].some((y) => isLineColour(picture.at(middleX - away, middleY + y)));
    if (meets && away - (hits.at(-1) ?? 0) > 4 * HALF) hits.push(away);
    else if (meets) hits[hits.length - 1] = away;
  }
  return hits;
}

/** Records the area requests that the page makes from now on: the grid and the level. */
function requestedAreas(page: Page): readonly string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/getAreaData')) requests.push(`${searchParams.get('gridNo')} ${searchParams.get('level')}`);
  });
  return requests;
}
const childrenOf = (requests: readonly string[]) => requests.filter((call) => call.endsWith(' children')).map((call) => call.slice(0, 6));

describeWithServer('the map’s address', import.meta.filename, ({ open, base }) => {
  it('a copied link opens the same view, alarm and filter after login', async () => {
    const id = await cameraSees(base(), WENCHUAN, { address: '链接处' });
    const { page, goto } = await open({ viewport: MAP });
    await goto(`/manage/monitor?at=103.58000,31.47000,12345,30,-60,3d&alarm=${id}&time=threehour`);
    await loginForm(page).submit.waitFor();
    await fillLogin(page, 'wenchuan');
    await popup(page).getByText('链接处').waitFor();
    await mapReady(page);
    const query = () => new URL(page.url()).searchParams;
    await eventually(() => query().get('at')).toMatch(/^103\.58\d{3},31\.47\d{3},123[345]\d,30,-60,3d$/);
    expect([query().get('alarm'), query().get('time')]).toEqual([id, 'threehour']);
  });
});

describeWithServer('the globe', import.meta.filename, { map: 'globe' }, ({ open, base }) => {
  /** A desk of a province; each check loads the page at a place. */
  const openMap = async (options: DeskOptions) => {
    const { page, goto } = await open({ user: 'sichuan', viewport: MAP, ...options });
    const lookAt = async (place: { lng: number; lat: number }, height: number) => {
      await goto(at(place, height));
      await mapReady(page);
      // Frames take long, so equal pictures alone do not prove that no tile is still loading.
      await page.waitForLoadState('networkidle');
    };
    return { page, lookAt };
  };

  // Proves §2.32
  it('switching 2D, 3D and Columbus view writes nothing to the console; in each a tower has its two circles over the relief, which is measured', async () => {
    const tower = { name: '圆圈塔', position: TOWER, towerHeight: 30 };
    expect((await call(base(), 'POST', '/resource/api/monitor', tower, await signIn(base(), 'guojia'))).code).toBe(200);
    const { page, lookAt } = await openMap({ pixelRatio: HALF, before: SHOW_CIRCLES_AND_CONTOURS });
    await lookAt(TOWER, BELOW_COUNTS);
    await expectRelief(page);
    await expectMeasured(page);
    // Below 70 km a tower has two circles; the inner circle is three fifths of the outer.
    await inEachMode(page, TOWER, BELOW_COUNTS, async () => {
      await eventually(async () => linesLeft(await stagePicture(page)).length, PICTURE_POLL).toBe(2);
      const [inner = 0, outer = 0] = linesLeft(await stagePicture(page));
      expect(inner / outer).toBeGreaterThan(0.5);
      expect(inner / outer).toBeLessThan(0.7);
    });
  });

  it('near the terrain, the borders in view are drawn, down to the towns; an alarm is marked in the colour of its age and opens next to its mark', async () => {
    const { page, lookAt } = await openMap({ pixelRatio: HALF });
    const requests = requestedAreas(page);
    await lookAt(CHENGDU, NEAR);
    // The counties of Chengdu and its neighbours, all of one province.
    await eventually(() => childrenOf(requests).includes('510100') && requests.includes('510100 self')).toBe(true);
    await eventually(() => childrenOf(requests).filter((no) => !no.endsWith('00')).length).toBeGreaterThan(3);
    const prefectures = childrenOf(requests).filter((no) => no.endsWith('00'));
    expect(prefectures.length).toBeLessThan(10);
    expect(prefectures.every((no) => no.startsWith('51'))).toBe(true);
    await expectDrawn(page, '行政区边界');

    const before = await fresh(page);
    await cameraSees(base(), { longitude: CHENGDU.lng, latitude: CHENGDU.lat }, { address: '点击处' });
    await eventually(() => fresh(page), PICTURE_POLL).toBeGreaterThan(before + 5);
    await page.setViewportSize(LAPTOP);
    await expectPopupAtMiddle(page, '点击处');
  });

  it('from far away, counts are drawn by county in each mode, and by prefecture from 296 km', async () => {
    const { page, lookAt } = await openMap({ pixelRatio: ALL });
    const { data } = await call(base(), 'GET', '/resource/api/resourceList/counts?level=county', undefined, await signIn(base(), 'guojia'));
    const county = (data as Count[]).find((row) => row.gridNo === COUNTY && row.kind === 'monitoring-point');
    if (county === undefined) throw new Error(`no monitoring points are counted in ${COUNTY}`);
    const place = county.position;
    await lookAt(place, COUNTED);
    await inEachMode(page, place, COUNTED, () => eventually(() => countShown(page), PICTURE_POLL).toBeGreaterThan(15));
    const counted = page.waitForResponse(/counts\?level=prefecture/);
    await zoomByWheel(page, 'out', (height) => height > 296_000);
    await counted;
    await eventually(() => countShown(page), PICTURE_POLL).toBe(0);
  });
});

/** The same view in each mode. */
async function inEachMode(page: Page, place: { lng: number; lat: number }, height: number, check: () => Promise<void>): Promise<void> {
  for (const [name, mode] of MODES) {
    const button = page.getByRole('button', { name, exact: true });
    await button.click();
    await eventually(() => viewOf(page.url()).mode).toBe(mode);
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    const { lng, lat, heightMetres } = viewOf(page.url());
    expect([Math.abs(lng - place.lng) < 0.05, Math.abs(lat - place.lat) < 0.05]).toEqual([true, true]);
    expect(heightMetres / height).toBeCloseTo(1, 2);
    await check();
  }
}

/** The terrain has contour lines, which come from the height of its mesh, and the read-out shows different heights. */
async function expectRelief(page: Page): Promise<void> {
  await expectDrawn(page, '等高线', 1 / 2);
  const heightAt = async (x: number, y: number) => {
    await page.mouse.move(x, y);
    await page.mouse.move(x + 1, y);
    return Number(/海拔 (-?\d+) m/.exec((await page.locator('.readout-ground').textContent()) ?? '')?.[1] ?? Number.NaN);
  };
  const places = [
    [140, 110],
    [245, 190],
    [350, 260],
    [420, 150],
  ] as const;
  await eventually(async () => {
    const heights: number[] = [];
    for (const [x, y] of places) heights.push(await heightAt(x, y));
    return Math.min(...heights) > 300 && Math.max(...heights) - Math.min(...heights) > 200;
  }).toBe(true);
}

/** Measures a known length by its coordinates, then a line by clicks, also along the terrain. */
async function expectMeasured(page: Page): Promise<void> {
  const panel = page.getByRole('dialog', { name: '测量' });
  const shownMetres = async (): Promise<number> => {
    const [, number = '', unit] = /^([\d,.]+) (米|公里)$/.exec((await panel.locator('dd').first().textContent()) ?? '') ?? [];
    return Number(number.replaceAll(',', '')) * (unit === '公里' ? 1000 : 1);
  };
  await page.getByRole('toolbar', { name: '地图工具' }).getByRole('button', { name: '测量' }).click();
  // One degree along the equator: π a / 180 of WGS 84.
  for (const place of ['100, 0', '101, 0']) {
    await page.getByLabel('按经纬度加点').fill(place);
    await page.keyboard.press('Enter');
  }
  await eventually(async () => Math.abs((await shownMetres()) / 111_319.49 - 1)).toBeLessThan(0.005);
  // The same by clicks; the length depends on the scale of the view.
  await page.getByRole('button', { name: '重新测量' }).click();
  await page.mouse.click(410, 160);
  await page.mouse.dblclick(520, 260);
  await page.getByText('测量完成').waitFor();
  expect(await shownMetres()).toBeGreaterThan(500);
  await panel.getByText('沿地面长度').waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
}

/** A click on the marker in the middle opens 火警详情 next to it. */
async function expectPopupAtMiddle(page: Page, address: string): Promise<void> {
  const box = await page.locator('.globe-stage canvas').first().boundingBox();
  if (box === null) throw new Error('no canvas');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // Until the marker is drawn, a click hits the terrain.
  await eventually(async () => {
    await page.mouse.click(x, y);
    return popup(page).count();
  }, PICTURE_POLL).toBe(1);
  expect((await fieldsOf(page)).地址).toBe(address);
  const frame = await popup(page).boundingBox();
  expect(frame && (frame.x > x || frame.x + frame.width < x)).toBe(true);
}

/** Shows or hides a layer by its box in the layer tree. */
async function setLayer(page: Page, layer: string, isShown: boolean): Promise<void> {
  const layers = page.getByRole('button', { name: '图层', exact: true });
  await layers.click();
  await page.getByRole('checkbox', { name: layer }).setChecked(isShown);
  await layers.click();
  await page.getByRole('region', { name: '图层树' }).waitFor({ state: 'hidden' });
}

/**
 * Once the layer is switched off, its lines disappear. They cover a hundred pixels or more, and at most this share of the picture. On a slow
 * machine the terrain may become finer between the two pictures, and all of it differs: then both are taken again.
 */
async function expectDrawn(page: Page, layer: string, share = 1 / 8): Promise<void> {
  const ratio = await ratioOf(page);
  let lines = 0;
  let most = 0;
  for (let attempt = 1; attempt <= 3; attempt++) {
    const lined = await settledPicture(page);
    const whole = { x: 70 * ratio, y: 0, width: lined.width - 140 * ratio, height: lined.height - 60 * ratio };
    most = whole.width * whole.height * share;
    await setLayer(page, layer, false);
    await eventually(async () => {
      lines = countDifferences(await stagePicture(page), lined, whole);
      return lines;
    }, PICTURE_POLL).toBeGreaterThan(100);
    if (lines < most) return;
    await setLayer(page, layer, true);
  }
  expect(lines).toBeLessThan(most);
}
