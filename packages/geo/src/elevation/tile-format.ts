// The format of a terrain tile: 65 × 65 posts, row-major from the north-west, uint16 little-endian, height = v × 0.2 − 1000 m. The server
// encodes, the globe decodes (Cesium: heightScale, heightOffset). The rounding is part of the source (`quantised`), so heights, rays and
// the globe use exactly the same posts.
import { isTile, type TerrainSource, TILE_CELLS, TILE_POSTS } from './lattice.ts';

/** Metres of one step. */
export const HEIGHT_SCALE = 0.2;

/** Metres of the value 0. */
export const HEIGHT_OFFSET = -1000;

/** The value of a post whose height is unknown. */
export const NO_DATA = 65_535;

/** Bytes of one tile. */
export const TILE_BYTES = TILE_POSTS * TILE_POSTS * 2;

/** Cesium's child mask of a tile: all four children, and none at the finest level. */
export const childTileMask = (level: number, maxLevel: number): number => (level < maxLevel ? 15 : 0);

/** The encoded value of a height in metres; heights are clamped to −1,000 … 12,106.8 m. */
export function heightToValue(heightMetres: number | null): number {
  if (heightMetres === null || Number.isNaN(heightMetres)) return NO_DATA;
  const value = Math.round((heightMetres - HEIGHT_OFFSET) / HEIGHT_SCALE);
  return value < 0 ? 0 : value >= NO_DATA ? NO_DATA - 1 : value;
}

/** Metres of an encoded value; null where unknown. */
export const valueToHeight = (value: number): number | null => (value === NO_DATA ? null : value * HEIGHT_SCALE + HEIGHT_OFFSET);

/** The same source with every post rounded like an encoded tile. Rounding again changes nothing. */
export function quantised(source: TerrainSource): TerrainSource {
  return { ...source, post: (i, j) => valueToHeight(heightToValue(source.post(i, j))) };
}

/**
 * Encodes a tile. Coarser levels take every 2^k-th post, so all levels agree where their posts coincide.
 * @throws RangeError when the source has no such tile: the caller checks addresses from outside.
 */
export function encodeTile(source: TerrainSource, level: number, x: number, y: number): Uint8Array {
  if (!isTile(level, x, y) || level > source.maxLevel) throw new RangeError(`no terrain tile ${level}/${x}/${y}`);
  const stride = 2 ** (source.maxLevel - level);
  const bytes = new Uint8Array(TILE_BYTES);
  const view = new DataView(bytes.buffer);
  const values = source.values?.(level, x, y);
  if (values) {
    for (const [at, value] of values.entries()) view.setUint16(at * 2, value, true);
    return bytes;
  }
  for (let row = 0, at = 0; row < TILE_POSTS; row++) {
    const j = (y * TILE_CELLS + row) * stride;
    for (let column = 0; column < TILE_POSTS; column++, at += 2) {
      view.setUint16(at, heightToValue(source.post((x * TILE_CELLS + column) * stride, j)), true);
    }
  }
  return bytes;
}

/**
 * Decodes the heights of a tile, metres, row-major from the north-west; NaN where unknown.
 * @throws RangeError when the bytes are not exactly one tile.
 */
export function decodeTile(bytes: Uint8Array): Float32Array {
  if (bytes.byteLength !== TILE_BYTES) throw new RangeError(`a terrain tile has ${TILE_BYTES} bytes, not ${bytes.byteLength}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const heights = new Float32Array(TILE_POSTS * TILE_POSTS);
  for (let at = 0; at < heights.length; at++) heights[at] = valueToHeight(view.getUint16(at * 2, true)) ?? Number.NaN;
  return heights;
}
