// npm run import -- landcover FILE… : imports land cover (地类) from GeoTIFF. Each becomes one file of classes under DATA_DIR/landcover. The
// classes are stored unchanged, along with the cover of each. An interrupted run is resumed. An incomplete file is not read. A running
// server loads a new file without a restart.
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { COVER_SCHEME_NAMES } from '@lookout/contract';
import {
  type CoverScheme,
  coverOfClass,
  fileFault,
  KNOWN_COVER_SCHEMES,
  type KnownCoverScheme,
  type LandCover,
  schemesOf,
} from '@lookout/domain';
import type { FuelRow } from '@lookout/features/spread/fuel-row.ts';
import {
  COVER_TAKEN_UP_MS,
  type CoverHeader,
  type CoverSourceFile,
  coverFile,
  coverManifest,
  NO_CLASS,
  openCoverFile,
  openCoverWriter,
} from '@lookout/features/terrain/service/land-cover-file.ts';
import { LAND_COVER_FUELS, rowsByClass } from '@lookout/fire-model';
import { type GeoTiffRaster, openGeoTiffRaster, UnreadableFile } from '@lookout/ingest';
import { appendUnpublished, registerEvent } from '../services/installation-events.ts';
import type { ImportKind } from './kind.ts';
import { COVER_NAMES, type OwnClass, type OwnClasses, readLandcoverTable } from './landcover-table.ts';
import { fuelEvents, missingFuels, newFuels } from './own-fuels.ts';
import { contentId, finishFile, headerOf, isThere, rasterHeaderOf, throttled, writeBlocks } from './raster-import.ts';
import { listOf, placeText, removalOf } from './stored-sources.ts';
import { batchAudit, IMPORT_ORIGIN } from './table-import.ts';

export const LANDCOVER_OPTIONS = ['classes', 'table'] as const;

type Options = Readonly<Partial<Record<(typeof LANDCOVER_OPTIONS)[number], string>>>;

/** How the classes are read. `scheme` null: detect it from the file. */
interface Reading {
  readonly scheme: KnownCoverScheme | null;
  /** The installation's own table; null: none was given. */
  readonly table: OwnClasses | null;
}

