import { describe, expect, it } from 'vitest';
import { fuelsByClass } from '../land-cover-fuels.ts';
import { fuelsOfClasses, groundFuelOf, isKnownFuel, UNKNOWN_FUEL } from './class-fuels.ts';
import { windFactorAt } from './wind-by-place.ts';

describe('fuels of classes', () => {
  it('fuels are in the order of the table, and cells without a class or a fuel do not burn', () => {
    const { fuels, indexOf } = fuelsOfClasses(
      [
        { scheme: 'igbp', value: 1 },
        { scheme: 'igbp', value: 17 },
        { scheme: 'table', value: 5 },
      ],
      fuelsByClass(),
    );
    expect(fuels.map(({ model, factor }) => [model.code, factor])).toEqual([
      ['TL8', 1],
      ['NB8', null],
      ['NB9', null],
      ['NB9', null],
    ]);
    expect([0, 2, 255].map(indexOf)).toEqual([0, 2, 3]);
    expect(UNKNOWN_FUEL.model.burns).toBe(false);
    // Water is known not to burn; for a class without a row, and without a class, nothing is known.
    expect(fuels.map(isKnownFuel)).toEqual([true, true, false, false]);
  });

  it('fuels have the trees of their row above them, and none without a fuel model', () => {
    const row = { scheme: 'table', value: 1, fuelModel: 'TL8', fuelFactor: 'pine', source: '', toConfirm: false } as const;
    const canopy = { coverPercent: 60, heightMetres: 12, crownRatio: 0.5 };
    expect(groundFuelOf({ ...row, canopy })?.canopy).toEqual(canopy);
    expect(groundFuelOf({ ...row, fuelModel: 'XX1' })).toBeNull();
  });
});

describe('a forecast wind at a place', () => {
  const grid = { columns: 101, rows: 101, cellMetres: 30, westMetres: 0, northMetres: 0 };
  const middle = 50 * 101 + 50;
  const heights = (of: (column: number) => number) => Float32Array.from({ length: 101 * 101 }, (_, cell) => of(cell % 101));

  it('the wind is a fifth stronger on a ridge, a fifth weaker in a valley, and unchanged half-way and on a plain', () => {
    expect(
      windFactorAt(
        grid,
        heights((column) => 1_000 - 10 * Math.abs(column - 50)),
        middle,
      ),
    ).toBeCloseTo(1.2, 6);
    expect(
      windFactorAt(
        grid,
        heights((column) => 1_000 + 10 * Math.abs(column - 50)),
        middle,
      ),
    ).toBeCloseTo(0.8, 6);
    expect(
      windFactorAt(
        grid,
        heights((column) => 1_000 + 10 * column),
        middle,
      ),
    ).toBeCloseTo(1, 6);
    expect(
      windFactorAt(
        grid,
        heights(() => 1_000),
        middle,
      ),
    ).toBe(1);
  });

  it('the wind is unchanged where heights are not known', () => {
    expect(
      windFactorAt(
        grid,
        heights(() => Number.NaN),
        middle,
      ),
    ).toBe(1);
  });
});
