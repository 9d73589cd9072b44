import { describe, expect, it } from 'vitest';
import { arrivalOrder, type MemberArrivals, minutesAt, NEVER, orderOf } from './arrivals.ts';

const never = Number.POSITIVE_INFINITY;
/** A member whose fire reaches a row of cells at these minutes. */
const comesAt = (...minutes: readonly number[]): MemberArrivals => ({
  grid: { columns: minutes.length, rows: 1, cellMetres: 10, westMetres: 0, northMetres: 10 },
  limitMinutes: 60,
  quarters: Uint16Array.from(minutes, (at) => (at === never ? NEVER : 4 * at)),
});
const FEW = [comesAt(30, 5, never, 1), comesAt(10, 5, never, never), comesAt(20.25, 7, 40, never)];

describe('the arrivals of a few members', () => {
  it('the arrivals are exact and in order for each cell; a cell that too few members reach is never reached', () => {
    expect([1, 2, 3].map((order) => [...arrivalOrder(FEW, order)])).toEqual([
      [10, 5, 40, 1],
      [20.25, 5, never, never],
      [30, 7, never, never],
    ]);
    expect([...arrivalOrder([], 1)]).toEqual([]);
  });

  it('a share of all members is reached with the arrival of one of them', () => {
    expect([0.1, 0.5, 0.9].map((share) => orderOf(20, share))).toEqual([2, 10, 18]);
    expect([orderOf(5, 0.1), orderOf(1, 0.9)]).toEqual([1, 1]);
  });

  it('the arrivals of a single member are its own', () => {
    expect([0, 1, 2, 3].map((cell) => minutesAt(FEW[0] as MemberArrivals, cell))).toEqual([30, 5, never, 1]);
  });
});
