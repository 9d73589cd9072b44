// A weather forecast, as a weather service gives it.
import type { ForecastWeather } from '../danger/fire-forecast.ts';

/** Sky and wind of a forecast; a service omits what it does not know. */
export interface Sky {
  readonly icon: string;
  readonly text: string;
  /** Beaufort, or a range in the service's notation (`3-4`). */
  readonly windScale: string;
  readonly windDir: string;
  readonly windFromDegrees: number | null;
}

export interface ForecastHour extends Sky {
  readonly at: Date;
  readonly temperatureCelsius: number;
  readonly humidityPercent: number;
  readonly rainMillimetres: number | null;
}

export interface ForecastDay extends Sky, ForecastWeather {}

export interface Forecast {
  readonly hours: readonly ForecastHour[];
  readonly days: readonly ForecastDay[];
}
