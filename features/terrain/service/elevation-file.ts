// Imported terrain on disk: one file of records per import (blocks of the source's own cells, and samples of coarse levels for distant
// views). Decision 0006.

import path from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { GroundBox } from '@lookout/geo';
import type { Georeference } from '@lookout/ingest';
import { openRecordFile, openRecordWriter, type RecordFile, type RecordWriter } from '@lookout/server/services/record-file.ts';
import { type SourceManifest, sourceManifest } from '@lookout/server/services/source-manifest.ts';

/** Cells along a side of a block. */
export const BLOCK = 256;

export interface GroundHeader {
  readonly columns: number;
  readonly rows: number;
  readonly georeference: Georeference;
  readonly box: GroundBox;
  /** Spacing of the cells, degrees of latitude. */
  readonly cellDegrees: number;
  /** `GroundPiece.maxLevel`. */
  readonly maxLevel: number;
  readonly highestMetres: number;
  /** Cells with an elevation. */
  readonly knownCells: number;
  /** Levels whose tiles are stored, the finest first; each also serves the three coarser levels. */
  readonly storedLevels: readonly number[];
}

/** Elevations are smooth: deltas to the left neighbour, with low and high bytes separated, compress best. */
export function pack(values: Uint16Array): Uint8Array {
  const bytes = new Uint8Array(values.length * 2);
  let before = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    const change = (value - before) & 0xffff;
    bytes[at] = change & 0xff;
    bytes[values.length + at] = change >> 8;
    before = value;
  }
  return deflateRawSync(bytes, { level: 6 });
}

export function unpack(packed: Uint8Array, count: number): Uint16Array {
  const bytes = inflateRawSync(packed);
  if (bytes.length !== count * 2) throw new Error(`a record of ground has ${bytes.length} bytes instead of ${count * 2}`);
  const values = new Uint16Array(count);
  let value = 0;
  for (let at = 0; at < count; at++) {
    value = (value + (bytes[at] as number) + ((bytes[count + at] as number) << 8)) & 0xffff;
    values[at] = value;
  }
  return values;
}

/** Keys: `b/column/row` is a block of cells, `t/level/x/y` the samples of a tile. */
export type GroundFile = RecordFile<GroundHeader>;
export type GroundWriter = RecordWriter<GroundHeader>;

export const openGroundWriter = (file: string): Promise<GroundWriter> => openRecordWriter<GroundHeader>(file);
/** @throws Error for another format or a damaged file */
export const openGroundFile = (file: string): GroundFile => openRecordFile<GroundHeader>(file);

// The manifest: the terrain files in use, and their order. DATA_DIR/terrain.json is replaced as a whole; the files are in DATA_DIR/terrain.

export interface GroundSource {
  /** A hash of the source file's content: the same file is not imported twice. */
  readonly id: string;
  /** The source file's name. */
  readonly name: string;
  readonly box: GroundBox;
  /** Spacing of the cells, degrees of latitude. */
  readonly cellDegrees: number;
  readonly maxLevel: number;
  readonly highestMetres: number;
  /** ISO time. */
  readonly importedAt: string;
}

export type GroundManifest = SourceManifest<GroundSource>;

/** After this time every running server has reloaded the manifest. */
export const GROUND_TAKEN_UP_MS = 4_000;

export const groundFile = (dataDir: string, id: string): string => path.join(dataDir, 'terrain', `${id}.ground`);

export const groundManifest = sourceManifest<GroundSource>('terrain.json', ({ id, maxLevel, cellDegrees }) => [id, maxLevel, cellDegrees]);
