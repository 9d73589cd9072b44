// An imported raster on disk: blocks of whole numbers in a file of records, and the number at a position.
import type { GroundBox } from '@lookout/geo';
import { type Georeference, placingOf } from '@lookout/ingest';
import type { RecordFile } from '@lookout/server/services/record-file.ts';
import type { LRUCache } from 'lru-cache';
import { BLOCK, unpack } from './elevation-file.ts';
import { blockKey } from './elevation-ground.ts';

/** Marks a cell without a number. */
export const NO_NUMBER = 0xffff;

export interface RasterHeader {
  readonly columns: number;
  readonly rows: number;
  readonly georeference: Georeference;
  readonly box: GroundBox;
  /** Spacing of the cells, degrees of latitude. */
  readonly cellDegrees: number;
}

/**
 * The number of the cell at a position; null: outside, or a cell without a number.
 * @param id distinguishes this file's blocks from those of other files
 * @param blocks unpacked blocks, 131 kB each
 */
export function numbersIn(
  file: RecordFile<RasterHeader>,
  id: string,
  blocks: LRUCache<string, Uint16Array>,
): (lng: number, lat: number) => number | null {
  const { columns, rows, georeference, box } = file.header;
  const placing = placingOf(georeference);
  const blockAt = (column: number, row: number): Uint16Array => {
    const key = `${id}/${column}/${row}`;
    const cached = blocks.get(key);
    if (cached) return cached;
    const packed = file.read(blockKey(column, row));
    const block = packed === null ? new Uint16Array(BLOCK * BLOCK).fill(NO_NUMBER) : unpack(packed, BLOCK * BLOCK);
    blocks.set(key, block);
    return block;
  };
  return (lng, lat) => {
    if (lng < box.west || lng > box.east || lat < box.south || lat > box.north) return null;
    const [column, row] = placing.toCell(lng, lat).map(Math.round) as [number, number];
    if (!(column >= 0 && row >= 0 && column < columns && row < rows)) return null;
    const block = blockAt(Math.floor(column / BLOCK), Math.floor(row / BLOCK));
    const number = block[(row % BLOCK) * BLOCK + (column % BLOCK)] as number;
    return number === NO_NUMBER ? null : number;
  };
}
