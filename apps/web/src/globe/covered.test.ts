import { expect, it } from 'vitest';
import { coveredBy } from './covered.ts';

const MAP = { left: 0, top: 56, right: 1_366, bottom: 768 };
const panel = (left: number, right: number) => ({ left, right, top: 68, bottom: 700 });

it('a panel at either edge covers the map up to its far side; of two side by side, the one reaching farther counts', () => {
  expect(coveredBy([panel(12, 372), panel(994, 1_354), panel(630, 990)], MAP)).toEqual({ left: 372, right: 736, top: 0, bottom: 0 });
});

it('a panel that is not over the map covers nothing', () => {
  expect(coveredBy([{ left: 0, right: 360, top: 0, bottom: 40 }, panel(1_400, 1_700)], MAP)).toEqual({
    left: 0,
    right: 0,
    top: 0,
    bottom: 0,
  });
  expect(coveredBy([], MAP)).toEqual({ left: 0, right: 0, top: 0, bottom: 0 });
});
