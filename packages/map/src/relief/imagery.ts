// Our own relief as a Cesium imagery provider: 2 × 2 elevation tiles of the next finer level make one image, painted in a worker.
import { TILE_POSTS } from '@lookout/geo';
import { Credit, Event, GeographicTilingScheme, type ImageryProvider, type ImageryTypes, type Rectangle } from 'cesium';
import type { TerrainTiles, TileAddress } from '../terrain/tiles.ts';
import type { ReliefDone, ReliefJob } from './relief-worker.ts';
import type { PaintedLook, ReliefGrid } from './shade.ts';

const PIXELS = 256;
/** Posts along a side of the image; the grid passed to the worker has one more on each side. */
const GRID_SIZE = 2 * TILE_POSTS - 1;
const APRON = 1;
const METRES_PER_RADIAN = 6_371_000;

export interface ReliefImagery {
  /** A new provider over the same worker; requests every image again. */
  readonly provider: (look: PaintedLook) => ImageryProvider;
  readonly stop: () => void;
}

/** @param requestFrame Cesium takes an image only when it draws */
export function createReliefImagery(terrain: TerrainTiles, requestFrame: () => void): ReliefImagery {
  const worker = new Worker(new URL('./relief-worker.ts', import.meta.url), { type: 'module', name: 'relief' });
  const waiting = new Map<number, (image: ImageryTypes) => void>();
  let lastJob = 0;
  worker.onmessage = ({ data }: MessageEvent<ReliefDone>) => {
    waiting.get(data.job)?.(data.image);
    waiting.delete(data.job);
    requestFrame();
  };

  function paint(grid: ReliefGrid, look: PaintedLook): Promise<ImageryTypes> {
    const job = ++lastJob;
    return new Promise((resolve) => {
      waiting.set(job, resolve);
      worker.postMessage({ job, grid, pixels: PIXELS, look } satisfies ReliefJob, [grid.heights.buffer]);
    });
  }

  const tilingScheme = new GeographicTilingScheme();

  async function requestImage(x: number, y: number, level: number, look: PaintedLook): Promise<ImageryTypes> {
    const grid = new Float32Array((GRID_SIZE + 2 * APRON) ** 2);
    const neighbours = neighbourhood(level + 1, 2 * x, 2 * y);
    const tiles = await Promise.all(neighbours.map(({ address }) => terrain.tile(address)));
    tiles.forEach((tile, index) => {
      const neighbour = neighbours[index];
      if (neighbour) copyTile(tile, neighbour.column, neighbour.row, grid);
    });
    return paint({ heights: grid, size: GRID_SIZE, ...cellMetres(tilingScheme.tileXYToRectangle(x, y, level)) }, look);
  }

  return {
    provider: (look) => ({
      rectangle: tilingScheme.rectangle,
      tileWidth: PIXELS,
      tileHeight: PIXELS,
      minimumLevel: 0,
      maximumLevel: terrain.ground().maxLevel - 1,
      tilingScheme,
      tileDiscardPolicy: undefined as never,
      errorEvent: new Event(),
      credit: new Credit(''),
      proxy: undefined as never,
      hasAlphaChannel: true,
      getTileCredits: () => [],
      requestImage: (x, y, level) => requestImage(x, y, level, look),
      pickFeatures: () => undefined,
    }),
    stop: () => {
      worker.terminate();
      waiting.clear();
    },
  };
}

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
