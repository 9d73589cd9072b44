// Frames that cannot be judged.
import type { Frame } from './frame.ts';
import type { Size } from './working-picture.ts';

/** `size`: differs from the pose's; `small`: below 160 × 120; `dark`: black or nearly so; `frozen`: the same to the last bit as the frame before. */
export type FrameFault = 'size' | 'small' | 'dark' | 'frozen';

/** Luma that a picture must exceed somewhere, and the spread it must have. */
const DARKEST = 22;

/** @param lastLuma thinned-out luma of the frame before; receives that of this one */
export function faultOf({ width, height, y, u, v }: Frame, size: Size, lastLuma: Uint8Array): FrameFault | null {
  const chroma = Math.ceil(width / 2) * Math.ceil(height / 2);
  if (width !== size.width || height !== size.height || y.length !== width * height || u.length !== chroma || v.length !== chroma)
    return 'size';
  const step = y.length / lastLuma.length;
  let [brightest, changed] = [0, 0];
  for (let at = 0; at < lastLuma.length; at++) {
    const value = y[Math.floor(at * step)] as number;
    if (value > brightest) brightest = value;
    if (value !== lastLuma[at]) changed += 1;
    lastLuma[at] = value;
  }
  if (brightest <= DARKEST) return 'dark';
  return changed === 0 ? 'frozen' : null;
}
