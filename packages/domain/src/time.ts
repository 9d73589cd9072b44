// Durations, and the days of Beijing's calendar, which duty uses.

/** From `begin`, included, to `end`, excluded. */
export interface Span {
  readonly begin: Date;
  readonly end: Date;
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const BEIJING_MS = 8 * HOUR_MS;

/** Days since 1970-01-01 by Beijing's calendar. @param at epoch milliseconds */
export const beijingDayOf = (at: number): number => Math.floor((at + BEIJING_MS) / DAY_MS);
/** Midnight in Beijing, epoch milliseconds: the inverse of `beijingDayOf`. */
export const beginOfBeijingDay = (day: number): number => day * DAY_MS - BEIJING_MS;

/** `YYYY-MM-DD` of a number of days since 1970-01-01, by Beijing's calendar. */
export const dayText = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** The day of a time in Beijing: `YYYY-MM-DD`. @param at epoch milliseconds */
export const beijingDayText = (at: number): string => dayText(beijingDayOf(at));

/** Midnight in Beijing at the beginning of a day, epoch milliseconds. @param day `YYYY-MM-DD` */
export const beginOfDayText = (day: string): number => beginOfBeijingDay(Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000));

/** How far a time may lie in the future, so that a clock that is slightly fast does not lose an alarm, a report or a position. */
export const FUTURE_TOLERANCE_MS = 10 * 60_000;
