// Filters and sorts the rangers. Pure.
import type { ListedRanger } from '@lookout/domain';
import { isOnlineAt } from '../../globe/markers/markers.ts';

export const RANGER_FILTERS = ['all', 'online', 'offline', 'busy'] as const;
export type RangerFilter = (typeof RANGER_FILTERS)[number];

const passes: Readonly<Record<RangerFilter, (ranger: ListedRanger, isOnline: boolean) => boolean>> = {
  all: () => true,
  online: (_, isOnline) => isOnline,
  offline: (_, isOnline) => !isOnline,
  busy: ({ taskIds }) => taskIds.length > 0,
};

export interface ChosenRangers {
  readonly rangers: readonly ListedRanger[];
  /** Of all rangers, before filtering. */
  readonly online: number;
}

/** Online first, then by name (as the store has them). */
export function chosenRangers(rangers: readonly ListedRanger[], filter: RangerFilter, text: string, now: number): ChosenRangers {
  const needle = text.trim().toLowerCase();
  const fits = ({ fullName, gridName, gridNo, phone }: ListedRanger) =>
    needle === '' || [fullName, gridName, gridNo, phone ?? ''].some((field) => field.toLowerCase().includes(needle));
  const chosen: { readonly [which in 'online' | 'offline']: ListedRanger[] } = { online: [], offline: [] };
  let online = 0;
  for (const ranger of rangers) {
    const isOnline = isOnlineAt(ranger, now);
    if (isOnline) online++;
    if (passes[filter](ranger, isOnline) && fits(ranger)) chosen[isOnline ? 'online' : 'offline'].push(ranger);
  }
  return { rangers: [...chosen.online, ...chosen.offline], online };
}

/** A phone out of signal sends late: a report older than this is marked as late. */
const LATE_MS = 60_000;
export const isLate = ({ last }: Pick<ListedRanger, 'last'>): boolean =>
  last !== null && last.receivedAt.getTime() - last.at.getTime() > LATE_MS;
