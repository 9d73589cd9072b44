import { expect, it } from 'vitest';
import { fieldOfViewDegrees, magnification } from './view.ts';

const lens = { widestFieldDegrees: 60, narrowestFieldDegrees: 3 };

it('goes from the widest to the narrowest, evenly by focal length', () => {
  expect(fieldOfViewDegrees(lens, 0)).toBeCloseTo(60, 10);
  expect(fieldOfViewDegrees(lens, 1)).toBeCloseTo(3, 10);
  const most = Math.tan(Math.PI / 6) / Math.tan((1.5 * Math.PI) / 180);
  expect(magnification(lens, 0.5)).toBeCloseTo(1 + (most - 1) / 2, 10);
  expect(fieldOfViewDegrees(lens, 0.5)).toBeCloseTo((2 * Math.atan(Math.tan(Math.PI / 6) / (1 + (most - 1) / 2)) * 180) / Math.PI, 10);
});

it('what is not known is the widest, or nothing', () => {
  expect(magnification(lens, null)).toBe(1);
  expect(fieldOfViewDegrees({ widestFieldDegrees: 40, narrowestFieldDegrees: null }, 1)).toBeCloseTo(40, 10);
  expect(fieldOfViewDegrees({ widestFieldDegrees: null, narrowestFieldDegrees: null }, 0)).toBeNull();
  expect(magnification(lens, 7)).toBeCloseTo(magnification(lens, 1), 10);
});
