// The imported land cover in use: the class at a position. Built alike in the server's thread and in the worker that reads windows of ground.
import type { CoverScheme, LandCover } from '@lookout/domain';
import { placingOf } from '@lookout/ingest';
import { LRUCache } from 'lru-cache';
import { BLOCK, unpack } from './elevation-file.ts';
import { blockKey } from './elevation-ground.ts';
import { type CoverSourceFile, coverFile, NO_CLASS, openCoverFile } from './land-cover-file.ts';
import type { SourceManifest } from './source-manifest.ts';

export interface CoverClass {
  readonly scheme: CoverScheme;
  /** The file's own class, for what needs more than the cover. */
  readonly value: number;
  /** null: the scheme has no such class. */
  readonly cover: LandCover | null;
  /** By the table of its file, of the speed off paths, 0: nobody gets through; absent: it says nothing. */
  readonly walkingFactor?: number;
  readonly isWater?: boolean;
  /** The name of the file. */
  readonly file: string;
}

/** Unpacked blocks, 131 kB each: 8 MB. */
const KEPT_BLOCKS = 64;

/** One version of what was imported; files that cannot be read are left out. */
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
    /** Does it occur in a file? In one from before values were counted any may. */
    mayHave: (scheme: CoverScheme, value: number): boolean => pieces.some((piece) => piece.mayHave(scheme, value)),
    /** What the table of its file calls it; null: no table does. */
    nameOf(scheme: CoverScheme, value: number): string | null {
      for (const { nameOf } of pieces) {
        const name = nameOf(scheme, value);
        if (name !== null) return name;
      }
      return null;
    },
    /** Its files stay open until disposed. */
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
  const { columns, rows, georeference, box, scheme, covers, values, names, walking } = file.header;
  const occurring = values && new Set(values.map(([value]) => value));
  const placing = placingOf(georeference);
  const coverOf = new Map(covers);
  const nameOf = new Map(names);
  const walkingOf = new Map((walking ?? []).map(([value, { factor, isWater }]) => [value, { walkingFactor: factor, isWater }] as const));
  const blockAt = (column: number, row: number): Uint16Array => {
    const key = `${id}/${column}/${row}`;
    const kept = blocks.get(key);
    if (kept) return kept;
    const packed = file.read(blockKey(column, row));
    const block = packed === null ? new Uint16Array(BLOCK * BLOCK).fill(NO_CLASS) : unpack(packed, BLOCK * BLOCK);
    blocks.set(key, block);
    return block;
  };
  return {
    close: () => file.close(),
    mayHave: (of: CoverScheme, value: number): boolean => of === scheme && occurring?.has(value) !== false,
    nameOf: (of: CoverScheme, value: number): string | null => (of === scheme ? (nameOf.get(value) ?? null) : null),
    classAt(lng: number, lat: number): CoverClass | null {
      if (lng < box.west || lng > box.east || lat < box.south || lat > box.north) return null;
      const [column, row] = placing.toCell(lng, lat).map(Math.round) as [number, number];
      if (!(column >= 0 && row >= 0 && column < columns && row < rows)) return null;
      const block = blockAt(Math.floor(column / BLOCK), Math.floor(row / BLOCK));
      const value = block[(row % BLOCK) * BLOCK + (column % BLOCK)] as number;
      return value === NO_CLASS ? null : { scheme, value, cover: coverOf.get(value) ?? null, ...walkingOf.get(value), file: name };
    },
  };
}
