import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { mapReady, viewOf, zoomByWheel } from './lib/pages.ts';
import { colourDistance, countPixels, hex, PICTURE_POLL, stagePicture } from './lib/pixels.ts';
import type { Picture } from './lib/png.ts';
import { call, signIn } from './lib/wire.ts';

const MAP = { width: 800, height: 500 };
/** The line colour of counts, towers and their circles (packages/map: markers/marker.ts, monitoring-dials.ts). */
const LINE_COLOUR = hex('#2dd4ff');
const COUNTY = '513221';
const PREFECTURE = '513200';
/** The test's own tower, with no other within ten kilometres. */
const TOWER = { lng: 103.25, lat: 32.35 };
/** A page starts with the first one. */
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

const isLineColour = (colour: readonly [number, number, number]) => colourDistance(colour, LINE_COLOUR) < 75;

/** The number of pixels of that colour around the middle, where a count is drawn. */
const middlePixels = async (page: Page) => {
  const picture = await stagePicture(page);
  return countPixels(picture, { x: picture.width / 2 - 22, y: picture.height / 2 - 22, width: 44, height: 44 }, isLineColour);
};

/** Distances in pixels from the middle to the lines of that colour on its left; starts outside the tower's own picture. */
function linesLeft(picture: Picture): number[] {
  const [middleX, middleY] = [Math.round(picture.width / 2), Math.round(picture.height / 2)];
  const hits: number[] = [];
  for (let away = 24; away < middleX - 60; away++) {
    const meets = [-1, 0, 1].some((y) => isLineColour(picture.at(middleX - away, middleY + y)));
    if (meets && away - (hits.at(-1) ?? 0) > 4) hits.push(away);
    else if (meets) hits[hits.length - 1] = away;
  }
  return hits;
}

const positionOf = ({ longitude, latitude }: Count) => ({ lng: longitude, lat: latitude });

describeWithServer('resources on the map', import.meta.filename, { map: 'globe' }, ({ open, base }) => {
  /** The count of a grid's monitoring points, once the demo has created them. */
  const countOf = async (level: string, gridNo: string): Promise<Count> => {
    const aba = await signIn(base(), 'aba');
    const find = async () => {
      const { data } = await call(base(), 'GET', `/resource/api/resourceList/counts?level=${level}`, undefined, aba);
      return (data as Count[]).find((row) => row.gridNo === gridNo && row.resourceType === 'monitor');
    };
    await eventually(find).toBeDefined();
    return (await find()) as Count;
  };
  const openMap = async () => {
    const { page, goto } = await open({ user: 'aba', viewport: MAP, pixelRatio: 1 });
    const lookAt = async ({ lng, lat }: { lng: number; lat: number }, height: number) => {
      await goto(`/manage/monitor?at=${lng.toFixed(5)},${lat.toFixed(5)},${height},0,-90,3d`);
      await mapReady(page);
    };
    /** The same view in each mode. */
    const lookInEachMode = async (place: { lng: number; lat: number }, height: number, check: () => Promise<void>) => {
      await lookAt(place, height);
      for (const [name, mode] of MODES) {
        await page.getByRole('button', { name, exact: true }).click();
        await eventually(() => viewOf(page.url()).mode).toBe(mode);
        expect(viewOf(page.url()).heightMetres / height).toBeCloseTo(1, 2);
        await check();
      }
    };
    return { page, lookAt, lookInEachMode };
  };

  it('below 70 km a tower has its two circles, the inner three fifths of the outer, in each mode', async () => {
    const tower = { name: '圆圈塔', position: TOWER, towerHeight: 30 };
    expect((await call(base(), 'POST', '/resource/api/monitor', tower, await signIn(base(), 'guojia'))).code).toBe(200);
    const { page, lookInEachMode } = await openMap();
    // Stored as if the user had switched them on in the layer tree.
    await page.addInitScript(SHOW_CIRCLES);
    await lookInEachMode(TOWER, 28_000, async () => {
      await eventually(async () => linesLeft(await stagePicture(page)).length, PICTURE_POLL).toBe(2);
      const [inner = 0, outer = 0] = linesLeft(await stagePicture(page));
      expect(inner / outer).toBeGreaterThan(0.5);
      expect(inner / outer).toBeLessThan(0.7);
    });
  });

  it('above 70 km a county shows its count, in each mode', async () => {
    const county = await countOf('county', COUNTY);
    const { page, lookInEachMode } = await openMap();
    await lookInEachMode(positionOf(county), 71_000, () => eventually(() => middlePixels(page), PICTURE_POLL).toBeGreaterThan(15));
  });

  it('up to 296 km counties are counted, above it prefectures', async () => {
    const county = await countOf('county', COUNTY);
    const prefecture = await countOf('prefecture', PREFECTURE);
    const { page, lookAt } = await openMap();
    await lookAt(positionOf(county), 295_000);
    await eventually(() => middlePixels(page), PICTURE_POLL).toBeGreaterThan(15);
    const counted = page.waitForResponse(/counts\?level=prefecture/);
    await zoomByWheel(page, 'out', (height) => height > 296_000);
    await counted;
    await eventually(() => middlePixels(page), PICTURE_POLL).toBe(0);
    await lookAt(positionOf(prefecture), 297_000);
    await eventually(() => middlePixels(page), PICTURE_POLL).toBeGreaterThan(15);
  });
});
