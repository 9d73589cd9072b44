// The weather of a forecast by the hour: as the officer entered it, or of the weather service at the fire.
import type { SpreadHour, SpreadInputs } from '@lookout/domain';
import { moistureOfWeather } from '@lookout/fire-model';
import type { LngLat } from '@lookout/geo';
import { invalid } from '../../acting/refusal.ts';
import type { Log } from '../../services/deps.ts';
import type { WeatherService } from '../../services/weather.ts';

type Entered = readonly (Omit<SpreadHour, 'atMs' | 'moisturePercent'> & { readonly time: Date })[];
type Weather = SpreadInputs['weather'];
type Moisture = SpreadHour['moisturePercent'];

interface WeatherAsked {
  readonly place: LngLat;
  readonly beginMs: number;
  readonly hours: number;
  readonly entered: Entered | null;
  readonly moisture: Moisture | null;
}

const HOUR_MS = 3_600_000;
const BEIJING_AHEAD_MS = 8 * HOUR_MS;
/** A weather service that is slower is left out. */
const WEATHER_MS = 4_000;

const monthOf = (atMs: number): number => new Date(atMs + BEIJING_AHEAD_MS).getUTCMonth() + 1;

/** @throws Refusal 422 naming `weather` when there is none for these hours */
export async function weatherOf(
  { weather, log }: { readonly weather: WeatherService; readonly log: Log },
  { place, beginMs, hours, entered, moisture }: WeatherAsked,
): Promise<Weather> {
  const withMoisture = (hour: Omit<SpreadHour, 'moisturePercent'>): SpreadHour => ({
    ...hour,
    moisturePercent: moisture ?? moistureOfWeather(hour, monthOf(hour.atMs)),
  });
  const said = { moisture: moisture === null ? 'fosberg' : 'entered' } as const;
  if (entered !== null) {
    const found = entered.map(({ time, ...hour }) => withMoisture({ ...hour, atMs: time.getTime() }));
    const wrong = found.findIndex(({ atMs }, i) => i > 0 && atMs <= (found[i - 1] as SpreadHour).atMs);
    if (wrong !== -1) throw invalid(`weather.${wrong}.time`, 'spread-weather-order');
    return { ...said, source: 'entered', windFactor: null, hours: found };
  }
  const forecast = await weather.forecastAt(place, AbortSignal.timeout(WEATHER_MS)).catch((error: unknown) => {
    log.warn({ err: error }, 'the weather service did not answer');
    return null;
  });
  const known = forecast?.ok ? windsOf(forecast.hours) : [];
  const [first, last] = [known[0], known.at(-1)];
  if (!forecast?.ok || first === undefined || last === undefined) throw invalid('weather', 'spread-no-weather');
  // The first hour is also that before it, the last that after it: for an hour that is near enough.
  const [from, to] = [first.atMs - HOUR_MS, last.atMs + HOUR_MS];
  if (beginMs < from || beginMs + hours * HOUR_MS > to + HOUR_MS)
    throw invalid('weather', 'spread-weather-elsewhen', { from: new Date(from), to: new Date(to) });
  return { ...said, source: forecast.source, windFactor: 1, hours: known.map(withMoisture) };
}

/** The mean speed at 10 m of a force on Beaufort's scale, or of a range of it (`3-4`): v = 0.836 B^1.5 (WMO). null: unreadable */
export function speedOfScale(windScale: string): number | null {
  const forces = windScale.split('-').map((text) => (text.trim() === '' ? Number.NaN : Number(text)));
  const mean = forces.reduce((sum, force) => sum + force, 0) / forces.length;
  return mean >= 0 && mean <= 17 ? 0.836 * mean ** 1.5 : null;
}

type ForecastHours = Extract<Awaited<ReturnType<WeatherService['forecastAt']>>, { readonly ok: true }>['hours'];

/** Hours whose wind is unreadable are left out; a direction that is missing is that of the hour before. */
function windsOf(hours: ForecastHours): Omit<SpreadHour, 'moisturePercent'>[] {
  const found: Omit<SpreadHour, 'moisturePercent'>[] = [];
  for (const { at, windScale, windFromDegrees, temperatureCelsius, humidityPercent } of hours) {
    const speed = speedOfScale(windScale);
    const from = windFromDegrees ?? found.at(-1)?.windFromDegrees ?? (speed === 0 ? 0 : null);
    const atMs = at.getTime();
    if (speed === null || from === null || atMs <= (found.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY)) continue;
    found.push({ atMs, windSpeedMetresPerSecond: speed, windFromDegrees: from, temperatureCelsius, humidityPercent });
  }
  return found;
}
