// The options of the grid picker 省/市/县: from the tree of the user's own grid, narrowed by the region's locks.
import type { GridTree } from '@lookout/contract';
import { covers, type GridNo, levelOf, lineage, NATION, parseGridNo } from '@lookout/domain';
import type { GridLocks } from '@lookout/region';
import { PREFECTURE_NAME, PROVINCE_NAME } from './text/grid-names.ts';

export const PICKER_LEVELS = ['province', 'prefecture', 'county'] as const;
export type PickerLevel = (typeof PICKER_LEVELS)[number];

export interface GridStep {
  readonly level: PickerLevel;
  /** The selected grid of this level; null: 全部. */
  readonly value: GridNo | null;
  readonly options: readonly { readonly value: GridNo; readonly label: string }[];
  /** Greyed, not hidden: above one's own grid, or locked by the region. */
  readonly locked: boolean;
}

/** The ancestor of `no` at that level; null below `no`. */
const ancestorAt = (no: GridNo, level: PickerLevel): GridNo | null => lineage(no).find((g) => levelOf(g) === level) ?? null;

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
 * The three boxes for a chosen grid.
 * @param own the user's grid, the tree's root; `fullName` its full name (四川省阿坝藏族羌族自治州), which names the fixed levels above it
 * @param locks the region's locks; they hold only where they lie inside the user's own grid (contract.md "Region locks")
 */
export function gridSteps(
  tree: readonly GridTree[],
  chosen: GridNo,
  own: { readonly no: GridNo; readonly fullName: string },
  locks: GridLocks | null,
): GridStep[] {
  const fixed = locks !== null && covers(own.no, locks.code) ? locks : null;
  return PICKER_LEVELS.map((level) => {
    const value = ancestorAt(chosen, level);
    const ownHere = ancestorAt(own.no, level);
    const lockedHere = fixed?.locked.includes(level) ? ancestorAt(fixed.code, level) : null;
    if (ownHere !== null || lockedHere !== null) {
      const no = (ownHere ?? lockedHere) as GridNo;
      return { level, value: no, locked: true, options: [{ value: no, label: find(tree, no)?.name ?? placeName(own.fullName, level) }] };
    }
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

/** The initial grid: the region's locked grid if the user may see it, else the user's own. */
export const firstGrid = (own: GridNo, locks: GridLocks | null): GridNo =>
  locks !== null && locks.locked.length > 0 && covers(own, locks.code) ? locks.code : own;

/** The grid chosen when a box is set to 全部: the one above it. */
export function widen(chosen: GridNo, level: PickerLevel, own: GridNo): GridNo {
  const above = PICKER_LEVELS[PICKER_LEVELS.indexOf(level) - 1];
  const up = above === undefined ? NATION : (ancestorAt(chosen, above) ?? NATION);
  return covers(own, up) ? up : own;
}

/** The part of a full name that belongs to a level above the own grid; all of it if it cannot be split. */
function placeName(fullName: string, level: PickerLevel): string {
  const province = PROVINCE_NAME.exec(fullName)?.[0] ?? '';
  if (province === '') return fullName;
  if (level === 'province') return province;
  const rest = fullName.slice(province.length);
  const prefecture = PREFECTURE_NAME.exec(rest)?.[0] ?? rest;
  return prefecture === '' ? fullName : prefecture;
}
