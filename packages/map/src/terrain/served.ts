// Which elevation tiles the server has: all down to a base level, and finer ones where finer ground was imported. Pure.
import { tilesAcross, tilesDown } from '@lookout/geo';

/** Degrees; tiles that touch the box exist down to `maxLevel`. */
export interface TerrainDetail {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly maxLevel: number;
}

export interface ServedGround {
  /** The finest level anywhere. */
  readonly maxLevel: number;
  /** The finest level everywhere; default: maxLevel. */
  readonly baseLevel?: number;
  readonly detail?: readonly TerrainDetail[];
}

/** Is the tile there, or only what a coarser one says of it? */
export function isServed({ maxLevel, baseLevel = maxLevel, detail = [] }: ServedGround, level: number, x: number, y: number): boolean {
  if (level <= baseLevel) return true;
  if (level > maxLevel) return false;
  const west = (x / tilesAcross(level)) * 360 - 180;
  const east = ((x + 1) / tilesAcross(level)) * 360 - 180;
  const north = 90 - (y / tilesDown(level)) * 180;
  const south = 90 - ((y + 1) / tilesDown(level)) * 180;
  return detail.some((box) => box.maxLevel >= level && box.west < east && box.east > west && box.south < north && box.north > south);
}
