// A window of terrain around a place: elevations and classes of land cover in cells, for simulations of spread or walking. It is read in a
// worker thread, all at once, into memory shared between threads.

import type { CellGrid, GroundFrame } from '@lookout/fire-model';
import type { LngLat, PostBox } from '@lookout/geo';
import { createWorkerHost } from '@lookout/server/services/worker-host.ts';
import { canopyManifest } from './canopy-file.ts';
import type { GroundQuestion, GroundWindowRequest, PlacesCover } from './ground-question.ts';
import type { CoverClass } from './land-cover-ground.ts';

/** A class of land cover that occurs in a window. */
export type WindowClass = Omit<CoverClass, 'file'>;

/** `demo`: invented (演示地形, 演示地类). `mixed`: partly. `none`: no data in the window. */
type Origin = 'demo' | 'imported' | 'mixed' | 'none';

export interface GroundWindow {
  /** The cells in degrees, rows from the north. */
  readonly frame: GroundFrame;
  /** The same cells in metres on a plane whose origin is the centre; `cellsAround` states the deviation. */
  readonly grid: CellGrid;
  /** Metres above sea level at the centre of each cell; NaN: unknown. In shared memory. */
  readonly heights: Float32Array;
  /** Index into `table`; `UNKNOWN_CLASS`: no class is known. In shared memory. */
  readonly classes: Uint8Array;
  readonly table: readonly WindowClass[];
  readonly elevation: { readonly origin: Origin /** '' without imports. */; readonly version: string };
  /** Numbers of measured canopies (`canopyNumberOf`); null: none was measured here. In shared memory. */
  readonly canopies: Uint8Array | null;
  readonly canopy: MeasuredCanopy;
  /** Names of unreadable imported canopies, which are ignored. */
  readonly brokenCanopies: readonly string[];
  readonly landCover: {
    readonly origin: Origin;
    readonly version: string;
    /** Names of the files read, including 演示地类. */
    readonly files: readonly string[];
  };
}

/** The imported canopy data of a window. */
export interface MeasuredCanopy {
  /** '' without imports. */
  readonly version: string;
  /** Names of the files read. */
  readonly files: readonly string[];
  /** The fraction of the window's cells, 0–1, with known cover or height. */
  readonly share: number;
}

/** Elevations, and where wanted land cover, on posts of the elevation lattice. */
export interface GroundPosts {
  readonly box: PostBox;
  /** Metres above sea level at each post; NaN: unknown. In shared memory. */
  readonly heights: Float32Array;
  /** Index into `table`; `UNKNOWN_CLASS`: no class is known; null: not wanted. In shared memory. */
  readonly classes: Uint8Array | null;
  readonly table: readonly WindowClass[];
  readonly elevation: GroundWindow['elevation'];
  /** '' without imports. */
  readonly coverVersion: string;
}

export const UNKNOWN_CLASS = 255;

/** A fire simulation needs 64 bytes per cell. */
const MOST_CELLS = 4_000_000;

export interface GroundWindows {
  /**
   * 667 × 667 cells take about a second in the worker, and no time of the server's own thread.
   * @throws RangeError for a window of more than 4,000,000 cells; WorkerFault when the terrain cannot be read
   */
  read(request: GroundWindowRequest): Promise<GroundWindow>;
  /**
   * The ground on posts of the elevation lattice, so that windows around different places can be combined. From decoded tiles 300,000
   * elevations take 2 ms; land cover takes a microsecond a post at first, and nothing while its tile is cached.
   * @throws RangeError for a box of more than 4,000,000 posts; WorkerFault when the terrain cannot be read
   */
  posts(box: PostBox, withCover: boolean): Promise<GroundPosts>;
  /**
   * The land cover at positions at any distance, by the rule of the windows: imported, otherwise 演示地类 where the demo relief is not covered
   * by imported terrain.
   * @returns in the same order; null: not known
   * @throws WorkerFault when the terrain cannot be read
   */
  coverAt(positions: readonly LngLat[]): Promise<(CoverClass | null)[]>;
  /** The version of the imported canopies; '' without imports. */
  canopyVersion(): Promise<string>;
  stop(): Promise<void>;
}

interface GroundWindowsOptions {
  readonly dataDir: string;
  /** Whether the demo relief lies under the imported terrain. */
  readonly demo: boolean;
  /** How long decoded tiles stay in memory after the last question; default: that of `createWorkerHost`. */
  readonly idleMs?: number;
}

export function createGroundWindows({ dataDir, demo, idleMs }: GroundWindowsOptions): GroundWindows {
  const worker = createWorkerHost<GroundQuestion, GroundWindow | GroundPosts | PlacesCover>(
    new URL('./ground-window-worker.ts', import.meta.url),
    idleMs === undefined ? {} : { idleMs },
  );
  return {
    async read(request) {
      const { halfMetres, cellMetres } = request;
      const cells = (2 * Math.ceil(halfMetres / cellMetres) + 1) ** 2;
      if (!(cells >= 1 && cells <= MOST_CELLS)) throw new RangeError(`a window of ${cells} cells; at most ${MOST_CELLS}`);
      return (await worker.ask({ kind: 'window', dataDir, demo, ...request })) as GroundWindow;
    },
    async posts(box, withCover) {
      const posts = box.columns * box.rows;
      if (!(posts >= 1 && posts <= MOST_CELLS)) throw new RangeError(`a box of ${posts} posts; at most ${MOST_CELLS}`);
      return (await worker.ask({ kind: 'posts', dataDir, demo, box, withCover })) as GroundPosts;
    },
    async coverAt(positions) {
      const places = Float64Array.from(positions.flatMap(({ lng, lat }) => [lng, lat]));
      const { classes, table } = (await worker.ask({ kind: 'places', dataDir, demo, places })) as PlacesCover;
      return Array.from(classes, (index) => table[index] ?? null);
    },
    canopyVersion: async () => (await canopyManifest.read(dataDir)).version,
    stop: () => worker.stop(),
  };
}
