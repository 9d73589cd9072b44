import { expect, it } from 'vitest';
import { areaRangeOf } from './area-range.ts';

it('an area is looked at from the region’s range, a smaller one from nearer, never from further', () => {
  const levels = ['nation', 'province', 'prefecture', 'county', 'town'] as const;
  expect(levels.map((level) => areaRangeOf(level, 755_000))).toEqual([6_000_000, 755_000, 300_000, 105_000, 33_000]);
  expect(levels.map((level) => areaRangeOf(level, 105_000))).toEqual([6_000_000, 105_000, 105_000, 105_000, 33_000]);
});
