// The time window of a replay (态势回放) and the moment in it, in the URL: links to the replay write it, the page reads it. Pure.

import { formatTime, parseTime } from '@lookout/contract';
import { DAY_MS } from '@lookout/domain';
import type { Alarm } from '@lookout/features/alarm/alarm.ts';

export const NAMES = { begin: 'begin', end: 'end', moment: 'moment' } as const;
export const LONGEST_DAYS = 5;
export const LONGEST_MS = LONGEST_DAYS * DAY_MS;

/** Epoch milliseconds. */
export interface ReplayWindow {
  readonly begin: number;
  readonly end: number;
  /** The moment shown first. */
  readonly moment: number;
}

export type WindowFault = 'windowNeeded' | 'windowTooLong' | 'windowEmpty';

/** @returns null: the window is valid */
export function faultOf(begin: number | null, end: number | null): WindowFault | null {
  if (begin === null || end === null) return 'windowNeeded';
  if (end <= begin) return 'windowEmpty';
  return end - begin > LONGEST_MS ? 'windowTooLong' : null;
}

/** @returns null: the URL has no window, or one that cannot be replayed */
export function readWindow(search: string): ReplayWindow | null {
  const query = new URLSearchParams(search);
  const instant = (name: string): number | null => parseTime(query.get(name) ?? '')?.getTime() ?? null;
  const [begin, end] = [instant(NAMES.begin), instant(NAMES.end)];
  if (begin === null || end === null || faultOf(begin, end) !== null) return null;
  const moment = instant(NAMES.moment) ?? begin;
  return { begin, end, moment: Math.min(end, Math.max(begin, moment)) };
}

const BEFORE_MS = 10 * 60_000;
const REPLAY_PATH = '/replay';

/**
 * The longest replay that ends now, opened at its end: the time slider of the live map.
 * @param search the query of the live desk, whose view and open panels the replay takes over
 * @param now epoch milliseconds
 */
export function replayUntilNow(search: string, now: number): string {
  return `${REPLAY_PATH}${writeWindow(search, { begin: now - LONGEST_MS, end: now, moment: now })}`;
}

/** The query of a replay without its time window: view and open panels of the live desk. */
export function withoutWindow(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of Object.values(NAMES)) query.delete(name);
  return query.size === 0 ? '' : `?${query.toString().replaceAll('%2C', ',')}`;
}

/** The replay of an alarm: from some time before it arrived until now, or for the longest replay. */
export function replayOfAlarm({ id, arrivedAt }: Pick<Alarm, 'id' | 'arrivedAt'>, now: number): string {
  const begin = arrivedAt.getTime() - BEFORE_MS;
  const end = Math.min(begin + LONGEST_MS, Math.max(now, begin + 1_000));
  return `${REPLAY_PATH}${writeWindow(new URLSearchParams({ alarm: id }).toString(), { begin, end, moment: arrivedAt.getTime() })}`;
}

/** Written in Beijing time to the second, so that the link is readable. */
export function writeWindow(search: string, { begin, end, moment }: ReplayWindow): string {
  const query = new URLSearchParams(search);
  for (const [name, instant] of Object.entries({ [NAMES.begin]: begin, [NAMES.end]: end, [NAMES.moment]: moment }))
    query.set(name, formatTime(new Date(instant)));
  return `?${query.toString().replaceAll('%3A', ':')}`;
}
