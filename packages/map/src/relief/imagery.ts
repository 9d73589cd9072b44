// Our own terrain as Cesium imagery providers, painted in a worker. Relief: 2 × 2 elevation tiles of the next finer level make up one
// image. Land cover: one tile of the same address.
import { TILE_POSTS } from '@lookout/geo';
import { GeographicTilingScheme, type ImageryProvider, type Rectangle } from 'cesium';
import { imageProvider } from '../engine/image-provider.ts';
import type { CoverTiles } from '../terrain/cover-tiles.ts';
import type { TileAddress } from '../terrain/tile-address.ts';
import type { TerrainTiles } from '../terrain/tiles.ts';
import { coverStrength } from './cover.ts';
import type { Painter } from './painter.ts';
import type { PaintedLook } from './shade.ts';

const PIXELS = 256;
/** Posts along a side of the image; the grid passed to the worker has one more on each side. */
const GRID_SIZE = 2 * TILE_POSTS - 1;
const APRON = 1;
const METRES_PER_RADIAN = 6_371_000;

/** Creates a new relief provider, which requests every image again. */
export function reliefProvider(terrain: TerrainTiles, painter: Painter, look: PaintedLook): ImageryProvider {
  const tilingScheme = new GeographicTilingScheme();
  const requestImage = async (x: number, y: number, level: number) => {
    const heights = new Float32Array((GRID_SIZE + 2 * APRON) ** 2);
    const neighbours = neighbourhood(level + 1, 2 * x, 2 * y);
    const tiles = await Promise.all(neighbours.map(({ address }) => terrain.tile(address)));
    tiles.forEach((tile, index) => {
      const neighbour = neighbours[index];
      if (neighbour) copyTile(tile, neighbour.column, neighbour.row, heights);
    });
    const grid = { heights, size: GRID_SIZE, ...cellMetres(tilingScheme.tileXYToRectangle(x, y, level)) };
    return painter.paint({ kind: 'relief', grid, pixels: PIXELS, look }, [heights.buffer]);
  };
  return imageProvider({ tilingScheme, columns: PIXELS, rows: PIXELS, maximumLevel: terrain.ground().maxLevel - 1, requestImage });
}

/** A provider of land cover over the relief; transparent where the cover is unknown. */
export function coverProvider(covers: CoverTiles, painter: Painter): ImageryProvider {
  const requestImage = async (x: number, y: number, level: number) => {
    const tile = await covers.tile({ level, x, y });
    if (tile === null) return nothingShown();
    return painter.paint({ kind: 'cover', tile, pixels: PIXELS, strength: coverStrength(level - covers.minLevel) }, [tile.buffer]);
  };
  const tilingScheme = new GeographicTilingScheme();
  return imageProvider({ tilingScheme, columns: PIXELS, rows: PIXELS, maximumLevel: covers.maxLevel, requestImage });
}

/** Cesium repeats requests for a failed image endlessly, so where nothing is known it gets a transparent image. */
const nothingShown = (): HTMLCanvasElement => Object.assign(document.createElement('canvas'), { width: 1, height: 1 });

interface Placed {
  readonly address: TileAddress;
  /** −1 … 2: offset from the image's north-west tile. */
  readonly column: number;
  readonly row: number;
}

/** The image's 2 × 2 tiles and the ring around them; wraps around in x, clamped at the poles. Neighbouring images share these tiles. */
export function neighbourhood(level: number, left: number, top: number): Placed[] {
  const across = 2 ** (level + 1);
  const placed: Placed[] = [];
  for (let row = -1; row <= 2; row++) {
    for (let column = -1; column <= 2; column++) {
      const y = Math.min(Math.max(top + row, 0), across / 2 - 1);
      placed.push({ address: { level, x: (left + column + across) % across, y }, column, row });
    }
  }
  return placed;
}

/** Copies the part of a tile that is inside the grid. Shared edges are written more than once, with the same values. */
export function copyTile(tile: Float32Array, column: number, row: number, grid: Float32Array): void {
  const wide = GRID_SIZE + 2 * APRON;
  const left = column * (TILE_POSTS - 1) + APRON;
  const top = row * (TILE_POSTS - 1) + APRON;
  const from = Math.max(0, -left);
  const to = Math.min(TILE_POSTS, wide - left);
  for (let line = 0; line < TILE_POSTS; line++) {
    const target = top + line;
    if (target < 0 || target >= wide || to <= from) continue;
    grid.set(tile.subarray(line * TILE_POSTS + from, line * TILE_POSTS + to), target * wide + left + from);
  }
}

function cellMetres({ west, south, east, north }: Rectangle): { cellEastMetres: number; cellSouthMetres: number } {
  const cellSouthMetres = ((north - south) * METRES_PER_RADIAN) / (GRID_SIZE - 1);
  // At least a tenth: at the poles the columns meet in a point.
  const narrowing = Math.max(0.1, Math.cos((south + north) / 2));
  return { cellSouthMetres, cellEastMetres: (((east - west) * METRES_PER_RADIAN) / (GRID_SIZE - 1)) * narrowing };
}
