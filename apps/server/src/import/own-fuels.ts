// The fuels in a land cover table become rows of the deployment's own fuel table. All files with custom classes share that table, so a
// value must mean the same in each of them.

import { NATION, ok, type Result, refuse } from '@lookout/domain';
import { type FuelRow, fuelId } from '@lookout/features/spread/fuel-row.ts';
import type { Store } from '@lookout/features/store.ts';
import type { CoverHeader } from '@lookout/features/terrain/service/land-cover-file.ts';
import { eventBy, type Happened } from '../services/journal.ts';
import { COVER_NAMES, type OwnClass } from './landcover-table.ts';
import { IMPORT_ORIGIN } from './table-import.ts';

/** Another file with custom classes that is in use. */
type OtherFile = Pick<CoverHeader, 'covers' | 'values'> & { readonly name: string };

/** Two rows with this value in common describe the same fuel, whatever their source. */
const meaningOf = ({ fuelModel, fuelFactor, canopy }: FuelRow): string =>
  JSON.stringify([
    fuelModel,
    fuelFactor,
    canopy && [
      canopy.coverPercent,
      canopy.heightMetres,
      canopy.crownRatio,
      canopy.baseHeightMetres,
      canopy.bulkDensityKilogramsPerCubicMetre,
    ],
  ]);
const rowOf = (rows: readonly FuelRow[], value: number): FuelRow | undefined =>
  rows.find((row) => row.scheme === 'table' && row.value === value);
const isSame = (a: FuelRow | undefined, b: FuelRow): boolean =>
  a !== undefined && meaningOf(a) === meaningOf(b) && a.source === b.source && a.toConfirm === b.toConfirm;

/**
 * The rows to write.
 * @param others the other files with custom classes in use; a file of the same name is excluded, because this one replaces it
 * @returns refused, with a message, if a value has another meaning in one of them
 */
export async function newFuels(
  store: Pick<Store, 'fuelRows'>,
  classes: readonly OwnClass[],
  others: readonly OtherFile[],
): Promise<Result<readonly FuelRow[], string>> {
  const existing = await store.fuelRows.all();
  const clash = classes.map((one) => clashOf(one, rowOf(existing, one.value), others)).find((found) => found !== null);
  if (clash !== undefined && clash !== null) return refuse(clash);
  return ok(classes.flatMap(({ fuel }) => (fuel === null || isSame(rowOf(existing, fuel.value), fuel) ? [] : [fuel])));
}

function clashOf({ value, cover, fuel }: OwnClass, existing: FuelRow | undefined, others: readonly OtherFile[]): string | null {
  if (fuel === null) return null;
  const sharing = others.filter(({ values }) => values === undefined || values.some(([known]) => known === value));
  for (const { name, covers } of sharing) {
    const known = covers.find(([of]) => of === value)?.[1];
    const stated =
      known !== undefined && known !== cover
        ? `地类为${COVER_NAMES[known]}`
        : existing !== undefined && meaningOf(existing) !== meaningOf(fuel)
          ? `可燃物为 ${existing.fuelModel}（${existing.source}）`
          : null;
    if (stated !== null)
      return `对照表的值 ${value} 在已导入的“${name}”里${stated}，与这里不同：带对照表的地类共用一张可燃物表。请换一个值，或先在 系统管理 → 可燃物 中改为一致，或先 --remove ${name} value ${value} means something else in “${name}”: use another value, or make them agree first`;
  }
  return null;
}

/** The table's fuels for values that have no stored row. */
export const missingFuels = (classes: readonly OwnClass[], existing: readonly FuelRow[]): readonly FuelRow[] =>
  classes.flatMap(({ fuel }) => (fuel === null || rowOf(existing, fuel.value) !== undefined ? [] : [fuel]));

export const fuelEvents = (rows: readonly FuelRow[], at: Date): Happened[] =>
  rows.map((row) => ({
    event: eventBy(IMPORT_ORIGIN, at, { kind: 'fuel.saved', payload: { row } }, { objectId: fuelId(row), gridNo: NATION }),
    after: null,
  }));
