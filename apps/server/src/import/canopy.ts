// npm run import -- canopy FILE… --of cover|height : the canopy of trees as GeoTIFF, cover in percent or height in metres. Each becomes one file under
// DATA_DIR/canopy. An interrupted run is resumed; until a file is complete nothing of it is read. The next forecast takes it up by itself.
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileFault } from '@lookout/domain';
import { type GeoTiffRaster, openGeoTiffRaster, placingOf, UnreadableFile } from '@lookout/ingest';
import {
  CANOPY_MEASURES,
  CANOPY_PARTS,
  type CanopyHeader,
  type CanopyMeasure,
  canopyFile,
  canopyManifest,
  OUTSIDE,
  openCanopyFile,
  openCanopyWriter,
} from '../services/canopy-file.ts';
import { NO_NUMBER } from '../services/raster-piece.ts';
import type { ImportKind, KeptAct } from './kind.ts';
import { boxOfCells, cellDegreesOf, contentId, isThere, sourceNamed, writeBlocks } from './raster-import.ts';
import { batchAudit } from './table-import.ts';

export const CANOPY_OPTIONS = ['of'] as const;

type Options = Readonly<Partial<Record<(typeof CANOPY_OPTIONS)[number], string>>>;

interface Measure {
  readonly name: string;
  readonly unit: string;
  /** From 0 to here. Beyond, products keep codes of water and of no data (MODIS VCF from 200 on, GLAD's heights from 101 on). */
  readonly most: number;
}

const MEASURES: Readonly<Record<CanopyMeasure, Measure>> = {
  cover: { name: '郁闭度', unit: '%', most: 100 },
  height: { name: '树高', unit: 'm', most: 100 },
};
/** More numbers that no canopy has than this: the file is of another unit, or of another thing. */
const MOST_OUTSIDE = 0.5;

/** @throws Error when it is not said what is measured */
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
      const { box, cellDegrees, knownCells, outside } = headerOf(target);
      const name = path.basename(file);
      await canopyManifest.add(dataDir, { id, name, box, cellDegrees, measure, importedAt: clock().toISOString() });
      await store.audit.append([batchAudit('import-canopy', file, { cells: knownCells, measure, box })]);
      print(`范围 ${placeOf(box)}；${MEASURES[measure].name}`);
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
  const found = { known: 0, outside: 0, greatest: 0 };
  try {
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
      print,
    });
    const { known, outside, greatest } = found;
    if (known === 0 || outside > MOST_OUTSIDE * (known + outside))
      throw new UnreadableFile(fileFault('canopy-outside', { name, unit, most }));
    if (measure === 'cover' && greatest > 0 && greatest <= 1) throw new UnreadableFile(fileFault('canopy-fraction'));
    const { columns, rows, georeference } = raster;
    const placing = placingOf(georeference);
    await writer.finish({
      columns,
      rows,
      georeference,
      box: boxOfCells(placing, columns, rows),
      cellDegrees: cellDegreesOf(placing, columns, rows),
      measure,
      knownCells: known,
      outside,
    });
  } catch (error) {
    // An unreadable file is discarded, because a retry would fail too. After any other error the next run resumes.
    await (error instanceof UnreadableFile ? writer.discard() : writer.close());
    throw error;
  }
}

function headerOf(file: string): CanopyHeader {
  const opened = openCanopyFile(file);
  opened.close();
  return opened.header;
}

const placeOf = ({ west, east, south, north }: CanopyHeader['box']): string =>
  `${west.toFixed(4)}–${east.toFixed(4)}°，${south.toFixed(4)}–${north.toFixed(4)}°`;

// `canopy --list` and `canopy --remove NAME…`. The next forecast takes a removal up by itself.

export const listCanopy: KeptAct = async (_names, { dataDir, print }) => {
  const { sources } = await canopyManifest.read(dataDir);
  if (sources.length === 0) print('没有导入过树冠数据 no canopy was imported');
  for (const { id, name, box, measure, importedAt } of sources)
    print(`${name}  ${id}  ${placeOf(box)}  ${MEASURES[measure].name}  ${importedAt}`);
};

export const removeCanopy: KeptAct = async (names, { dataDir, print, store }) => {
  if (names.length === 0) throw new Error('请写出要删除的树冠数据：--remove NAME（--list 列出） name what to remove; --list shows them');
  const { sources } = await canopyManifest.read(dataDir);
  for (const { id, name, box } of names.map((one) => sourceNamed(sources, one))) {
    await canopyManifest.remove(dataDir, id);
    await store.audit.append([batchAudit('remove-canopy', name, { id, box })]);
    // A window that is being read has the file open: its content stays until it is closed.
    await rm(canopyFile(dataDir, id), { force: true });
    print(`已删除“${name}” removed “${name}”`);
  }
};
