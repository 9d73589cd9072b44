// The terrain in use: imported pieces over the demo relief, or over nothing. Built identically in the server's thread and in its tile
// worker.
import {
  cellDegrees,
  cubicAt,
  demoRelief,
  type GroundPiece,
  heightToValue,
  type LayeredGround,
  layeredGround,
  NO_DATA,
  TILE_CELLS,
  TILE_POSTS,
  valueToHeight,
} from '@lookout/geo';
import { placingOf } from '@lookout/ingest';
import type { RecordKey } from '@lookout/server/services/record-file.ts';
import { LRUCache } from 'lru-cache';
import {
  BLOCK,
  type GroundFile,
  type GroundHeader,
  type GroundManifest,
  type GroundSource,
  groundFile,
  openGroundFile,
  unpack,
} from './elevation-file.ts';

interface GroundOptions {
  readonly dataDir: string;
  readonly manifest: GroundManifest;
  /** Whether the demo relief lies under the imported terrain; otherwise nothing does. */
  readonly demo: boolean;
  /** Called once for each unreadable file; the terrain beneath is shown in its place. */
  readonly onBroken: (source: GroundSource, error: unknown) => void;
}

interface OpenGround {
  readonly layers: LayeredGround;
  readonly close: () => void;
}

/** The most files kept open; others are reopened on demand. */
const OPEN_FILES = 64;

export function openGround({ dataDir, manifest, demo, onBroken }: GroundOptions): OpenGround {
  const blocks = createBlockCache();
  const opened = new Map<string, { readonly piece: GroundPiece; readonly file: GroundFile }>();
  const broken = new Set<string>();

  const open = (source: GroundSource): GroundPiece | null => {
    if (broken.has(source.id)) return null;
    const found = opened.get(source.id);
    if (found) {
      opened.delete(source.id);
      opened.set(source.id, found);
      return found.piece;
    }
    try {
      const made = pieceOf(dataDir, source, blocks);
      opened.set(source.id, made);
      const [oldest] = opened;
      if (opened.size > OPEN_FILES && oldest) {
        oldest[1].file.close();
        opened.delete(oldest[0]);
      }
      return made.piece;
    } catch (error) {
      broken.add(source.id);
      onBroken(source, error);
      return null;
    }
  };

  const guarded = <T>(source: GroundSource, use: (piece: GroundPiece) => T, otherwise: T): T => {
    const piece = open(source);
    if (piece === null) return otherwise;
    try {
      return use(piece);
    } catch (error) {
      broken.add(source.id);
      onBroken(source, error);
      return otherwise;
    }
  };
  const pieces = manifest.sources.map(
    (source): GroundPiece => ({
      box: source.box,
      cellDegrees: source.cellDegrees,
      maxLevel: source.maxLevel,
      valueAt: (level, i, j) => guarded(source, (piece) => piece.valueAt(level, i, j), NO_DATA),
      fill: (level, x, y, values) => guarded(source, (piece) => piece.fill(level, x, y, values), undefined),
    }),
  );
  const base = demo ? demoRelief() : null;
  const highest = Math.max(base?.highestMetres ?? 0, ...manifest.sources.map((source) => source.highestMetres));
  return {
    layers: layeredGround(pieces, base, highest),
    close: () => {
      for (const { file } of opened.values()) file.close();
      opened.clear();
    },
  };
}

function pieceOf(dataDir: string, { id }: GroundSource, blocks: BlockCache) {
  const file = openGroundFile(groundFile(dataDir, id));
  return { file, piece: groundPiece({ id, header: file.header, records: file, blocks }) };
}

// One imported file as a piece of the layered terrain: samples interpolated from its own cells, read on demand.

export interface Records {
  readonly read: (key: RecordKey) => Uint8Array | null;
}

/** Unpacked blocks of all pieces, 131 kB each: 16 MB per thread. */
type BlockCache = LRUCache<string, Uint16Array>;
export const createBlockCache = (): BlockCache => new LRUCache({ max: 128 });

/**
 * The projection is computed at the samples of this level, 611 m apart, and interpolated linearly between them: the error is 7 mm (d²/8R).
 */
const KNOT_LEVEL = 9;
const KNOT_DEGREES = cellDegrees(KNOT_LEVEL);

interface PieceOptions {
  /** Distinguishes the blocks of this file in the cache. */
  readonly id: string;
  readonly header: Pick<GroundHeader, 'columns' | 'rows' | 'georeference' | 'box' | 'cellDegrees' | 'maxLevel' | 'storedLevels'>;
  readonly records: Records;
  readonly blocks: BlockCache;
}

interface RasterPiece extends GroundPiece {
  /** Elevation of one of the file's own cells, metres; null: unknown. */
  heightOfCell(column: number, row: number): number | null;
}

