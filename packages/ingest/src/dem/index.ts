// Elevation files: GeoTIFF and SRTM .hgt. The format is detected from the content, except for .hgt, which has no header and is detected by
// its name.

import { open } from 'node:fs/promises';
import path from 'node:path';
import { fileFault } from '@lookout/domain';
import type { Georeference } from '../raster/georeference.ts';
import { type GeoTag, isTiff, openGeoTiffRaster, type RasterWindow } from '../raster/geotiff.ts';
import { UnreadableFile } from '../unreadable-file.ts';

export { type Placing, placingOf } from '../placing/raster.ts';

const ZIP = '504b0304';
const GZIP = '1f8b';

/** @throws UnreadableFile when the file is not usable elevation data; errors of the file system */
export async function openDem(file: string): Promise<DemFile> {
  if (isHgt(file)) return openHgt(file);
  const handle = await open(file, 'r');
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0).finally(() => handle.close());
  const magic = buffer.subarray(0, bytesRead).toString('hex');
  if (isTiff(buffer.subarray(0, bytesRead))) return openGeoTiff(file);
  if (bytesRead === 0) throw new UnreadableFile(fileFault('file-empty'));
  if (magic === ZIP || magic.startsWith(GZIP)) throw new UnreadableFile(fileFault('elevation-packed'));
  throw new UnreadableFile(fileFault('not-elevation'));
}

/** An elevation file of any format: heights by windows of cells, and its georeference. */
export interface DemFile {
  readonly columns: number;
  readonly rows: number;
  readonly georeference: Georeference;
  /** The fields of a GeoTIFF on the same cells. */
  readonly geoTags: readonly GeoTag[];
  /** Reading is fastest in windows of whole block rows of this many cells. */
  readonly blockRows: number;
  /** Metres above sea level, row-major; NaN where the file has no data. The window lies inside. */
  read(window: RasterWindow): Promise<Float32Array>;
  close(): Promise<void>;
}

/** The range of heights on Earth (deepest trench, Everest). Values outside it are undeclared "no data" marks. */
const LOWEST_METRES = -12_000;
const HIGHEST_METRES = 9_000;
/** The "no data" value of SRTM and many derived files, declared or not. */
const VOID = -32_768;

/** NaN for a value that is not a height. */
const heightOrNone = (value: number): number => (value > LOWEST_METRES && value < HIGHEST_METRES && value !== VOID ? value : Number.NaN);

// GeoTIFF: one band of heights, in any projection that its GeoKeys name, with its "no data" value, unit, scale and offset.

/** VerticalUnitsGeoKey → metres. */
const METRES_OF_UNIT: Readonly<Record<number, number>> = { 9001: 1, 9002: 0.3048, 9003: 1200 / 3937 };

/** @throws UnreadableFile when the file is not a GeoTIFF, not elevation data, or has no usable georeference */
async function openGeoTiff(file: string): Promise<DemFile> {
  const raster = await openGeoTiffRaster(file);
  try {
    const { columns, rows, bands, blockRows, georeference, geoTags } = raster;
    if (bands !== 1) throw new UnreadableFile(fileFault('geotiff-bands', { bands }));
    if (raster.bitsPerSample <= 8) throw new UnreadableFile(fileFault('geotiff-eight-bits'));
    const code = raster.verticalUnit;
    const unit = typeof code === 'number' ? METRES_OF_UNIT[code] : 1;
    if (unit === undefined) throw new UnreadableFile(fileFault('height-unit-unknown', { epsg: String(code) }));
    const declared = await raster.scaleOf(0);
    const [scale, offset] = [declared.scale * unit, declared.offset * unit];
    return {
      columns,
      rows,
      blockRows,
      georeference,
      geoTags,
      read: async (window) =>
        Float32Array.from(await raster.read(window), (value) =>
          raster.isNoData(value) || heightOrNone(value) !== value ? Number.NaN : heightOrNone(value * scale + offset),
        ),
      close: () => raster.close(),
    };
  } catch (error) {
    await raster.close();
    throw error;
  }
}

// SRTM .hgt: only heights, big-endian int16 from the north-west; the name gives the south-west corner, the size the resolution.

/** N31E103.hgt, also N31E103.SRTMGL1.hgt and the like. */
const NAME = /^([NS])(\d{2})([EW])(\d{3})\b.*\.hgt$/i;
/** Posts along a side: 1″ and 3″, edges included. */
const SIDES = [3601, 1201] as const;

const isHgt = (file: string): boolean => file.toLowerCase().endsWith('.hgt');

/** @throws UnreadableFile when the name or the size does not fit an .hgt */
async function openHgt(file: string): Promise<DemFile> {
  const [, ns, lat, ew, lng] = NAME.exec(path.basename(file)) ?? [];
  if (ns === undefined || ew === undefined) throw new UnreadableFile(fileFault('hgt-name'));
  const south = Number(lat) * (ns.toUpperCase() === 'S' ? -1 : 1);
  const west = Number(lng) * (ew.toUpperCase() === 'W' ? -1 : 1);
  if (south < -90 || south > 89 || west < -180 || west > 179)
    throw new UnreadableFile(fileFault('hgt-corner', { name: path.basename(file) }));
  const handle = await open(file, 'r');
  const { size } = await handle.stat();
  const side = SIDES.find((one) => one * one * 2 === size);
  if (side === undefined) {
    await handle.close();
    throw new UnreadableFile(fileFault('hgt-size', { bytes: size }));
  }
  const step = 1 / (side - 1);
  return {
    columns: side,
    rows: side,
    blockRows: 1,
    georeference: { name: `SRTM ${side === 3601 ? '1″' : '3″'}`, projection: null, cells: [step, 0, west, 0, -step, south + 1] },
    geoTags: degreeTags(step, west, south + 1),
    async read({ column, row, columns, rows }) {
      const heights = new Float32Array(columns * rows);
      const line = Buffer.alloc(columns * 2);
      for (let k = 0; k < rows; k++) {
        const { bytesRead } = await handle.read(line, 0, line.length, ((row + k) * side + column) * 2);
        if (bytesRead < line.length) throw new UnreadableFile(fileFault('file-became-shorter'));
        for (let m = 0; m < columns; m++) heights[k * columns + m] = heightOrNone(line.readInt16BE(m * 2));
      }
      return heights;
    },
    close: () => handle.close(),
  };
}

/** WGS 84 degrees, values at the posts: cells of a side, the first post at these degrees. */
const degreeTags = (step: number, west: number, north: number): GeoTag[] => [
  { tag: 33_550, values: [step, step, 0] },
  { tag: 33_922, values: [0, 0, 0, west, north, 0] },
  { tag: 34_735, values: [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 2, 2048, 0, 1, 4326] },
];
