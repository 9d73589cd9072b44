// The rangers as a tree of grids: province, prefecture, county, ranger. Pure.

import type { GridNo } from '@lookout/domain';
import type { GridTree } from '../../grid/grid.calls.ts';
import { isOnlineAt } from '../../resource/parts/markers.ts';
import type { ListedRanger } from '../ranger.ts';

export const RANGER_FILTERS = ['all', 'online', 'offline', 'busy'] as const;
export type RangerFilter = (typeof RANGER_FILTERS)[number];

const passes: Readonly<Record<RangerFilter, (ranger: ListedRanger, isOnline: boolean) => boolean>> = {
  all: () => true,
  online: (_, isOnline) => isOnline,
  offline: (_, isOnline) => !isOnline,
  busy: ({ taskIds }) => taskIds.length > 0,
};

/** Number of rangers by state, before the filter. */
export interface RangerTally {
  readonly total: number;
  readonly online: number;
  readonly busy: number;
}

export interface RangerBranch {
  readonly gridNo: GridNo;
  readonly name: string;
  readonly tally: RangerTally;
  readonly branches: readonly RangerBranch[];
  /** Rangers of the grid itself that pass the filter, online first, then by name (as sorted in the store). */
  readonly rangers: readonly ListedRanger[];
}

export interface RangerQuestion {
  readonly filter: RangerFilter;
  /** Text to find in the name, the grid or the phone number. */
  readonly text: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

const NOBODY: RangerTally = { total: 0, online: 0, busy: 0 };
const sum = (a: RangerTally, b: RangerTally): RangerTally => ({
  total: a.total + b.total,
  online: a.online + b.online,
  busy: a.busy + b.busy,
});

/**
 * @param grids the user's own grid with all below it, down to counties; empty while unknown, which gives a flat list of the rangers' own
 * grids
 * @returns only grids with a ranger that passes
 */
export function rangerTree(
  rangers: readonly ListedRanger[],
  grids: readonly GridTree[],
  { filter, text, now }: RangerQuestion,
): readonly RangerBranch[] {
  const needle = text.trim().toLowerCase();
  const own = Map.groupBy(rangers, ({ gridNo }) => countyOf(gridNo));
  const placed = new Set<string>();

  const leavesOf = (gridNo: string): { tally: RangerTally; rangers: ListedRanger[] } => {
    placed.add(gridNo);
    const chosen: { readonly [which in 'online' | 'offline']: ListedRanger[] } = { online: [], offline: [] };
    let tally = NOBODY;
    for (const ranger of own.get(gridNo) ?? []) {
      const isOnline = isOnlineAt(ranger, now);
      tally = sum(tally, { total: 1, online: Number(isOnline), busy: Number(ranger.taskIds.length > 0) });
      if (passes[filter](ranger, isOnline) && fits(ranger, needle)) chosen[isOnline ? 'online' : 'offline'].push(ranger);
    }
    return { tally, rangers: [...chosen.online, ...chosen.offline] };
  };
  const branchOf = ({ no, name, children = [] }: GridTree): RangerBranch => {
    const below = children.map(branchOf);
    const here = leavesOf(no);
    return {
      gridNo: no as GridNo,
      name,
      tally: below.reduce((all, { tally }) => sum(all, tally), here.tally),
      branches: below.filter(isFull),
      rangers: here.rangers,
    };
  };

  const branches = grids.map(branchOf);
  const loose = [...own].flatMap(([gridNo, some]) => {
    if (placed.has(gridNo)) return [];
    return { gridNo: gridNo as GridNo, name: some[0]?.gridName ?? gridNo, branches: [], ...leavesOf(gridNo) };
  });
  return [...branches, ...loose].filter(isFull);
}

const isFull = ({ branches, rangers }: RangerBranch): boolean => branches.length > 0 || rangers.length > 0;

/** The towns of a county are listed under it. */
const countyOf = (gridNo: GridNo): string => (gridNo.length > 6 ? gridNo.slice(0, 6) : gridNo);

const fits = ({ fullName, gridName, gridNo, phone }: ListedRanger, needle: string): boolean =>
  needle === '' || [fullName, gridName, gridNo, phone ?? ''].some((field) => field.toLowerCase().includes(needle));

/** All rangers shown below a branch. */
export const rangersBelow = ({ branches, rangers }: RangerBranch): readonly ListedRanger[] => [
  ...branches.flatMap(rangersBelow),
  ...rangers,
];

export const tallyOf = (branches: readonly RangerBranch[]): RangerTally => branches.reduce((all, { tally }) => sum(all, tally), NOBODY);

/** A phone out of signal sends late: a report older than this is marked as late. */
const LATE_MS = 60_000;
export const isLate = ({ last }: Pick<ListedRanger, 'last'>): boolean =>
  last !== null && last.receivedAt.getTime() - last.at.getTime() > LATE_MS;

/** The chosen rangers without those of other grids. @param known the rangers of this desk */
export const chosenOf = (ids: readonly string[], known: readonly ListedRanger[]): readonly ListedRanger[] => {
  const byId = new Map(known.map((ranger) => [ranger.userId, ranger]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};
