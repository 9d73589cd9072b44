// The weather field in the format of QWeather's v7 `weather/now`: all values are strings, and times have Beijing's offset.
import { COMPASS_NAMES, compassOf, HOUR_MS } from '@lookout/domain';
import type { Weather } from './field.ts';
import { skies } from './sky.ts';

export interface WeatherNowResponse {
  readonly code: '200';
  readonly updateTime: string;
  readonly now: Readonly<Record<NowField, string>>;
}

/** One past hour; its precipitation is that of the preceding hour. */
export type PastHour = Readonly<Record<PastField, string>>;

/** One forecast hour. */
export type NextHour = Readonly<Record<NextHourField, string>>;

/** One forecast day, or today. */
export type NextDay = Readonly<
  Record<
    | 'fxDate'
    | 'tempMax'
    | 'tempMin'
    | 'iconDay'
    | 'textDay'
    | 'wind360Day'
    | 'windDirDay'
    | 'windScaleDay'
    | 'windSpeedDay'
    | 'humidity'
    | 'precip',
    string
  >
>;

type NextHourField = 'fxTime' | 'temp' | 'icon' | 'text' | 'precip' | 'humidity' | 'wind360' | 'windDir' | 'windScale' | 'windSpeed';

type PastField = 'time' | 'temp' | 'icon' | 'text' | 'precip' | 'wind360' | 'windDir' | 'windScale' | 'windSpeed' | 'humidity' | 'pressure';

type NowField =
  | 'obsTime'
  | 'temp'
  | 'feelsLike'
  | 'icon'
  | 'text'
  | 'wind360'
  | 'windDir'
  | 'windScale'
  | 'windSpeed'
  | 'humidity'
  | 'precip'
  | 'pressure'
  | 'vis'
  | 'cloud'
  | 'dew';

/** @param wallMs wall time of the request; the times in the response are wall time, whatever the hour of the world */
export function weatherNowResponse(weather: Weather, wallMs: number): WeatherNowResponse {
  const { icon, nightIcon, text } = skies[weather.sky];
  const whole = (value: number): string => String(Math.round(value) + 0);
  return {
    code: '200',
    updateTime: beijing(wallMs),
    now: {
      obsTime: beijing(Math.floor(wallMs / HOUR_MS) * HOUR_MS),
      temp: whole(weather.temperatureCelsius),
      feelsLike: whole(weather.feelsLikeCelsius),
      icon: weather.isDay ? icon : nightIcon,
      text,
      wind360: whole(Math.round(weather.windFromDegrees) % 360),
      windDir: `${COMPASS_NAMES[compassOf(weather.windFromDegrees)]}风`,
      windScale: String(beaufort(weather.windMetresPerSecond)),
      windSpeed: whole(weather.windMetresPerSecond * 3.6),
      humidity: whole(weather.humidityPercent),
      precip: weather.precipitationMillimetres.toFixed(1),
      pressure: whole(weather.pressureHectopascals),
      vis: whole(weather.visibilityKilometres),
      cloud: whole(weather.cloud * 100),
      dew: whole(weather.dewPointCelsius),
    },
  };
}

/** @param wallMs the full hour in wall time */
export function pastHour(weather: Weather, wallMs: number): PastHour {
  const { temp, icon, text, precip, wind360, windDir, windScale, windSpeed, humidity, pressure } = weatherNowResponse(weather, wallMs).now;
  const time = beijing(wallMs).slice(0, 16).replace('T', ' ');
  return { time, temp, icon, text, precip, wind360, windDir, windScale, windSpeed, humidity, pressure };
}

/** @param wallMs the full hour in wall time */
export function nextHour(weather: Weather, wallMs: number): NextHour {
  const { temp, icon, text, precip, humidity, wind360, windDir, windScale, windSpeed } = weatherNowResponse(weather, wallMs).now;
  return { fxTime: beijing(wallMs), temp, icon, text, precip, humidity, wind360, windDir, windScale, windSpeed };
}

/**
 * Derives a day from its hours: highest and lowest temperature, mean humidity, total rain, and sky and wind of the early afternoon, when
 * fires spread fastest.
 * @param hours the 24 of the day, from midnight in Beijing @param wallMs its midnight
 */
export function nextDay(hours: readonly Weather[], wallMs: number): NextDay {
  const afternoon = weatherNowResponse(hours[AFTERNOON_HOUR] as Weather, wallMs).now;
  const temperatures = hours.map(({ temperatureCelsius }) => temperatureCelsius);
  const sumOf = (read: (hour: Weather) => number): number => hours.reduce((sum, hour) => sum + read(hour), 0);
  return {
    fxDate: beijing(wallMs).slice(0, 10),
    tempMax: String(Math.round(Math.max(...temperatures)) + 0),
    tempMin: String(Math.round(Math.min(...temperatures)) + 0),
    iconDay: afternoon.icon,
    textDay: afternoon.text,
    wind360Day: afternoon.wind360,
    windDirDay: afternoon.windDir,
    windScaleDay: afternoon.windScale,
    windSpeedDay: afternoon.windSpeed,
    humidity: String(Math.round(sumOf(({ humidityPercent }) => humidityPercent) / hours.length)),
    precip: sumOf(({ precipitationMillimetres }) => precipitationMillimetres).toFixed(1),
  };
}

const AFTERNOON_HOUR = 14;

/** Upper ends of Beaufort 0–11 in m/s (GB/T 28591, the same as WMO's). */
const BEAUFORT = [0.3, 1.6, 3.4, 5.5, 8, 10.8, 13.9, 17.2, 20.8, 24.5, 28.5, 32.7] as const;
const beaufort = (metresPerSecond: number): number => {
  const force = BEAUFORT.findIndex((end) => metresPerSecond < end);
  return force === -1 ? 12 : force;
};

/** `2026-11-21T16:00+08:00` */
const beijing = (ms: number): string => `${new Date(ms + 8 * HOUR_MS).toISOString().slice(0, 16)}+08:00`;
