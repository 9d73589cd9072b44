// 护林视域: what a tower sees is drawn on the globe and counted, and a higher mast changes the figures at once.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seriousFaults } from './lib/axe.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { mapReady } from './lib/pages.ts';
import { countPixels, PICTURE_POLL, stagePicture } from './lib/pixels.ts';
import { type LinkedTower, linkTower } from './lib/towers.ts';
import { signIn } from './lib/wire.ts';

const OFFICE = { width: 1366, height: 768 };
const NAME = '试视塔';

describeWithServer('coverage', import.meta.filename, { map: 'globe' }, ({ open, base }) => {
  let tower: LinkedTower | null = null;
  beforeAll(async () => {
    tower = await linkTower(base(), NAME, await signIn(base(), 'guojia'));
  });
  afterAll(() => tower?.stop());

  it('what a tower sees is drawn on the globe in place of the blind ground, and a mast higher by 50 m sees more', async () => {
    const { page, goto } = await open({ user: 'aba', viewport: OFFICE, pixelRatio: 1 });
    await goto('/coverage?list=masts');
    await mapReady(page);
    // The relief has no such green: a viewshed is drawn in greens and yellow.
    const seen = async () => {
      const picture = await stagePicture(page);
      const right = { x: picture.width * 0.65, y: 0, width: picture.width * 0.35, height: picture.height };
      return countPixels(picture, right, ([red, green, blue]) => green - Math.min(red, blue) > 55);
    };
    const before = await seen();
    await page.getByTitle(`看${NAME}的视域`).click();
    const own = page.getByRole('region', { name: `${NAME}的视域` });
    await own.getByText('地面可见').waitFor();
    await eventually(seen, PICTURE_POLL).toBeGreaterThan(before + 1_000);

    await page.getByRole('button', { name: `试改${NAME}` }).click();
    const difference = page.getByRole('region', { name: '差别（林地，公顷）' });
    await difference.getByRole('row').nth(3).waitFor();
    const gains = () => difference.locator('tbody td:nth-last-child(2)').allTextContents();
    expect(await gains()).toEqual(['0', '0', '0']);
    for (let times = 0; times < 5; times++) await page.getByRole('button', { name: '加高 10 米' }).click();
    await eventually(async () => (await gains()).some((gain) => gain.startsWith('+'))).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
  });
});
