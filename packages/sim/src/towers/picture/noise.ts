// The noise of a camera's chip: without it a picture at rest looks like a photograph, and nobody sees whether it is live.
import { drawsOf } from '../../draws.ts';
import { PIXELS } from './raster.ts';

const SPARE = 4_093;
const draws = drawsOf(1, 'chip');
const noise = Int8Array.from({ length: PIXELS + SPARE }, () => Math.round(0.8 * draws.normal()));

/** Adds noise to a plane of luma or heat, another one for each number of a picture; changes it. */
export function addNoise(plane: Uint8ClampedArray | Uint8Array, nth: number): void {
  const from = (nth * 1_009) % SPARE;
  for (let at = 0; at < PIXELS; at++) plane[at] = (plane[at] as number) + (noise[at + from] as number);
}
