import { describe, expect, it } from 'vitest';
import { type Budget, polygonsOf } from './rings.ts';

type Position = readonly [number, number];

/** Clockwise unless it is a hole. */
function circle(corners: number, [x, y]: Position, radius: number, isHole: boolean): Position[] {
  const turn = (isHole ? 2 : -2) * Math.PI;
  return Array.from({ length: corners }, (_, i) => [
    x + radius * Math.cos((turn * i) / corners),
    y + radius * Math.sin((turn * i) / corners),
  ]);
}

/** A forest with rows of lakes, and as many small forests with a lake each around it. */
function forest(lakes: number): Position[][] {
  const side = Math.ceil(Math.sqrt(lakes));
  const at = (i: number, of: number): Position => [of + (i % side) / side, of + Math.floor(i / side) / side];
  const each = Array.from({ length: lakes }, (_, i) => i);
  return [
    circle(40 * lakes, [0.5, 0.5], 2, false),
    ...each.map((i) => circle(12, at(i, 0), 0.2 / side, true)),
    ...each.map((i) => circle(12, at(i, 10), 0.4 / side, false)),
    ...each.map((i) => circle(12, at(i, 10), 0.2 / side, true)),
  ];
}

/** The number of comparisons spent. */
function spent(parts: readonly Position[][]): number {
  const budget: Budget = { left: Number.MAX_SAFE_INTEGER };
  polygonsOf(parts, budget);
  return Number.MAX_SAFE_INTEGER - budget.left;
}

describe('rings of a polygon', () => {
  it('Each hole belongs to the smallest ring around it', () => {
    const polygons = polygonsOf(forest(9));
    expect(polygons?.map(({ length }) => length)).toEqual([10, ...Array<number>(9).fill(2)]);
  });

  it('the comparisons grow with the corners, not with their square', () => {
    const [once, twice, fourTimes] = [spent(forest(100)), spent(forest(200)), spent(forest(400))] as const;
    expect(twice / once).toBeLessThan(3);
    expect(fourTimes / twice).toBeLessThan(3);
  });

  it('A drawing in which sorting does not help is given up', () => {
    const teeth = 2_000;
    const comb = Array.from({ length: 2 * teeth }, (_, i): Position => [-i / teeth, i % 2]);
    const holes = Array.from({ length: 500 }, (_, i) => circle(8, [-0.5 - i / 1_000, 0.5], 1e-5, true));
    expect(polygonsOf([[[0, -1] as Position, ...comb.toReversed()], ...holes], { left: 1_000_000 })).toBeNull();
  });
});
