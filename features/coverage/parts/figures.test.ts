import type { GridNo } from '@lookout/domain';
import { expect, it } from 'vitest';
import type { SeenForest, TargetMetres } from '../coverage.ts';
import { byWeightedBlind, pendingPauseMs } from './figures.ts';

const row = (gridNo: string, shares: Readonly<Partial<Record<TargetMetres, number | null>>>) => ({
  gridNo: gridNo as GridNo,
  byHeight: Object.entries(shares).map(
    ([metres, blindWeightedShare]): SeenForest => ({
      targetMetres: Number(metres) as TargetMetres,
      seenHectares: 0,
      locatedHectares: 0,
      blindHectares: 0,
      blindWeightedShare,
    }),
  ),
});

it('the whole grid comes first, then the highest weighted blind share at the chosen height; grids without forest come last', () => {
  const rows = [
    row('513221', { 0: 0.9, 10: 0.2 }),
    row('513222', { 0: 0.1, 10: 0.8 }),
    row('513223', { 0: null, 10: null }),
    row('513200', { 0: 0.5, 10: 0.5 }),
  ];
  const order = (metres: TargetMetres) => byWeightedBlind(rows, '513200' as GridNo, metres).map(({ gridNo }) => gridNo);
  expect(order(10)).toEqual(['513200', '513222', '513221', '513223']);
  expect(order(0)).toEqual(['513200', '513221', '513222', '513223']);
});

it('pending figures are requested again in ever longer pauses, complete ones never', () => {
  expect([1, 2, 3, 4, 50].map((replies) => pendingPauseMs(3, replies))).toEqual([2_000, 4_000, 8_000, 15_000, 15_000]);
  expect(pendingPauseMs(0, 1)).toBe(false);
});
