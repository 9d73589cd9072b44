// The rangers of a dispatch as a tree by county: searched, sorted, counted. Pure.
import { isRangerOnline, type ListedRanger } from '@lookout/domain';

export const RANGER_ORDERS = ['distance', 'name'] as const;
export type RangerOrder = (typeof RANGER_ORDERS)[number];

export interface RangerGroup {
  /** Six digits. */
  readonly gridNo: string;
  readonly name: string;
  readonly rangers: readonly ListedRanger[];
}

const byChinese = new Intl.Collator('zh-CN').compare;
const far = (ranger: ListedRanger): number => ranger.distanceMetres ?? Number.POSITIVE_INFINITY;
/** Subtracting two infinities would give NaN. */
const nearer = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

const compare = {
  distance: (a: ListedRanger, b: ListedRanger) => nearer(far(a), far(b)) || byChinese(a.fullName, b.fullName),
  name: (a: ListedRanger, b: ListedRanger) => byChinese(a.fullName, b.fullName),
} as const satisfies Record<RangerOrder, (a: ListedRanger, b: ListedRanger) => number>;

/** A ranger of a town belongs to its county. */
const countyOf = (gridNo: string): string => gridNo.slice(0, 6);

/**
 * @param search part of a name, a phone number or a grid's name; '' keeps all
 * @returns groups in the order of their nearest ranger, or of their codes
 */
export function rangerGroups(rangers: readonly ListedRanger[], search: string, order: RangerOrder): RangerGroup[] {
  const needle = search.trim();
  const kept = rangers.filter(
    ({ fullName, phone, gridName }) => needle === '' || [fullName, phone ?? '', gridName].some((text) => text.includes(needle)),
  );
  const counties = new Map<string, ListedRanger[]>();
  for (const ranger of kept) {
    const county = countyOf(ranger.gridNo);
    counties.set(county, [...(counties.get(county) ?? []), ranger]);
  }
  const groups = [...counties].map(([gridNo, members]) => ({
    gridNo,
    name: members.find((ranger) => ranger.gridNo === gridNo)?.gridName ?? members[0]?.gridName ?? gridNo,
    rangers: members.sort(compare[order]),
  }));
  const nearest = ({ rangers: [first] }: RangerGroup): number => (first ? far(first) : Number.POSITIVE_INFINITY);
  return groups.sort((a, b) => (order === 'distance' ? nearer(nearest(a), nearest(b)) : 0) || (a.gridNo < b.gridNo ? -1 : 1));
}

/** Whether the ranger was active recently. @param now the server's clock, epoch milliseconds */
export const isOnline = ({ last }: ListedRanger, now: number): boolean => isRangerOnline(last?.receivedAt ?? null, new Date(now));

export const onlineCount = ({ rangers }: RangerGroup, now: number): number => rangers.filter((ranger) => isOnline(ranger, now)).length;

type Checked = 'none' | 'some' | 'all';

export function checkedOf(group: RangerGroup, chosen: ReadonlySet<string>): Checked {
  const count = group.rangers.filter(({ userId }) => chosen.has(userId)).length;
  return count === 0 ? 'none' : count === group.rangers.length ? 'all' : 'some';
}

/** Adds or removes some people. */
export function withChosen(chosen: ReadonlySet<string>, userIds: readonly string[], isIn: boolean): ReadonlySet<string> {
  const next = new Set(chosen);
  for (const id of userIds) {
    if (isIn) next.add(id);
    else next.delete(id);
  }
  return next;
}
