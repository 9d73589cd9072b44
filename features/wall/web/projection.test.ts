import { expect, it } from 'vitest';
import { boxAround, boxOfFrame, boxOfPoints, fittedTo, frameOf, isInside, shareOf } from './projection.ts';

const GRID = { west: 103, south: 31, east: 104, north: 32 };

it('a box is fitted into a screen of any shape, with a margin and centred', () => {
  for (const ratio of [0.5, 1, 16 / 9, 4]) {
    const frame = fittedTo(GRID, ratio, 1.1);
    expect(frame.width / frame.height).toBeCloseTo(ratio, 9);
    const own = frameOf(GRID);
    expect(Math.min(frame.width / own.width, frame.height / own.height)).toBeCloseTo(1.1, 9);
    expect(shareOf(frame, 103.5, 31.5).left).toBeCloseTo(0.5, 9);
    expect([shareOf(frame, 103, 32), shareOf(frame, 104, 31)].every(isInside)).toBe(true);
  }
});

it('a frame converts back to the box it was made from, and a place far away lies outside', () => {
  const { west, south, east, north } = boxOfFrame(frameOf(GRID));
  for (const [found, wanted] of [
    [west, 103],
    [south, 31],
    [east, 104],
    [north, 32],
  ] as const)
    expect(found).toBeCloseTo(wanted, 9);
  expect(isInside(shareOf(frameOf(GRID), 120, 31.5))).toBe(false);
});

it('a box around a place is as many metres high as it is wide', () => {
  const { width, height } = frameOf(boxAround(103.6, 31.5, 5_000));
  expect(width / height).toBeCloseTo(1, 3);
  expect(boxOfPoints([])).toBeNull();
  expect(
    boxOfPoints([
      [1, 2],
      [0, 5],
    ]),
  ).toEqual({ west: 0, south: 2, east: 1, north: 5 });
});
