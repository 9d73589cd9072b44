// The imported land cover in use: the class at a position. Built identically in the server's thread and in the worker that reads windows of
// terrain.
import type { CoverScheme, LandCover } from '@lookout/domain';
import type { SourceManifest } from '@lookout/server/services/source-manifest.ts';
import { LRUCache } from 'lru-cache';
import { type CoverSourceFile, coverFile, openCoverFile } from './land-cover-file.ts';
import { numbersIn } from './raster-piece.ts';

export interface CoverClass {
  readonly scheme: CoverScheme;
  /** The file's own class, for uses that need more than the cover. */
  readonly value: number;
  /** null: the scheme has no such class. */
  readonly cover: LandCover | null;
  /** Factor of the off-path walking speed from the table of the file, 0: impassable; absent: the table has no value. */
  readonly walkingFactor?: number;
  readonly isWater?: boolean;
  /** The name of the file. */
  readonly file: string;
}

/** Unpacked blocks, 131 kB each: 8 MB. */
const KEPT_BLOCKS = 64;

/** One version of the imports; unreadable files are ignored. */
export function openCoverGround(
  dataDir: string,
  { version, sources }: SourceManifest<CoverSourceFile>,
  log: { warn(what: object, message: string): void },
) {
  const blocks = new LRUCache<string, Uint16Array>({ max: KEPT_BLOCKS });
  const pieces = sources
    .toSorted((a, b) => a.cellDegrees - b.cellDegrees)
    .flatMap((source) => {
      try {
        return [openPiece(dataDir, source, blocks)];
      } catch (error) {
        log.warn({ err: error, name: source.name, id: source.id }, 'imported land cover cannot be read, and is left out');
        return [];
      }
    });
  let users = 0;
  let isOver = false;
  const closeUnused = (): void => {
    if (!isOver || users > 0) return;
    for (const { close } of pieces) close();
  };
  return {
    version,
    isEmpty: pieces.length === 0,
    classAt(lng: number, lat: number): CoverClass | null {
      for (const { classAt } of pieces) {
        const found = classAt(lng, lat);
        if (found !== null) return found;
      }
      return null;
    },
    /** Whether a value occurs in a file. In a file from before values were counted, any value may occur. */
    mayHave: (scheme: CoverScheme, value: number): boolean => pieces.some((piece) => piece.mayHave(scheme, value)),
    /** The name of a value in the table of its file; null: no table names it. */
    nameOf(scheme: CoverScheme, value: number): string | null {
      for (const { nameOf } of pieces) {
        const name = nameOf(scheme, value);
        if (name !== null) return name;
      }
      return null;
    },
    /** Keeps the files open until disposed. */
    hold(): Disposable {
      users += 1;
      return {
        [Symbol.dispose]() {
          users -= 1;
          closeUnused();
        },
      };
    },
    close() {
      isOver = true;
      closeUnused();
    },
  };
}

function openPiece(dataDir: string, { id, name }: CoverSourceFile, blocks: LRUCache<string, Uint16Array>) {
  const file = openCoverFile(coverFile(dataDir, id));
  const { scheme, covers, values, names, walking } = file.header;
  const occurring = values && new Set(values.map(([value]) => value));
  const coverOf = new Map(covers);
  const nameOf = new Map(names);
  const walkingOf = new Map((walking ?? []).map(([value, { factor, isWater }]) => [value, { walkingFactor: factor, isWater }] as const));
  const numberAt = numbersIn(file, id, blocks);
  return {
    close: () => file.close(),
    mayHave: (of: CoverScheme, value: number): boolean => of === scheme && occurring?.has(value) !== false,
    nameOf: (of: CoverScheme, value: number): string | null => (of === scheme ? (nameOf.get(value) ?? null) : null),
    classAt(lng: number, lat: number): CoverClass | null {
      const value = numberAt(lng, lat);
      return value === null ? null : { scheme, value, cover: coverOf.get(value) ?? null, ...walkingOf.get(value), file: name };
    },
  };
}
