import { expect, it } from 'vitest';
import { seededNumbers } from '../testing/made-terrain.ts';
import { lastSeenDays, NEVER_SEEN, uniteSeenCells } from './last-seen.ts';
import { encodeSeenCells, SEEN_COLUMNS } from './seen-cells.ts';

const cellAt = (column: number, row: number): number => row * SEEN_COLUMNS + column;
const encoded = (...cells: readonly number[]): Uint8Array => encodeSeenCells([...cells].sort((a, b) => a - b));

it('a cell has the newest of its days, and one that nobody saw has none', () => {
  const box = { level: 12, west: 100, north: 50, columns: 3, rows: 2 };
  const days = [
    { day: 7, cells: encoded(cellAt(100, 50), cellAt(101, 50)) },
    { day: 9, cells: encoded(cellAt(101, 50), cellAt(102, 51), cellAt(103, 51), cellAt(99, 50), cellAt(100, 52)) },
    { day: 3, cells: encoded(cellAt(100, 50), cellAt(102, 51)) },
  ];
  expect([...lastSeenDays(box, days)]).toEqual([7, 9, NEVER_SEEN, NEVER_SEEN, NEVER_SEEN, 9]);
});

it('a post of a coarser level is seen when half of its four cells were', () => {
  const box = { level: 11, west: 50, north: 25, columns: 2, rows: 1 };
  const [one, two, three] = [cellAt(99, 49), cellAt(100, 49), cellAt(99, 50)];
  const of = (...days: readonly (readonly [day: number, ...cells: number[]])[]) => [
    ...lastSeenDays(
      box,
      days.map(([day, ...cells]) => ({ day, cells: encoded(...cells) })),
    ),
  ];
  expect(of([5, one])).toEqual([NEVER_SEEN, NEVER_SEEN]);
  expect(of([5, one, two])).toEqual([5, NEVER_SEEN]);
  expect(of([5, one], [8, three])).toEqual([5, NEVER_SEEN]);
  expect(of([5, one, two], [8, two, three])).toEqual([8, NEVER_SEEN]);
  expect(of([5, cellAt(101, 49), cellAt(102, 50)])).toEqual([NEVER_SEEN, 5]);
});

it('the union of days is that of their sets', () => {
  const next = seededNumbers(3);
  for (let round = 0; round < 50; round++) {
    const sets = Array.from({ length: 5 }, () => new Set(Array.from({ length: 60 }, () => 1_000 + Math.floor(next() * 150))));
    const union = [...new Set(sets.flatMap((set) => [...set]))].sort((a, b) => a - b);
    expect(uniteSeenCells(sets.map((set) => encoded(...set)))).toEqual(union);
  }
  expect(uniteSeenCells([])).toEqual([]);
});
