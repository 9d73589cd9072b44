// Sums of the counts by grid. Pure functions.

import type { Named } from '@lookout/domain';
import type { HazardCount } from '../hazard.ts';

export type CountRow = Omit<Named<HazardCount>, 'gridNo'> & { readonly gridNo: string };

export const sumOf = (rows: readonly CountRow[]) =>
  rows.reduce((sum, row) => ({ count: sum.count + row.count, people: sum.people + row.people, warned: sum.warned + row.warned }), {
    count: 0,
    people: 0,
    warned: 0,
  });

/** By the grid's name, with the largest number of points first. */
export const byGrid = (rows: readonly CountRow[]): readonly (readonly [gridName: string, rows: readonly CountRow[]])[] =>
  [...Map.groupBy(rows, ({ gridName }) => gridName)].toSorted(([, a], [, b]) => sumOf(b).count - sumOf(a).count);
