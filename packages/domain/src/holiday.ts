// Statutory holidays (法定节假日). Holidays by the solar calendar are known for every year. The days off of a year are announced in the autumn
// before it and are data.
import { beijingDayText } from './time.ts';

export interface HolidayPeriod {
  /** 春节, 国庆节 … */
  readonly name: string;
  /** First and last day, `YYYY-MM-DD`, Beijing time. */
  readonly from: string;
  readonly to: string;
}

export interface HolidayCalendar {
  /** Days that are holidays in every year: `MM-DD` → name. */
  readonly everyYear: Readonly<Record<string, string>>;
  /** The years whose days off are known. */
  readonly years: Readonly<Record<string, readonly HolidayPeriod[]>>;
}

/** @returns the name of the holiday; false: an ordinary day; null: the days off of that year have not been entered */
export function holidayOn({ everyYear, years }: HolidayCalendar, at: Date): string | false | null {
  const day = beijingDayText(at.getTime());
  const fixed = everyYear[day.slice('YYYY-'.length)];
  if (fixed !== undefined) return fixed;
  const periods = years[day.slice(0, 'YYYY'.length)];
  if (periods === undefined) return null;
  return periods.find(({ from, to }) => from <= day && day <= to)?.name ?? false;
}
