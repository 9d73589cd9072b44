// The rangers of a dispatch as a tree by county: searched, sorted, counted. Pure.
import { isRangerOnline, type ListedRanger } from '../../../ranger/ranger.ts';
import { type Arrival, byArrival } from '../../../travel/parts/arrivals.ts';

/** `time` sorts by travel time where it is known, otherwise by distance. */
export const RANGER_ORDERS = ['time', 'distance', 'name'] as const;
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

const byDistance = (a: ListedRanger, b: ListedRanger) => nearer(far(a), far(b)) || byChinese(a.fullName, b.fullName);

const compare = {
  time: byDistance,
  distance: byDistance,
  name: (a: ListedRanger, b: ListedRanger) => byChinese(a.fullName, b.fullName),
} as const satisfies Record<RangerOrder, (a: ListedRanger, b: ListedRanger) => number>;

/** A ranger of a town belongs to its county. */
const countyOf = (gridNo: string): string => gridNo.slice(0, 6);

/**
 * @param search part of a name, a phone number or a grid's name; '' matches all
 * @param arrivals by user; absent: no time is known
 * @returns groups in the order of their first or nearest ranger, or of their codes
 */
export function rangerGroups(
  rangers: readonly ListedRanger[],
  search: string,
  order: RangerOrder,
  arrivals: ReadonlyMap<string, Arrival> = new Map(),
): RangerGroup[] {
  const needle = search.trim();
  const shown = rangers.filter(
    ({ fullName, phone, gridName }) => needle === '' || [fullName, phone ?? '', gridName].some((text) => text.includes(needle)),
  );
  const counties = new Map<string, ListedRanger[]>();
  for (const ranger of shown) {
    const county = countyOf(ranger.gridNo);
    counties.set(county, [...(counties.get(county) ?? []), ranger]);
  }
  const inTime = <T>(list: T[], idOf: (item: T) => string): T[] => (order === 'time' ? byArrival(list, idOf, arrivals) : list);
  const groups = [...counties].map(([gridNo, members]) => ({
    gridNo,
    name: members.find((ranger) => ranger.gridNo === gridNo)?.gridName ?? members[0]?.gridName ?? gridNo,
    rangers: inTime(members.sort(compare[order]), ({ userId }) => userId),
  }));
  const nearest = ({ rangers: [first] }: RangerGroup): number => (first ? far(first) : Number.POSITIVE_INFINITY);
  groups.sort((a, b) => (order === 'name' ? 0 : nearer(nearest(a), nearest(b))) || (a.gridNo < b.gridNo ? -1 : 1));
  return inTime(groups, ({ rangers: [first] }) => first?.userId ?? '');
}

/** Whether the ranger was active recently. @param now the server's clock, epoch milliseconds */
export const isOnline = ({ last }: ListedRanger, now: number): boolean => isRangerOnline(last?.receivedAt ?? null, new Date(now));

export const onlineCount = ({ rangers }: RangerGroup, now: number): number => rangers.filter((ranger) => isOnline(ranger, now)).length;

type Checked = 'none' | 'some' | 'all';

export function checkedOf(group: RangerGroup, chosen: ReadonlySet<string>): Checked {
  const count = group.rangers.filter(({ userId }) => chosen.has(userId)).length;
  return count === 0 ? 'none' : count === group.rangers.length ? 'all' : 'some';
}

/** Limit of automatic requests. Selecting a whole county would otherwise block the route searches of this and other desks for a minute. */
const MOST_ASKED_BACK = 12;

/**
 * The selected rangers whose way back is requested without a click: if many are selected, those who arrive soonest.
 * @param arrivals the soonest first
 */
export const calledBack = (arrivals: readonly Arrival[], chosen: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    arrivals
      .filter(({ id, seconds }) => seconds !== null && chosen.has(id))
      .slice(0, MOST_ASKED_BACK)
      .map(({ id }) => id),
  );

/** Adds or removes some people. */
export function withChosen(chosen: ReadonlySet<string>, userIds: readonly string[], isIn: boolean): ReadonlySet<string> {
  const next = new Set(chosen);
  for (const id of userIds) {
    if (isIn) next.add(id);
    else next.delete(id);
  }
  return next;
}
