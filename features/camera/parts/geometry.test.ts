import { describe, expect, it } from 'vitest';
import { boxStyle, isBox, nearestIn, pairWay, pictureBox, wedgePath } from './geometry.ts';

describe('the picture in its frame', () => {
  const PICTURE = { width: 640, height: 360 };
  it('has bars above and below in a square frame, left and right in a wide one', () => {
    expect(pictureBox({ width: 320, height: 320 }, PICTURE)).toEqual({ left: 0, top: 70, width: 320, height: 180 });
    expect(pictureBox({ width: 1000, height: 360 }, PICTURE)).toEqual({ left: 180, top: 0, width: 640, height: 360 });
  });
  it('is null before the first picture', () => expect(pictureBox({ width: 10, height: 10 }, { width: 0, height: 0 })).toBeNull());
});

it.each([
  [0, 90, 'M 60 60 L 31.72 31.72 A 40 40 0 0 1 88.28 31.72 Z'],
  [90, 90, 'M 60 60 L 88.28 31.72 A 40 40 0 0 1 88.28 88.28 Z'],
  [0, 270, 'M 60 60 L 31.72 88.28 A 40 40 0 1 1 88.28 88.28 Z'],
])('a wedge pointing to %d°, %d° wide', (azimuth, field, path) => expect(wedgePath(60, 40, azimuth, field)).toBe(path));

it("a box drawn in the picture ends at the picture's edge; a tiny box counts as a click", () => {
  const box = { left: 0, top: 70, width: 320, height: 180 };
  const from = { u: 0.25, v: 0.25 };
  expect(nearestIn(box, { x: 400, y: 60 })).toEqual({ u: 1, v: 0 });
  expect([isBox({ from, to: { u: 0.26, v: 0.26 } }), isBox({ from, to: { u: 0.26, v: 0.5 } })]).toEqual([false, true]);
  expect(boxStyle({ from: { u: 0.75, v: 0.75 }, to: from })).toEqual({ left: '25%', top: '25%', width: '50%', height: '50%' });
});

it('two pictures lie side by side in a wide area, one above the other in a high one', () =>
  expect([pairWay({ width: 1000, height: 500 }), pairWay({ width: 1000, height: 700 })]).toEqual(['across', 'down']));
