// Combines several pieces of terrain into one source: imported terrain where there is any, the finest first; elsewhere the base (the demo
// relief, or nothing). Pure; used by the server's thread, its tile worker and tests. Decision 0006.
import { cellDegrees, type TerrainSource, TILE_CELLS, TILE_POSTS } from './lattice.ts';
import { heightToValue, NO_DATA, valueToHeight } from './tile-format.ts';

/** Degrees. */
export interface GroundBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** One imported piece of terrain. */
export interface GroundPiece {
  readonly box: GroundBox;
  /** Cell size of the piece, degrees of latitude: of two pieces the finer one wins. */
  readonly cellDegrees: number;
  /** The level whose triangles represent the piece fully; finer levels add nothing. */
  readonly maxLevel: number;
  /** The value (tile-format.ts) of a post; NO_DATA where the piece has none. Posts of different levels at one position have the same value. */
  valueAt(level: number, i: number, j: number): number;
  /** The same for all posts of a tile, row-major from the north-west; writes only where `values` is NO_DATA. */
  fill(level: number, x: number, y: number, values: Uint16Array): void;
}

export interface GroundDetail extends GroundBox {
  readonly maxLevel: number;
}

export interface LayeredGround {
  /** The finest level anywhere; `BASE_LEVEL` when there are no pieces. */
  readonly maxLevel: number;
  /** The areas with terrain finer than the base, and their finest levels. */
  readonly detail: readonly GroundDetail[];
  /** The finest level of the pieces in a box. */
  maxLevelIn(box: GroundBox): number;
  /** The terrain up to a level, for tiles and surfaces. Sources of all levels agree where their posts coincide. */
  sourceAt(level: number): TerrainSource;
}

/** All terrain has posts at this level; only imported terrain has finer ones. */
export const BASE_LEVEL = 12;

/** Number of cached tiles from which finer ones are computed. */
const KEPT_TILES = 64;

/** @param base source of BASE_LEVEL; null: terrain that is not imported is unknown. @param highestMetres upper bound of all heights */
export function layeredGround(pieces: readonly GroundPiece[], base: TerrainSource | null, highestMetres: number): LayeredGround {
  const ordered = stackOf(pieces);
  const maxLevel = Math.max(BASE_LEVEL, ...ordered.map((layer) => layer.maxLevel));
  const cache = new Map<string, Uint16Array>();

  function valueAtPost(level: number, i: number, j: number): number {
    const cell = cellDegrees(level);
    const lng = i * cell - 180;
    const lat = 90 - j * cell;
    for (const { piece, maxLevel: finest } of ordered) {
      if (finest < level || !isInside(piece.box, lng, lat)) continue;
      const value = piece.valueAt(level, i, j);
      if (value !== NO_DATA) return value;
    }
    if (level <= BASE_LEVEL) return baseValue(level, i, j);
    const [a, b] = parentsOf(i, j);
    const first = valueAtPost(level - 1, a[0], a[1]);
    return a === b ? first : between(first, valueAtPost(level - 1, b[0], b[1]));
  }

  const baseValue = (level: number, i: number, j: number): number => {
    const stride = 2 ** (BASE_LEVEL - level);
    return base === null ? NO_DATA : heightToValue(base.post(i * stride, j * stride));
  };

  function valuesOf(level: number, x: number, y: number): Uint16Array {
    const box = boxOfTile(level, x, y);
    const here = ordered.filter(({ piece, maxLevel: finest }) => finest >= level && meets(piece.box, box));
    if (here.length === 0 && level <= BASE_LEVEL && base?.values) return base.values(level, x, y);
    const values = new Uint16Array(TILE_POSTS * TILE_POSTS).fill(NO_DATA);
    for (const { piece } of here) piece.fill(level, x, y, values);
    if (!values.includes(NO_DATA)) return values;
    const coarser = level > BASE_LEVEL ? keptValues(level - 1, x >> 1, y >> 1) : null;
    const [left, top] = [x * TILE_CELLS, y * TILE_CELLS];
    const [parentLeft, parentTop] = [(x >> 1) * TILE_CELLS, (y >> 1) * TILE_CELLS];
    const coarse = ([i, j]: Post): number => (coarser as Uint16Array)[(j - parentTop) * TILE_POSTS + (i - parentLeft)] as number;
    for (let row = 0, at = 0; row < TILE_POSTS; row++) {
      for (let column = 0; column < TILE_POSTS; column++, at++) {
        if (values[at] !== NO_DATA) continue;
        if (coarser === null) values[at] = baseValue(level, left + column, top + row);
        else {
          const [a, b] = parentsOf(left + column, top + row);
          values[at] = a === b ? coarse(a) : between(coarse(a), coarse(b));
        }
      }
    }
    return values;
  }

  function keptValues(level: number, x: number, y: number): Uint16Array {
    const key = `${level}/${x}/${y}`;
    const found = cache.get(key) ?? valuesOf(level, x, y);
    cache.delete(key);
    cache.set(key, found);
    if (cache.size > KEPT_TILES) cache.delete(cache.keys().next().value as string);
    return found;
  }

  return {
    maxLevel,
    detail: ordered.map(({ piece: { box }, maxLevel: finest }) => ({ ...box, maxLevel: finest })),
    maxLevelIn: (box) =>
      ordered.reduce((finest, layer) => (meets(layer.piece.box, box) ? Math.max(finest, layer.maxLevel) : finest), BASE_LEVEL),
    sourceAt: (level) => ({
      maxLevel: level,
      highestMetres,
      post: (i, j) => valueToHeight(valueAtPost(level, i, j)),
      values: (at, x, y) => valuesOf(at, x, y),
    }),
  };
}

