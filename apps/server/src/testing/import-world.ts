// Shared by the tests of imported rasters: a server with its officers, a folder for the files of the test, and small rasters around Wenchuan.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TinyTiff, writeTiff } from '@lookout/ingest/testing';
import type { ImportContext } from '../import/kind.ts';
import { type AlarmWorld, openAlarmWorld, WENCHUAN } from './alarm-world.ts';

/** GeoKeys of WGS 84 in degrees. */
const DEGREES: NonNullable<TinyTiff['keys']> = [
  [1024, 2],
  [1025, 1],
  [2048, 4326],
];

interface Square {
  /** Number of cells along a side. */
  readonly side: number;
  readonly cellDegrees: number;
  readonly numberOf: (column: number, row: number) => number;
}

export interface ImportWorld extends AlarmWorld {
  readonly folder: string;
  /** The lines that the imports printed to the terminal. */
  readonly printed: readonly string[];
  /** @param dataDir default: that of the running server */
  contextOf(dataDir?: string): ImportContext;
  /** A data directory that no server reads. */
  emptyFolder(): Promise<string>;
  /** Writes a GeoTIFF, in degrees around Wenchuan unless `more` overrides this. @returns its path */
  raster(name: string, square: Square, more?: Partial<TinyTiff>): Promise<string>;
}

export async function openImportWorld(options: Parameters<typeof openAlarmWorld>[0] = {}): Promise<ImportWorld> {
  const world = await openAlarmWorld(options);
  const folder = await mkdtemp(path.join(tmpdir(), 'lookout-import-'));
  const printed: string[] = [];
  return {
    ...world,
    folder,
    printed,
    contextOf: (dataDir = world.server.dataDir) => ({
      store: world.server.store,
      dataDir,
      clock: () => new Date(),
      print: (line) => printed.push(line),
    }),
    emptyFolder: () => mkdtemp(path.join(folder, 'data-')),
    async raster(name, { side, cellDegrees, numberOf }, more = {}) {
      const file = path.join(folder, name);
      const half = (side / 2) * cellDegrees;
      const tiff = writeTiff({
        columns: side,
        rows: side,
        values: Array.from({ length: side * side }, (_, cell) => numberOf(cell % side, Math.floor(cell / side))),
        kind: 'uint8',
        keys: DEGREES,
        origin: [WENCHUAN.lng - half, WENCHUAN.lat + half],
        cell: [cellDegrees, cellDegrees],
        ...more,
      });
      await writeFile(file, tiff);
      return file;
    },
    async stop() {
      await world.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
