// Imported land cover on disk: one file of records per import, with blocks of the source's own classes, and the manifest of the files in
// use.
import path from 'node:path';
import type { CoverScheme, LandCover } from '@lookout/domain';
import type { GroundBox } from '@lookout/geo';
import { openRecordFile, openRecordWriter, type RecordFile, type RecordWriter } from '@lookout/server/services/record-file.ts';
import { sourceManifest } from '@lookout/server/services/source-manifest.ts';
import { NO_NUMBER, type RasterHeader } from './raster-piece.ts';

/** Marks a cell without a class. */
export const NO_CLASS = NO_NUMBER;

export interface CoverHeader extends RasterHeader {
  readonly scheme: CoverScheme;
  /** The classes that occur and have a cover, each with its cover; other classes that occur have none. */
  readonly covers: readonly (readonly [value: number, cover: LandCover])[];
  /**
   * All values that occur, including those without a cover, with the number of their cells; absent in files from before they were counted.
   */
  readonly values?: readonly (readonly [value: number, cells: number])[];
  /** Further data of a table about the values that occur: their names, and how passable they are on foot; absent: none. */
  readonly names?: readonly (readonly [value: number, name: string])[];
  readonly walking?: readonly (readonly [value: number, walking: OwnWalking])[];
  /** Cells with a class. */
  readonly knownCells: number;
}

/** How passable land is on foot, by the table of its file. */
export interface OwnWalking {
  /** Factor of the off-path walking speed; 0: impassable. */
  readonly factor: number;
  /** Distinguishes water from other impassable land: its bank is safe from fire. */
  readonly isWater: boolean;
  /** The source of the value. */
  readonly source: string;
}

/** Keys: `b/column/row` is a block of classes. */
export type CoverFile = RecordFile<CoverHeader>;

export const openCoverWriter = (file: string): Promise<RecordWriter<CoverHeader>> => openRecordWriter<CoverHeader>(file);
/** @throws Error for another format or a damaged file */
export const openCoverFile = (file: string): CoverFile => openRecordFile<CoverHeader>(file);

export interface CoverSourceFile {
  /** A hash of the source file's content: the same file is not imported twice. */
  readonly id: string;
  /** The source file's name. */
  readonly name: string;
  readonly box: GroundBox;
  readonly cellDegrees: number;
  readonly scheme: CoverScheme;
  /** ISO time. */
  readonly importedAt: string;
}

/** After this time every running server has reloaded the manifest. */
export const COVER_TAKEN_UP_MS = 4_000;

export const coverFile = (dataDir: string, id: string): string => path.join(dataDir, 'landcover', `${id}.cover`);
export const coverManifest = sourceManifest<CoverSourceFile>('landcover.json', ({ id }) => [id]);
