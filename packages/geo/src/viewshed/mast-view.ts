// What one mast sees, as one byte for each post: small enough to store for every mast.
import { coarserBox, heightGridOf, type PostBox, placeOnPosts } from '../elevation/post-box.ts';
import { eastMetresAt, type HeightGrid, heightBetween } from './height-grid.ts';
import { VISIBLE_WITHIN_METRES } from './seen-posts.ts';
import { lowestVisible } from './viewshed.ts';

/** The heights above the ground of the bytes 1, 2 and 3: a mast that sees a target sees every higher one above it. */
export const SEEN_AT_METRES = [50, 10, 0] as const;
export const NOT_SEEN = 0;
export const GROUND_SEEN = SEEN_AT_METRES.length;
/** Unknown terrain under the target or on the way. */
export const UNKNOWN_VIEW = 255;

/** A part of the horizon, true azimuths, clockwise from … to …; equal angles: the whole horizon. */
export interface HorizonSector {
  readonly fromDegrees: number;
  readonly toDegrees: number;
}

export interface PlacedMast {
  readonly position: { readonly lng: number; readonly lat: number };
  /** Height of the cameras above the ground. */
  readonly mastMetres: number;
  readonly rangeMetres: number;
  /** Empty: its cameras may be turned everywhere. */
  readonly sectors: readonly HorizonSector[];
}

export interface MastView {
  readonly box: PostBox;
  /** `NOT_SEEN`, an index of `SEEN_AT_METRES` plus 1, or `UNKNOWN_VIEW`. Beyond range and outside the sectors nothing is seen. */
  readonly seen: Uint8Array;
  /** The cameras' height above sea level. */
  readonly eyeMetres: number;
}

/**
 * What a mast sees, swept on the posts of a box and stored on those of a coarser level.
 * @param box encloses the mast's range
 * @returns null: there is no elevation under the mast
 */
export function mastView(box: PostBox, heights: Float32Array, mast: PlacedMast, level: number): MastView | null {
  const grid = heightGridOf(box, heights);
  const at = placeOnPosts(box, mast.position);
  const foot = heightBetween(grid, at.column, at.row);
  if (Number.isNaN(foot)) return null;
  const lowest = lowestVisible(grid, { ...at, mastMetres: mast.mastMetres, rangeMetres: mast.rangeMetres });
  const stored = coarserBox(box, level);
  const step = 2 ** (box.level - level);
  const [left, top] = [stored.west * step - box.west, stored.north * step - box.north];
  const seen = new Uint8Array(new SharedArrayBuffer(stored.columns * stored.rows));
  const isInSector = sectorTest(grid, at, mast.sectors);
  for (let row = 0, post = 0; row < stored.rows; row++) {
    for (let column = 0; column < stored.columns; column++, post++) {
      const [x, y] = [left + column * step, top + row * step];
      if (metresTo(grid, at, x, y) > mast.rangeMetres - RANGE_EDGE_METRES || !isInSector(x, y)) continue;
      seen[post] = byteOf(lowest[y * box.columns + x] as number);
    }
  }
  return { box: stored, seen, eyeMetres: foot + mast.mastMetres };
}

/** The sweep computes distances slightly differently: a post this near to the end of the range may lie beyond it. */
const RANGE_EDGE_METRES = 1;

function byteOf(lowestMetres: number): number {
  if (Number.isNaN(lowestMetres)) return UNKNOWN_VIEW;
  for (let byte = GROUND_SEEN; byte > 0; byte--) {
    if (lowestMetres <= (SEEN_AT_METRES[byte - 1] as number) + VISIBLE_WITHIN_METRES) return byte;
  }
  return NOT_SEEN;
}

interface OnGrid {
  readonly column: number;
  readonly row: number;
}

/** Metres from the mast to a post, on the distances of the half way. */
function metresTo(grid: HeightGrid, { column, row }: OnGrid, x: number, y: number): number {
  return Math.hypot((x - column) * eastMetresAt(grid, (row + y) / 2), (y - row) * grid.northMetres);
}

/** Whether a camera may be turned to a post. */
function sectorTest(grid: HeightGrid, { column, row }: OnGrid, sectors: readonly HorizonSector[]): (x: number, y: number) => boolean {
  const spans = sectors.map(({ fromDegrees, toDegrees }) => ({ from: fromDegrees, width: turned(toDegrees - fromDegrees) || 360 }));
  if (spans.length === 0) return () => true;
  return (x, y) => {
    const east = (x - column) * eastMetresAt(grid, (row + y) / 2);
    const azimuth = (Math.atan2(east, (row - y) * grid.northMetres) * 180) / Math.PI;
    return spans.some(({ from, width }) => turned(azimuth - from) <= width);
  };
}

const turned = (degrees: number): number => ((degrees % 360) + 360) % 360;
