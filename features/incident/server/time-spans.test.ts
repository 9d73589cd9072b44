import { expect, it } from 'vitest';
import { across, meet, spansOf, without } from './time-spans.ts';

it('times near each other form one span', () => {
  expect(spansOf([], 10)).toEqual([]);
  expect(spansOf([1, 5, 15, 26, 27], 10)).toEqual([
    [1, 15],
    [26, 27],
  ]);
});

it('a span without the parts that others cover is what lies before, between and after them', () => {
  expect(without([10, 20], [])).toEqual([[10, 20]]);
  expect(without([10, 20], [[21, 30]])).toEqual([[10, 20]]);
  expect(without([10, 20], [[5, 30]])).toEqual([]);
  expect(without([10, 20], [[20, 30]])).toEqual([[10, 19]]);
  expect(
    without(
      [10, 40],
      [
        [0, 12],
        [30, 35],
        [20, 25],
      ],
    ).toSorted(([a], [b]) => a - b),
  ).toEqual([
    [13, 19],
    [26, 29],
    [36, 40],
  ]);
});

it('spans meet if they share a moment, and together reach from the first to the last', () => {
  expect(meet([1, 2], [2, 3])).toBe(true);
  expect(meet([1, 2], [3, 4])).toBe(false);
  expect(
    across([
      [3, 4],
      [1, 2],
    ]),
  ).toEqual([1, 4]);
});
