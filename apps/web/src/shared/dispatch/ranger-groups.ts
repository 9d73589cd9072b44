// The rangers of a dispatch as a tree by county: searched, sorted, counted. Pure.
import type { WireRanger } from '@lookout/contract';

export const RANGER_ORDERS = ['distance', 'name'] as const;
export type RangerOrder = (typeof RANGER_ORDERS)[number];

export interface RangerGroup {
  /** Six digits. */
  readonly gridNo: string;
  readonly name: string;
  readonly rangers: readonly WireRanger[];
  readonly onlineCount: number;
}

const byChinese = new Intl.Collator('zh-CN').compare;
const far = (ranger: WireRanger): number => ranger.distance ?? Number.POSITIVE_INFINITY;
/** Infinity minus infinity is no order. */
const nearer = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

const compare = {
  distance: (a: WireRanger, b: WireRanger) => nearer(far(a), far(b)) || byChinese(a.fullName, b.fullName),
  name: (a: WireRanger, b: WireRanger) => byChinese(a.fullName, b.fullName),
} as const satisfies Record<RangerOrder, (a: WireRanger, b: WireRanger) => number>;

/** A ranger of a town belongs to its county. */
const countyOf = (gridNo: string): string => gridNo.slice(0, 6);

/**
 * @param search part of a name, a phone number or a grid's name; '' keeps all
 * @returns groups in the order of their nearest ranger, or of their codes
 */
export function rangerGroups(rangers: readonly WireRanger[], search: string, order: RangerOrder): RangerGroup[] {
  const wish = search.trim();
  const kept = rangers.filter(
    ({ fullName, phone, gridName }) => wish === '' || [fullName, phone ?? '', gridName].some((text) => text.includes(wish)),
  );
  const counties = new Map<string, WireRanger[]>();
  for (const ranger of kept) {
    const county = countyOf(ranger.gridNo);
    counties.set(county, [...(counties.get(county) ?? []), ranger]);
  }
  const groups = [...counties].map(([gridNo, members]) => ({
    gridNo,
    name: members.find((ranger) => ranger.gridNo === gridNo)?.gridName ?? members[0]?.gridName ?? gridNo,
    rangers: members.sort(compare[order]),
    onlineCount: members.filter(({ isOnline }) => isOnline === '1').length,
  }));
  const nearest = ({ rangers: [first] }: RangerGroup): number => (first ? far(first) : Number.POSITIVE_INFINITY);
  return groups.sort((a, b) => (order === 'distance' ? nearer(nearest(a), nearest(b)) : 0) || (a.gridNo < b.gridNo ? -1 : 1));
}

export type Checked = 'none' | 'some' | 'all';

export function checkedOf(group: RangerGroup, chosen: ReadonlySet<string>): Checked {
  const count = group.rangers.filter(({ userId }) => chosen.has(userId)).length;
  return count === 0 ? 'none' : count === group.rangers.length ? 'all' : 'some';
}

/** The same choice with some people in it, or out of it. */
export function withChosen(chosen: ReadonlySet<string>, userIds: readonly string[], isIn: boolean): ReadonlySet<string> {
  const next = new Set(chosen);
  for (const id of userIds) {
    if (isIn) next.add(id);
    else next.delete(id);
  }
  return next;
}
