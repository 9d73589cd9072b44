// Days of the calendar in Beijing, written YYYY-MM-DD.

const DAY_MS = 86_400_000;
const BEIJING_AHEAD_MS = 8 * 3_600_000;
const NOON_HOUR = 12;

export const dayOf = (at: Date): string => new Date(at.getTime() + BEIJING_AHEAD_MS).toISOString().slice(0, 10);

/** @param days negative: before */
export const daysOn = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** From one day to another; 1: the next one. */
export const daysBetween = (from: string, to: string): number => (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS;

/** The last day whose noon is past. */
export const lastNoon = (now: Date): string => dayOf(new Date(now.getTime() - NOON_HOUR * 3_600_000));

/** Every day from the first to the last, both included; none when the last comes first. */
export const daysFrom = (first: string, last: string): string[] =>
  Array.from({ length: Math.max(0, daysBetween(first, last) + 1) }, (_, n) => daysOn(first, n));

export const laterDay = (one: string, other: string): string => (one.localeCompare(other) > 0 ? one : other);
export const earlierDay = (one: string, other: string): string => (one.localeCompare(other) < 0 ? one : other);
