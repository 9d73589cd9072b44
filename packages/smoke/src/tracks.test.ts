import { expect, test } from 'vitest';
import type { Patch } from './patches.ts';
import { STANDARD } from './thresholds.ts';
import { createTracks, followPatches } from './tracks.ts';
import { sizeOf } from './working-picture.ts';

const size = sizeOf(320, 240);

/** Cells of a patch by frame: from `left` to before `right`; null: not seen. */
type Course = readonly (readonly [left: number, right: number] | null)[];

/** @returns the frames in which a patch is reported that grows, hides half of the texture and stands on the foot 50 throughout */
function reportsOf(course: Course): number[] {
  const tracks = createTracks(size.cellColumns * size.cellRows);
  const label = new Int16Array(size.cellColumns * size.cellRows);
  const reports: number[] = [];
  for (const [nth, seen] of course.entries()) {
    label.fill(0);
    const [left, right] = seen ?? [0, 0];
    for (let row = 60; row < 70; row++) label.fill(1, row * size.cellColumns + left, row * size.cellColumns + right);
    const patch: Patch = {
      label: 1,
      track: 0,
      cells: 10 * (right - left),
      left,
      top: 60,
      right,
      bottom: 70,
      foot: 50,
      mass: 1_000 * (nth + 1),
      hidden: 0.5,
      leastHidden: 0.1,
      product: 500,
      square: 1_000,
      brown: 0,
      sky: 0,
      heat: 0,
      hardness: 0,
      white: 0,
    };
    followPatches(tracks, { patches: [patch], found: seen === null ? 0 : 1, label, size }, STANDARD, nth, () => reports.push(nth));
  }
  return reports;
}

test('A plume that leans away from its foot is reported in its fifth frame', () => {
  expect(
    reportsOf([
      [48, 54],
      [48, 60],
      [47, 68],
      [48, 76],
      [48, 84],
    ]),
  ).toEqual([4]);
});

test('A body that drifts or swells on both sides is a bank of fog', () => {
  expect(
    reportsOf([
      [48, 58],
      [44, 62],
      [38, 68],
      [30, 76],
      [20, 86],
      [10, 96],
    ]),
  ).toEqual([]);
  expect(reportsOf([0, 6, 12, 18, 24, 30].map((by) => [30 + by, 60 + by] as const))).toEqual([]);
});

test('One frame may hide a plume, two end the series', () => {
  const plume = [48, 60] as const;
  expect(reportsOf([plume, plume, null, plume, plume, plume])).toEqual([5]);
  expect(reportsOf([plume, plume, null, null, plume, plume, plume])).toEqual([]);
});
