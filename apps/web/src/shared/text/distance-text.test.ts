import { expect, it } from 'vitest';
import { distanceText } from './distance-text.ts';

const units = { metres: (n: number) => `${n} m`, kilometres: (text: string) => `${text} km` };

it.each([
  ['map', 847, '847 m'],
  ['map', 999.7, '1000 m'],
  ['map', 5_000, '5 km'],
  ['map', 3_240, '3.2 km'],
  ['map', 41_700, '42 km'],
  ['phone', 0, '0 m'],
  ['phone', 847, '850 m'],
  ['phone', 3_000, '3.0 km'],
  ['phone', 3_240, '3.2 km'],
  ['phone', 41_700, '42 km'],
  ['located', 0.4, '0 m'],
  ['located', 849.6, '850 m'],
  ['located', 3_244, '3.24 km'],
  ['located', 3_251, '3.25 km'],
  ['located', 9_994, '9.99 km'],
  ['located', 12_345, '12.3 km'],
] as const)('%s: %d metres are %s', (precision, metres, text) => {
  expect(distanceText(metres, units, precision)).toBe(text);
});
