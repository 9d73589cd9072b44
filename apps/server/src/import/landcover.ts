// npm run import -- landcover FILE… : land cover (地类) as GeoTIFF. Each becomes one file of classes under DATA_DIR/landcover; the classes stay as they
// are, beside which cover each is. An interrupted run is resumed; until a file is complete nothing of it is read. A running server picks it up by itself.
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { COVER_SCHEME_NAMES, codedError, errorMessage } from '@lookout/contract';
import {
  COVER_SCHEMES,
  type CoverScheme,
  coverOfClass,
  type FuelRow,
  fileFault,
  LAND_COVERS,
  type LandCover,
  schemeOfValues,
} from '@lookout/domain';
import { LAND_COVER_FUELS, rowsByClass } from '@lookout/fire-model';
import { type GeoTiffRaster, openGeoTiffRaster, placingOf, type TableShape, UnreadableFile } from '@lookout/ingest';
import { BLOCK, pack, unpack } from '../services/elevation-file.ts';
import { blockKey } from '../services/elevation-ground.ts';
import { appendUnpublished, registerEvent } from '../services/installation-events.ts';
import {
  COVER_TAKEN_UP_MS,
  type CoverHeader,
  coverFile,
  coverManifest,
  NO_CLASS,
  openCoverFile,
  openCoverWriter,
} from '../services/land-cover-file.ts';
import type { ImportKind, KeptAct } from './kind.ts';
import { boxOfCells, cellDegreesOf, contentId, isThere, sourceNamed, throttled } from './raster-import.ts';
import { batchAudit, IMPORT_ORIGIN, openTable, readRows } from './table-import.ts';

export const LANDCOVER_OPTIONS = ['classes', 'table'] as const;

type Options = Readonly<Partial<Record<(typeof LANDCOVER_OPTIONS)[number], string>>>;
type Covers = ReadonlyMap<number, LandCover>;

/** How the classes are read. `scheme` null: as the values show. */
interface Reading {
  readonly scheme: Exclude<CoverScheme, 'table'> | null;
  /** A table of the installation's own; null: none was given. */
  readonly table: Covers | null;
}

/** @throws Error when an option cannot be used */
export function importLandcover({ classes, table }: Options): ImportKind {
  const named = COVER_SCHEMES.find((one) => one === classes && one !== 'table') as Reading['scheme'] | undefined;
  if (classes !== undefined && named === undefined)
    throw new Error(`--classes 应为 worldcover、igbp 或 gbt21010 must be one of these, not “${classes}”`);
  if (classes !== undefined && table !== undefined) throw new Error('--classes 与 --table 只能用一个 give one of the two');
  return async (file, { store, clock, dataDir, print }) => {
    const reading: Reading = { scheme: named ?? null, table: table === undefined ? null : await readTable(table) };
    const raster = await openGeoTiffRaster(file);
    try {
      const { columns, rows, bands, georeference } = raster;
      if (bands !== 1) throw new UnreadableFile(fileFault('cover-bands', { bands }));
      const cells = columns * rows;
      const how = classes ?? (table === undefined ? '' : (await readFile(table)).toString('base64'));
      const id = await contentId(file, georeference, how);
      const manifest = await coverManifest.read(dataDir);
      if (manifest.sources.some((source) => source.id === id)) {
        print('这份地类已经导入过');
        // Announced again: an interrupted run may have added the file without its event.
        await appendUnpublished(store, [registerEvent(IMPORT_ORIGIN, clock(), 'land-cover', 0)]);
        return { received: cells, accepted: 0, duplicates: cells, rejected: [] };
      }
      print(`${columns}×${rows} 个像元，${georeference.name}`);
      const target = coverFile(dataDir, id);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o711 });
      if (!(await isThere(target))) await write(raster, target, reading, `${path.basename(file)} ${raster.description}`, print);
      const { box, cellDegrees, scheme, covers, values, knownCells } = headerOf(target);
      const name = path.basename(file);
      await coverManifest.add(dataDir, { id, name, box, cellDegrees, scheme, importedAt: clock().toISOString() });
      await store.transaction(async (tx) => {
        await tx.audit.append([batchAudit('import-landcover', file, { cells: knownCells, scheme, box })]);
        await appendUnpublished(tx, [registerEvent(IMPORT_ORIGIN, clock(), 'land-cover', 1)]);
      });
      const { west, south, east, north } = box;
      print(`范围 ${west.toFixed(4)}–${east.toFixed(4)}°，${south.toFixed(4)}–${north.toFixed(4)}°；分类 ${COVER_SCHEME_NAMES.zh[scheme]}`);
      print(`地类 ${covers.map(([value, cover]) => `${value} ${COVER_NAMES[cover]}`).join('、')}`);
      if (knownCells < cells) print(`${cells - knownCells} 个像元没有地类（${percentOf((cells - knownCells) / cells)}），推演中按不燃处理`);
      printWithoutFuel(values ?? [], cells, fuelled(scheme, await store.fuelRows.all()), print);
      return { received: cells, accepted: knownCells, duplicates: 0, rejected: [] };
    } finally {
      await raster.close();
    }
  };
}

