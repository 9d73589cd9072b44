// Heat in a thermal picture. A camera's palette is not known, but in all usual ones the warmer is the lighter.
import type { LookHeat } from '../second-look.ts';

/** A fire is this much lighter than the middle of the picture: sunny rock and roofs stay below. */
const HOT_LEVELS = 90;

/**
 * @param luma of each pixel, row by row
 * @returns what the middle third of the width and of the height shows
 */
export function heatOf(luma: Uint8Array, width: number, height: number): LookHeat {
  const counts = new Uint32Array(256);
  for (const value of luma) counts[value] = (counts[value] as number) + 1;
  let [median, below] = [0, 0];
  while (median < 255 && below + (counts[median] as number) <= luma.length / 2) below += counts[median++] as number;
  let hottest = 0;
  for (let row = Math.floor(height / 3); row < Math.ceil((height * 2) / 3) - 1; row++)
    for (let column = Math.floor(width / 3); column < Math.ceil((width * 2) / 3) - 1; column++) {
      const at = row * width + column;
      // Means of 2 × 2 pixels, so that a single bad pixel is no fire.
      const mean = ((luma[at] as number) + (luma[at + 1] as number) + (luma[at + width] as number) + (luma[at + width + 1] as number)) / 4;
      if (mean > hottest) hottest = mean;
    }
  const levels = Math.max(0, Math.round(hottest - median));
  return { isHot: levels >= HOT_LEVELS, levels };
}
