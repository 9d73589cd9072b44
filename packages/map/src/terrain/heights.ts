// Exact terrain heights in the browser: the finest tile of the place, read through @lookout/geo's surface, so that this page, the server's
// `heights` and its rays agree.
import { createSurface, TILE_CELLS, TILE_POSTS, tilesAcross, tilesDown } from '@lookout/geo';
import type { TileAddress } from './tile-address.ts';
import { bilinear, type TerrainTiles } from './tiles.ts';

/** @returns metres above sea level; null where the height is unknown or unavailable, or the coordinates are invalid */
export async function exactHeight(tiles: TerrainTiles, lng: number, lat: number): Promise<number | null> {
  if (!(lng >= -180 && lng <= 180 && lat >= -90 && lat <= 90)) return null;
  const { level, x, y } = finestAt(tiles, lng, lat);
  const posts = await tiles.exactTile({ level, x, y });
  if (!posts) return null;
  const post = (i: number, j: number): number | null => {
    const height = posts[(j - y * TILE_CELLS) * TILE_POSTS + (i - x * TILE_CELLS)];
    return height === undefined || Number.isNaN(height) ? null : height;
  };
  return createSurface({ maxLevel: level, post }, { keepTiles: 1 }).heightAt(lng, lat);
}

/** The finest served tile of a place; finer levels would describe the same triangles. */
function finestAt(tiles: TerrainTiles, lng: number, lat: number): TileAddress {
  for (let level = tiles.ground().maxLevel; ; level--) {
    const x = Math.min(Math.floor(((lng + 180) / 360) * tilesAcross(level)), tilesAcross(level) - 1);
    const y = Math.min(Math.floor(((90 - lat) / 180) * tilesDown(level)), tilesDown(level) - 1);
    if (tiles.isServed(level, x, y)) return { level, x, y };
  }
}

/**
 * Terrain height from the finest tile already loaded, for clamping marks. Cesium's globe.getHeight follows the drawn mesh but tests all of
 * its triangles: a tenth of a millisecond per call adds up.
 * @returns metres; null when no tile of the place is loaded
 */
export function knownHeight(tiles: TerrainTiles, lng: number, lat: number): number | null {
  for (let level = tiles.ground().maxLevel; level >= 0; level--) {
    const u = ((lng + 180) / 360) * tilesAcross(level);
    const v = ((90 - lat) / 180) * tilesDown(level);
    const x = Math.min(Math.floor(u), tilesAcross(level) - 1);
    const y = Math.min(Math.floor(v), tilesDown(level) - 1);
    const tile = tiles.peek(level, x, y);
    if (!tile) continue;
    const height = bilinear(tile, (u - x) * TILE_CELLS, (v - y) * TILE_CELLS);
    return Number.isNaN(height) ? null : height;
  }
  return null;
}