/** @throws Error when an option cannot be used */
export function importLandcover({ classes, table }: Options): ImportKind {
  const named = KNOWN_COVER_SCHEMES.find((one) => one === classes);
  if (classes !== undefined && named === undefined)
    throw new Error(`--classes 应为 ${KNOWN_COVER_SCHEMES.join('、')} 之一 must be one of these, not “${classes}”`);
  if (classes !== undefined && table !== undefined) throw new Error('--classes 与 --table 只能用一个 give one of the two');
  return async (file, { store, clock, dataDir, print }) => {
    const reading: Reading = { scheme: named ?? null, table: table === undefined ? null : await readLandcoverTable(table) };
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
        await store.transaction(async (tx) => {
          // Changes that an officer made since are retained. Rows that he removed or that an interrupted run left out are restored.
          const fuels = missingFuels(occurring(headerOf(openCoverFile(coverFile(dataDir, id))), reading.table), await tx.fuelRows.all());
          for (const row of fuels) await tx.fuelRows.save(row);
          if (fuels.length > 0) print(`补上可燃物 ${fuels.length} 类`);
          // Published again: an interrupted run may have added the file without its event.
          await appendUnpublished(tx, [...fuelEvents(fuels, clock()), registerEvent(IMPORT_ORIGIN, clock(), 'land-cover', 0)]);
        });
        return { received: cells, accepted: 0, duplicates: cells, rejected: [] };
      }
      print(`${columns}×${rows} 个像元，${georeference.name}`);
      const target = coverFile(dataDir, id);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o711 });
      if (!(await isThere(target))) await write(raster, target, reading, `${path.basename(file)} ${raster.description}`, print);
      const header = headerOf(openCoverFile(target));
      const { box, cellDegrees, scheme, covers, values, knownCells } = header;
      const name = path.basename(file);
      const own = occurring(header, reading.table);
      const others = manifest.sources.filter((source) => source.scheme === 'table' && source.name !== name);
      const fuels = await newFuels(
        store,
        own,
        others.map((source) => ({ name: source.name, ...headerOf(openCoverFile(coverFile(dataDir, source.id))) })),
      );
      if (!fuels.ok) {
        await rm(target, { force: true });
        throw new Error(fuels.error);
      }
      await coverManifest.add(dataDir, { id, name, box, cellDegrees, scheme, importedAt: clock().toISOString() });
      await store.transaction(async (tx) => {
        for (const row of fuels.value) await tx.fuelRows.save(row);
        await tx.audit.append([batchAudit('import-landcover', file, { cells: knownCells, scheme, box, fuels: fuels.value.length })]);
        await appendUnpublished(tx, [...fuelEvents(fuels.value, clock()), registerEvent(IMPORT_ORIGIN, clock(), 'land-cover', 1)]);
      });
      print(`范围 ${placeText(box)}；分类 ${COVER_SCHEME_NAMES.zh[scheme]}`);
      print(`地类 ${covers.map(([value, cover]) => `${value} ${COVER_NAMES[cover]}`).join('、')}`);
      if (reading.table !== null) printOwn(own, fuels.value, print);
      if (knownCells < cells) print(`${cells - knownCells} 个像元没有地类（${percentOf((cells - knownCells) / cells)}），推演中按不燃处理`);
      printWithoutFuel(values ?? [], cells, fuelled(scheme, await store.fuelRows.all()), print);
      return { received: cells, accepted: knownCells, duplicates: 0, rejected: [] };
    } finally {
      await raster.close();
    }
  };
}

/** Whether a class of the scheme has a fuel, from the product or from the deployment's own rows. */
function fuelled(scheme: CoverScheme, own: readonly FuelRow[]): (value: number) => boolean {
  const rowOf = rowsByClass<Pick<FuelRow, 'scheme' | 'value'>>([...LAND_COVER_FUELS, ...own]);
  return (value) => rowOf(scheme, value) !== null;
}

/** Prints the values that count as not burning in forecasts, because their fuel is unknown. */
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

/** The rows of the table whose values occur in the file. The others are ignored. */
function occurring({ values }: Pick<CoverHeader, 'values'>, table: OwnClasses | null): readonly OwnClass[] {
  return (values ?? []).flatMap(([value]) => table?.get(value) ?? []);
}

/** Prints what the table has about fuels and walking, so that a wrong column is noticed. */
function printOwn(classes: readonly OwnClass[], changed: readonly FuelRow[], print: (line: string) => void): void {
  const withFuel = classes.filter(({ fuel }) => fuel !== null);
  const water = classes.filter(({ walking }) => walking?.isWater === true);
  const shut = classes.filter(({ walking }) => walking?.isWater === false && walking.factor === 0);
  const slowed = classes.filter(({ walking }) => walking !== null && walking.factor > 0);
  const list = (of: readonly OwnClass[], say: (one: OwnClass) => string): string => of.map(say).join('、');
  if (withFuel.length > 0)
    print(`可燃物 ${list(withFuel, ({ value, fuel }) => `${value} ${fuel?.fuelModel}`)}（${changed.length} 类为新填或改动）`);
  if (water.length > 0) print(`水域 ${list(water, ({ value }) => String(value))}：不燃，不可通行`);
  if (shut.length > 0) print(`不可通行 ${list(shut, ({ value }) => String(value))}`);
  if (slowed.length > 0) print(`步行系数 ${list(slowed, ({ value, walking }) => `${value} ${walking?.factor}`)}`);
}

