// Shared by the raster imports: the file's identity, its location, its blocks and its header, and progress messages.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { fileFault } from '@lookout/domain';
import { BLOCK, pack, unpack } from '@lookout/features/terrain/service/elevation-file.ts';
import { blockKey } from '@lookout/features/terrain/service/elevation-ground.ts';
import { NO_NUMBER, type RasterHeader } from '@lookout/features/terrain/service/raster-piece.ts';
import type { GroundBox } from '@lookout/geo';
import { type GeoTiffRaster, type Placing, placingOf, UnreadableFile } from '@lookout/ingest';
import type { RecordFile, RecordWriter } from '../services/record-file.ts';

/**
 * @param place distinguishes equal content at different positions: .hgt files of the sea differ only in their names
 * @param reading how the file is read, if there is a choice
 */
export async function contentId(file: string, place: object, reading = ''): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(place) + reading);
  for await (const bytes of createReadStream(file)) hash.update(bytes as Buffer);
  return hash.digest('hex').slice(0, 20);
}

export const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** The interval of progress messages. */
const PROGRESS_EVERY_MS = 2_000;

export function throttled(print: (line: string) => void): (line: string) => void {
  let last = performance.now();
  return (line) => {
    if (performance.now() - last < PROGRESS_EVERY_MS) return;
    last = performance.now();
    print(line);
  };
}

interface BlocksOptions {
  /** Converts a raster value to the stored number. @throws UnreadableFile for an invalid value */
  readonly numberOf: (value: number) => number;
  /** Called once for each block, including those that an earlier run wrote. */
  readonly seen: (numbers: Uint16Array) => void;
  /** Receives a line for each row of blocks. The caller throttles the lines and may use the function further. */
  readonly progress: (line: string) => void;
}

/** Writes a raster in blocks of whole numbers; existing blocks are retained. */
export async function writeBlocks(
  raster: Pick<GeoTiffRaster, 'columns' | 'rows' | 'read'>,
  writer: Pick<RecordWriter<never>, 'has' | 'read' | 'write'>,
  { numberOf, seen, progress }: BlocksOptions,
): Promise<void> {
  const { columns, rows } = raster;
  const [across, down] = [Math.ceil(columns / BLOCK), Math.ceil(rows / BLOCK)];
  for (let row = 0; row < down; row++) {
    const top = row * BLOCK;
    const high = Math.min(BLOCK, rows - top);
    const keys = Array.from({ length: across }, (_, column) => blockKey(column, row));
    const before = keys.map((key) => writer.read(key));
    if (before.every((packed) => packed !== null)) {
      for (const packed of before) seen(unpack(packed, BLOCK * BLOCK));
      continue;
    }
    // Whole rows of blocks are read, so that files stored in strips are unpacked once.
    const stored = await raster.read({ column: 0, row: top, columns, rows: high });
    for (const [column, key] of keys.entries()) {
      const numbers = blockOf(stored, { columns, left: column * BLOCK, high }, numberOf);
      seen(numbers);
      if (!writer.has(key)) await writer.write(key, pack(numbers));
    }
    progress(`读取 ${Math.round(((row + 1) / down) * 100)}%`);
  }
}

function blockOf(
  stored: ArrayLike<number>,
  { columns, left, high }: { readonly columns: number; readonly left: number; readonly high: number },
  numberOf: (value: number) => number,
): Uint16Array {
  const numbers = new Uint16Array(BLOCK * BLOCK).fill(NO_NUMBER);
  const wide = Math.min(BLOCK, columns - left);
  for (let row = 0; row < high; row++)
    for (let column = 0; column < wide; column++) numbers[row * BLOCK + column] = numberOf(stored[row * columns + left + column] as number);
  return numbers;
}

/**
 * Completes a file of records. When the source cannot be read the file is deleted, because a retry would fail too. After any other error
 * the next run resumes.
 * @param fill writes the records. @returns the header
 */
export async function finishFile<H>(writer: RecordWriter<H>, fill: () => Promise<H>): Promise<void> {
  try {
    await writer.finish(await fill());
  } catch (error) {
    await (error instanceof UnreadableFile ? writer.discard() : writer.close());
    throw error;
  }
}

/** @param file is closed after reading */
export function headerOf<H>(file: RecordFile<H>): H {
  file.close();
  return file.header;
}

/** The location of a raster. @throws UnreadableFile when it is not on the Earth */
export function rasterHeaderOf({ columns, rows, georeference }: Pick<GeoTiffRaster, 'columns' | 'rows' | 'georeference'>): RasterHeader {
  const placing = placingOf(georeference);
  const [box, cellDegrees] = [boxOfCells(placing, columns, rows), cellDegreesOf(placing, columns, rows)];
  return { columns, rows, georeference, box, cellDegrees };
}

const BORDER_POINTS = 64;

/** @throws UnreadableFile when it is not on the Earth */
function boxOfCells(placing: Placing, columns: number, rows: number): GroundBox {
  const places = Array.from({ length: BORDER_POINTS + 1 }, (_, k) => k / BORDER_POINTS).flatMap((t) => {
    const [column, row] = [t * columns - 0.5, t * rows - 0.5];
    return [
      placing.toPosition(column, -0.5),
      placing.toPosition(column, rows - 0.5),
      placing.toPosition(-0.5, row),
      placing.toPosition(columns - 0.5, row),
    ];
  });
  const lngs = places.map(([lng]) => lng);
  const lats = places.map(([, lat]) => lat);
  const box = { west: Math.min(...lngs), east: Math.max(...lngs), south: Math.min(...lats), north: Math.max(...lats) };
  // Tolerance for rounding, and for cells that extend half a cell over a pole.
  const isOnEarth =
    box.west >= -181 && box.east <= 181 && box.south >= -91 && box.north <= 91 && box.east > box.west && box.north > box.south;
  if (!isOnEarth) throw new UnreadableFile(fileFault('elevation-off-earth'));
  return { west: Math.max(box.west, -180), east: Math.min(box.east, 180), south: Math.max(box.south, -90), north: Math.min(box.north, 90) };
}

/** The cell height at the centre, in degrees of latitude. */
function cellDegreesOf(placing: Placing, columns: number, rows: number): number {
  const [column, row] = [columns / 2, rows / 2];
  const here = placing.toPosition(column, row);
  const narrowing = Math.cos((here[1] * Math.PI) / 180);
  const away = ([lng, lat]: readonly [number, number]): number => Math.hypot((lng - here[0]) * narrowing, lat - here[1]);
  return Math.min(away(placing.toPosition(column + 1, row)), away(placing.toPosition(column, row + 1)));
}
