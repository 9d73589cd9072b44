// The month of 用火报备: which days a burning falls on, in Beijing time. Pure functions.

import { formatTime } from '@lookout/contract';
import { DAY_MS } from '@lookout/domain';
import type { Burning } from '../burning.ts';

/** `YYYY-MM-DD`. */
type Day = string;

const BEIJING = '+08:00';
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

export const dayOf = (at: Date): Day => formatTime(at).slice(0, 10);

/** null: not a valid date. */
export function readDay(text: string | null): Day | null {
  if (text === null || !DAY.test(text)) return null;
  const at = new Date(`${text}T00:00:00${BEIJING}`);
  return !Number.isNaN(at.getTime()) && dayOf(at) === text ? text : null;
}

/** `YYYY-MM`; null: not a month. */
export const readMonth = (text: string | null): string | null => (text !== null && MONTH.test(text) ? text : null);

/** The first and the last second of a day. */
export const windowOfDay = (day: Day) => ({ beginTime: `${day} 00:00:00`, endTime: `${day} 23:59:59` });

/**
 * The calendar's window starts a week before the first of the month and covers seven weeks, so that it contains the six weeks shown
 * whatever day a week begins with.
 */
const BEFORE_DAYS = 7;
const SHOWN_DAYS = 49;

/** All days that the six weeks around a month show, whatever day a week begins with. */
export function windowOfMonth(month: string) {
  const first = new Date(`${month}-01T00:00:00${BEIJING}`).getTime() - BEFORE_DAYS * DAY_MS;
  return { beginTime: formatTime(new Date(first)), endTime: formatTime(new Date(first + SHOWN_DAYS * DAY_MS - 1_000)) };
}

/** True if the burning's window includes part of the day. */
export const isOnDay = ({ startsAt, endsAt }: Pick<Burning, 'startsAt' | 'endsAt'>, day: Day): boolean =>
  dayOf(startsAt) <= day && dayOf(endsAt) >= day;

export interface DayCount {
  readonly approved: number;
  readonly pending: number;
}

/** Counts by day; days without burnings are left out. */
export function countsByDay(burnings: readonly Pick<Burning, 'startsAt' | 'endsAt' | 'state'>[]): ReadonlyMap<Day, DayCount> {
  const counts = new Map<Day, DayCount>();
  for (const { startsAt, endsAt, state } of burnings) {
    if (state !== 'approved' && state !== 'pending') continue;
    const last = dayOf(endsAt);
    for (let at = startsAt; dayOf(at) <= last; at = new Date(at.getTime() + DAY_MS)) {
      const { approved = 0, pending = 0 } = counts.get(dayOf(at)) ?? {};
      counts.set(dayOf(at), state === 'approved' ? { approved: approved + 1, pending } : { approved, pending: pending + 1 });
    }
  }
  return counts;
}
