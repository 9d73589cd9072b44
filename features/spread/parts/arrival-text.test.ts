import { expect, it } from 'vitest';
import { arrivalText, durationText } from './arrival-text.ts';
import { spreadZh } from './messages.ts';

it('a time is shown to the minute below an hour, and in steps of five minutes above', () => {
  expect([7.4, 59.2, 60, 131, 178].map((minutes) => durationText(minutes, spreadZh))).toEqual([
    '7 分',
    '59 分',
    '1 小时',
    '2 小时 10 分',
    '3 小时',
  ]);
});

it('one member has a time, an ensemble has a range, and an uncertain arrival is shown as such', () => {
  expect(arrivalText({ p10: null, p50: 130, p90: null }, spreadZh)).toBe('约 2 小时 10 分');
  expect(arrivalText({ p10: 100, p50: 130, p90: 180 }, spreadZh)).toBe('约 2 小时 10 分（1 小时 40 分 – 3 小时）');
  expect(arrivalText({ p10: 100, p50: 130, p90: null }, spreadZh)).toBe('约 2 小时 10 分（1 小时 40 分 – 时段内不一定到）');
  expect(arrivalText({ p10: 100, p50: null, p90: null }, spreadZh)).toBe('多半烧不到，最早约 1 小时 40 分');
  expect(arrivalText({ p10: null, p50: 0, p90: null }, spreadZh)).toBe('已在火场内');
  expect(arrivalText({ p10: null, p50: null, p90: null }, spreadZh)).toBeNull();
});
