import { expect, it } from 'vitest';
import { walkingOfClasses } from './class-walking.ts';

it('terrain is walked by the table of its file, else by its class, and as open terrain without either', () => {
  const of = (scheme: 'igbp' | 'table', value: number, own: { walkingFactor?: number; isWater?: boolean } = {}) => ({
    scheme,
    value,
    cover: null,
    ...own,
  });
  expect(
    walkingOfClasses([
      of('igbp', 17),
      of('igbp', 6),
      of('table', 17),
      of('table', 3, { walkingFactor: 0, isWater: true }),
      of('table', 4, { walkingFactor: 0, isWater: false }),
      of('table', 5, { walkingFactor: 0.4, isWater: false }),
    ]),
  ).toEqual([
    { factor: 0, isWater: true },
    { factor: 0.77, isWater: false },
    { factor: 1, isWater: false },
    { factor: 0, isWater: true },
    // Impassable, but its edge is not a bank of water.
    { factor: 0, isWater: false },
    { factor: 0.4, isWater: false },
  ]);
});
