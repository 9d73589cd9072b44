import { expect, it } from 'vitest';
import { distinct, openRing } from './distinct.ts';

const at = (lng: number, lat = 31) => ({ lng, lat });

it('omits a point that repeats the previous one, also when only the last digits differ', () => {
  expect(distinct([at(103), at(103), at(103.1), at(103)])).toEqual([at(103), at(103.1), at(103)]);
  // The mean of equal places may differ from them in the last digits.
  expect(distinct([at(103.5505), at((103.55 + 103.5505 + 103.551) / 3)])).toHaveLength(1);
});

it('points that each advance by less than the tolerance are not merged into one', () => {
  expect(distinct(Array.from({ length: 21 }, (_, index) => at(103 + index * 6e-7)))).toHaveLength(11);
});

it('a closed ring is opened, an open one is unchanged; a ring of one place is one point', () => {
  const corners = [at(103), at(103.1), at(103.1, 31.1)];
  expect(openRing([...corners, at(103)])).toEqual(corners);
  expect(openRing(corners)).toEqual(corners);
  expect(openRing([at(103), at(103)])).toEqual([at(103)]);
  expect(openRing([])).toEqual([]);
});
