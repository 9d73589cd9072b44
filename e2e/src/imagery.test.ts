// Imagery from the installation's own server (IMAGERY_URL): drawn over our relief, and switched in the layer tree like every layer.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { mapReady } from './lib/pages.ts';
import { type Colour, colourDistance, countPixels, PICTURE_POLL, stagePicture } from './lib/pixels.ts';
import { makePng } from './lib/png.ts';

/** Outside the demo's area, so that no mark covers the picture. */
const PLACE = '100.0,31.5';
const MAP = { width: 800, height: 500 };
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

describeWithServer(
  'imagery of the installation’s own',
  import.meta.filename,
  { map: 'globe', env: { IMAGERY_URL: `http://127.0.0.1:${port}/{z}/{x}/{y}.png` } },
  ({ open }) => {
    it('covers the relief, with the chosen opacity, and can be switched off; the choice is stored', async () => {
      const { page, goto } = await open({ user: 'aba', viewport: MAP, pixelRatio: 1 });
      const openMap = async () => {
        await goto(`/manage/monitor?at=${PLACE},60000,0,-90,2d`);
        await mapReady(page);
      };
      const openTree = () => page.getByRole('button', { name: '图层', exact: true }).click();
      const row = () => page.getByRole('checkbox', { name: '影像' });
      const shareOf = async (matches: (colour: Colour) => boolean) => {
        const picture = await stagePicture(page);
        const right = { x: picture.width / 2, y: 60, width: picture.width / 2 - 60, height: picture.height - 140 };
        return countPixels(picture, right, matches) / (right.width * right.height);
      };
      const painted = () => shareOf((colour) => colourDistance(colour, PAINT) < 12);
      // The relief is grey and green and has no red.
      const tinted = () => shareOf(([red, green]) => red - green > 40);

      await openMap();
      await eventually(painted, PICTURE_POLL).toBeGreaterThan(0.9);
      await openTree();
      await page.getByRole('slider', { name: '影像的不透明度' }).fill('50');
      await eventually(painted, PICTURE_POLL).toBeLessThan(0.1);
      await eventually(tinted, PICTURE_POLL).toBeGreaterThan(0.9);
      await row().uncheck();
      await eventually(tinted, PICTURE_POLL).toBeLessThan(0.1);

      await openMap();
      await openTree();
      await row().waitFor();
      expect(await row().isChecked()).toBe(false);
      expect(await tinted()).toBeLessThan(0.1);
    });
  },
);