async function write(raster: GeoTiffRaster, target: string, reading: Reading, hint: string, print: (line: string) => void): Promise<void> {
  const writer = await openCoverWriter(target);
  await finishFile(writer, async () => {
    const counts = new Map<number, number>();
    await writeBlocks(raster, writer, {
      numberOf: (value) => classOf(raster, value),
      seen(values) {
        for (const value of values) if (value !== NO_CLASS) counts.set(value, (counts.get(value) ?? 0) + 1);
      },
      progress: throttled(print),
    });
    return {
      ...rasterHeaderOf(raster),
      ...coversOf(counts, reading, { hint, colours: raster.colours }, print),
      values: [...counts].toSorted(([a], [b]) => a - b),
      ...statedOf(counts, reading.table),
      knownCells: [...counts.values()].reduce((sum, one) => sum + one, 0),
    };
  });
}

/** @throws UnreadableFile for a value that is not a class */
function classOf(raster: GeoTiffRaster, value: number): number {
  // In the common products 0 and 255 mean "no data", whether or not the file declares it.
  if (raster.isNoData(value) || value === 0 || value === 255) return NO_CLASS;
  if (!Number.isInteger(value) || value < 0 || value > GREATEST_CLASS)
    throw new UnreadableFile(fileFault('cover-not-classes', { found: String(value) }));
  return value;
}

/** @throws UnreadableFile when the scheme cannot be detected, or when the classes do not fit the named one */
function coversOf(
  counts: ReadonlyMap<number, number>,
  { scheme: named, table }: Reading,
  evidence: { readonly hint: string; readonly colours: GeoTiffRaster['colours'] },
  print: (line: string) => void,
): Pick<CoverHeader, 'scheme' | 'covers'> {
  const values = [...counts.keys()].toSorted((a, b) => a - b);
  if (values.length === 0) throw new UnreadableFile(fileFault('cover-without-classes'));
  const scheme = table ? 'table' : (named ?? provedScheme(values, evidence));
  const coverOf = (value: number): LandCover | null =>
    scheme === 'table' ? (table?.get(value)?.cover ?? null) : coverOfClass(scheme, value);
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

/** @throws UnreadableFile when the scheme cannot be detected, naming the possible ones */
function provedScheme(
  values: readonly number[],
  evidence: { readonly hint: string; readonly colours: GeoTiffRaster['colours'] },
): KnownCoverScheme {
  const schemes = schemesOf({ values, ...evidence });
  const [only, ...others] = schemes;
  const shown = values.slice(0, SHOWN_VALUES);
  if (only === undefined) throw new UnreadableFile(fileFault('cover-scheme-unknown', { values: shown }));
  if (others.length > 0) throw new UnreadableFile(fileFault('cover-scheme-several', { values: shown, schemes }));
  return only;
}

/** What the table has in addition to covers, for the values that occur. */
function statedOf(counts: ReadonlyMap<number, number>, table: OwnClasses | null): Pick<CoverHeader, 'names' | 'walking'> {
  if (table === null) return {};
  const classes = [...table.values()].filter(({ value }) => counts.has(value));
  return {
    names: classes.flatMap(({ value, name }) => (name === '' ? [] : [[value, name] as const])),
    walking: classes.flatMap(({ value, walking }) => (walking === null ? [] : [[value, walking] as const])),
  };
}

const SHOWN_VALUES = 20;
const GREATEST_CLASS = NO_CLASS - 1;

// `landcover --list` and `landcover --remove NAME…`. A running server applies a removal without a restart.

const STORED = {
  manifest: coverManifest,
  texts: { zh: '地类', noneWas: 'no land cover was imported' },
  detailOf: ({ scheme }: CoverSourceFile) => COVER_SCHEME_NAMES.zh[scheme],
};

export const listLandcover = listOf(STORED);
export const removeLandcover = removalOf({
  ...STORED,
  fileOf: coverFile,
  act: 'remove-landcover',
  takenUp: { register: 'land-cover', afterMs: COVER_TAKEN_UP_MS },
});
