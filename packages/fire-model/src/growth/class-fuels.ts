// From classes of land cover to the fuels of a ground.
import type { CoverScheme } from '@lookout/domain';
import { type FuelModel, fuelModelOf } from '../fuel-models.ts';
import type { ClassFuel } from '../land-cover-fuels.ts';
import type { Canopy } from '../midflame-wind.ts';
import { FUEL_FACTORS } from '../wang.ts';
import type { GroundFuel } from './weather.ts';

/** Where no class is known, or none with a fuel: nothing is known to burn there. */
export const UNKNOWN_FUEL: GroundFuel = { model: fuelModelOf('NB9') as FuelModel, canopy: null, factor: null };

/** A row of the table of fuels with the trees above it. */
export type ClassFuelWithCanopy = ClassFuel & { readonly canopy?: Canopy | null };

/** null: there is no such fuel model. */
export function groundFuelOf({ fuelModel, fuelFactor, canopy = null }: ClassFuelWithCanopy): GroundFuel | null {
  const model = fuelModelOf(fuelModel);
  if (model === undefined) return null;
  return { model, canopy, factor: FUEL_FACTORS.find(({ key }) => key === fuelFactor)?.factor ?? null };
}

/**
 * The fuels of a ground whose cells hold indexes into a table of classes.
 * @param table the classes by their index, at most 255
 * @returns `fuels` in the order of the table with the unknown one last, and `indexOf` for a cell's class: the unknown fuel for anything beyond the table
 */
export function fuelsOfClasses(
  table: readonly { readonly scheme: CoverScheme; readonly value: number }[],
  fuelOf: (scheme: CoverScheme, value: number) => ClassFuelWithCanopy | null,
): { readonly fuels: readonly GroundFuel[]; readonly indexOf: (classIndex: number) => number } {
  const fuels = table.map(({ scheme, value }) => {
    const row = fuelOf(scheme, value);
    return (row && groundFuelOf(row)) ?? UNKNOWN_FUEL;
  });
  return { fuels: [...fuels, UNKNOWN_FUEL], indexOf: (classIndex) => Math.min(classIndex, table.length) };
}
