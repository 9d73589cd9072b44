import { parseTime } from '@lookout/contract';
import { expect, it } from 'vitest';
import type { BurningState } from '../burning.ts';
import { countsByDay, isOnDay, readDay, readMonth, windowOfMonth } from './calendar.ts';

const at = (text: string): Date => parseTime(text) as Date;
const burning = (begin: string, end: string, state: BurningState = 'approved') => ({ startsAt: at(begin), endsAt: at(end), state });

it('a burning is listed on each day of its window, in Beijing time', () => {
  const nightly = burning('2026-11-20 22:00:00', '2026-11-22 01:00:00');
  expect(['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map((day) => isOnDay(nightly, day))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
  expect([...countsByDay([nightly]).keys()]).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
});

it('approved and pending burnings are counted separately; refused and withdrawn ones are not counted', () => {
  const window = ['2026-11-20 08:00:00', '2026-11-20 17:00:00'] as const;
  const counts = countsByDay(
    (['approved', 'approved', 'pending', 'refused', 'withdrawn'] as const).map((state) => burning(...window, state)),
  );
  expect([...counts]).toEqual([['2026-11-20', { approved: 2, pending: 1 }]]);
});

it('the window of a month covers the six weeks that show it, whatever day a week begins with', () => {
  for (let month = 1; month <= 12; month++) {
    const { beginTime, endTime } = windowOfMonth(`2026-${String(month).padStart(2, '0')}`);
    const first = new Date(Date.UTC(2026, month - 1, 1));
    for (const weekBegins of [0, 1]) {
      const shown = new Date(first.getTime() - ((first.getUTCDay() - weekBegins + 7) % 7) * 86_400_000);
      const last = new Date(shown.getTime() + 41 * 86_400_000);
      expect(beginTime.slice(0, 10) <= shown.toISOString().slice(0, 10)).toBe(true);
      expect(endTime.slice(0, 10) >= last.toISOString().slice(0, 10)).toBe(true);
    }
  }
});

it('an invalid day or month in the URL is ignored', () => {
  expect(['2026-11-20', '2026-02-30', '2026-13-01', 'today', null].map(readDay)).toEqual(['2026-11-20', null, null, null, null]);
  expect(['2026-11', '2026-13', '11', null].map(readMonth)).toEqual(['2026-11', null, null, null]);
});
