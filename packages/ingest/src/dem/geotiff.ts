// GeoTIFF: one band of heights, in any projection that its GeoKeys name, with its own mark for "no data", unit, scale and offset.
import { fileFault } from '@lookout/domain';
import { UnreadableFile } from '../firms-csv.ts';
import { type DemFile, heightOrNone } from './dem-file.ts';
import { projectionOf } from './geo-keys.ts';

/** VerticalUnitsGeoKey → metres. */
const METRES_OF_UNIT: Readonly<Record<number, number>> = { 9001: 1, 9002: 0.3048, 9003: 1200 / 3937 };
const PIXEL_IS_POINT = 2;

/** @throws UnreadableFile when it is no GeoTIFF, no elevation, or lies nowhere that can be told */
export async function openGeoTiff(file: string): Promise<DemFile> {
  // Large, and only an import needs it: a server that reads feeds must not carry it in its memory.
  const { fromFile } = await import('geotiff');
  const tiff = await fromFile(file).catch((error: unknown) => {
    throw new UnreadableFile(fileFault('geotiff-unreadable', { detail: messageOf(error) }));
  });
  try {
    const image = await tiff.getImage();
    const [columns, rows] = [image.getWidth(), image.getHeight()];
    if (columns < 2 || rows < 2) throw new UnreadableFile(fileFault('geotiff-too-small', { columns, rows }));
    const bands = image.getSamplesPerPixel();
    if (bands !== 1) throw new UnreadableFile(fileFault('geotiff-bands', { bands }));
    if (image.getBitsPerSample() <= 8) throw new UnreadableFile(fileFault('geotiff-eight-bits'));
    const keys = image.getGeoKeys() as Readonly<Record<string, unknown>> | null;
    const projection = projectionOf(keys);
    if (!projection.ok) throw new UnreadableFile(projection.fault);
    const directory = image.fileDirectory;
    const load = async (tag: 'ModelTransformation' | 'ModelPixelScale' | 'ModelTiepoint'): Promise<number[] | null> =>
      directory.hasTag(tag) ? Array.from((await directory.loadValue(tag)) as ArrayLike<number>) : null;
    const cells = cellsOf(
      await load('ModelTransformation'),
      await load('ModelPixelScale'),
      await load('ModelTiepoint'),
      keys?.GTRasterTypeGeoKey === PIXEL_IS_POINT,
    );
    const noData = image.getGDALNoData();
    const { scale, offset } = scaleOf(await image.getGDALMetadata(0), keys);
    const isInt = image.getSampleFormat() !== 3;
    return {
      columns,
      rows,
      blockRows: image.getTileHeight(),
      georeference: { name: projection.name, projection: projection.projection, cells },
      async read({ column, row, columns: wide, rows: high }) {
        const window = [column, row, column + wide, row + high];
        const [raw] = (await image.readRasters({ window, samples: [0] }).catch((error: unknown) => {
          throw new UnreadableFile(fileFault('geotiff-row-damaged', { row: row + 1, detail: messageOf(error) }));
        })) as unknown as [ArrayLike<number>];
        const none = noData === null || isInt ? noData : Math.fround(noData);
        return Float32Array.from(raw, (value) =>
          value === noData || value === none || heightOrNone(value) !== value ? Number.NaN : heightOrNone(value * scale + offset),
        );
      },
      close: async () => void (await tiff.close()),
    };
  } catch (error) {
    await tiff.close();
    throw error instanceof UnreadableFile ? error : new UnreadableFile(fileFault('geotiff-unreadable', { detail: messageOf(error) }));
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

type Cells = DemFile['georeference']['cells'];

/** Where the centres of cells lie. A tiepoint and a transformation speak of corners of cells, or of their centres ("pixel is point"). */
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

function scaleOf(items: Readonly<Record<string, unknown>> | null, keys: Readonly<Record<string, unknown>> | null) {
  const item = (name: string, otherwise: number): number => {
    const value = Number(items?.[name] ?? otherwise);
    return Number.isFinite(value) ? value : otherwise;
  };
  const code = keys?.VerticalUnitsGeoKey;
  const unit = typeof code === 'number' ? METRES_OF_UNIT[code] : 1;
  if (unit === undefined) throw new UnreadableFile(fileFault('height-unit-unknown', { epsg: String(code) }));
  return { scale: item('SCALE', 1) * unit, offset: item('OFFSET', 0) * unit };
}
