import { expect, it } from 'vitest';
import { distinct } from './distinct.ts';

const at = (lng: number, lat = 31) => ({ lng, lat });

it('leaves out what repeats the point before, also when only its last digits differ', () => {
  expect(distinct([at(103), at(103), at(103.1), at(103)])).toEqual([at(103), at(103.1), at(103)]);
  // The mean of places need not be one of them to the last digit.
  expect(distinct([at(103.5505), at((103.55 + 103.5505 + 103.551) / 3)])).toHaveLength(1);
});

it('points that creep on are not taken for one', () => {
  expect(distinct(Array.from({ length: 21 }, (_, index) => at(103 + index * 6e-7)))).toHaveLength(11);
});
