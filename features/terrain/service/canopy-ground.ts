// The imported canopies in use: cover and height of the trees at a position, each from the finest file that has a value.

import type { SourceManifest } from '@lookout/server/services/source-manifest.ts';
import { LRUCache } from 'lru-cache';
import { CANOPY_PARTS, type CanopyMeasure, type CanopySourceFile, canopyFile, OUTSIDE, openCanopyFile } from './canopy-file.ts';
import { numbersIn } from './raster-piece.ts';

/** Unpacked blocks, 131 kB each: 8 MB. */
const KEPT_BLOCKS = 64;

export interface MeasuredAt {
  /** Percent, or metres. */
  readonly value: number;
  /** The name of the file. */
  readonly file: string;
}

export interface CanopyGround {
  /** '' without imports. */
  readonly version: string;
  readonly isEmpty: boolean;
  /** Names of unreadable files, which are ignored. */
  readonly broken: readonly string[];
  /** null: no file has a value. */
  measuredAt(measure: CanopyMeasure, lng: number, lat: number): MeasuredAt | null;
  close(): void;
}

export function openCanopyGround(dataDir: string, { version, sources }: SourceManifest<CanopySourceFile>): CanopyGround {
  const blocks = new LRUCache<string, Uint16Array>({ max: KEPT_BLOCKS });
  const broken: string[] = [];
  const pieces = sources
    .toSorted((a, b) => a.cellDegrees - b.cellDegrees)
    .flatMap(({ id, name, measure }) => {
      try {
        const file = openCanopyFile(canopyFile(dataDir, id));
        return [{ name, measure, numberAt: numbersIn(file, id, blocks), close: () => file.close() }];
      } catch {
        broken.push(name);
        return [];
      }
    });
  return {
    version,
    isEmpty: pieces.length === 0,
    broken,
    measuredAt(measure, lng, lat) {
      for (const piece of pieces) {
        const number = piece.measure === measure ? piece.numberAt(lng, lat) : null;
        if (number !== null && number !== OUTSIDE) return { value: number / CANOPY_PARTS, file: piece.name };
      }
      return null;
    },
    close() {
      for (const { close } of pieces) close();
    },
  };
}
