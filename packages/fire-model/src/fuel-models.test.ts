import { describe, expect, it } from 'vitest';
import { curedShare } from './fuel-bed.ts';
import { FUEL_MODELS, fuelModelOf, fuelModelOfNumber } from './fuel-models.ts';

describe('the fuel models', () => {
  it('the fuel models are the 13 of Anderson, the 40 of Scott and Burgan and five that do not burn', () => {
    const burning = FUEL_MODELS.filter(({ burns }) => burns);
    expect(burning.filter(({ number }) => number <= 13)).toHaveLength(13);
    expect(burning.filter(({ number }) => number > 100)).toHaveLength(40);
    expect(FUEL_MODELS.filter(({ burns }) => !burns).map(({ code }) => code)).toEqual(['NB1', 'NB2', 'NB3', 'NB8', 'NB9']);
  });

  it('fuel models are found by their code in upper or lower case, and by their raster number', () => {
    expect(fuelModelOf('gs4')).toBe(fuelModelOfNumber(124));
    expect(fuelModelOf(' 10 ')).toBe(fuelModelOfNumber(10));
    expect(fuelModelOf('GS5')).toBeUndefined();
    expect(fuelModelOfNumber(14)).toBeUndefined();
    expect(new Set(FUEL_MODELS.map(({ number }) => number)).size).toBe(FUEL_MODELS.length);
  });

  it('fuel models have a ratio for each class with load and for no other', () => {
    for (const { code, loads, surfaceToVolume } of FUEL_MODELS)
      for (const name of ['oneHour', 'liveHerbaceous', 'liveWoody'] as const)
        expect(surfaceToVolume[name] > 0, `${code} ${name}`).toBe(loads[name] > 0);
  });

  it('fuel models are dynamic as in RMRS-GTR-153: all with herbs except those of 1976', () => {
    for (const { code, number, dynamic, loads } of FUEL_MODELS) expect(dynamic, code).toBe(number > 100 && loads.liveHerbaceous > 0);
  });

  it('fuel models store loads in lb/ft²: GS4 has 1.9 t/ac of 1-h fuel, model 1 0.74', () => {
    expect((fuelModelOf('GS4')?.loads.oneHour ?? 0) * 21.78).toBeCloseTo(1.9, 9);
    expect((fuelModelOf('1')?.loads.oneHour ?? 0) * 21.78).toBeCloseTo(0.74, 2);
  });
});

describe('herbs', () => {
  it('herbs count as dead when they are cured: all at 30 %, two thirds at 60 %, one third at 90 %, none above 120 %', () => {
    expect(curedShare(0.1)).toBe(1);
    expect(curedShare(0.3)).toBeCloseTo(1, 9);
    expect(curedShare(0.6)).toBeCloseTo(2 / 3, 3);
    expect(curedShare(0.9)).toBeCloseTo(1 / 3, 2);
    expect(curedShare(1.21)).toBe(0);
  });
});
