// The weather port: what the room wants to know of a place, and who can say it.
import { type CodedError, codedError } from '@lookout/contract';
import type { NoonWeather, Position } from '@lookout/domain';

interface WeatherNow {
  /** QWeather's icon code: 100 sunny, 302 thunder, … */
  readonly icon: string;
  readonly text: string;
  /** Beaufort. */
  readonly windScale: string;
  readonly windDir: string;
  readonly windFromDegrees: number | null;
  readonly temperatureCelsius: string;
  readonly humidityPercent: string;
  readonly observedAt: string;
}

/** Either the weather, or why the service does not tell it (specification §8: errcode, errmsg). */
export type WeatherAnswer = { readonly ok: true; readonly now: WeatherNow; readonly source: 'qweather' | 'demo' } | Refused;

/** The weather of a past noon, or why it is not known. */
export type NoonAnswer = { readonly ok: true; readonly noon: NoonWeather; readonly source: 'qweather' | 'demo' } | Refused;

interface Refused {
  readonly ok: false;
  readonly errcode: string;
  readonly error: CodedError<'weather-not-set-up' | 'weather-refused'>;
}

/** Which past noons a service knows. */
export interface WeatherPast {
  /** 0: today's too, once it is past; 1: yesterday's is the newest. */
  readonly endsDaysAgo: number;
  readonly days: number;
}

export interface WeatherService {
  /** @throws when the service cannot be reached within its budget of time. */
  nowAt(position: Position): Promise<WeatherAnswer>;
  /** null: this service knows no past. */
  readonly past: WeatherPast | null;
  /**
   * Noon in Beijing, and the rain of the 24 hours before it.
   * @param day `YYYY-MM-DD`
   * @throws when the service cannot be reached within its budget of time, or the signal comes first
   */
  noonOf(position: Position, day: string, signal: AbortSignal): Promise<NoonAnswer>;
}

/** @param status the service's own word for it */
export const weatherRefused = (status: string): Refused => ({
  ok: false,
  errcode: status,
  error: codedError('weather-refused', { status }),
});

/** Where neither a key nor the demo world is there. */
const NOT_SET_UP: Refused = { ok: false, errcode: '401', error: codedError('weather-not-set-up') };
export const noWeatherService: WeatherService = { nowAt: async () => NOT_SET_UP, past: null, noonOf: async () => NOT_SET_UP };
