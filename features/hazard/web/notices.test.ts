import type { Named } from '@lookout/domain';
import { expect, it } from 'vitest';
import type { LiveUpdate } from '../../live-messages.ts';
import type { HazardWarning } from '../hazard.ts';
import { chartOf, HEIGHT, WIDTH } from './chart.ts';
import { noticesAfter, sounds } from './notices.ts';

const update = (id: string, change: string) =>
  ({ kind: 'hazard-warning-changed', warning: { id } as Named<HazardWarning>, change }) as LiveUpdate;
const ids = (notices: ReturnType<typeof noticesAfter>) => notices.map(({ warning, change }) => `${warning.id} ${change}`);

it('a warning is shown once when it is raised or rises, and is removed when it is acknowledged or lifted', () => {
  const both = noticesAfter([], [update('a', 'raised'), update('b', 'raised'), update('a', 'risen')]);
  expect(ids(both)).toEqual(['a risen', 'b raised']);
  expect(ids(noticesAfter(both, [update('a', 'lowered')]))).toEqual(['a risen', 'b raised']);
  expect(ids(noticesAfter(both, [update('a', 'acknowledged'), update('b', 'lifted')]))).toEqual([]);
  expect([sounds([update('a', 'risen')]), sounds([update('a', 'handled')])]).toEqual([true, false]);
});

it('a curve fills the drawing from its first reading to its last, with the next threshold in view', () => {
  const none = { blue: null, yellow: null, orange: null, red: null };
  const at = (minute: number, value: number) => ({ at: new Date(minute * 60_000), value, lowest: value - 1, highest: value + 1 });
  const { line, yOf, top, bottom } = chartOf([at(0, 2), at(10, 4)], { ...none, yellow: 8, red: 99 });
  expect([top > 8, top < 9, bottom < 1]).toEqual([true, true, true]);
  expect(line).toBe(`M0 ${yOf(2)}L${WIDTH} ${yOf(4)}`);
  const flat = chartOf([{ ...at(0, 5), lowest: 5, highest: 5 }], none);
  expect(flat.yOf(5)).toBe(HEIGHT / 2);
});
