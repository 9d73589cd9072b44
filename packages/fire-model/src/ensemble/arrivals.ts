// Arrival times of many members in a quarter of the memory in which they were grown.
import { finiteBox } from '../growth/cell-box.ts';
import type { CellGrid } from '../growth/ground.ts';
import type { Growth } from '../growth/grow.ts';

/**
 * When the fire of one member reaches each cell, in quarters of a minute, rounded up; `NEVER`: not within its hours. 2 bytes a cell: a
 * hundred members over 20 km × 20 km at 30 m take 89 MB. Workers send these, and they are stored while observations are still to come.
 */
export interface MemberArrivals {
  readonly grid: CellGrid;
  readonly limitMinutes: number;
  readonly quarters: Uint16Array;
}

export const NEVER = 0xffff;
export const QUARTERS_PER_MINUTE = 4;

export function memberArrivals({ grid, limitMinutes, arrivalMinutes }: Growth): MemberArrivals {
  const quarters = new Uint16Array(arrivalMinutes.length).fill(NEVER);
  const { left, right, top, bottom } = finiteBox(grid, arrivalMinutes);
  for (let row = top; row <= bottom; row++)
    for (let column = left, cell = row * grid.columns + column; column <= right; column++, cell++) {
      const minutes = arrivalMinutes[cell] as number;
      if (minutes < Number.POSITIVE_INFINITY) quarters[cell] = Math.ceil(minutes * QUARTERS_PER_MINUTE);
    }
  return { grid, limitMinutes, quarters };
}

/** Minutes; infinity: not within its hours. */
export function minutesAt({ quarters }: MemberArrivals, cell: number): number {
  const at = quarters[cell] as number;
  return at === NEVER ? Number.POSITIVE_INFINITY : at / QUARTERS_PER_MINUTE;
}

/** Rank in order of time, from 1, of the member by whose arrival a share of all has arrived: of 20 members the second for a tenth. */
export const orderOf = (members: number, share: number): number => Math.max(Math.ceil(share * members), 1);

/**
 * The exact time by which so many members have reached each cell: for the few members of a small ensemble, whose tally would be as coarse
 * as its steps. All members use the same grid.
 * @param order from 1, `orderOf`
 * @returns minutes; infinity: fewer arrive within their hours
 */
export function arrivalOrder(members: readonly MemberArrivals[], order: number): Float32Array {
  const cells = members[0]?.quarters.length ?? 0;
  const minutes = new Float32Array(cells).fill(Number.POSITIVE_INFINITY);
  // The earliest arrivals at a cell, in order: no more than requested.
  const first = new Uint16Array(order);
  for (let cell = 0; cell < cells; cell++) {
    first.fill(NEVER);
    for (let member = 0; member < members.length; member++) {
      const quarters = (members[member] as MemberArrivals).quarters[cell] as number;
      let place = order - 1;
      if (quarters >= (first[place] as number)) continue;
      for (; place > 0 && (first[place - 1] as number) > quarters; place--) first[place] = first[place - 1] as number;
      first[place] = quarters;
    }
    const last = first[order - 1] as number;
    if (last !== NEVER) minutes[cell] = last / QUARTERS_PER_MINUTE;
  }
  return minutes;
}
