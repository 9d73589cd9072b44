// A relief picture made in the browser from the server's elevation tiles: shaded slopes, in the rows of a Mercator map. For maps without a
// globe: the ranger's offline map, and the wall's.
import { boxOfTile, decodeTile, TILE_CELLS, tilesAcross, tilesDown } from '@lookout/geo';
import type { TerrainMeta } from './terrain.ts';

/** Degrees. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export interface Relief {
  readonly picture: Blob;
  /** The extent of whole tiles, somewhat larger than the grid. */
  readonly box: Box;
}

/** 8.4 kB per tile: about 1.3 MB in total. */
const MOST_TILES = 150;

type Colour = readonly [red: number, green: number, blue: number];

/** Colours of the lowest and of the highest terrain in full light, 0–255. */
export interface ReliefTint {
  readonly low: Colour;
  readonly high: Colour;
  /** Used where the elevation is unknown. */
  readonly unknown: number;
}

/** Readable in sunlight. */
const PAPER: ReliefTint = { low: [186, 204, 168], high: [234, 226, 210], unknown: 232 };
const LEAST_LEVEL = 4;
const AT_ONCE = 6;
const JPEG_QUALITY = 0.85;

interface Tiles {
  readonly level: number;
  readonly west: number;
  readonly east: number;
  readonly north: number;
  readonly south: number;
}

/**
 * The tiles that cover a box, at the finest level that does not exceed `most` tiles. @param finest the finest level that is available
 * everywhere
 */
export function tilesFor({ west, south, east, north }: Box, finest: number, most = MOST_TILES): Tiles {
  const at = (level: number): Tiles => {
    const degrees = 180 / 2 ** level;
    const column = (lng: number) => Math.min(tilesAcross(level) - 1, Math.max(0, Math.floor((lng + 180) / degrees)));
    const row = (lat: number) => Math.min(tilesDown(level) - 1, Math.max(0, Math.floor((90 - lat) / degrees)));
    return { level, west: column(west), east: column(east), north: row(north), south: row(south) };
  };
  for (let level = finest; level > LEAST_LEVEL; level--) {
    const tiles = at(level);
    if ((tiles.east - tiles.west + 1) * (tiles.south - tiles.north + 1) <= most) return tiles;
  }
  return at(LEAST_LEVEL);
}

interface Order {
  readonly box: Box;
  readonly meta: TerrainMeta | null;
  readonly fetch: (url: string) => Promise<Response>;
  readonly onProgress?: (share: number) => void;
  /** Default: `PAPER`. */
  readonly tint?: ReliefTint;
  /** Default: `MOST_TILES`. */
  readonly mostTiles?: number;
}

