import { coverOfClass } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { fuelModelOf } from './fuel-models.ts';
import { fuelsByClass, LAND_COVER_FUELS } from './land-cover-fuels.ts';
import { FUEL_FACTORS } from './wang.ts';

const find = fuelsByClass();
/** Every value that a class of one or two levels can have. */
const VALUES = Array.from({ length: 1300 }, (_, value) => value);

describe('the fuels of land cover', () => {
  it.each(['worldcover', 'igbp', 'gbt21010'] as const)('%s: each class of the product has one, and nothing else has', (scheme) => {
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
