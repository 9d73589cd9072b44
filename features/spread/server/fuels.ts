// The table of fuels: the product's own rows, and the rows with which this deployment replaces them.

import { coverOfClass, NATION } from '@lookout/domain';
import { type ClassFuel, FUEL_FACTOR_KEYS, type FuelFactorKey, fuelModelOf, LAND_COVER_FUELS } from '@lookout/fire-model';
import { invalid, notFound } from '@lookout/server/acting/refusal.ts';
import type { Handlers } from '@lookout/server/serve/context.ts';
import { eventOf } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import { type FuelRow, fuelId, type ListedFuel } from '../fuel-row.ts';

type FuelCalls = Pick<Contract['spread'], 'fuelList' | 'saveFuel' | 'resetFuel'>;

const isFactor = (key: string): key is FuelFactorKey => (FUEL_FACTOR_KEYS as readonly string[]).includes(key);

/** A deployment's own rows as input of the fire model. A Wang fuel factor that is no longer known does not burn. */
export const ownFuelsOf = (rows: readonly FuelRow[]): ClassFuel[] =>
  rows.map(({ fuelFactor, ...row }) => ({ ...row, fuelFactor: fuelFactor !== null && isFactor(fuelFactor) ? fuelFactor : null }));

export function fuelHandlers({ store, journal, landCover }: Pick<Room, 'store' | 'journal' | 'landCover'>): Handlers<FuelCalls> {
  const listed = (row: ClassFuel, isOwn: boolean): ListedFuel => ({
    ...row,
    name: landCover.nameOf(row.scheme, row.value),
    canopy: row.canopy ?? null,
    isOwn,
  });
  return {
    async fuelList() {
      const own = new Map(ownFuelsOf(await store.fuelRows.all()).map((row) => [fuelId(row), row]));
      const known = LAND_COVER_FUELS.map((row) => {
        const instead = own.get(fuelId(row));
        own.delete(fuelId(row));
        return listed(instead ?? row, instead !== undefined);
      });
      return { rows: [...known, ...[...own.values()].map((row) => listed(row, true))] };
    },

    saveFuel: (context, { body: { scheme, value, fuelModel, fuelFactor, canopy, source, toConfirm } }) =>
      journal.transact(context, async (tx) => {
        const model = fuelModelOf(fuelModel);
        if (model === undefined) throw invalid('fuelModel', 'no-such-fuel-model');
        if (fuelFactor !== null && !isFactor(fuelFactor))
          throw invalid('fuelFactor', 'no-such-fuel-factor', { keys: FUEL_FACTOR_KEYS.join(', ') });
        // A file may contain values that its scheme does not define. Only the user who imported it knows their vegetation.
        if (scheme !== 'table' && coverOfClass(scheme, value) === null && !landCover.mayHave(scheme, value))
          throw invalid('value', 'no-such-fuel-class', { scheme, value });
        const row: FuelRow = { scheme, value, fuelModel: model.code, fuelFactor, canopy: canopy ?? null, source: source.trim(), toConfirm };
        await tx.fuelRows.save(row);
        const event = eventOf(context, { kind: 'fuel.saved', payload: { row } }, { objectId: fuelId(row), gridNo: NATION });
        return { value: listed(ownFuelsOf([row])[0] as ClassFuel, true), happened: [{ event, after: null }] };
      }),

    resetFuel: (context, { query: { scheme, value } }) =>
      journal.transact(context, async (tx) => {
        if (!(await tx.fuelRows.remove(scheme, value))) throw notFound();
        const about = { objectId: fuelId({ scheme, value }), gridNo: NATION };
        const event = eventOf(context, { kind: 'fuel.reset', payload: { scheme, value } }, about);
        return { value: undefined, happened: [{ event, after: null }] };
      }),
  };
}
