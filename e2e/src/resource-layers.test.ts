import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { eventually } from './lib/eventually.ts';
import { mapReady, turnWheel, viewOf } from './lib/pages.ts';
import { countPixels, farApart, hex, PICTURES, stagePicture } from './lib/pixels.ts';
import type { Picture } from './lib/png.ts';
import { describeRoom } from './lib/room.ts';
import { call, signIn } from './lib/wire.ts';

const MAP = { width: 800, height: 500 };
/** Lines of counts, towers and their circles (packages/map: place-atlas.ts, dial.ts). */
const WATCH = hex('#2dd4ff');
const COUNTY = '513221';
const PREFECTURE = '513200';
/** A tower of the test's own, where no other stands within ten kilometres. */
const TOWER = { lng: 103.25, lat: 32.35 };
/** The first is what a page begins with, the next ones are switched to. */
const MODES = [
  ['三维', '3d'],
  ['二维', '2d'],
  ['哥伦布', 'glb'],
] as const;
const SHOW_CIRCLES = `
  const chosen = { rows: { 'monitoring-circles': { visible: true } }, order: {} };
  localStorage.setItem('map.layers.' + localStorage.getItem('accid'), JSON.stringify(chosen));
`;

interface Count {
  readonly gridNo: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly resourceType: string;
  readonly count: number;
}

const isWatch = (colour: readonly [number, number, number]) => farApart(colour, WATCH) < 75;

/** How many pixels of that colour lie around the middle, where a count stands. */
const inTheMiddle = async (page: Page) => {
  const picture = await stagePicture(page);
  return countPixels(picture, { x: picture.width / 2 - 22, y: picture.height / 2 - 22, width: 44, height: 44 }, isWatch);
};

/** Distances from the middle at which a ray to the left meets lines of that colour, pixels, the tower's own picture left out. */
function linesLeft(picture: Picture): number[] {
  const [middleX, middleY] = [Math.round(picture.width / 2), Math.round(picture.height / 2)];
  const hits: number[] = [];
  for (let away = 24; away < middleX - 60; away++) {
    const meets = [-1, 0, 1].some((y) => isWatch(picture.at(middleX - away, middleY + y)));
    if (meets && away - (hits.at(-1) ?? 0) > 4) hits.push(away);
    else if (meets) hits[hits.length - 1] = away;
  }
  return hits;
}

const over = ({ longitude, latitude }: Count) => ({ lng: longitude, lat: latitude });

describeRoom('resources on the map', import.meta.filename, { map: 'globe' }, ({ open, base }) => {
  /** The monitoring points of a grid, as soon as the demo has brought them. */
  const countOf = async (level: string, gridNo: string): Promise<Count> => {
    const aba = await signIn(base(), 'aba');
    const find = async () => {
      const { data } = await call(base(), 'GET', `/resource/api/resourceList/counts?level=${level}`, undefined, aba);
      return (data as Count[]).find((row) => row.gridNo === gridNo && row.resourceType === 'monitor');
    };
    await eventually(find).toBeDefined();
    return (await find()) as Count;
  };
  const aDesk = async () => {
    const { page, goto } = await open({ user: 'aba', viewport: MAP, pixelRatio: 1 });
    const lookAt = async ({ lng, lat }: { lng: number; lat: number }, height: number) => {
      await goto(`/manage/monitor?at=${lng.toFixed(5)},${lat.toFixed(5)},${height},0,-90,3d`);
      await mapReady(page);
    };
    /** The same place from the same height in each mode. */
    const lookInEachMode = async (place: { lng: number; lat: number }, height: number, look: () => Promise<void>) => {
      await lookAt(place, height);
      for (const [name, mode] of MODES) {
        await page.getByRole('button', { name, exact: true }).click();
        await eventually(() => viewOf(page.url()).mode).toBe(mode);
        expect(viewOf(page.url()).heightMetres / height).toBeCloseTo(1, 2);
        await look();
      }
    };
    return { page, lookAt, lookInEachMode };
  };

  it('below 70 km a tower stands in its two circles, one three fifths of the other, in each mode', async () => {
    const tower = { name: '圆圈塔', position: TOWER, towerHeight: 30 };
    expect((await call(base(), 'POST', '/resource/api/monitor', tower, await signIn(base(), 'guojia'))).code).toBe(200);
    const { page, lookInEachMode } = await aDesk();
    // As somebody who has switched them on in the layer tree.
    await page.addInitScript(SHOW_CIRCLES);
    await lookInEachMode(TOWER, 28_000, async () => {
      await eventually(async () => linesLeft(await stagePicture(page)).length, PICTURES).toBe(2);
      const [inner = 0, outer = 0] = linesLeft(await stagePicture(page));
      expect(inner / outer).toBeGreaterThan(0.5);
      expect(inner / outer).toBeLessThan(0.7);
    });
  });

  it('above it a county has its number, in each mode', async () => {
    const county = await countOf('county', COUNTY);
    const { page, lookInEachMode } = await aDesk();
    await lookInEachMode(over(county), 71_000, () => eventually(() => inTheMiddle(page), PICTURES).toBeGreaterThan(15));
  });

  it('up to 296 km counties are counted, above it prefectures', async () => {
    const county = await countOf('county', COUNTY);
    const prefecture = await countOf('prefecture', PREFECTURE);
    const { page, lookAt } = await aDesk();
    await lookAt(over(county), 295_000);
    await eventually(() => inTheMiddle(page), PICTURES).toBeGreaterThan(15);
    const counted = page.waitForResponse(/counts\?level=prefecture/);
    await turnWheel(page, 'out', (height) => height > 296_000);
    await counted;
    await eventually(() => inTheMiddle(page), PICTURES).toBe(0);
    await lookAt(over(prefecture), 297_000);
    await eventually(() => inTheMiddle(page), PICTURES).toBeGreaterThan(15);
  });
});
