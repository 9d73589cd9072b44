// The options of the grid picker 省/市/县: from the tree of the user's own grid, narrowed by the region's locks.

import { ancestorAt, covers, type GridLevel, type GridNo, levelOf, NATION, parseGridNo } from '@lookout/domain';
import type { GridTree } from '@lookout/features/grid/grid.calls.ts';
import { type GridLocks, isLocked, PICKER_LEVELS, type PickerLevel } from '@lookout/region';
import { PREFECTURE_NAME, PROVINCE_NAME } from './text/grid-names.ts';

export interface GridStep {
  readonly level: PickerLevel;
  /** The selected grid of this level; null: 全部. */
  readonly value: GridNo | null;
  readonly options: readonly { readonly value: GridNo; readonly label: string }[];
  /** Greyed, not hidden: the level is above the user's own grid, or locked by the region. */
  readonly locked: boolean;
}

function find(tree: readonly GridTree[], no: GridNo): GridTree | null {
  for (const node of tree) {
    if (node.no === no) return node;
    const inside = parseGridNo(node.no);
    if (inside && covers(inside, no)) {
      const found = find(node.children, no);
      if (found) return found;
    }
  }
  return null;
}

/**
 * The three boxes for a chosen grid. A locked box shows the level of the chosen grid, even of one that cannot be chosen here, because
 * stored values are shown unchanged.
 * @param own the user's grid, the tree's root; `fullName` its full name (四川省阿坝藏族羌族自治州), from which the fixed levels above it are named
 */
export function gridSteps(
  tree: readonly GridTree[],
  chosen: GridNo,
  own: { readonly no: GridNo; readonly fullName: string },
  locks: GridLocks,
): GridStep[] {
  const nameOf = (no: GridNo): string => find(tree, no)?.name ?? (covers(no, own.no) ? placeName(own.fullName, levelOf(no)) : no);
  return PICKER_LEVELS.map((level) => {
    const value = ancestorAt(own.no, level) ?? ancestorAt(chosen, level);
    if (ancestorAt(own.no, level) !== null || isLocked(level, own.no, locks))
      return { level, value, locked: true, options: value === null ? [] : [{ value, label: nameOf(value) }] };
    const parentLevel = PICKER_LEVELS[PICKER_LEVELS.indexOf(level) - 1];
    const parent = parentLevel === undefined ? NATION : ancestorAt(chosen, parentLevel);
    const children = parent === null ? [] : (find(tree, parent)?.children ?? []);
    const options = children.flatMap((node) => {
      const no = parseGridNo(node.no);
      return no !== null && levelOf(no) === level ? [{ value: no, label: node.name }] : [];
    });
    return { level, value, options, locked: options.length === 0 };
  });
}

/** The grid chosen when a box is set to 全部: the parent of that level. */
export function widen(chosen: GridNo, level: PickerLevel, own: GridNo): GridNo {
  const above = PICKER_LEVELS[PICKER_LEVELS.indexOf(level) - 1];
  const up = above === undefined ? NATION : (ancestorAt(chosen, above) ?? NATION);
  return covers(own, up) ? up : own;
}

/** The part of a full name that belongs to a level above the own grid; the whole name if it cannot be split. */
function placeName(fullName: string, level: GridLevel): string {
  const province = PROVINCE_NAME.exec(fullName)?.[0] ?? '';
  if (province === '') return fullName;
  if (level === 'province') return province;
  const rest = fullName.slice(province.length);
  const prefecture = PREFECTURE_NAME.exec(rest)?.[0] ?? rest;
  return prefecture === '' ? fullName : prefecture;
}
