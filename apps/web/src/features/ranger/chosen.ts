// Which rangers a search and a filter leave, and in which order. Pure.
import { parseTime, type WireRanger } from '@lookout/contract';
import { isOnlineAt } from '../../globe/places/place-marks.ts';

export const RANGER_FILTERS = ['all', 'online', 'offline', 'busy'] as const;
export type RangerFilter = (typeof RANGER_FILTERS)[number];

const passes: Readonly<Record<RangerFilter, (ranger: WireRanger, isOnline: boolean) => boolean>> = {
  all: () => true,
  online: (_, isOnline) => isOnline,
  offline: (_, isOnline) => !isOnline,
  busy: ({ taskCount }) => taskCount > 0,
};

export interface ChosenRangers {
  readonly rangers: readonly WireRanger[];
  /** Of all, whatever is chosen. */
  readonly online: number;
}

/** Online first, then by name (as the store has them). */
export function chosenRangers(rangers: readonly WireRanger[], filter: RangerFilter, text: string, now: number): ChosenRangers {
  const wish = text.trim().toLowerCase();
  const fits = ({ fullName, gridName, gridNo, phone }: WireRanger) =>
    wish === '' || [fullName, gridName, gridNo, phone ?? ''].some((field) => field.toLowerCase().includes(wish));
  const chosen: { readonly [which in 'online' | 'offline']: WireRanger[] } = { online: [], offline: [] };
  let online = 0;
  for (const ranger of rangers) {
    const isOnline = isOnlineAt(ranger, now);
    if (isOnline) online++;
    if (passes[filter](ranger, isOnline) && fits(ranger)) chosen[isOnline ? 'online' : 'offline'].push(ranger);
  }
  return { rangers: [...chosen.online, ...chosen.offline], online };
}

/** A phone that was out of signal sends late: it is said from here on. */
const LATE_MS = 60_000;
export function isLate({ actualUploadTime, receiveTime }: WireRanger): boolean {
  const [sent, received] = [actualUploadTime, receiveTime].map((time) => (time === null ? null : parseTime(time)));
  return sent != null && received != null && received.getTime() - sent.getTime() > LATE_MS;
}
