import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { mapReady, zoomByWheel } from './lib/pages.ts';
import { colourDistance, countPixels, hex, PICTURE_POLL, stagePicture } from './lib/pixels.ts';

const MAP = { width: 800, height: 500 };
/** Outline and hatching of forest farms (packages/map: vector-tiles/styles.ts); the demo draws 威州林场 here. */
const FARM = hex('#60d678');
const PLACE = { lng: 103.66, lat: 31.52 };
const ROW = '演示林场（示意）';

const farmPixels = async (page: Page) => {
  const picture = await stagePicture(page);
  const middle = { x: picture.width / 4, y: picture.height / 4, width: picture.width / 2, height: picture.height / 2 };
  return countPixels(picture, middle, (colour) => colourDistance(colour, FARM) < 70);
};

describeWithServer('map layers', import.meta.filename, { map: 'globe', env: { DEMO_LAYERS: 'on' } }, ({ open }) => {
  it('a forest farm is drawn below 33 km and not above; switched off in the tree it stays off after a reload', async () => {
    const { page, goto } = await open({ user: 'wenchuan', viewport: MAP, pixelRatio: 1 });
    const openMapFrom = async (height: number) => {
      await goto(`/manage/monitor?at=${PLACE.lng},${PLACE.lat},${height},0,-90,2d`);
      await mapReady(page);
    };
    const row = () => page.getByRole('checkbox', { name: ROW });
    const openTree = () => page.getByRole('button', { name: '图层', exact: true }).click();

    await openMapFrom(32_000);
    // The marks of burnings have the farms' colour, and where the demo has them depends on the day.
    await openTree();
    await page.getByRole('checkbox', { name: '用火报备', exact: true }).uncheck();
    await openTree();
    await eventually(() => farmPixels(page), PICTURE_POLL).toBeGreaterThan(60);
    await zoomByWheel(page, 'out', (height) => height > 33_000);
    await eventually(() => farmPixels(page), PICTURE_POLL).toBeLessThan(10);
    await zoomByWheel(page, 'in', (height) => height < 33_000);
    await eventually(() => farmPixels(page), PICTURE_POLL).toBeGreaterThan(60);
    await openTree();
    await row().uncheck();
    await eventually(() => farmPixels(page), PICTURE_POLL).toBeLessThan(10);
    await openMapFrom(32_000);
    await openTree();
    await row().waitFor();
    expect(await row().isChecked()).toBe(false);
    expect(await farmPixels(page)).toBeLessThan(10);
  });
});
