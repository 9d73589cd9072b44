// A window of ground around a place: heights and classes of land cover in cells, for what grows or walks over them. Read in a worker thread, all at once,
// into memory that threads share.
import type { CellGrid, GroundFrame } from '@lookout/fire-model';
import type { LngLat } from '@lookout/geo';
import { createWorkerHost } from '@lookout/server/services/worker-host.ts';
import { canopyManifest } from './canopy-file.ts';
import type { GroundQuestion, PlacesCover } from './ground-window-worker.ts';
import type { CoverClass } from './land-cover-ground.ts';

export interface GroundWindowRequest {
  readonly centre: LngLat;
  /** From the centre to each side. */
  readonly halfMetres: number;
  readonly cellMetres: number;
}

/** A class of land cover that occurs in a window. */
export type WindowClass = Omit<CoverClass, 'file'>;

/** `demo`: made up (演示地形, 演示地类). `mixed`: in parts. `none`: nothing is known of the window. */
type Origin = 'demo' | 'imported' | 'mixed' | 'none';

export interface GroundWindow {
  /** The cells in degrees, rows from the north. */
  readonly frame: GroundFrame;
  /** The same cells in metres of a plane whose origin is the centre; `cellsAround` says how far they differ. */
  readonly grid: CellGrid;
  /** Metres above sea level in the middle of each cell; NaN: unknown. Over shared memory. */
  readonly heights: Float32Array;
  /** Index into `table`; `UNKNOWN_CLASS`: none is known. Over shared memory. */
  readonly classes: Uint8Array;
  readonly table: readonly WindowClass[];
  readonly elevation: { readonly origin: Origin /** '' without any import. */; readonly version: string };
  /** Numbers of measured canopies (`canopyNumberOf`); null: none was measured here. Over shared memory. */
  readonly canopies: Uint8Array | null;
  readonly canopy: MeasuredCanopy;
  /** Names of imported canopies that cannot be read, and are left out. */
  readonly brokenCanopies: readonly string[];
  readonly landCover: {
    readonly origin: Origin;
    readonly version: string;
    /** Names of the files that were read, 演示地类 among them. */
    readonly files: readonly string[];
  };
}

/** What was imported of the canopies of a window. */
export interface MeasuredCanopy {
  /** '' without any import. */
  readonly version: string;
  /** Names of the files that were read. */
  readonly files: readonly string[];
  /** Of its cells, 0–1, those of which cover or height is known. */
  readonly share: number;
}

export const UNKNOWN_CLASS = 255;

/** 64 bytes a cell are needed while a fire grows over it. */
const MOST_CELLS = 4_000_000;

export interface GroundWindows {
  /**
   * 667 × 667 cells take about a second in the worker, and nothing of the server's own thread.
   * @throws RangeError for a window of more than 4,000,000 cells; WorkerFault when the ground cannot be read
   */
  read(request: GroundWindowRequest): Promise<GroundWindow>;
  /**
   * What grows at places however far apart, by the rule of the windows: imported, else 演示地类 where the demo relief lies bare.
   * @returns in the same order; null: not known
   * @throws WorkerFault when the ground cannot be read
   */
  coverAt(positions: readonly LngLat[]): Promise<(CoverClass | null)[]>;
  /** Of the imported canopies; '' without any. */
  canopyVersion(): Promise<string>;
  stop(): Promise<void>;
}

/** @param demo whether the demo relief lies under imported ground */
export function createGroundWindows({ dataDir, demo }: { readonly dataDir: string; readonly demo: boolean }): GroundWindows {
  const worker = createWorkerHost<GroundQuestion, GroundWindow | PlacesCover>(new URL('./ground-window-worker.ts', import.meta.url));
  return {
    async read(request) {
      const { halfMetres, cellMetres } = request;
      const cells = (2 * Math.ceil(halfMetres / cellMetres) + 1) ** 2;
      if (!(cells >= 1 && cells <= MOST_CELLS)) throw new RangeError(`a window of ${cells} cells; at most ${MOST_CELLS}`);
      return (await worker.ask({ kind: 'window', dataDir, demo, ...request })) as GroundWindow;
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
