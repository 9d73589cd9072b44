// A minimal GeoTIFF: one uncompressed strip of float32, int16 or bytes. For tests, which must not depend on GDAL.
import { LONG, SHORT, type TiffField, writeTiffFields } from '../../raster/write-geotiff.ts';

export interface TinyTiff {
  readonly columns: number;
  readonly rows: number;
  readonly values: readonly number[];
  /** Default: float32. */
  readonly kind?: 'float32' | 'int16' | 'uint8';
  readonly bands?: number;
  /** [key, value] of whole numbers; doubles go under `doubles`. */
  readonly keys?: readonly (readonly [key: number, value: number])[];
  readonly doubles?: readonly (readonly [key: number, value: number])[];
  readonly origin?: readonly [x: number, y: number];
  readonly cell?: readonly [width: number, height: number];
  readonly noData?: string;
  /** Default: 1, none. Any other value is only declared; the data stays uncompressed. */
  readonly compression?: number;
  /** Red, green and blue by value, 0 … 255. */
  readonly colours?: Readonly<Record<number, readonly [number, number, number]>>;
}

const BYTES = { float32: 4, int16: 2, uint8: 1 } as const;
const FORMAT = { float32: 3, int16: 2, uint8: 1 } as const;
const [ASCII, DOUBLE] = [2, 12];

export function writeTiff({ columns, rows, values, kind = 'float32', bands = 1, keys = [], doubles = [], ...place }: TinyTiff): Buffer {
  const pixels = Buffer.alloc(values.length * BYTES[kind]);
  for (const [at, value] of values.entries()) {
    if (kind === 'float32') pixels.writeFloatLE(value, at * 4);
    else if (kind === 'int16') pixels.writeInt16LE(value, at * 2);
    else pixels.writeUInt8(value, at);
  }
  const directory = [1, 1, 0, keys.length + doubles.length, ...keys.flatMap(([key, value]) => [key, 0, 1, value])];
  for (const [at, [key]] of doubles.entries()) directory.push(key, 34_736, 1, at);
  const tags: TiffField[] = [
    [256, LONG, [columns]],
    [257, LONG, [rows]],
    [258, SHORT, Array.from({ length: bands }, () => BYTES[kind] * 8)],
    [259, SHORT, [place.compression ?? 1]],
    [262, SHORT, [place.colours ? 3 : 1]],
    [277, SHORT, [bands]],
    [278, LONG, [rows]],
    ...(place.colours ? [[320, SHORT, coloursOf(place.colours)] as const] : []),
    [339, SHORT, Array.from({ length: bands }, () => FORMAT[kind])],
  ];
  if (place.cell) tags.push([33_550, DOUBLE, [...place.cell, 0]]);
  if (place.origin) tags.push([33_922, DOUBLE, [0, 0, 0, ...place.origin, 0]]);
  if (keys.length + doubles.length > 0) tags.push([34_735, SHORT, directory]);
  if (doubles.length > 0) tags.push([34_736, DOUBLE, doubles.map(([, value]) => value)]);
  if (place.noData !== undefined) tags.push([42_113, ASCII, `${place.noData}\0`]);
  return writeTiffFields(tags, pixels);
}

/** All reds, all greens, all blues, of 16 bits. */
const coloursOf = (colours: NonNullable<TinyTiff['colours']>): number[] =>
  [0, 1, 2].flatMap((part) => Array.from({ length: 256 }, (_, value) => 257 * (colours[value]?.[part] ?? 0)));
