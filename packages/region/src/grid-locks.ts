// What the region's locks leave of the grid pickers 省/市/县 (specification §6). They arrange the pickers; the fence is the user's grid alone.
import { ancestorAt, covers, type GridNo } from '@lookout/domain';
import type { GridLocks, PickerLevel } from './region.ts';

/** From the widest to the narrowest. */
export const PICKER_LEVELS = ['province', 'prefecture', 'county'] as const satisfies readonly PickerLevel[];

/** The initial grid of a picker: the region's if the user may see it, else the user's own. */
export const firstGrid = (own: GridNo, { code }: GridLocks): GridNo => (covers(own, code) ? code : own);

/** Locks hold for users whose own grid contains the region's: they narrow the pickers, never below the own grid (contract.md "Region locks"). */
export const isLocked = (level: PickerLevel, own: GridNo, { code, locked }: GridLocks): boolean =>
  locked.includes(level) && covers(own, code);

/** The grid that pickers cannot leave: that of the narrowest locked level, or the user's own. */
export function lockedGrid(own: GridNo, locks: GridLocks): GridNo {
  const narrowest = PICKER_LEVELS.findLast((level) => isLocked(level, own, locks));
  return (narrowest && ancestorAt(locks.code, narrowest)) ?? own;
}

/** The grid that a filter stands at for the one asked for: that one if a picker could have chosen it, else the initial one. */
export const pickedGrid = (asked: GridNo | null, own: GridNo, locks: GridLocks): GridNo =>
  asked !== null && covers(lockedGrid(own, locks), asked) ? asked : firstGrid(own, locks);
