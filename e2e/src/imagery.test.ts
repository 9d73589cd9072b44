// Pictures of the ground from a server of the installation's own: drawn over our relief, and chosen in the layer tree like everything else.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { eventually } from './lib/eventually.ts';
import { mapReady } from './lib/pages.ts';
import { type Colour, countPixels, farApart, PICTURES, stagePicture } from './lib/pixels.ts';
import { makePng } from './lib/png.ts';
import { describeRoom } from './lib/room.ts';

/** Beyond the demo's stage: no mark covers the picture. */
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

describeRoom(
  'imagery of the installation’s own',
  import.meta.filename,
  { map: 'globe', env: { IMAGERY_URL: `http://127.0.0.1:${port}/{z}/{x}/{y}.png` } },
  ({ open }) => {
    it('covers the relief, lets it through as far as is chosen, and is switched off; the choice is kept', async () => {
      const { page, goto } = await open({ user: 'aba', viewport: MAP, pixelRatio: 1 });
      const look = async () => {
        await goto(`/manage/monitor?at=${PLACE},60000,0,-90,2d`);
        await mapReady(page);
      };
      const openTree = () => page.getByRole('button', { name: '图层', exact: true }).click();
      const row = () => page.getByRole('checkbox', { name: '影像' });
      const share = async (holds: (colour: Colour) => boolean) => {
        const picture = await stagePicture(page);
        const right = { x: picture.width / 2, y: 60, width: picture.width / 2 - 60, height: picture.height - 140 };
        return countPixels(picture, right, holds) / (right.width * right.height);
      };
      const painted = () => share((colour) => farApart(colour, PAINT) < 12);
      // The relief is grey and green: no red of its own.
      const tinted = () => share(([red, green]) => red - green > 40);

      await look();
      await eventually(painted, PICTURES).toBeGreaterThan(0.9);
      await openTree();
      await page.getByRole('slider', { name: '影像的不透明度' }).fill('50');
      await eventually(painted, PICTURES).toBeLessThan(0.1);
      await eventually(tinted, PICTURES).toBeGreaterThan(0.9);
      await row().uncheck();
      await eventually(tinted, PICTURES).toBeLessThan(0.1);

      await look();
      await openTree();
      await row().waitFor();
      expect(await row().isChecked()).toBe(false);
      expect(await tinted()).toBeLessThan(0.1);
    });
  },
);
