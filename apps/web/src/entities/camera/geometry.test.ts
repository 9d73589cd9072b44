import { describe, expect, it } from 'vitest';
import { keptIn, pictureBox, pointIn, wedgePath } from './geometry.ts';

describe('the picture in its frame', () => {
  const PICTURE = { width: 640, height: 360 };
  it('has bars above and below in a square, beside it in a wide frame', () => {
    expect(pictureBox({ width: 320, height: 320 }, PICTURE)).toEqual({ left: 0, top: 70, width: 320, height: 180 });
    expect(pictureBox({ width: 1000, height: 360 }, PICTURE)).toEqual({ left: 180, top: 0, width: 640, height: 360 });
  });
  it('is null before the first picture', () => expect(pictureBox({ width: 10, height: 10 }, { width: 0, height: 0 })).toBeNull());
  it('a click on a bar is outside the picture', () => {
    const box = { left: 0, top: 70, width: 320, height: 180 };
    expect(pointIn(box, { x: 160, y: 160 })).toEqual({ u: 0.5, v: 0.5 });
    expect(pointIn(box, { x: 0, y: 250 })).toEqual({ u: 0, v: 1 });
    expect(pointIn(box, { x: 160, y: 60 })).toBeNull();
  });
});

it.each([
  [0, 90, 'M 60 60 L 31.72 31.72 A 40 40 0 0 1 88.28 31.72 Z'],
  [90, 90, 'M 60 60 L 88.28 31.72 A 40 40 0 0 1 88.28 88.28 Z'],
  [0, 270, 'M 60 60 L 31.72 88.28 A 40 40 0 1 1 88.28 88.28 Z'],
])('a wedge to %d° of %d°', (azimuth, field, path) => expect(wedgePath(60, 40, azimuth, field)).toBe(path));

it('a window keeps its header visible on every side', () => {
  const box = { left: 100, top: 60, width: 1000 };
  const screen = { x: 1366, y: 768 };
  expect(keptIn({ x: 30, y: -20 }, box, screen)).toEqual({ x: 30, y: -20 });
  expect(keptIn({ x: -5000, y: -5000 }, box, screen)).toEqual({ x: -1020, y: -60 });
  expect(keptIn({ x: 5000, y: 5000 }, box, screen)).toEqual({ x: 1186, y: 628 });
});
