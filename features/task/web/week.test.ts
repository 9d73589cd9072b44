import { readTime } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { expect, it } from 'vitest';
import { aTask } from '../../testing/builders.ts';
import { entriesOf, shifted, weekOf } from './week.ts';

it('a week runs from Monday to Sunday, across the end of a year', () => {
  expect(weekOf('2026-11-22')).toEqual(['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22']);
  expect(weekOf('2026-12-31').at(-1)).toBe('2027-01-03');
  expect(shifted('2026-03-01', -1)).toBe('2026-02-28');
});

it('contains tasks and planned patrols by their start, on their day in Beijing; cancelled ones are left out', () => {
  const planned = {
    ruleId: 'r',
    gridNo: '513221' as GridNo,
    name: '早巡',
    beginsAt: readTime('2026-11-20 00:30:00'),
    endsAt: readTime('2026-11-20 01:30:00'),
  };
  const late = aTask('late', 'under-way', { startsAt: readTime('2026-11-20 08:00:00') });
  const gone = aTask('gone', 'cancelled', { startsAt: readTime('2026-11-20 08:00:00') });
  expect(entriesOf([late, gone], [planned]).map(({ kind, day }) => [kind, day])).toEqual([
    ['planned', '2026-11-20'],
    ['task', '2026-11-20'],
  ]);
});