/**
 * The finest piece first; of two equally fine ones the first of the list. A piece is used at every level at which a piece beneath it is used:
 * otherwise a fine level would show what a coarse one hides, and the levels would not agree.
 */
function stackOf(pieces: readonly GroundPiece[]): { readonly piece: GroundPiece; readonly maxLevel: number }[] {
  const stack: { readonly piece: GroundPiece; readonly maxLevel: number }[] = [];
  for (const piece of pieces.toSorted((a, b) => a.cellDegrees - b.cellDegrees).reverse()) {
    const beneath = stack.filter((layer) => meets(layer.piece.box, piece.box)).map((layer) => layer.maxLevel);
    stack.unshift({ piece, maxLevel: Math.max(BASE_LEVEL, piece.maxLevel, ...beneath) });
  }
  return stack;
}

type Post = readonly [i: number, j: number];

/**
 * The two posts of the next coarser level between which a post is located (twice the same where it coincides). The middle of a cell is on
 * the diagonal along which cells are cut (surface.ts), so a finer lattice over coarse terrain draws the same triangles.
 */
function parentsOf(i: number, j: number): readonly [Post, Post] {
  const [west, north] = [i >> 1, j >> 1];
  const [isBetweenColumns, isBetweenRows] = [(i & 1) === 1, (j & 1) === 1];
  if (!isBetweenColumns && !isBetweenRows) {
    const same: Post = [west, north];
    return [same, same];
  }
  if (isBetweenColumns && isBetweenRows)
    return [
      [west, north + 1],
      [west + 1, north],
    ];
  return [
    [west, north],
    [west + (isBetweenColumns ? 1 : 0), north + (isBetweenRows ? 1 : 0)],
  ];
}

const between = (a: number, b: number): number => (a === NO_DATA || b === NO_DATA ? NO_DATA : Math.round((a + b) / 2));

export function boxOfTile(level: number, x: number, y: number): GroundBox {
  const size = 180 / 2 ** level;
  return { west: x * size - 180, east: (x + 1) * size - 180, north: 90 - y * size, south: 90 - (y + 1) * size };
}

const isInside = (box: GroundBox, lng: number, lat: number): boolean =>
  lng >= box.west && lng <= box.east && lat >= box.south && lat <= box.north;
const meets = (a: GroundBox, b: GroundBox): boolean => a.west <= b.east && a.east >= b.west && a.south <= b.north && a.north >= b.south;
