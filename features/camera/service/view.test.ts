import { expect, it } from 'vitest';
import { fieldOfViewDegrees, magnification, pacedPercent, zoomOfField } from './view.ts';

const lens = { widestFieldDegrees: 60, narrowestFieldDegrees: 3 };

it('narrows from the widest to the narrowest, linearly in focal length', () => {
  expect(fieldOfViewDegrees(lens, 0)).toBeCloseTo(60, 10);
  expect(fieldOfViewDegrees(lens, 1)).toBeCloseTo(3, 10);
  const most = Math.tan(Math.PI / 6) / Math.tan((1.5 * Math.PI) / 180);
  expect(magnification(lens, 0.5)).toBeCloseTo(1 + (most - 1) / 2, 10);
  expect(fieldOfViewDegrees(lens, 0.5)).toBeCloseTo((2 * Math.atan(Math.tan(Math.PI / 6) / (1 + (most - 1) / 2)) * 180) / Math.PI, 10);
});

it('unknown zoom counts as the widest, and an unknown lens gives no field of view', () => {
  expect(magnification(lens, null)).toBe(1);
  expect(fieldOfViewDegrees({ widestFieldDegrees: 40, narrowestFieldDegrees: null }, 1)).toBeCloseTo(40, 10);
  expect(fieldOfViewDegrees({ widestFieldDegrees: null, narrowestFieldDegrees: null }, 0)).toBeNull();
  expect(magnification(lens, 7)).toBeCloseTo(magnification(lens, 1), 10);
});

it('the zoom for a field of view is the inverse, limited to the lens’s range', () => {
  for (const zoom of [0, 0.1, 0.5, 1]) expect(zoomOfField(lens, fieldOfViewDegrees(lens, zoom) ?? 0)).toBeCloseTo(zoom, 9);
  expect([zoomOfField(lens, 1), zoomOfField(lens, 80), zoomOfField(lens, 179)]).toEqual([1, 0, 0]);
  expect(zoomOfField({ widestFieldDegrees: 60, narrowestFieldDegrees: null }, 10)).toBeNull();
  expect(zoomOfField({ widestFieldDegrees: 60, narrowestFieldDegrees: 60 }, 10)).toBeNull();
});

it.each([
  // Step 5 of 8 is 63 %: unchanged at the widest angle, a tenth of it at magnification 10, 2 % at magnification 30.
  [63, 1, 63],
  [63, 10, 6],
  [63, 30, 2],
  [13, 30, 1],
  [100, 1, 100],
])('a turn at %d %% is slowed at magnification %d to %d %%', (percent, times, paced) => expect(pacedPercent(percent, times)).toBe(paced));
