// The rows that a deployment adds to the table of fuels.
import type { CoverScheme } from '@lookout/domain';
import { type Db, jsonb } from '@lookout/store/sql.ts';
import type { FuelRow } from './fuel-row.ts';

export function fuelRowsRepository(db: Db) {
  return {
    /** All rows by scheme and class; a few dozen at most. */
    async all(): Promise<FuelRow[]> {
      const rows = await db.selectFrom('fuel_row').selectAll().orderBy('scheme').orderBy('value').execute();
      return rows.map(({ fuel_model: fuelModel, fuel_factor: fuelFactor, to_confirm: toConfirm, ...row }) => ({
        ...row,
        fuelModel,
        fuelFactor,
        toConfirm,
      }));
    },

    async save({ scheme, value, fuelModel, fuelFactor, canopy, source, toConfirm }: FuelRow): Promise<void> {
      const columns = {
        fuel_model: fuelModel,
        fuel_factor: fuelFactor,
        canopy: canopy && jsonb(canopy),
        source,
        to_confirm: toConfirm,
      };
      await db
        .insertInto('fuel_row')
        .values({ scheme, value, ...columns })
        .onConflict((conflict) => conflict.columns(['scheme', 'value']).doUpdateSet(columns))
        .execute();
    },

    /** @returns false: no such row */
    async remove(scheme: CoverScheme, value: number): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('fuel_row').where('scheme', '=', scheme).where('value', '=', value).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
