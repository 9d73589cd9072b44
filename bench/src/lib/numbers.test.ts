import { expect, it } from 'vitest';
import { brief, median, percentile, spreadOf } from './numbers.ts';

it('the median is the middle value, or the mean of the two in the middle', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 2, 9])).toBe(3);
});

it('a percentile is one of the measured values, never interpolated', () => {
  const values = Array.from({ length: 100 }, (_, i) => i + 1);
  expect(percentile(values, 0.5)).toBe(50);
  expect(percentile(values, 0.99)).toBe(99);
  expect(percentile([7], 0.99)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});

it('a spread holds the smallest and the largest round', () => {
  expect(spreadOf([3, 1, 2])).toEqual({ median: 2, least: 1, greatest: 3 });
});

it('numbers are printed short', () => {
  expect([brief(1234.5), brief(0.012345), brief(12.345)]).toEqual(['1,235', '0.0123', '12.3']);
});
