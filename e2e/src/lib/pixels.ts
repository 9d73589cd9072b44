// Reads what the globe has drawn from screenshots: colours near a place, lines, how much the terrain varies.
import type { Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { type Picture, readPng } from './png.ts';

export type Colour = readonly [red: number, green: number, blue: number];

/** The smallest distance of colours that is visible. */
const VISIBLE_DISTANCE = 12;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How often a picture is taken while a test waits: each one costs a frame rendered in software. */
export const PICTURE_POLL = { interval: 500 } as const;

/** A picture of the current map, without the panels over it. */
export async function stagePicture(page: Page): Promise<Picture> {
  const canvas = page.locator('.globe-stage canvas').first();
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('no canvas on the page');
  return readPng(await page.screenshot({ clip: box }));
}

/** This many equal pictures in a row count as settled: late tiles may arrive between two pictures. */
const SAME_PICTURES = 3;
/** The page draws two frames a second (desk.ts): at this interval there is at least one frame between two pictures. */
const SETTLED_POLL = { interval: 1_000 } as const;

/** The map when it has settled: tiles and lines are drawn, and later pictures are equal. */
export async function settledPicture(page: Page): Promise<Picture> {
  let before = await stagePicture(page);
  let same = 1;
  await eventually(async () => {
    const now = await stagePicture(page);
    const whole = { x: 0, y: 0, width: now.width, height: now.height };
    const isSame = brightnessSpread(now, whole) > 3 && countDifferences(before, now, whole) === 0;
    same = isSame ? same + 1 : 1;
    before = now;
    return same;
  }, SETTLED_POLL).toBe(SAME_PICTURES);
  return before;
}

export const hex = (text: string): Colour => {
  const value = Number.parseInt(text.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

export const colourDistance = (a: Colour, b: Colour): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** The number of pixels in a part of the picture whose colour matches. */
export function countPixels(picture: Picture, box: Box, matches: (colour: Colour) => boolean): number {
  let count = 0;
  for (let y = Math.max(0, Math.round(box.y)); y < Math.min(picture.height, box.y + box.height); y++) {
    for (let x = Math.max(0, Math.round(box.x)); x < Math.min(picture.width, box.x + box.width); x++)
      if (matches(picture.at(x, y))) count++;
  }
  return count;
}

/** A line drawn over the terrain does not have exactly its own colour. */
const LINE_DISTANCE = 40;

/** The number of pixels of the whole map in one of these colours. */
export async function pixelsOf(page: Page, ...colours: readonly Colour[]): Promise<number> {
  const picture = await stagePicture(page);
  const whole = { x: 0, y: 0, width: picture.width, height: picture.height };
  return countPixels(picture, whole, (one) => colours.some((colour) => colourDistance(one, colour) < LINE_DISTANCE));
}

/** The number of pixels in a part that look different in two pictures of the same size. */
export function countDifferences(one: Picture, other: Picture, box: Box): number {
  let count = 0;
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) if (colourDistance(one.at(x, y), other.at(x, y)) > VISIBLE_DISTANCE) count++;
  }
  return count;
}

/** Standard deviation of the brightness (0–255): 0 on a plain surface. */
function brightnessSpread(picture: Picture, box: Box): number {
  const values: number[] = [];
  countPixels(picture, box, ([red, green, blue]) => {
    values.push(0.299 * red + 0.587 * green + 0.114 * blue);
    return true;
  });
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}
