import { coverOfClass, KNOWN_COVER_SCHEMES } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { crownFuelOf } from './crown-fire.ts';
import { fuelModelOf } from './fuel-models.ts';
import { fuelsByClass, LAND_COVER_FUELS } from './land-cover-fuels.ts';
import { FUEL_FACTORS } from './wang.ts';

const find = fuelsByClass();
/** Every value that a class of one or two levels can have. */
const VALUES = Array.from({ length: 1300 }, (_, value) => value);

describe('the fuels of land cover', () => {
  it.each(KNOWN_COVER_SCHEMES)('%s: each class of the product has a fuel, and nothing else has', (scheme) => {
    for (const value of VALUES) expect(find(scheme, value) !== null, `${value}`).toBe(coverOfClass(scheme, value) !== null);
  });

  it('each fuel exists, and burns by both models or by none', () => {
    for (const { scheme, value, fuelModel, fuelFactor } of LAND_COVER_FUELS) {
      const model = fuelModelOf(fuelModel) ?? expect.fail(`${scheme} ${value}: ${fuelModel}`);
      expect(fuelFactor !== null, `${scheme} ${value}`).toBe(model.burns);
      if (fuelFactor !== null) expect(FUEL_FACTORS.map(({ key }) => key)).toContain(fuelFactor);
    }
  });

  it('fuels burn where the product reports forest or grass, except mangroves', () => {
    for (const { scheme, value, fuelModel } of LAND_COVER_FUELS) {
      const cover = scheme === 'table' ? null : coverOfClass(scheme, value);
      const standsInWater = fuelModel === 'NB8' && cover === 'forest';
      if ((cover === 'forest' || cover === 'grass') && !standsInWater)
        expect(fuelModelOf(fuelModel)?.burns, `${scheme} ${value}`).toBe(true);
    }
  });

  it('fuels are to be confirmed unless a source is given', () => {
    for (const { fuelModel, toConfirm } of LAND_COVER_FUELS) if (fuelModelOf(fuelModel)?.burns) expect(toConfirm, fuelModel).toBe(true);
    expect(find('worldcover', 50)).toMatchObject({ fuelModel: 'NB1', source: 'RMRS-GTR-153', toConfirm: false });
  });

  it('fuels are under trees where the class is a forest that burns, and crown fuel is given only for evergreen needles', () => {
    const isForest = ({ scheme, value, fuelModel }: (typeof LAND_COVER_FUELS)[number]) =>
      scheme !== 'table' && coverOfClass(scheme, value) === 'forest' && fuelModelOf(fuelModel)?.burns === true;
    const sheltered = LAND_COVER_FUELS.filter(({ canopy }) => canopy != null);
    for (const row of sheltered) {
      const { coverPercent, crownRatio } = row.canopy ?? expect.fail('none');
      // The least cover that shelters at all: decision 0065.
      expect((coverPercent / 100) * (crownRatio / 3), `${row.scheme} ${row.value}`).toBeGreaterThanOrEqual(0.05);
      expect(isForest(row), `${row.scheme} ${row.value}`).toBe(true);
      expect([row.toConfirm, row.source.includes('郁闭度'), row.source.includes('假定')]).toEqual([true, true, true]);
    }
    const known = sheltered.filter(({ canopy }) => canopy != null && crownFuelOf(canopy) !== null);
    expect(known.map(({ scheme, value }) => [scheme, value])).toEqual([['igbp', 1]]);
    expect(find('igbp', 9)?.canopy).toBeUndefined();
  });

  it('second-level classes of GB/T 21010 have a row or use that of the first level', () => {
    expect(find('gbt21010', 305)?.fuelModel).toBe('SH5');
    expect(find('gbt21010', 1101)?.fuelModel).toBe('NB8');
    expect(find('gbt21010', 1301)).toBeNull();
  });

  it('rows of a deployment override ours, and rows of its own table are added', () => {
    const own = { fuelModel: 'GR2', fuelFactor: 'grass', source: '县林业局', toConfirm: false } as const;
    const edited = fuelsByClass([...LAND_COVER_FUELS, { scheme: 'worldcover', value: 40, ...own }, { scheme: 'table', value: 7, ...own }]);
    expect(edited('worldcover', 40)).toMatchObject(own);
    expect(edited('table', 7)).toMatchObject(own);
    expect(edited('table', 8)).toBeNull();
    expect(edited('worldcover', 30)).toBe(find('worldcover', 30));
  });
});
