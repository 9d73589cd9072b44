// What a lens does to the picture that falls through it: out of focus it runs together, and the iris makes it lighter or darker.
import { drawsOf } from '../../draws.ts';
import { HEIGHT, PIXELS, type Picture, WIDTH } from './raster.ts';

const sums = new Int32Array(WIDTH);
const scratch = new Uint8Array(WIDTH * HEIGHT);

/**
 * Blurs a plane twice by a box, which is nearly the disc of a lens out of focus; changes it. The same work whatever the radius.
 * @param radius whole pixels; 0 leaves the plane as it is
 */
export function blurPlane(plane: Uint8Array | Uint8ClampedArray, width: number, height: number, radius: number): void {
  if (radius < 1) return;
  for (let pass = 0; pass < 2; pass++) {
    blurRows(plane, scratch, width, height, radius);
    blurColumns(scratch, plane, width, height, radius);
  }
}

/** What lies beyond an edge is as the edge is. */
function blurRows(from: Uint8Array | Uint8ClampedArray, to: Uint8Array, width: number, height: number, radius: number): void {
  const share = 1 / (2 * radius + 1);
  for (let row = 0; row < height; row++) {
    const start = row * width;
    const last = start + width - 1;
    let sum = (from[start] as number) * (radius + 1);
    for (let x = 1; x <= radius; x++) sum += from[Math.min(last, start + x)] as number;
    for (let x = 0; x < width; x++) {
      to[start + x] = sum * share + 0.5;
      sum += (from[Math.min(last, start + x + radius + 1)] as number) - (from[Math.max(start, start + x - radius)] as number);
    }
  }
}

function blurColumns(from: Uint8Array, to: Uint8Array | Uint8ClampedArray, width: number, height: number, radius: number): void {
  const share = 1 / (2 * radius + 1);
  const rowAt = (row: number): number => Math.min(height - 1, Math.max(0, row)) * width;
  sums.fill(0);
  for (let row = -radius; row <= radius; row++) {
    for (let x = 0, at = rowAt(row); x < width; x++, at++) sums[x] = (sums[x] as number) + (from[at] as number);
  }
  for (let row = 0, at = 0; row < height; row++) {
    const [comes, goes] = [rowAt(row + radius + 1), rowAt(row - radius)];
    for (let x = 0; x < width; x++, at++) {
      const sum = sums[x] as number;
      to[at] = Math.floor(sum * share + 0.5);
      sums[x] = sum + (from[comes + x] as number) - (from[goes + x] as number);
    }
  }
}

/** A whole picture out of focus; changes it. */
export function blurPicture({ y, u, v }: Picture, radius: number): void {
  blurPlane(y, WIDTH, HEIGHT, radius);
  for (const plane of [u, v]) blurPlane(plane, WIDTH / 2, HEIGHT / 2, Math.round(radius / 2));
}

/** As many times brighter, up to white and down to black; changes the picture. */
export function brighten({ y, u, v }: Picture, gain: number): void {
  if (gain === 1) return;
  const luma = Uint8ClampedArray.from({ length: 256 }, (_, value) => Math.min(235, 16 + Math.max(0, value - 16) * gain));
  for (let at = 0; at < y.length; at++) y[at] = luma[y[at] as number] as number;
  // White has no colour: what is burnt out pales.
  const colour = Math.min(gain, 1 / gain ** 0.5);
  const chroma = Uint8ClampedArray.from({ length: 256 }, (_, value) => 128 + (value - 128) * colour);
  for (const plane of [u, v]) for (let at = 0; at < plane.length; at++) plane[at] = chroma[plane[at] as number] as number;
}

// The noise of a camera's chip: without it a picture at rest looks like a photograph, and nobody sees whether it is live.

const SPARE = 4_093;
const draws = drawsOf(1, 'chip');
const noise = Int8Array.from({ length: PIXELS + SPARE }, () => Math.round(0.8 * draws.normal()));

/** Adds noise to a plane of luma or heat, another one for each number of a picture; changes it. */
export function addNoise(plane: Uint8ClampedArray | Uint8Array, nth: number): void {
  const from = (nth * 1_009) % SPARE;
  for (let at = 0; at < PIXELS; at++) plane[at] = (plane[at] as number) + (noise[at + from] as number);
}
