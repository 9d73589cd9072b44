// Times of arrival of many members in a quarter of the memory that they were grown in.
import type { CellGrid } from '../growth/ground.ts';
import type { Growth } from '../growth/grow.ts';

/**
 * When the fire of one member comes to each cell, in quarters of a minute, rounded up; `NEVER`: not within its hours. 2 bytes a cell: a hundred members over
 * 20 km × 20 km at 30 m take 89 MB. What workers send, and what is kept while observations are still to come.
 */
export interface MemberArrivals {
  readonly grid: CellGrid;
  readonly limitMinutes: number;
  readonly quarters: Uint16Array;
}

export const NEVER = 0xffff;
export const QUARTERS_PER_MINUTE = 4;

export function memberArrivals({ grid, limitMinutes, arrivalMinutes }: Growth): MemberArrivals {
  const quarters = new Uint16Array(arrivalMinutes.length);
  for (let cell = 0; cell < quarters.length; cell++) {
    const minutes = arrivalMinutes[cell] as number;
    quarters[cell] = minutes < Number.POSITIVE_INFINITY ? Math.ceil(minutes * QUARTERS_PER_MINUTE) : NEVER;
  }
  return { grid, limitMinutes, quarters };
}
