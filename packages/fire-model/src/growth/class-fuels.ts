// Maps classes of land cover to the fuels of a ground.
import type { CoverScheme } from '@lookout/domain';
import { type FuelModel, fuelModelOf } from '../fuel-models.ts';
import type { ClassFuel } from '../land-cover-fuels.ts';
import { FUEL_FACTORS } from '../wang.ts';
import { underMeasuredCanopies } from './canopies.ts';
import { type CellGrid, type Ground, gradientOfHeights } from './ground.ts';
import type { GroundFuel } from './weather.ts';

/** The fuel where no class is known, or the class has no fuel: it is not known to burn. */
export const UNKNOWN_FUEL: GroundFuel = { model: fuelModelOf('NB9') as FuelModel, canopy: null, factor: null, isUnknown: true };

/** Whether it is known what burns there, or that nothing does. */
export const isKnownFuel = (fuel: GroundFuel): boolean => fuel.isUnknown !== true;

/** null: the fuel model does not exist. */
export function groundFuelOf({ fuelModel, fuelFactor, canopy = null }: ClassFuel): GroundFuel | null {
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
  fuelOf: (scheme: CoverScheme, value: number) => ClassFuel | null,
): { readonly fuels: readonly GroundFuel[]; readonly indexOf: (classIndex: number) => number } {
  const fuels = table.map(({ scheme, value }) => {
    const row = fuelOf(scheme, value);
    return (row && groundFuelOf(row)) ?? UNKNOWN_FUEL;
  });
  return { fuels: [...fuels, UNKNOWN_FUEL], indexOf: (classIndex) => Math.min(classIndex, table.length) };
}

/** Steepest slope used: no fire data exist for cliffs. */
const STEEPEST = Math.tan((75 * Math.PI) / 180);

/** A window of ground as read from rasters: heights and classes, one a cell. */
export interface ClassedGround {
  readonly grid: CellGrid;
  /** Metres; NaN: unknown, treated as level. */
  readonly heights: Float32Array;
  /** Index into the table; beyond the table the class is unknown, and nothing burns. */
  readonly classes: Uint8Array;
  readonly table: readonly { readonly scheme: CoverScheme; readonly value: number }[];
  /** Numbers of measured canopies (`canopyNumberOf`), one a cell; null: none was measured. */
  readonly canopies?: Uint8Array | null;
}

/**
 * The ground that a fire grows over, without barriers, and the meaning of its fuel indexes: first those of `fuelsOfClasses`, then the same
 * under measured trees.
 */
export function groundOfClasses(
  { grid, heights, classes, table, canopies = null }: ClassedGround,
  fuelOf: (scheme: CoverScheme, value: number) => ClassFuel | null,
): { readonly ground: Ground; readonly fuels: readonly GroundFuel[] } {
  const { fuels, indexOf } = fuelsOfClasses(table, fuelOf);
  const slope = gradientOfHeights(grid, heights);
  for (const layer of [slope.east, slope.north])
    for (let cell = 0; cell < layer.length; cell++) {
      const tangent = layer[cell] as number;
      layer[cell] = Number.isNaN(tangent) ? 0 : Math.min(Math.max(tangent, -STEEPEST), STEEPEST);
    }
  const fuel = classes.map(indexOf);
  const grown = canopies === null ? { fuels, fuel } : underMeasuredCanopies(fuels, fuel, canopies);
  return { ground: { ...grid, slope, fuel: grown.fuel, barrier: null }, fuels: grown.fuels };
}
