// A deployment's own rows of the table of fuels.

import { type CoverScheme, eventObject } from '@lookout/domain';

/** A deployment's own row of the table of fuels, which replaces the product's row of that class. */
export interface FuelRow {
  readonly scheme: CoverScheme;
  /** The class value in the raster. */
  readonly value: number;
  /** The code of a fuel model, for example GS4. */
  readonly fuelModel: string;
  /** The key of a fuel factor of Wang's model; null: the class does not burn by that model. */
  readonly fuelFactor: string | null;
  /** The trees above the fuel; null: none, or unknown. */
  readonly canopy: {
    readonly coverPercent: number;
    readonly heightMetres: number;
    readonly crownRatio: number;
    readonly baseHeightMetres?: number | null | undefined;
    /** Bulk density of the crowns; absent: unknown. */
    readonly bulkDensityKilogramsPerCubicMetre?: number | null | undefined;
  } | null;
  /** The source of the values. */
  readonly source: string;
  /** 待核对. */
  readonly toConfirm: boolean;
}

/** A row of the table of fuels: the deployment's own, or the product's. */
export type ListedFuel = FuelRow & {
  /** From the table in its file; null: no table names it. */
  readonly name: string | null;
  /** True for the deployment's own row, which replaces the product's. */
  readonly isOwn: boolean;
};

export interface FuelPayloads {
  'fuel.saved': { readonly row: FuelRow };
  /** The product's own row applies again. */
  'fuel.reset': Pick<FuelRow, 'scheme' | 'value'>;
}

/** The object id of the events of a class. */
export const fuelId = ({ scheme, value }: Pick<FuelRow, 'scheme' | 'value'>): string => `${scheme}/${value}`;

export const fuelObject = eventObject<FuelPayloads, null>()({
  // Stored in a table in addition to the log.
  apply: null,
  keeping: {
    'fuel.saved': 'never',
    'fuel.reset': 'never',
  },
});
