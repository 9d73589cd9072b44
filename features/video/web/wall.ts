// The wall: the camera in each tile, the layout, the selected and the enlarged tile. Pure; the page stores the state.

export const LAYOUTS = [1, 4, 9, 16] as const;
export type Layout = (typeof LAYOUTS)[number];

export interface Wall {
  readonly layout: Layout;
  /** Camera ids; null: empty. Always as many as the largest layout has, so that switching to a smaller one loses nothing. */
  readonly tiles: readonly (string | null)[];
  readonly selected: number;
  /** Only this tile is shown; the others do not stream. */
  readonly enlarged: number | null;
}

const MOST: Layout = 16;
export const EMPTY_WALL: Wall = { layout: 4, tiles: Array.from({ length: MOST }, () => null), selected: 0, enlarged: null };

/** The visible tiles; only these stream. */
export const shownTiles = ({ layout, enlarged }: Wall): number[] =>
  enlarged === null ? Array.from({ length: layout }, (_, index) => index) : [enlarged];

export function withLayout(wall: Wall, layout: Layout): Wall {
  return { ...wall, layout, enlarged: null, selected: Math.min(wall.selected, layout - 1) };
}

export const select = (wall: Wall, tile: number): Wall => (wall.selected === tile ? wall : { ...wall, selected: tile });

/** Puts a camera on a tile. A camera is on the wall at most once: moved to another tile, it swaps places with that tile's camera. */
export function put(wall: Wall, cameraId: string, tile: number): Wall {
  const tiles = [...wall.tiles];
  const before = tiles.indexOf(cameraId);
  if (before >= 0) tiles[before] = tiles[tile] ?? null;
  tiles[tile] = cameraId;
  return { ...wall, tiles, selected: tile };
}

/**
 * Puts a camera chosen from the tree on the wall. Selects the tile that already shows it; otherwise fills the selected tile if empty,
 * otherwise the next empty one, otherwise replaces the selected one.
 */
export function choose(wall: Wall, cameraId: string): Wall {
  const seen = shownTiles(wall);
  const shownAt = seen.find((tile) => wall.tiles[tile] === cameraId);
  if (shownAt !== undefined) return select(wall, shownAt);
  const isEmpty = (tile: number) => wall.tiles[tile] === null;
  const tile = isEmpty(wall.selected) ? wall.selected : (seen.find(isEmpty) ?? wall.selected);
  return put(wall, cameraId, tile);
}

export const clear = (wall: Wall, tile: number): Wall => ({
  ...wall,
  tiles: wall.tiles.map((camera, index) => (index === tile ? null : camera)),
  enlarged: wall.enlarged === tile ? null : wall.enlarged,
});

/** A double click toggles between one tile and all tiles. */
export const enlarge = (wall: Wall, tile: number): Wall => ({ ...wall, selected: tile, enlarged: wall.enlarged === tile ? null : tile });

export const writeWall = ({ layout, tiles }: Wall): string => JSON.stringify({ layout, tiles });

/** The stored wall; an unreadable one is empty. */
export function readWall(text: string | null): Wall {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '');
  } catch {
    // Nothing stored, or stored by another version.
    return EMPTY_WALL;
  }
  if (typeof stored !== 'object' || stored === null) return EMPTY_WALL;
  const { layout, tiles } = stored as { layout?: unknown; tiles?: unknown };
  const known = LAYOUTS.find((count) => count === layout);
  if (known === undefined || !Array.isArray(tiles)) return EMPTY_WALL;
  const cameras = Array.from({ length: MOST }, (_, index) => (typeof tiles[index] === 'string' ? (tiles[index] as string) : null));
  return { ...EMPTY_WALL, layout: known, tiles: cameras };
}