/** Does a class of the scheme have a fuel, of the product's or of the deployment's own? */
function fuelled(scheme: CoverScheme, own: readonly FuelRow[]): (value: number) => boolean {
  const rowOf = rowsByClass<Pick<FuelRow, 'scheme' | 'value'>>([...LAND_COVER_FUELS, ...own]);
  return (value) => rowOf(scheme, value) !== null;
}

/** Values that hold a fire as if they did not burn, because nobody said what burns there. */
function printWithoutFuel(
  values: NonNullable<CoverHeader['values']>,
  cells: number,
  hasFuel: (value: number) => boolean,
  print: (line: string) => void,
): void {
  const without = values.filter(([value]) => !hasFuel(value)).toSorted(([, a], [, b]) => b - a);
  if (without.length === 0) return;
  const share = without.reduce((sum, [, count]) => sum + count, 0) / cells;
  const shown = without.slice(0, SHOWN_VALUES).map(([value, count]) => `${value}（${percentOf(count / cells)}）`);
  const rest = without.length > SHOWN_VALUES ? `等 ${without.length} 个值` : '';
  print(`没有对应可燃物的值，共占 ${percentOf(share)}：${shown.join('、')}${rest}`);
  print('推演中按不燃处理，在 系统管理 → 可燃物 中填写 they hold the fire in forecasts until a fuel is given in Administration → Fuels');
}

const percentOf = (share: number): string => `${(100 * share).toFixed(1)}%`;

const COVER_NAMES: Readonly<Record<LandCover, string>> = { forest: '林地', grass: '草地', farm: '农田', other: '其他' };
const COVERS_BY_NAME = new Map(LAND_COVERS.map((cover) => [COVER_NAMES[cover], cover]));

/** The columns of a table of classes. */
export const landcoverShape: TableShape = {
  columns: [{ name: '值', required: true }, { name: '地类', required: true }, { name: '说明' }],
};
const GREATEST_CLASS = NO_CLASS - 1;

/** @throws Error naming the first row at fault: a table is read whole or not at all */
async function readTable(file: string): Promise<Covers> {
  const table = await openTable(file, landcoverShape);
  const { items, faults } = await readRows(table.rows, (row) => {
    const [text, name] = [row.cell('值'), row.cell('地类').trim()];
    const [value, cover] = [Number(text), COVERS_BY_NAME.get(name)];
    if (!Number.isInteger(value) || value < 0 || value > GREATEST_CLASS)
      return { column: '值', error: codedError('cell-number-range', { least: 0, most: GREATEST_CLASS, text }) };
    if (cover === undefined)
      return { column: '地类', error: codedError('cell-not-one-of', { options: [...COVERS_BY_NAME.keys()], text: name }) };
    return { key: String(value), item: [value, cover] as const };
  });
  const [fault] = [...table.faults, ...faults].toSorted((a, b) => a.line - b.line);
  if (fault) throw new Error(`对照表第 ${fault.line} 行${fault.column ? `“${fault.column}”` : ''}：${errorMessage(fault.error, 'zh')}`);
  if (items.length === 0) throw new Error('对照表是空的 the table of classes is empty');
  return new Map(items.map(({ item }) => item));
}

async function write(raster: GeoTiffRaster, target: string, reading: Reading, hint: string, print: (line: string) => void): Promise<void> {
  const writer = await openCoverWriter(target);
  const progress = throttled(print);
  try {
    const { columns, rows, georeference } = raster;
    const [across, down] = [Math.ceil(columns / BLOCK), Math.ceil(rows / BLOCK)];
    const counts = new Map<number, number>();
    const count = (values: Uint16Array): void => {
      for (const value of values) if (value !== NO_CLASS) counts.set(value, (counts.get(value) ?? 0) + 1);
    };
    for (let row = 0; row < down; row++) {
      const top = row * BLOCK;
      const high = Math.min(BLOCK, rows - top);
      const keys = Array.from({ length: across }, (_, column) => blockKey(column, row));
      const before = keys.map((key) => writer.read(key));
      if (before.every((packed) => packed !== null)) {
        for (const packed of before) count(unpack(packed, BLOCK * BLOCK));
        continue;
      }
      // Whole rows of blocks: files in strips are then unpacked once.
      const stored = await raster.read({ column: 0, row: top, columns, rows: high });
      for (const [column, key] of keys.entries()) {
        const values = blockOf(raster, stored, column * BLOCK, high);
        count(values);
        if (!writer.has(key)) await writer.write(key, pack(values));
      }
      progress(`读取 ${Math.round(((row + 1) / down) * 100)}%`);
    }
    const placing = placingOf(georeference);
    await writer.finish({
      columns,
      rows,
      georeference,
      box: boxOfCells(placing, columns, rows),
      cellDegrees: cellDegreesOf(placing, columns, rows),
      ...coversOf(counts, reading, hint, print),
      values: [...counts].toSorted(([a], [b]) => a - b),
      knownCells: [...counts.values()].reduce((sum, one) => sum + one, 0),
    });
  } catch (error) {
    // An unreadable file is discarded, because a retry would fail too. After any other error the next run resumes.
    await (error instanceof UnreadableFile ? writer.discard() : writer.close());
    throw error;
  }
}

