// GeoTIFF rasters of any kind: their size, bands and position, and values by windows. The caller interprets the values.
import { fileFault } from '@lookout/domain';
import { projectionOf } from '../placing/geo-keys.ts';
import { UnreadableFile } from '../unreadable-file.ts';
import type { Georeference } from './georeference.ts';

export interface RasterWindow {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

/** A field of a GeoTIFF that states where it lies: PixelScale, Tiepoint, Transformation, or one of the three of the GeoKeys. */
export interface GeoTag {
  readonly tag: number;
  readonly values: readonly number[] | string;
}

/** The names that the library gives to these fields (OGC 19-008r4, annex G). */
const GEO_TAGS = {
  ModelPixelScale: 33_550,
  ModelTiepoint: 33_922,
  ModelTransformation: 34_264,
  GeoKeyDirectory: 34_735,
  GeoDoubleParams: 34_736,
  GeoAsciiParams: 34_737,
} as const;

export interface GeoTiffRaster {
  readonly columns: number;
  readonly rows: number;
  /** As in the file, for a raster that is written on the same cells. */
  readonly geoTags: readonly GeoTag[];
  readonly bands: number;
  readonly bitsPerSample: number;
  readonly georeference: Georeference;
  /** Rows of a strip or tile: reading is fastest in windows of whole strips or tiles. */
  readonly blockRows: number;
  /** Cells of a strip or tile, which are unpacked together. */
  readonly blockCells: number;
  /** The vertical unit in the GeoKeys; null: not stated. */
  readonly verticalUnit: unknown;
  /** The description in the file. */
  readonly description: string;
  /** The colour of each value, 0 … 255 for red, green and blue; null when there is no colour table. */
  readonly colours: ReadonlyMap<number, readonly [red: number, green: number, blue: number]> | null;
  /** Declared for a band: value = stored × scale + offset. Without declaration 1 and 0. */
  scaleOf(band: number): Promise<{ readonly scale: number; readonly offset: number }>;
  /** Whether a stored value means "no data". */
  isNoData(value: number): boolean;
  /** Stored values of a band (from 0), row-major. The window lies inside. @throws UnreadableFile when the data there is damaged */
  read(window: RasterWindow, band?: number): Promise<ArrayLike<number>>;
  close(): Promise<void>;
}

const PIXEL_IS_POINT = 2;
const FLOAT = 3;

/** Little and big endian, classic and BigTIFF: the first four bytes. */
const TIFF = ['49492a00', '4d4d002a', '49492b00', '4d4d002b'];
export const isTiff = (head: Uint8Array): boolean => TIFF.includes(Buffer.from(head.subarray(0, 4)).toString('hex'));

/** @throws UnreadableFile when it is not a GeoTIFF, or has no usable georeference */
export async function openGeoTiffRaster(file: string): Promise<GeoTiffRaster> {
  // A large module, loaded on demand: only imports and computations need it.
  const { fromFile } = await import('geotiff');
  const tiff = await fromFile(file).catch((error: unknown) => {
    throw new UnreadableFile(fileFault('geotiff-unreadable', { detail: messageOf(error) }));
  });
  try {
    const image = await tiff.getImage();
    const [columns, rows] = [image.getWidth(), image.getHeight()];
    if (columns < 2 || rows < 2) throw new UnreadableFile(fileFault('geotiff-too-small', { columns, rows }));
    const keys = image.getGeoKeys() as Readonly<Record<string, unknown>> | null;
    const projection = projectionOf(keys);
    if (!projection.ok) throw new UnreadableFile(projection.fault);
    const directory = image.fileDirectory;
    requireCompression(directory.hasTag('Compression') ? Number(await directory.loadValue('Compression')) : 1);
    const load = async (tag: 'ModelTransformation' | 'ModelPixelScale' | 'ModelTiepoint'): Promise<number[] | null> =>
      directory.hasTag(tag) ? Array.from((await directory.loadValue(tag)) as ArrayLike<number>) : null;
    const cells = cellsOf(
      await load('ModelTransformation'),
      await load('ModelPixelScale'),
      await load('ModelTiepoint'),
      keys?.GTRasterTypeGeoKey === PIXEL_IS_POINT,
    );
    const geoTags: GeoTag[] = [];
    for (const [name, tag] of Object.entries(GEO_TAGS) as [keyof typeof GEO_TAGS, number][]) {
      if (!directory.hasTag(name)) continue;
      const values: unknown = await directory.loadValue(name);
      geoTags.push({ tag, values: typeof values === 'string' ? values : Array.from(values as ArrayLike<number>) });
    }
    const noData = image.getGDALNoData();
    const none = noData === null || image.getSampleFormat() !== FLOAT ? noData : Math.fround(noData);
    const said = directory.hasTag('ImageDescription') ? await directory.loadValue('ImageDescription') : '';
    const metadata = (await image.getGDALMetadata()) as Readonly<Record<string, unknown>> | null;
    return {
      columns,
      rows,
      geoTags,
      bands: image.getSamplesPerPixel(),
      bitsPerSample: image.getBitsPerSample(),
      georeference: { name: projection.name, projection: projection.projection, cells },
      blockRows: image.getTileHeight(),
      blockCells: image.getTileWidth() * image.getTileHeight(),
      verticalUnit: keys?.VerticalUnitsGeoKey ?? null,
      colours: directory.hasTag('ColorMap') ? coloursOf((await directory.loadValue('ColorMap')) as ArrayLike<number>) : null,
      description: [String(said ?? ''), JSON.stringify(metadata ?? {})].join(' '),
      async scaleOf(band) {
        const items = (await image.getGDALMetadata(band)) as Readonly<Record<string, unknown>> | null;
        return { scale: numberOr(items?.SCALE, 1), offset: numberOr(items?.OFFSET, 0) };
      },
      isNoData: (value) => Number.isNaN(value) || value === noData || value === none,
      async read({ column, row, columns: wide, rows: high }, band = 0) {
        const window = [column, row, column + wide, row + high];
        const [values] = (await image.readRasters({ window, samples: [band] }).catch((error: unknown) => {
          throw new UnreadableFile(fileFault('geotiff-row-damaged', { row: row + 1, detail: messageOf(error) }));
        })) as unknown as [ArrayLike<number>];
        return values;
      },
      close: async () => void (await tiff.close()),
    };
  } catch (error) {
    await tiff.close();
    throw error instanceof UnreadableFile ? error : new UnreadableFile(fileFault('geotiff-unreadable', { detail: messageOf(error) }));
  }
}

/** TIFF 6.0 and its supplements: compression methods that the library supports. */
const UNPACKED: ReadonlySet<number> = new Set([1, 5, 6, 7, 8, 32_773, 32_946, 34_887, 50_000, 50_001]);
/** Names of other methods (libtiff, tiff.h). */
const COMPRESSIONS: Readonly<Record<number, string>> = {
  2: 'CCITT RLE',
  3: 'CCITT Group 3',
  4: 'CCITT Group 4',
  32771: 'CCITT RLE/W',
  32809: 'ThunderScan',
  33003: 'JPEG 2000',
  33005: 'JPEG 2000',
  34661: 'JBIG',
  34676: 'SGI LogLuv',
  34712: 'JPEG 2000',
  34925: 'LZMA',
  34926: 'Zstandard',
  34927: 'WebP',
  50002: 'JPEG XL',
  52546: 'JPEG XL',
};

/** @throws UnreadableFile naming the unsupported method */
function requireCompression(method: number): void {
  if (!UNPACKED.has(method))
    throw new UnreadableFile(fileFault('geotiff-compression', { method: COMPRESSIONS[method] ?? `TIFF ${method}` }));
}

/** The map contains all reds, then all greens, then all blues, of 16 bits each. */
function coloursOf(map: ArrayLike<number>): ReadonlyMap<number, readonly [number, number, number]> {
  const count = Math.floor(map.length / 3);
  const part = (at: number): number => (map[at] as number) >> 8;
  return new Map(Array.from({ length: count }, (_, value) => [value, [part(value), part(value + count), part(value + 2 * count)]]));
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const numberOr = (given: unknown, otherwise: number): number => {
  const value = Number(given ?? otherwise);
  return Number.isFinite(value) ? value : otherwise;
};

type Cells = Georeference['cells'];

/**
 * The positions of the cell centres. A tiepoint and a transformation refer to the corners of cells, or to their centres ("pixel is point").
 */
function cellsOf(matrix: number[] | null, scale: number[] | null, ties: number[] | null, isPoint: boolean): Cells {
  const half = isPoint ? 0 : 0.5;
  const centred = (a: number, b: number, c: number, d: number, e: number, f: number): Cells => [
    ...([a, b, c + half * (a + b)] as const),
    ...([d, e, f + half * (d + e)] as const),
  ];
  if (matrix && matrix.length === 16) {
    const [a = 0, b = 0, , c = 0, d = 0, e = 0, , f = 0] = matrix;
    return centred(a, b, c, d, e, f);
  }
  const [i, j, , x, y] = ties ?? [];
  const [across, down] = scale ?? [];
  if (i === undefined || j === undefined || x === undefined || y === undefined || !across || !down)
    throw new UnreadableFile(fileFault('geotiff-without-place'));
  return centred(across, 0, x - i * across, 0, -down, y + j * down);
}
