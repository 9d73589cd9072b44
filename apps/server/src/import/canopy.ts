// npm run import -- canopy FILE… --of cover|height : imports tree canopy from GeoTIFF, cover in percent or height in metres. Each becomes
// one file under DATA_DIR/canopy. An interrupted run is resumed. An incomplete file is not read. The next forecast uses a new file without
// a restart.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileFault } from '@lookout/domain';
import {
  CANOPY_MEASURES,
  CANOPY_PARTS,
  type CanopyMeasure,
  type CanopySourceFile,
  canopyFile,
  canopyManifest,
  OUTSIDE,
  openCanopyFile,
  openCanopyWriter,
} from '@lookout/features/terrain/service/canopy-file.ts';
import { NO_NUMBER } from '@lookout/features/terrain/service/raster-piece.ts';
import { type GeoTiffRaster, openGeoTiffRaster, UnreadableFile } from '@lookout/ingest';
import type { ImportKind } from './kind.ts';
import { contentId, finishFile, headerOf, isThere, rasterHeaderOf, throttled, writeBlocks } from './raster-import.ts';
import { listOf, placeText, removalOf } from './stored-sources.ts';
import { batchAudit } from './table-import.ts';

export const CANOPY_OPTIONS = ['of'] as const;

type Options = Readonly<Partial<Record<(typeof CANOPY_OPTIONS)[number], string>>>;

interface Measure {
  readonly name: string;
  readonly unit: string;
  /**
   * The largest valid value; the smallest is 0. Larger values are codes of water and of no data (MODIS VCF from 200 on, GLAD's heights from
   * 101 on).
   */
  readonly most: number;
}

const MEASURES: Readonly<Record<CanopyMeasure, Measure>> = {
  cover: { name: '郁闭度', unit: '%', most: 100 },
  height: { name: '树高', unit: 'm', most: 100 },
};
/** If a larger share of the values is outside the valid range, the file has another unit or another subject. */
const MOST_OUTSIDE = 0.5;

/** @throws Error when `--of` names no measure */
export function importCanopy({ of }: Options): ImportKind {
  const measure = CANOPY_MEASURES.find((one) => one === of);
  if (measure === undefined)
    throw new Error('--of 应为 cover（郁闭度，%）或 height（树高，米） give --of cover (percent) or --of height (metres)');
  return async (file, { store, clock, dataDir, print }) => {
    const raster = await openGeoTiffRaster(file);
    try {
      const { columns, rows, bands, georeference } = raster;
      if (bands !== 1) throw new UnreadableFile(fileFault('canopy-bands', { bands }));
      const cells = columns * rows;
      const id = await contentId(file, georeference, measure);
      if ((await canopyManifest.read(dataDir)).sources.some((source) => source.id === id)) {
        print('这份树冠数据已经导入过');
        return { received: cells, accepted: 0, duplicates: cells, rejected: [] };
      }
      print(`${columns}×${rows} 个像元，${georeference.name}`);
      const target = canopyFile(dataDir, id);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o711 });
      if (!(await isThere(target))) await write(raster, target, measure, print);
      const { box, cellDegrees, knownCells, outside } = headerOf(openCanopyFile(target));
      const name = path.basename(file);
      await canopyManifest.add(dataDir, { id, name, box, cellDegrees, measure, importedAt: clock().toISOString() });
      await store.audit.append([batchAudit('import-canopy', file, { cells: knownCells, measure, box })]);
      print(`范围 ${placeText(box)}；${MEASURES[measure].name}`);
      if (knownCells < cells) print(`${cells - knownCells} 个像元没有${MEASURES[measure].name}，推演中按地类的假定`);
      if (outside > 0) print(`其中 ${outside} 个的值不在 0–${MEASURES[measure].most} ${MEASURES[measure].unit} 之内（水面、无数据等编码）`);
      return { received: cells, accepted: knownCells, duplicates: 0, rejected: [] };
    } finally {
      await raster.close();
    }
  };
}

async function write(raster: GeoTiffRaster, target: string, measure: CanopyMeasure, print: (line: string) => void): Promise<void> {
  const writer = await openCanopyWriter(target);
  const { most, name, unit } = MEASURES[measure];
  await finishFile(writer, async () => {
    const found = { known: 0, outside: 0, greatest: 0 };
    await writeBlocks(raster, writer, {
      numberOf: (value) =>
        raster.isNoData(value) || Number.isNaN(value) ? NO_NUMBER : value < 0 || value > most ? OUTSIDE : Math.round(value * CANOPY_PARTS),
      seen(numbers) {
        for (const number of numbers) {
          if (number === OUTSIDE) found.outside += 1;
          else if (number !== NO_NUMBER) {
            found.known += 1;
            found.greatest = Math.max(found.greatest, number / CANOPY_PARTS);
          }
        }
      },
      progress: throttled(print),
    });
    const { known, outside, greatest } = found;
    if (known === 0 || outside > MOST_OUTSIDE * (known + outside))
      throw new UnreadableFile(fileFault('canopy-outside', { name, unit, most }));
    if (measure === 'cover' && greatest > 0 && greatest <= 1) throw new UnreadableFile(fileFault('canopy-fraction'));
    return { ...rasterHeaderOf(raster), measure, knownCells: known, outside };
  });
}

// `canopy --list` and `canopy --remove NAME…`. A removal takes effect with the next forecast.

const STORED = {
  manifest: canopyManifest,
  texts: { zh: '树冠数据', noneWas: 'no canopy was imported' },
  detailOf: ({ measure }: CanopySourceFile) => MEASURES[measure].name,
};

export const listCanopy = listOf(STORED);
export const removeCanopy = removalOf({ ...STORED, fileOf: canopyFile, act: 'remove-canopy', takenUp: null });
