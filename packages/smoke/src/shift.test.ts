import { expect, test } from 'vitest';
import { createProfiles, fillProfiles, shiftOf } from './shift.ts';
import { createScene, hills } from './testing/index.ts';

test('A shift of the picture is found to the pixel, in both directions', () => {
  const [width, height] = [200, 160];
  const { frame } = createScene({ seed: 1, backdrop: hills(2, width, height), startFrame: 0 })();
  const moved = frame.y.map((_, at) => frame.y[Math.min(frame.y.length - 1, Math.max(0, at - 5 + 3 * width))] ?? 0);
  const [before, now] = [createProfiles(width, height), createProfiles(width, height)];
  fillProfiles(before, frame.y, width, height);
  fillProfiles(now, moved, width, height);
  expect([shiftOf(now.columns, before.columns), shiftOf(now.rows, before.rows)]).toEqual([5, -3]);
  expect(shiftOf(before.columns, before.columns)).toBe(0);
});
