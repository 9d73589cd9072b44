// The effect of lens and sensor on a picture: blur when it is out of focus, brightness by the iris, and the noise of the sensor.
import { drawsOf } from '../../draws.ts';
import { HEIGHT, PIXELS, type Picture, WIDTH } from './raster.ts';

const sums = new Int32Array(WIDTH);
const scratch = new Uint8Array(WIDTH * HEIGHT);

/**
 * Blurs a plane in place with a box filter applied twice, which approximates the disc of an unfocused lens. The cost does not depend on the
 * radius.
 * @param radius whole pixels; 0 leaves the plane unchanged
 */
export function blurPlane(plane: Uint8Array | Uint8ClampedArray, width: number, height: number, radius: number): void {
  if (radius < 1) return;
  for (let pass = 0; pass < 2; pass++) {
    blurRows(plane, scratch, width, height, radius);
    blurColumns(scratch, plane, width, height, radius);
  }
}

/** Pixels beyond an edge count as the pixel at the edge. */
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
    const [entering, leaving] = [rowAt(row + radius + 1), rowAt(row - radius)];
    for (let x = 0; x < width; x++, at++) {
      const sum = sums[x] as number;
      to[at] = Math.floor(sum * share + 0.5);
      sums[x] = sum + (from[entering + x] as number) - (from[leaving + x] as number);
    }
  }
}

/** Blurs a whole picture in place. */
export function blurPicture({ y, u, v }: Picture, radius: number): void {
  blurPlane(y, WIDTH, HEIGHT, radius);
  for (const plane of [u, v]) blurPlane(plane, WIDTH / 2, HEIGHT / 2, Math.round(radius / 2));
}

/** Multiplies the brightness in place, clipped at white and black. */
export function brighten({ y, u, v }: Picture, gain: number): void {
  if (gain === 1) return;
  const luma = Uint8ClampedArray.from({ length: 256 }, (_, value) => Math.min(235, 16 + Math.max(0, value - 16) * gain));
  for (let at = 0; at < y.length; at++) y[at] = luma[y[at] as number] as number;
  // Overexposed colours fade to white.
  const colour = Math.min(gain, 1 / gain ** 0.5);
  const chroma = Uint8ClampedArray.from({ length: 256 }, (_, value) => 128 + (value - 128) * colour);
  for (const plane of [u, v]) for (let at = 0; at < plane.length; at++) plane[at] = chroma[plane[at] as number] as number;
}

// The noise of a camera's sensor. Without it a camera at rest looks like a photograph, and a viewer cannot see whether it is live.

const SPARE = 4_093;
const draws = drawsOf(1, 'chip');
const noise = Int8Array.from({ length: PIXELS + SPARE }, () => Math.round(0.8 * draws.normal()));

/** Adds noise in place to a plane of luma or heat, different for each picture number. */
export function addNoise(plane: Uint8ClampedArray | Uint8Array, nth: number): void {
  const from = (nth * 1_009) % SPARE;
  for (let at = 0; at < PIXELS; at++) plane[at] = (plane[at] as number) + (noise[at + from] as number);
}
