// Which stored tile a drawn tile is cut from. Finer than the store goes, a part of its finest tile is drawn larger: still sharp, because
// shapes are drawn anew.

export interface TileAt {
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

export interface TilePart {
  readonly from: TileAt;
  /** The drawn tile is one of `parts` × `parts` … */
  readonly parts: number;
  /** … this one, counted from the north-west. */
  readonly column: number;
  readonly row: number;
}

export function tilePart({ level, x, y }: TileAt, finest: number): TilePart {
  const deeper = Math.max(0, level - finest);
  const parts = 2 ** deeper;
  const from = { level: level - deeper, x: Math.floor(x / parts), y: Math.floor(y / parts) };
  return { from, parts, column: x % parts, row: y % parts };
}

export const tileUrl = (template: string, { level, x, y }: TileAt): string =>
  template.replace('{z}', String(level)).replace('{x}', String(x)).replace('{y}', String(y));

/** Ground metres under a pixel of a drawn tile of level 0, on the equator. */
const LEVEL_0_METRES_PER_PIXEL = 40_075_017 / 512;
/** Ground under a pixel from a height straight down, as a share of the height. */
const PIXEL_SHARE = 0.00115;
/** Slanting views draw what lies far with so many levels less. */
const COARSER = 2;

/** No tile coarser than this is drawn of layers that show below a height: it would be a line as wide as a valley until the right one comes. */
export const coarsestLevel = (belowMetres: number): number =>
  Math.max(0, Math.floor(Math.log2(LEVEL_0_METRES_PER_PIXEL / (belowMetres * PIXEL_SHARE))) - COARSER);