/** @throws UnreadableFile for values that are no classes */
function blockOf(raster: GeoTiffRaster, stored: ArrayLike<number>, left: number, high: number): Uint16Array {
  const { columns } = raster;
  const values = new Uint16Array(BLOCK * BLOCK).fill(NO_CLASS);
  const wide = Math.min(BLOCK, columns - left);
  for (let row = 0; row < high; row++)
    for (let column = 0; column < wide; column++) {
      const value = stored[row * columns + left + column] as number;
      // 0 and 255 are "no data" in the common products, declared or not.
      if (raster.isNoData(value) || value === 0 || value === 255) continue;
      if (!Number.isInteger(value) || value < 0 || value > GREATEST_CLASS)
        throw new UnreadableFile(fileFault('cover-not-classes', { found: String(value) }));
      values[row * BLOCK + column] = value;
    }
  return values;
}

/** @throws UnreadableFile when the values show no scheme, or do not fit the one that was named */
function coversOf(
  counts: ReadonlyMap<number, number>,
  { scheme: named, table }: Reading,
  hint: string,
  print: (line: string) => void,
): Pick<CoverHeader, 'scheme' | 'covers'> {
  const values = [...counts.keys()].toSorted((a, b) => a - b);
  if (values.length === 0) throw new UnreadableFile(fileFault('cover-without-classes'));
  const scheme = table ? 'table' : (named ?? schemeOfValues(values, hint));
  if (scheme === null) throw new UnreadableFile(fileFault('cover-scheme-unknown', { values: values.slice(0, SHOWN_VALUES) }));
  const coverOf = (value: number): LandCover | null => (scheme === 'table' ? (table?.get(value) ?? null) : coverOfClass(scheme, value));
  const covers = values.flatMap((value) => {
    const cover = coverOf(value);
    return cover === null ? [] : [[value, cover] as const];
  });
  if (covers.length === 0)
    throw new UnreadableFile(
      fileFault('cover-scheme-other', { scheme: COVER_SCHEME_NAMES.zh[scheme], values: values.slice(0, SHOWN_VALUES) }),
    );
  const unknown = values.filter((value) => coverOf(value) === null);
  if (unknown.length > 0) print(`分类里没有这些值，它们的地类未知：${unknown.slice(0, SHOWN_VALUES).join('、')}`);
  return { scheme, covers };
}

const SHOWN_VALUES = 20;

function headerOf(file: string): CoverHeader {
  const opened = openCoverFile(file);
  opened.close();
  return opened.header;
}

// `landcover --list` and `landcover --remove NAME…`. A running server picks a removal up by itself.

export const listLandcover: KeptAct = async (_names, { dataDir, print }) => {
  const { sources } = await coverManifest.read(dataDir);
  if (sources.length === 0) print('没有导入过地类 no land cover was imported');
  for (const { id, name, box, scheme, importedAt } of sources) {
    const { west, east, south, north } = box;
    const [lngs, lats] = [`${west.toFixed(4)}–${east.toFixed(4)}°`, `${south.toFixed(4)}–${north.toFixed(4)}°`];
    print(`${name}  ${id}  ${lngs}，${lats}  ${COVER_SCHEME_NAMES.zh[scheme]}  ${importedAt}`);
  }
};

export const removeLandcover: KeptAct = async (names, { dataDir, print, store, clock }) => {
  if (names.length === 0) throw new Error('请写出要删除的地类：--remove NAME（--list 列出） name what to remove; --list shows them');
  const { sources } = await coverManifest.read(dataDir);
  const gone = names.map((name) => sourceNamed(sources, name));
  for (const { id, name, box } of gone) {
    await coverManifest.remove(dataDir, id);
    await store.transaction(async (tx) => {
      await tx.audit.append([batchAudit('remove-landcover', name, { id, box })]);
      await appendUnpublished(tx, [registerEvent(IMPORT_ORIGIN, clock(), 'land-cover', 1)]);
    });
  }
  // A running server still reads the files until it has reloaded the manifest.
  await delay(COVER_TAKEN_UP_MS);
  for (const { id, name } of gone) {
    await rm(coverFile(dataDir, id), { force: true });
    print(`已删除“${name}” removed “${name}”`);
  }
};
