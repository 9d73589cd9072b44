import { expect, it } from 'vitest';
import { momentAt, shownAt } from './replay.ts';

it('the replay shows the events up to its moment, and the clock stops at the end', () => {
  const events = [1, 5, 5, 9].map((ms) => ({ at: new Date(ms) }));
  expect([0, 1, 4, 5, 8, 9, 99].map((moment) => shownAt(events, moment).length)).toEqual([0, 1, 1, 3, 3, 4, 4]);
  expect([momentAt(0, 60, 100), momentAt(80, 60, 100)]).toEqual([60, 100]);
});
