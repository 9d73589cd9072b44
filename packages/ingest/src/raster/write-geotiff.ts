// Writes a raster as a TIFF of one uncompressed strip (TIFF 6.0, little endian). Where it lies is stated by the GeoTIFF tags of the raster
// that it was computed from, so every projection is carried over, also those that only other programs know.
import type { GeoTag } from './geotiff.ts';

export const SHORT = 3;
export const LONG = 4;
const ASCII = 2;
const DOUBLE = 12;
const BYTES: Readonly<Record<number, number>> = { [ASCII]: 1, [SHORT]: 2, [LONG]: 4, [DOUBLE]: 8 };

/** One field of a TIFF directory: its tag, its type, and its values. */
export type TiffField = readonly [tag: number, type: number, values: readonly number[] | string];

/** A raster of one byte a cell, rows from the north, on the cells that the tags place. @param noData the value of cells without data */
export function writeByteGeoTiff(columns: number, rows: number, bytes: Uint8Array, noData: number, geoTags: readonly GeoTag[]): Buffer {
  const fields: TiffField[] = [
    [256, LONG, [columns]],
    [257, LONG, [rows]],
    [258, SHORT, [8]],
    [259, SHORT, [1]],
    [262, SHORT, [1]],
    [277, SHORT, [1]],
    [278, LONG, [rows]],
    [339, SHORT, [1]],
    ...geoTags.map(({ tag, values }): TiffField => [tag, typeOf(tag), values]),
    [42_113, ASCII, `${noData}\0`],
  ];
  return writeTiffFields(fields, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** GeoKeyDirectory holds whole numbers, GeoAsciiParams text, the others doubles. */
const typeOf = (tag: number): number => (tag === 34_735 ? SHORT : tag === 34_737 ? ASCII : DOUBLE);

/** @param strip the pixels, the only strip, whose position and length need no field */
export function writeTiffFields(fields: readonly TiffField[], strip: Buffer): Buffer {
  const start = 8 + strip.length + (strip.length % 2);
  const all: TiffField[] = [...fields, [273, LONG, [8]], [279, LONG, [strip.length]]];
  all.sort(([a], [b]) => a - b);
  const head = Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0]);
  head.writeUInt32LE(start, 4);
  const list = Buffer.alloc(2 + all.length * 12 + 4);
  list.writeUInt16LE(all.length, 0);
  const extras: Buffer[] = [];
  let extraAt = start + list.length;
  for (const [at, [tag, type, values]] of all.entries()) {
    const bytes = typeof values === 'string' ? Buffer.from(values, 'latin1') : numbers(type, values);
    const entry = 2 + at * 12;
    list.writeUInt16LE(tag, entry);
    list.writeUInt16LE(type, entry + 2);
    list.writeUInt32LE(bytes.length / (BYTES[type] ?? 1), entry + 4);
    if (bytes.length <= 4) bytes.copy(list, entry + 8);
    else {
      list.writeUInt32LE(extraAt, entry + 8);
      extras.push(bytes);
      extraAt += bytes.length;
    }
  }
  return Buffer.concat([head, strip, Buffer.alloc(strip.length % 2), list, ...extras]);
}

function numbers(type: number, values: readonly number[]): Buffer {
  const size = BYTES[type] ?? 1;
  const bytes = Buffer.alloc(values.length * size);
  for (const [at, value] of values.entries()) {
    if (type === DOUBLE) bytes.writeDoubleLE(value, at * 8);
    else bytes.writeUIntLE(value, at * size, size);
  }
  return bytes;
}
