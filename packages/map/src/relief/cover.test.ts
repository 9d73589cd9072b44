import { COVER_CELLS, COVER_SIDE, COVER_TILE_BYTES, GROUND_COVERS, type GroundCover } from '@lookout/geo';
import { expect, it } from 'vitest';
import { COVER_TINT, coverStrength, paintCover } from './cover.ts';

const PIXELS = 64;
const aTile = (coverAt: (column: number, row: number) => GroundCover) =>
  Uint8Array.from({ length: COVER_TILE_BYTES }, (_, at) => GROUND_COVERS.indexOf(coverAt(at % COVER_SIDE, Math.floor(at / COVER_SIDE))));
const pixel = (image: Uint8ClampedArray, column: number, row: number) => [
  ...image.slice((row * PIXELS + column) * 4, (row * PIXELS + column) * 4 + 4),
];
const tintOf = (cover: GroundCover) => COVER_TINT[cover]?.slice(0, 3);

it('land cover is drawn over the relief in its colour, fainter at lower strength; unknown and other cover show the relief alone', () => {
  const tile = aTile((column) => (column < 20 ? 'forest' : column < 40 ? 'unknown' : 'other'));
  const [full, half] = [paintCover(tile, PIXELS, 1), paintCover(tile, PIXELS, 0.5)];
  expect(pixel(full, 5, 30).slice(0, 3)).toEqual(tintOf('forest'));
  expect(pixel(full, 5, 30)[3]).toBe(Math.round(255 * (COVER_TINT.forest?.[3] ?? 0)));
  expect((pixel(half, 5, 30)[3] ?? 0) * 2 - (pixel(full, 5, 30)[3] ?? 0)).toBeLessThanOrEqual(1);
  expect([pixel(full, 30, 30)[3], pixel(full, 50, 30)[3]]).toEqual([0, 0]);
});

it('rows run from south to north', () => {
  const image = paintCover(
    aTile((_column, row) => (row < COVER_SIDE / 2 ? 'forest' : 'farm')),
    PIXELS,
    1,
  );
  expect([pixel(image, 9, 2).slice(0, 3), pixel(image, 9, 61).slice(0, 3)]).toEqual([tintOf('farm'), tintOf('forest')]);
});

it('images that share an edge have the same colours on both sides of it', () => {
  const coverAt = (column: number, row: number) => GROUND_COVERS[Math.abs(column * 7 + row * 3) % GROUND_COVERS.length] ?? 'unknown';
  const finer = 2 * PIXELS;
  const here = paintCover(aTile(coverAt), finer, 1);
  const east = paintCover(
    aTile((column, row) => coverAt(column + 64, row)),
    finer,
    1,
  );
  // The last pixel of one image and the first of the other are half a cell apart, on either side of the shared edge.
  const last = here.slice((64 * finer + finer - 1) * 4, (64 * finer + finer - 1) * 4 + 4);
  const first = east.slice(64 * finer * 4, 64 * finer * 4 + 4);
  const most = Math.max(...last.map((value, channel) => Math.abs(value - (first[channel] ?? 0))));
  expect(most).toBeLessThan(90);
});

it('a colour blends into the next over some three cells, without a step', () => {
  const perCell = 4;
  const pixels = COVER_CELLS * perCell;
  const image = paintCover(
    aTile((column) => (column < COVER_SIDE / 2 ? 'water' : 'other')),
    pixels,
    1,
  );
  const shares = Array.from({ length: pixels }, (_, column) => image[(pixels * 9 + column) * 4 + 3] ?? 0);
  const full = shares[0] ?? 0;
  const between = shares.filter((share) => share > 0.05 * full && share < 0.95 * full);
  expect(between.length).toBeGreaterThan(2 * perCell);
  expect(between.length).toBeLessThan(3 * perCell);
  expect(shares).toEqual(shares.toSorted((a, b) => b - a));
  const steepest = Math.max(...shares.slice(1).map((share, at) => (shares[at] ?? 0) - share));
  expect(steepest).toBeLessThan((0.6 * full) / perCell);
});

it('the tint fades in over four levels', () => {
  expect([0, 1, 2, 3, 9].map(coverStrength)).toEqual([0.25, 0.5, 0.75, 1, 1]);
});
