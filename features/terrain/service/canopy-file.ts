// Imported canopies on disk: tree cover or height, one file of records per import, and the manifest of the files in use.
import path from 'node:path';
import type { GroundBox } from '@lookout/geo';
import { openRecordFile, openRecordWriter, type RecordFile, type RecordWriter } from '@lookout/server/services/record-file.ts';
import { sourceManifest } from '@lookout/server/services/source-manifest.ts';
import { NO_NUMBER, type RasterHeader } from './raster-piece.ts';

export const CANOPY_MEASURES = ['cover', 'height'] as const;
/** `cover` in percent, `height` in metres. */
export type CanopyMeasure = (typeof CANOPY_MEASURES)[number];

/** Numbers in a file are tenths of a percent or of a metre. */
export const CANOPY_PARTS = 10;
/** Marks a cell whose value is not valid for a canopy. */
export const OUTSIDE = NO_NUMBER - 1;

export interface CanopyHeader extends RasterHeader {
  readonly measure: CanopyMeasure;
  /** The number of cells whose value is known. */
  readonly knownCells: number;
  /** Cells whose value is not valid for a canopy: codes for water, snow or no data. */
  readonly outside: number;
}

/** Keys: `b/column/row` is one block. */
export type CanopyFile = RecordFile<CanopyHeader>;

export const openCanopyWriter = (file: string): Promise<RecordWriter<CanopyHeader>> => openRecordWriter<CanopyHeader>(file);
/** @throws Error for another format or a damaged file */
export const openCanopyFile = (file: string): CanopyFile => openRecordFile<CanopyHeader>(file);

export interface CanopySourceFile {
  /** A hash of the source file's content and of the measured quantity. */
  readonly id: string;
  /** The source file's name. */
  readonly name: string;
  readonly box: GroundBox;
  readonly cellDegrees: number;
  readonly measure: CanopyMeasure;
  /** ISO time. */
  readonly importedAt: string;
}

export const canopyFile = (dataDir: string, id: string): string => path.join(dataDir, 'canopy', `${id}.canopy`);
export const canopyManifest = sourceManifest<CanopySourceFile>('canopy.json', ({ id }) => [id]);
