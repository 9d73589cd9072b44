// The table for land cover with custom classes (`landcover --table`). It gives each value's cover and name and, as far as its author knows,
// what burns there, whether it is water and how fast it is walked. It is read completely or not at all.

import { LAND_COVERS, type LandCover } from '@lookout/domain';
import { errorMessage } from '@lookout/features/errors.ts';
import type { FuelRow } from '@lookout/features/spread/fuel-row.ts';
import { NO_CLASS, type OwnWalking } from '@lookout/features/terrain/service/land-cover-file.ts';
import { ASSUMED_CROWN_RATIO, FUEL_FACTORS, type FuelFactorKey, fuelModelOf } from '@lookout/fire-model';
import type { TableRow, TableShape } from '@lookout/ingest';
import { type Cells, isCellFault, openTable, type RowFault, readingCells, readRows } from './table-import.ts';

/** A row of the table. */
export interface OwnClass {
  readonly value: number;
  readonly cover: LandCover;
  /** '': no name was given. */
  readonly name: string;
  /** null: not in the table, so the fuel is unknown. */
  readonly fuel: FuelRow | null;
  /** null: not in the table, so it is walked as open terrain. */
  readonly walking: OwnWalking | null;
}

export type OwnClasses = ReadonlyMap<number, OwnClass>;

export const COVER_NAMES: Readonly<Record<LandCover, string>> = { forest: '林地', grass: '草地', farm: '农田', other: '其他' };
const COVER_OF = Object.fromEntries(LAND_COVERS.map((cover) => [COVER_NAMES[cover], cover])) as Readonly<Record<string, LandCover>>;

/** The columns of a table of classes; only the first two are required. */
export const landcoverShape: TableShape = {
  columns: [
    { name: '值', required: true },
    { name: '地类', required: true },
    { name: '说明' },
    { name: '可燃物' },
    { name: '王正非' },
    { name: '郁闭度' },
    { name: '树高' },
    { name: '冠长率' },
    { name: '水域' },
    { name: '步行' },
    { name: '来源' },
    { name: '待核对' },
  ],
};

const GREATEST_CLASS = NO_CLASS - 1;
const MOST_NAME = 100;
const MOST_SOURCE = 500;
/** The number of faults shown; the rest is counted. */
const SHOWN_FAULTS = 20;

const DOES_NOT_BURN = '不燃';
const IMPASSABLE = '不可通行';
/** RMRS-GTR-153: open water, bare ground. */
const [WATER_MODEL, BARE_MODEL] = ['NB8', 'NB9'] as const;
const YES_NO = { 是: true, 否: false } as const;

/** Looked up by name and by key. */
const FACTOR_OF: Readonly<Record<string, FuelFactorKey | null>> = {
  [DOES_NOT_BURN]: null,
  '': null,
  ...Object.fromEntries(FUEL_FACTORS.flatMap(({ key, name }) => [name.zh, key].map((said) => [said, key]))),
};

const FACTOR_NAMES = [DOES_NOT_BURN, ...FUEL_FACTORS.map(({ name }) => name.zh)].join('、');

/** The bounds of `spread/fuel`; terrain on which walking is slower than a twentieth counts as impassable. */
const LIMITS = { heightMetres: 120, leastWalking: 0.05 } as const;

/** @throws Error naming every bad row by line and column */
export async function readLandcoverTable(file: string): Promise<OwnClasses> {
  const table = await openTable(file, landcoverShape);
  const { items, faults } = await readRows(table.rows, (row) => {
    const item = readingCells(row, (cells) => classOf(row, cells));
    return isCellFault(item) ? item : { key: String(item.value), item };
  });
  const wrong = [...table.faults, ...faults].toSorted((a, b) => a.line - b.line);
  if (wrong.length > 0) throw new Error(textOf(wrong));
  if (items.length === 0) throw new Error('对照表是空的 the table of classes is empty');
  return new Map(items.map(({ item }) => [item.value, item]));
}

