// Statutory holidays (法定节假日). Those by the sun are known of every year; the days off of a year are arranged in the autumn before it and are data.
import { beijingDayText } from './time.ts';

export interface HolidayPeriod {
  /** 春节, 国庆节 … */
  readonly name: string;
  /** First and last day, `YYYY-MM-DD` by Beijing's calendar. */
  readonly from: string;
  readonly to: string;
}

export interface HolidayCalendar {
  /** Days that are holidays in every year: `MM-DD` → name. */
  readonly everyYear: Readonly<Record<string, string>>;
  /** Of the years whose arrangement is known. */
  readonly years: Readonly<Record<string, readonly HolidayPeriod[]>>;
}

/** @returns the name of the holiday, false: an ordinary day, null: nobody has entered that year's arrangement */
export function holidayOn({ everyYear, years }: HolidayCalendar, at: Date): string | false | null {
  const day = beijingDayText(at.getTime());
  const fixed = everyYear[day.slice('YYYY-'.length)];
  if (fixed !== undefined) return fixed;
  const periods = years[day.slice(0, 'YYYY'.length)];
  if (periods === undefined) return null;
  return periods.find(({ from, to }) => from <= day && day <= to)?.name ?? false;
}
