import type { GridNo } from '@lookout/domain';
import { expect, it } from 'vitest';
import { strokesWithin } from './danger-beside.ts';

const grid = (no: string) => no as GridNo;
const NOW = new Date('2026-07-03T01:00:00Z');
const window = { firstDay: '2026-07-01', lastDay: '2026-07-04' };
const repository = (since: Date | null) =>
  ({
    knownSince: async () => since,
    counts: async () => [
      { gridNo: grid('513221'), day: '2026-07-02', count: 3 },
      { gridNo: grid('513222'), day: '2026-07-02', count: 2 },
      { gridNo: grid('513221'), day: '2026-07-03', count: 4 },
    ],
  }) as never;

it('strokes are known from the first stored one up to today, even if the day is still a forecast; a grid includes those below it', async () => {
  const strokesOn = await strokesWithin(repository(new Date('2026-07-02T03:00:00Z')), grid('513200'), window, NOW);
  expect(['2026-07-01', '2026-07-02', '2026-07-03', '2026-07-04'].map((day) => strokesOn(grid('513221'), day))).toEqual([null, 3, 4, null]);
  expect([strokesOn(grid('513200'), '2026-07-02'), strokesOn(grid('513223'), '2026-07-02')]).toEqual([5, 0]);
});

it('without a feed no strokes are known', async () => {
  const strokesOn = await strokesWithin(repository(null), grid('513200'), window, NOW);
  expect(strokesOn(grid('513221'), '2026-07-02')).toBeNull();
});
