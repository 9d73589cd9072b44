import { expect, it } from 'vitest';
import { fieldOfViewDegrees, magnification, pacedPercent, zoomOfField } from './view.ts';

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

it('the zoom of a field of view is the inverse, within what the lens reaches', () => {
  for (const zoom of [0, 0.1, 0.5, 1]) expect(zoomOfField(lens, fieldOfViewDegrees(lens, zoom) ?? 0)).toBeCloseTo(zoom, 9);
  expect([zoomOfField(lens, 1), zoomOfField(lens, 80), zoomOfField(lens, 179)]).toEqual([1, 0, 0]);
  expect(zoomOfField({ widestFieldDegrees: 60, narrowestFieldDegrees: null }, 10)).toBeNull();
  expect(zoomOfField({ widestFieldDegrees: 60, narrowestFieldDegrees: 60 }, 10)).toBeNull();
});

it.each([
  // Step 5 of 8 is 63 %: at the widest as asked, at 10 times a tenth, at 30 times 2 %.
  [63, 1, 63],
  [63, 10, 6],
  [63, 30, 2],
  [13, 30, 1],
  [100, 1, 100],
])('a turn at %d %% is at %d times turned at %d %%', (percent, times, paced) => expect(pacedPercent(percent, times)).toBe(paced));
