// Content of an installation's own server: map layers from its data and imagery from its own service (IMAGERY_URL), each switched in the
// layer tree, on one page of the globe.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { mapReady, zoomByWheel } from './lib/pages.ts';
import { type Colour, colourDistance, countPixels, hex, PICTURE_POLL, stagePicture } from './lib/pixels.ts';
import { makePng } from './lib/png.ts';

const MAP = { width: 800, height: 500 };
/** Outline and hatching of forest farms (features/map-layer/layer/vector-tiles/styles.ts); the demo has 威州林场 here. */
const FARM = hex('#60d678');
/** In a picture a quarter as wide as the page, the farm has some forty pixels of this colour; without the farm there are none. */
const [FARM_PIXELS, NO_FARM_PIXELS] = [10, 3];
const PLACE = { lng: 103.66, lat: 31.52 };
const ROW = '演示林场（示意）';
const PAINT = [210, 40, 200] as const;
const tile = makePng(256, 256, PAINT);
const pictures = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' }).end(tile);
}).listen(0, '127.0.0.1');
await once(pictures, 'listening');
const { port } = pictures.address() as AddressInfo;
afterAll(() => {
  pictures.closeAllConnections();
  pictures.close();
});
/** No server listens at this address. */
const DEAD = 'http://127.0.0.1:9/{z}/{x}/{y}.png';
const env = { DEMO_LAYERS: 'on', IMAGERY_URL: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`, BASE_MAPS: `停机|${DEAD}` };

describeWithServer('map layers', import.meta.filename, { map: 'globe', env }, ({ open }) => {
  it('a base map covers the relief with the chosen opacity, and an unreachable one leaves the relief with a message; a forest farm is drawn below 33 km; each can be switched off', async () => {
    const { page, goto, expectFaults } = await open({ user: 'wenchuan', viewport: MAP });
    expectFaults(/\/basemaps\/own-1\//);
    const row = (name: string) => page.getByRole('checkbox', { name, exact: true });
    const farms = () => page.getByRole('checkbox', { name: ROW });
    const imagery = () => page.getByRole('checkbox', { name: '影像' });
    const openTree = () => page.getByRole('button', { name: '图层', exact: true }).click();
    /** The middle of the map, where no panel lies. */
    const pixels = async (matches: (colour: Colour) => boolean) => {
      const picture = await stagePicture(page);
      const middle = { x: picture.width / 2, y: picture.height / 4, width: picture.width / 4, height: picture.height / 2 };
      return { count: countPixels(picture, middle, matches), of: middle.width * middle.height };
    };
    const shareOf = async (matches: (colour: Colour) => boolean) => {
      const { count, of } = await pixels(matches);
      return count / of;
    };
    const painted = () => shareOf((colour) => colourDistance(colour, PAINT) < 12);
    // The relief is grey and green and has no red.
    const tinted = () => shareOf(([red, green]) => red - green > 40);
    const farmPixels = async () => (await pixels((colour) => colourDistance(colour, FARM) < 70)).count;

    await goto(`/manage/monitor?at=${PLACE.lng},${PLACE.lat},32000,0,-90,2d`);
    await mapReady(page);
    // The marks of burnings have the farms' colour, and their places in the demo depend on the day. Farms are drawn over the imagery.
    await openTree();
    await row('用火报备').uncheck();
    await farms().uncheck();
    await eventually(painted, PICTURE_POLL).toBeGreaterThan(0.9);
    await page.getByRole('slider', { name: '影像的不透明度' }).fill('50');
    await eventually(painted, PICTURE_POLL).toBeLessThan(0.1);
    await eventually(tinted, PICTURE_POLL).toBeGreaterThan(0.9);
    expect(await imagery().isChecked()).toBe(true);
    await openTree();
    await page.getByRole('button', { name: '底图：影像' }).click();
    await page.getByRole('radio', { name: '停机' }).check();
    await page.getByText('底图“停机”没有应答，显示自带地形').waitFor();
    await eventually(tinted, PICTURE_POLL).toBeLessThan(0.1);
    await page.getByRole('radio', { name: '地形' }).check();
    await page.getByText('底图“停机”没有应答').waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await openTree();
    expect(await farmPixels()).toBeLessThan(NO_FARM_PIXELS);

    await farms().check();
    await openTree();
    await eventually(farmPixels, PICTURE_POLL).toBeGreaterThan(FARM_PIXELS);
    await zoomByWheel(page, 'out', (height) => height > 33_000);
    await eventually(farmPixels, PICTURE_POLL).toBeLessThan(NO_FARM_PIXELS);
    await zoomByWheel(page, 'in', (height) => height < 33_000);
    await eventually(farmPixels, PICTURE_POLL).toBeGreaterThan(FARM_PIXELS);
    await openTree();
    await farms().uncheck();
    await eventually(farmPixels, PICTURE_POLL).toBeLessThan(NO_FARM_PIXELS);
  });
});
