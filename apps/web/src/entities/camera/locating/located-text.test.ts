import { expect, it } from 'vitest';
import { angleText, rangeText } from './located-text.ts';

const units = { metres: (n: number) => `${n} m`, kilometres: (text: string) => `${text} km` };

it.each([
  [0.4, '0 m'],
  [849.6, '850 m'],
  [3_244, '3.24 km'],
  [3_251, '3.25 km'],
  [9_994, '9.99 km'],
  [12_345, '12.3 km'],
])('%d metres are %s', (metres, text) => {
  expect(rangeText(metres, units)).toBe(text);
});

it('angles have two decimals', () => {
  expect([62.3456, -3, 359.999].map(angleText)).toEqual(['62.35°', '-3.00°', '360.00°']);
});