export function groundPiece({ id, header, records, blocks }: PieceOptions): RasterPiece {
  const { columns, rows, georeference, box, cellDegrees: ownCellDegrees, maxLevel, storedLevels } = header;
  const placing = placingOf(georeference);
  let lastKey = -1;
  let lastBlock: Uint16Array = NOTHING;

  function blockAt(column: number, row: number): Uint16Array {
    const key = row * 65_536 + column;
    if (key === lastKey) return lastBlock;
    const name = `${id}/${column}/${row}`;
    let block = blocks.get(name);
    if (block === undefined) {
      const packed = records.read(blockKey(column, row));
      block = packed === null ? NOTHING : unpack(packed, BLOCK * BLOCK);
      blocks.set(name, block);
    }
    lastKey = key;
    lastBlock = block;
    return block;
  }

  function cell(column: number, row: number): number {
    if (column < 0 || row < 0 || column >= columns || row >= rows) return Number.NaN;
    const block = blockAt(Math.floor(column / BLOCK), Math.floor(row / BLOCK));
    if (block === NOTHING) return Number.NaN;
    const value = block[(row % BLOCK) * BLOCK + (column % BLOCK)] as number;
    return value === NO_DATA ? Number.NaN : (valueToHeight(value) as number);
  }

  /** The outermost cells extend half a cell beyond their centres. */
  function valueAtCell(column: number, row: number): number {
    if (!(column >= -HALF && row >= -HALF && column <= columns - 1 + HALF && row <= rows - 1 + HALF)) return NO_DATA;
    return heightToValue(cubicAt(cell, clamped(column, columns), clamped(row, rows)));
  }

  function stored(level: number, x: number, y: number): Uint16Array | null {
    const name = `${id}/t/${level}/${x}/${y}`;
    let tile = blocks.get(name);
    if (tile === undefined) {
      const packed = records.read(tileKey(level, x, y));
      tile = packed === null ? NOTHING : unpack(packed, TILE_POSTS * TILE_POSTS);
      blocks.set(name, tile);
    }
    return tile === NOTHING ? null : tile;
  }

  const knotAt = (i: number, j: number): Pair => placing.toCell(i * KNOT_DEGREES - 180, 90 - j * KNOT_DEGREES);

  function valueAt(level: number, i: number, j: number): number {
    const cells = 2 ** Math.max(0, level - KNOT_LEVEL);
    const stride = 2 ** Math.max(0, KNOT_LEVEL - level);
    const [left, top] = [Math.floor(i / cells) * stride, Math.floor(j / cells) * stride];
    const [u, v] = [(i % cells) / cells, (j % cells) / cells];
    const nw = knotAt(left, top);
    if (u === 0 && v === 0) return valueAtCell(...nw);
    const square: Square = [nw, knotAt(left + 1, top), knotAt(left, top + 1), knotAt(left + 1, top + 1)];
    return valueAtCell(mixed(square, 0, u, v), mixed(square, 1, u, v));
  }

  function fillFromCells(level: number, x: number, y: number, values: Uint16Array): void {
    if (level <= KNOT_LEVEL) {
      for (let at = 0; at < values.length; at++) {
        if (values[at] !== NO_DATA) continue;
        values[at] = valueAt(level, x * TILE_CELLS + (at % TILE_POSTS), y * TILE_CELLS + Math.floor(at / TILE_POSTS));
      }
      return;
    }
    const cells = 2 ** (level - KNOT_LEVEL);
    const across = Math.max(1, TILE_CELLS / cells);
    const [west, north] = [Math.floor((x * TILE_CELLS) / cells), Math.floor((y * TILE_CELLS) / cells)];
    const knots = Array.from({ length: (across + 1) ** 2 }, (_, at) =>
      knotAt(west + (at % (across + 1)), north + Math.floor(at / (across + 1))),
    );
    for (let row = 0, at = 0; row < TILE_POSTS; row++) {
      const down = (y * TILE_CELLS + row) / cells - north;
      const top = Math.min(Math.floor(down), across - 1);
      for (let column = 0; column < TILE_POSTS; column++, at++) {
        if (values[at] !== NO_DATA) continue;
        const along = (x * TILE_CELLS + column) / cells - west;
        const left = Math.min(Math.floor(along), across - 1);
        const first = top * (across + 1) + left;
        const square = [knots[first], knots[first + 1], knots[first + across + 1], knots[first + across + 2]] as unknown as Square;
        values[at] = valueAtCell(mixed(square, 0, along - left, down - top), mixed(square, 1, along - left, down - top));
      }
    }
  }

  /** Takes every 2^k-th sample of the stored tiles below. */
  function fillFromStored(from: number, level: number, x: number, y: number, values: Uint16Array): void {
    const tiles = 2 ** (from - level);
    const posts = TILE_CELLS / tiles;
    for (let down = 0; down < tiles; down++) {
      for (let across = 0; across < tiles; across++) {
        const tile = stored(from, x * tiles + across, y * tiles + down);
        if (tile === null) continue;
        for (let row = 0; row <= posts; row++) {
          for (let column = 0; column <= posts; column++) {
            const at = (down * posts + row) * TILE_POSTS + across * posts + column;
            if (values[at] === NO_DATA) values[at] = tile[row * tiles * TILE_POSTS + column * tiles] as number;
          }
        }
      }
    }
  }

  return {
    box,
    cellDegrees: ownCellDegrees,
    maxLevel,
    valueAt,
    heightOfCell: (column, row) => {
      const height = cell(column, row);
      return Number.isNaN(height) ? null : height;
    },
    fill(level, x, y, values) {
      const from = storedLevels.findLast((one) => one >= level);
      if (from === undefined) fillFromCells(level, x, y, values);
      else fillFromStored(from, level, x, y, values);
    },
  };
}

type Pair = readonly [column: number, row: number];
type Square = readonly [nw: Pair, ne: Pair, sw: Pair, se: Pair];

/** On an edge of the square the opposite edge has weight 0, so that neighbouring squares agree exactly. */
const mixed = ([nw, ne, sw, se]: Square, k: 0 | 1, u: number, v: number): number =>
  (nw[k] * (1 - u) + ne[k] * u) * (1 - v) + (sw[k] * (1 - u) + se[k] * u) * v;

const NOTHING = new Uint16Array(0);
const HALF = 0.5;

export const blockKey = (column: number, row: number): RecordKey => `b/${column}/${row}`;
export const tileKey = (level: number, x: number, y: number): RecordKey => `t/${level}/${x}/${y}`;

const clamped = (at: number, count: number): number => Math.min(Math.max(at, 0), count - 1);
