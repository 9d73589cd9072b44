import { describe, expect, it } from 'vitest';
import { burnChange, burnClass, burnRatio, UNKNOWN_CHANGE } from './burn-ratio.ts';

describe('the normalized burn ratio', () => {
  it('the ratio falls as ground burns: NIR .4 to .2 and SWIR .2 to .3 is .3333 to −.2, a change of .5333', () => {
    expect(burnRatio(0.4, 0.2)).toBeCloseTo(1 / 3, 12);
    expect(burnRatio(0.2, 0.3)).toBeCloseTo(-0.2, 12);
    expect(burnChange(burnRatio(0.4, 0.2), burnRatio(0.2, 0.3))).toBe(5_333);
  });

  it('the ratio is the same for reflectance and for any multiple of it', () => {
    expect(burnRatio(4_000, 2_000)).toBeCloseTo(burnRatio(0.4, 0.2), 12);
  });

  it.each([
    [0, 0],
    [Number.NaN, 0.2],
    [0.3, Number.NaN],
    [-0.2, 0.1],
    [0.3, -0.1],
  ])('the ratio of NIR %d and SWIR %d is unknown, and so is the change', (nir, swir) => {
    expect(burnRatio(nir, swir)).toBeNaN();
    expect(burnChange(burnRatio(nir, swir), 0.1)).toBe(UNKNOWN_CHANGE);
    expect(burnChange(0.1, burnRatio(nir, swir))).toBe(UNKNOWN_CHANGE);
  });
});

it.each([
  [-1, 0],
  [0.0999, 0],
  [0.1, 1],
  [0.2699, 1],
  [0.27, 2],
  [0.44, 3],
  [0.6599, 3],
  [0.66, 4],
  [2, 4],
])('a change of %d reaches %i of the breaks: a change on a break belongs to the higher class', (change, reached) => {
  expect(burnClass(burnChange(change, 0), [0.1, 0.27, 0.44, 0.66])).toBe(reached);
});
