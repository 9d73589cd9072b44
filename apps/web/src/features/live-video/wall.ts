// The wall: which camera is in which tile, how many tiles there are, which one is selected or enlarged. Pure; the page keeps it.

export const LAYOUTS = [1, 4, 9, 16] as const;
export type Layout = (typeof LAYOUTS)[number];

export interface Wall {
  readonly layout: Layout;
  /** Camera ids; null: empty. As long as the largest layout, so that a smaller one for a moment loses nothing. */
  readonly tiles: readonly (string | null)[];
  readonly selected: number;
  /** This tile alone is seen; the others do not stream. */
  readonly enlarged: number | null;
}

const MOST: Layout = 16;
export const EMPTY_WALL: Wall = { layout: 4, tiles: Array.from({ length: MOST }, () => null), selected: 0, enlarged: null };

/** The tiles that are seen: these stream. */
export const shownTiles = ({ layout, enlarged }: Wall): number[] =>
  enlarged === null ? Array.from({ length: layout }, (_, index) => index) : [enlarged];

export function withLayout(wall: Wall, layout: Layout): Wall {
  return { ...wall, layout, enlarged: null, selected: Math.min(wall.selected, layout - 1) };
}

export const select = (wall: Wall, tile: number): Wall => (wall.selected === tile ? wall : { ...wall, selected: tile });

/** A camera stands once on the wall: brought to another tile it leaves its own, and what stood there takes its place. */
export function put(wall: Wall, cameraId: string, tile: number): Wall {
  const tiles = [...wall.tiles];
  const before = tiles.indexOf(cameraId);
  if (before >= 0) tiles[before] = tiles[tile] ?? null;
  tiles[tile] = cameraId;
  return { ...wall, tiles, selected: tile };
}

/** Chosen from the tree: where it stands already is selected; else the selected tile when it is empty, else the next empty one, else the selected. */
export function choose(wall: Wall, cameraId: string): Wall {
  const seen = shownTiles(wall);
  const standing = seen.find((tile) => wall.tiles[tile] === cameraId);
  if (standing !== undefined) return select(wall, standing);
  const isEmpty = (tile: number) => wall.tiles[tile] === null;
  const tile = isEmpty(wall.selected) ? wall.selected : (seen.find(isEmpty) ?? wall.selected);
  return put(wall, cameraId, tile);
}

export const clear = (wall: Wall, tile: number): Wall => ({
  ...wall,
  tiles: wall.tiles.map((camera, index) => (index === tile ? null : camera)),
  enlarged: wall.enlarged === tile ? null : wall.enlarged,
});

/** Double click: alone, and back among the others. */
export const enlarge = (wall: Wall, tile: number): Wall => ({ ...wall, selected: tile, enlarged: wall.enlarged === tile ? null : tile });

export const writeWall = ({ layout, tiles }: Wall): string => JSON.stringify({ layout, tiles });

/** Layout and cameras as they were kept; whatever cannot be read is an empty wall. */
export function readWall(text: string | null): Wall {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? '');
  } catch {
    // Nothing was kept, or by another version.
    return EMPTY_WALL;
  }
  if (typeof kept !== 'object' || kept === null) return EMPTY_WALL;
  const { layout, tiles } = kept as { layout?: unknown; tiles?: unknown };
  const known = LAYOUTS.find((count) => count === layout);
  if (known === undefined || !Array.isArray(tiles)) return EMPTY_WALL;
  const cameras = Array.from({ length: MOST }, (_, index) => (typeof tiles[index] === 'string' ? (tiles[index] as string) : null));
  return { ...EMPTY_WALL, layout: known, tiles: cameras };
}
