// The fire weather of the coming days, from the moisture codes of the last observed day and a weather forecast.
import { dangerRatingOf, drySpellOf, lowestHumidityOf, type RatingTable } from './danger-rating.ts';
import type { FireLevel } from './fire-level.ts';
import { type FireDay, fireDriversOf, fireWeatherOf, type MoistureCodes } from './fire-weather.ts';

/** A day's forecast, in the form that weather services provide. */
export interface ForecastWeather {
  /** `YYYY-MM-DD`, Beijing time. */
  readonly day: string;
  readonly highCelsius: number;
  readonly lowCelsius: number;
  /** Mean of the day, 0–100. */
  readonly humidityPercent: number;
  readonly windKilometresPerHour: number;
  readonly rainMillimetres: number;
}

/** 1–12. @param day `YYYY-MM-DD` */
export const monthOfDay = (day: string): number => Number(day.slice(5, 7));

/** Maximum number of forecast days, limited by the weather service. */
export const MOST_DAYS_AHEAD = 7;

/** The part of a day that the codes and the weather determine. */
export type DayAhead = Omit<FireDay, 'gridNo' | 'gapDays' | 'source'> & Required<Pick<FireDay, 'drivers' | 'extremes' | 'drySpell'>>;

/**
 * An approximation: the index requires the weather at noon, but a forecast provides the day's highest temperature and mean humidity, which
 * are used instead. LY/T 1172 requires the lowest humidity, which is computed for the hottest hour (`lowestHumidityOf`).
 * @param last the last observed day with its codes; days up to it are left out, missing days in between are not bridged
 * @param latitude degrees north
 */
export function daysAhead(
  last: MoistureCodes & Pick<FireDay, 'day' | 'drySpell'>,
  days: readonly ForecastWeather[],
  latitude: number,
): readonly DayAhead[] {
  let codes: MoistureCodes = last;
  let drySpell = last.drySpell ?? null;
  return days
    .filter(({ day }) => day > last.day)
    .map(({ day, highCelsius, lowCelsius, humidityPercent, windKilometresPerHour, rainMillimetres }) => {
      const noon = { temperatureCelsius: highCelsius, humidityPercent, windKilometresPerHour, rainMillimetres };
      const season = { month: monthOfDay(day), latitude };
      const weather = fireWeatherOf(codes, noon, season);
      const drivers = fireDriversOf(codes, noon, season);
      const extremes = {
        highestCelsius: highCelsius,
        lowestHumidityPercent: lowestHumidityOf(humidityPercent, lowCelsius, highCelsius),
        strongestWindKilometresPerHour: windKilometresPerHour,
      };
      codes = weather;
      drySpell = drySpellOf(drySpell, rainMillimetres);
      return { day, ...noon, ...weather, driver: drivers[0]?.driver ?? null, drivers, extremes, drySpell };
    });
}

export interface ForecastLevel {
  readonly day: string;
  readonly level: FireLevel;
  readonly fwi: number;
}

/** The levels of `daysAhead` by LY/T 1172, together with the index. @param table the table in force for the grid */
export const forecastLevels = (table: RatingTable, ...forecast: Parameters<typeof daysAhead>): readonly ForecastLevel[] =>
  daysAhead(...forecast).map(({ day, fwi, extremes, drySpell }) => ({
    day,
    level: dangerRatingOf(extremes, drySpell, monthOfDay(day), table).level,
    fwi,
  }));