/** @returns null: the server has no elevation. @throws TypeError when the request for a tile got no reply */
export async function loadRelief({ box, meta, fetch: siteFetch, onProgress, tint, mostTiles }: Order): Promise<Relief | null> {
  if (meta === null || meta.origin === 'none') return null;
  const tiles = tilesFor(box, Math.min(meta.maxLevel, meta.baseLevel), mostTiles);
  const across = tiles.east - tiles.west + 1;
  const addresses = Array.from({ length: across * (tiles.south - tiles.north + 1) }, (_, at) => ({
    x: tiles.west + (at % across),
    y: tiles.north + Math.floor(at / across),
  }));
  const heights: Float32Array[] = new Array(addresses.length);
  let next = 0;
  let done = 0;
  const work = async () => {
    for (let at = next++; at < addresses.length; at = next++) {
      const { x, y } = addresses[at] as { x: number; y: number };
      const reply = await siteFetch(`/terrain/${tiles.level}/${x}/${y}?v=${encodeURIComponent(meta.version)}`);
      if (!reply.ok) throw new TypeError(`tile ${tiles.level}/${x}/${y}: ${reply.status}`);
      heights[at] = decodeTile(new Uint8Array(await reply.arrayBuffer()));
      onProgress?.(++done / addresses.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const corner = (x: number, y: number) => boxOfTile(tiles.level, x, y);
  const whole = {
    west: corner(tiles.west, tiles.north).west,
    north: corner(tiles.west, tiles.north).north,
    east: corner(tiles.east, tiles.south).east,
    south: corner(tiles.east, tiles.south).south,
  };
  const posts = stitched(heights, across);
  return { picture: await pictureOf(shaded(posts, whole, tint), posts), box: whole };
}

interface Posts {
  readonly columns: number;
  readonly rows: number;
  /** Metres, starting at the north-west; NaN where unknown. */
  readonly metres: Float32Array;
}

/** Joins tiles to one field of posts; neighbouring tiles share their edge. */
export function stitched(tiles: readonly Float32Array[], across: number): Posts {
  const down = tiles.length / across;
  const columns = across * TILE_CELLS;
  const rows = down * TILE_CELLS;
  const metres = new Float32Array(columns * rows);
  for (const [at, tile] of tiles.entries()) {
    const left = (at % across) * TILE_CELLS;
    const top = Math.floor(at / across) * TILE_CELLS;
    for (let row = 0; row < TILE_CELLS; row++) {
      const from = row * (TILE_CELLS + 1);
      metres.set(tile.subarray(from, from + TILE_CELLS), (top + row) * columns + left);
    }
  }
  return { columns, rows, metres };
}

/** Light from the north-west at an elevation of 45°, as on printed maps. */
const LIGHT = { x: -0.5, y: 0.5, z: Math.SQRT1_2 } as const;
const METRES_PER_DEGREE = 111_320;
/** @param lat degrees north. @returns the y coordinate on a Mercator map, in radians of the equator */
export const mercator = (lat: number): number => Math.asinh(Math.tan((lat * Math.PI) / 180));

/** RGBA of each post: elevation as a soft tint, slope as hill shading; rows spaced as on a Mercator map. */
export function shaded(
  { columns, rows, metres }: Posts,
  box: Box,
  { low: lowest, high: highest, unknown }: ReliefTint = PAPER,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(columns * rows * 4);
  const known = metres.filter((one) => !Number.isNaN(one));
  const low = known.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
  const high = known.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY);
  const across = ((box.east - box.west) / columns) * METRES_PER_DEGREE * Math.cos((((box.south + box.north) / 2) * Math.PI) / 180);
  const down = ((box.north - box.south) / rows) * METRES_PER_DEGREE;
  const [top, bottom] = [mercator(box.north), mercator(box.south)];
  const at = (column: number, row: number): number =>
    metres[Math.min(rows - 1, Math.max(0, row)) * columns + Math.min(columns - 1, Math.max(0, column))] ?? Number.NaN;
  for (let line = 0; line < rows; line++) {
    const lat = (Math.atan(Math.sinh(top + ((bottom - top) * (line + 0.5)) / rows)) * 180) / Math.PI;
    const row = Math.min(rows - 1, Math.floor(((box.north - lat) / (box.north - box.south)) * rows));
    for (let column = 0; column < columns; column++) {
      const offset = (line * columns + column) * 4;
      const here = at(column, row);
      pixels[offset + 3] = 255;
      if (Number.isNaN(here)) {
        pixels.fill(unknown, offset, offset + 3);
        continue;
      }
      const [east, west, north, south] = [at(column + 1, row), at(column - 1, row), at(column, row - 1), at(column, row + 1)];
      const slopeX = (orElse(east, here) - orElse(west, here)) / (2 * across);
      const slopeY = (orElse(north, here) - orElse(south, here)) / (2 * down);
      const light = (-slopeX * LIGHT.x - slopeY * LIGHT.y + LIGHT.z) / Math.hypot(slopeX, slopeY, 1);
      const share = high > low ? (here - low) / (high - low) : 0.5;
      const shade = 0.62 + 0.5 * Math.max(0, light);
      for (const band of [0, 1, 2] as const) pixels[offset + band] = (lowest[band] + (highest[band] - lowest[band]) * share) * shade;
    }
  }
  return pixels;
}

const orElse = (value: number, other: number): number => (Number.isNaN(value) ? other : value);

function pictureOf(pixels: Uint8ClampedArray<ArrayBuffer>, { columns, rows }: Posts): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = columns;
  canvas.height = rows;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no 2d canvas');
  pen.putImageData(new ImageData(pixels, columns, rows), 0, 0);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', JPEG_QUALITY),
  );
}