const textOf = (faults: readonly RowFault[]): string =>
  [
    ...faults
      .slice(0, SHOWN_FAULTS)
      .map(({ line, column, error }) => `对照表第 ${line} 行${column ? `“${column}”` : ''}：${errorMessage(error, 'zh')}`),
    ...(faults.length > SHOWN_FAULTS ? [`…… 另有 ${faults.length - SHOWN_FAULTS} 处`] : []),
  ].join('\n  ');

function classOf(row: TableRow, cells: Cells): OwnClass {
  const value = cells.number('值', 0, GREATEST_CLASS) ?? Number.NaN;
  if (!Number.isInteger(value)) cells.refuse('值', 'cell-not-whole-number');
  const isYes = (column: string): boolean => row.cell(column).trim() !== '' && cells.oneOf(column, YES_NO);
  const isWater = isYes('水域');
  const [fuel, walking] = [fuelOf(cells, isWater), walkingOf(cells, isWater)];
  const source = cells.text('来源', MOST_SOURCE).trim();
  // Data about fire and about walking requires a source.
  if (source === '' && (fuel !== null || walking !== null)) cells.refuse('来源', 'cell-needed');
  return {
    value,
    cover: cells.oneOf('地类', COVER_OF),
    name: cells.text('说明', MOST_NAME).trim(),
    fuel: fuel && { scheme: 'table', value, ...fuel, source, toConfirm: isYes('待核对') },
    walking: walking && { ...walking, source },
  };
}

function fuelOf(cells: Cells, isWater: boolean): Pick<FuelRow, 'fuelModel' | 'fuelFactor' | 'canopy'> | null {
  const [stated, factorStated] = [cells.text('可燃物', MOST_NAME).trim(), cells.text('王正非', MOST_NAME).trim()];
  const canopy = canopyOf(cells);
  if (stated === '' && !isWater) {
    if (factorStated !== '' || canopy !== null) cells.refuse('可燃物', 'cell-needed');
    return null;
  }
  const model = fuelModelOf(stated === '' || stated === DOES_NOT_BURN ? (isWater ? WATER_MODEL : BARE_MODEL) : stated);
  if (model === undefined) return cells.refuse('可燃物', 'no-such-fuel-model');
  if (isWater && model.burns) cells.refuse('可燃物', 'cell-not-one-of', { options: [DOES_NOT_BURN], text: stated });
  if (!Object.hasOwn(FACTOR_OF, factorStated)) cells.refuse('王正非', 'no-such-fuel-factor', { keys: FACTOR_NAMES });
  const fuelFactor = FACTOR_OF[factorStated] ?? null;
  if (!model.burns && fuelFactor !== null) cells.refuse('王正非', 'cell-not-one-of', { options: [DOES_NOT_BURN], text: factorStated });
  return { fuelModel: model.code, fuelFactor, canopy };
}

/** Cover and height must be given together; the default crown ratio is the product's own assumption. */
function canopyOf(cells: Cells): FuelRow['canopy'] {
  const cover = cells.number('郁闭度', 0, 1);
  const heightMetres = cells.number('树高', 0, LIMITS.heightMetres);
  const crownRatio = cells.number('冠长率', 0, 1);
  if (cover === null && heightMetres === null && crownRatio === null) return null;
  if (cover === null) return cells.refuse('郁闭度', 'cell-needed');
  if (heightMetres === null) return cells.refuse('树高', 'cell-needed');
  return { coverPercent: Math.round(100 * cover), heightMetres, crownRatio: crownRatio ?? ASSUMED_CROWN_RATIO };
}

function walkingOf(cells: Cells, isWater: boolean): Omit<OwnWalking, 'source'> | null {
  const stated = cells.text('步行', MOST_NAME).trim();
  if (isWater) {
    // Water that can be waded does not stop a fire.
    if (stated !== '' && stated !== IMPASSABLE) cells.refuse('步行', 'cell-not-one-of', { options: [IMPASSABLE], text: stated });
    return { factor: 0, isWater };
  }
  if (stated === '') return null;
  return { factor: stated === IMPASSABLE ? 0 : (cells.number('步行', LIMITS.leastWalking, 1) as number), isWater };
}
