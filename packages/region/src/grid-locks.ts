// The choices that the region's locks leave in the grid pickers 省/市/县 (specification §6). Locks only arrange the pickers; access is limited
// by the user's grid alone.
import { ancestorAt, covers, type GridNo } from '@lookout/domain';
import type { GridLocks, PickerLevel } from './region.ts';

/** The levels of the grid picker, from the widest to the narrowest. */
export const PICKER_LEVELS = ['province', 'prefecture', 'county'] as const satisfies readonly PickerLevel[];

/** The initial grid of a picker: the region's if the user may see it, else the user's own grid. */
export const firstGrid = (own: GridNo, { code }: GridLocks): GridNo => (covers(own, code) ? code : own);

/** Locks apply to users whose own grid contains the region's: they narrow the pickers, never below the user's own grid. */
export const isLocked = (level: PickerLevel, own: GridNo, { code, locked }: GridLocks): boolean =>
  locked.includes(level) && covers(own, code);

/** The grid that pickers cannot leave: that of the narrowest locked level, or the user's own. */
export function lockedGrid(own: GridNo, locks: GridLocks): GridNo {
  const narrowest = PICKER_LEVELS.findLast((level) => isLocked(level, own, locks));
  return (narrowest && ancestorAt(locks.code, narrowest)) ?? own;
}

/** The grid of a filter for a requested grid: the requested one if a picker could have selected it, else the initial one. */
export const pickedGrid = (requested: GridNo | null, own: GridNo, locks: GridLocks): GridNo =>
  requested !== null && covers(lockedGrid(own, locks), requested) ? requested : firstGrid(own, locks);
