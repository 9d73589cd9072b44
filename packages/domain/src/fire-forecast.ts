// The fire level of the days to come, from the moisture codes of the last observed day and a weather forecast.
import { type FireLevel, fireLevelOf, fireWeatherOf, type MoistureCodes } from './fire-weather.ts';

/** A day's forecast, as weather services give it. */
export interface ForecastWeather {
  /** `YYYY-MM-DD`, Beijing's. */
  readonly day: string;
  readonly highCelsius: number;
  /** Mean of the day, 0–100. */
  readonly humidityPercent: number;
  readonly windKilometresPerHour: number;
  readonly rainMillimetres: number;
}

export interface ForecastLevel {
  readonly day: string;
  readonly level: FireLevel;
  readonly fwi: number;
}

/**
 * A rough forecast: the index wants the weather at noon, a forecast gives the day's highest temperature and mean humidity in its place.
 * @param last the last observed day with its codes; days up to it are left out, missing days between are not bridged
 * @param latitude degrees north
 */
export function forecastLevels(
  last: MoistureCodes & { readonly day: string },
  days: readonly ForecastWeather[],
  latitude: number,
): readonly ForecastLevel[] {
  let codes: MoistureCodes = last;
  return days
    .filter(({ day }) => day > last.day)
    .map(({ day, highCelsius, humidityPercent, windKilometresPerHour, rainMillimetres }) => {
      const noon = { temperatureCelsius: highCelsius, humidityPercent, windKilometresPerHour, rainMillimetres };
      const weather = fireWeatherOf(codes, noon, { month: Number(day.slice(5, 7)), latitude });
      codes = weather;
      return { day, level: fireLevelOf(weather.fwi), fwi: weather.fwi };
    });
}
