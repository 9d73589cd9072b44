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
  it.each(KNOWN_COVER_SCHEMES)('%s: each class of the product has one, and nothing else has', (scheme) => {
    for (const value of VALUES) expect(find(scheme, value) !== null, `${value}`).toBe(coverOfClass(scheme, value) !== null);
  });

  it('are fuels that there are, and burn by both models or by none', () => {
    for (const { scheme, value, fuelModel, fuelFactor } of LAND_COVER_FUELS) {
      const model = fuelModelOf(fuelModel) ?? expect.fail(`${scheme} ${value}: ${fuelModel}`);
      expect(fuelFactor !== null, `${scheme} ${value}`).toBe(model.burns);
      if (fuelFactor !== null) expect(FUEL_FACTORS.map(({ key }) => key)).toContain(fuelFactor);
    }
  });

  it('burn where the product says forest or grass, but for mangroves', () => {
    for (const { scheme, value, fuelModel } of LAND_COVER_FUELS) {
      const cover = scheme === 'table' ? null : coverOfClass(scheme, value);
      const standsInWater = fuelModel === 'NB8' && cover === 'forest';
      if ((cover === 'forest' || cover === 'grass') && !standsInWater)
        expect(fuelModelOf(fuelModel)?.burns, `${scheme} ${value}`).toBe(true);
    }
  });

  it('are to be confirmed unless a source says it', () => {
    for (const { fuelModel, toConfirm } of LAND_COVER_FUELS) if (fuelModelOf(fuelModel)?.burns) expect(toConfirm, fuelModel).toBe(true);
    expect(find('worldcover', 50)).toMatchObject({ fuelModel: 'NB1', source: 'RMRS-GTR-153', toConfirm: false });
  });

  it('stand under trees where the class is a forest that burns, and only of needles that stay it is said how their crowns burn', () => {
    const isForest = ({ scheme, value, fuelModel }: (typeof LAND_COVER_FUELS)[number]) =>
      scheme !== 'table' && coverOfClass(scheme, value) === 'forest' && fuelModelOf(fuelModel)?.burns === true;
    const sheltered = LAND_COVER_FUELS.filter(({ canopy }) => canopy != null);
    for (const row of sheltered) {
      const { coverPercent, crownRatio } = row.canopy ?? expect.fail('none');
      // The least that shelters at all: decision 0065.
      expect((coverPercent / 100) * (crownRatio / 3), `${row.scheme} ${row.value}`).toBeGreaterThanOrEqual(0.05);
      expect(isForest(row), `${row.scheme} ${row.value}`).toBe(true);
      expect([row.toConfirm, row.source.includes('郁闭度'), row.source.includes('假定')]).toEqual([true, true, true]);
    }
    const known = sheltered.filter(({ canopy }) => canopy != null && crownFuelOf(canopy) !== null);
    expect(known.map(({ scheme, value }) => [scheme, value])).toEqual([['igbp', 1]]);
    expect(find('igbp', 9)?.canopy).toBeUndefined();
  });

  it('of the second level of GB/T 21010 are its own or those of the first', () => {
    expect(find('gbt21010', 305)?.fuelModel).toBe('SH5');
    expect(find('gbt21010', 1101)?.fuelModel).toBe('NB8');
    expect(find('gbt21010', 1301)).toBeNull();
  });

  it('give way to the rows of a deployment, and take those of its own table', () => {
    const own = { fuelModel: 'GR2', fuelFactor: 'grass', source: '县林业局', toConfirm: false } as const;
    const edited = fuelsByClass([...LAND_COVER_FUELS, { scheme: 'worldcover', value: 40, ...own }, { scheme: 'table', value: 7, ...own }]);
    expect(edited('worldcover', 40)).toMatchObject(own);
    expect(edited('table', 7)).toMatchObject(own);
    expect(edited('table', 8)).toBeNull();
    expect(edited('worldcover', 30)).toBe(find('worldcover', 30));
  });
});
