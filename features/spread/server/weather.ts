// The weather of a forecast by the hour: entered by the officer, or from the weather service at the fire.

import { HOUR_MS } from '@lookout/domain';
import { moistureOfWeather } from '@lookout/fire-model';
import type { LngLat } from '@lookout/geo';
import { invalid } from '@lookout/server/acting/refusal.ts';
import type { Log } from '@lookout/server/log-lines/log.ts';
import type { WeatherService } from '../../weather/service/weather.ts';
import { type EnteredMoisture, MOISTURE_CLASSES, type SpreadHour, type SpreadInputs } from '../spread.ts';

type Entered = readonly (Omit<SpreadHour, 'atMs' | 'moisturePercent'> & { readonly time: Date })[];
type Weather = SpreadInputs['weather'];
type HourOfService = Omit<SpreadHour, 'moisturePercent'>;

interface WeatherAsked {
  readonly place: LngLat;
  readonly beginMs: number;
  readonly hours: number;
  readonly entered: Entered | null;
  readonly moisture: EnteredMoisture;
  /** The user who entered the values; null: unknown, for values taken over from an old run. */
  readonly by: string | null;
}

/** The moisture that was entered for a run. */
export function enteredMoistureIn({ moisture, enteredMoisture, hours }: Weather): EnteredMoisture {
  const [first] = hours;
  if (moisture !== 'entered' || first === undefined) return {};
  return Object.fromEntries((enteredMoisture ?? MOISTURE_CLASSES).map((name) => [name, first.moisturePercent[name]]));
}

const BEIJING_AHEAD_MS = 8 * HOUR_MS;
/** Timeout of the weather service. */
const WEATHER_MS = 4_000;

const monthOf = (atMs: number): number => new Date(atMs + BEIJING_AHEAD_MS).getUTCMonth() + 1;

/** Moisture by temperature and humidity, except for the entered classes. */
const withMoisture =
  (entered: EnteredMoisture) =>
  (hour: HourOfService): SpreadHour => ({
    ...hour,
    moisturePercent: { ...moistureOfWeather(hour, monthOf(hour.atMs)), ...entered },
  });

/** The fields of a run about entered moisture, and about the user who entered moisture or weather. */
const saidOf = (moisture: EnteredMoisture, isEntered: boolean, by: string | null) => {
  const enteredMoisture = MOISTURE_CLASSES.filter((name) => moisture[name] !== undefined);
  return {
    ...(enteredMoisture.length === 0 ? { moisture: 'fosberg' as const } : { moisture: 'entered' as const, enteredMoisture }),
    ...(by !== null && (isEntered || enteredMoisture.length > 0) && { enteredBy: by }),
  };
};

/** The hours of a run with the newly entered moisture in place of the previous values. */
export const withEnteredMoisture = (weather: Weather, moisture: EnteredMoisture, by: string | null): Weather => {
  const all = { ...enteredMoistureIn(weather), ...moisture };
  return { ...weather, ...saidOf(all, true, by), hours: weather.hours.map(withMoisture(all)) };
};

interface Needs {
  readonly weather: WeatherService;
  readonly log: Log;
}

/** The weather service's forecast at a place; null: none. */
async function forecastOf({ weather, log }: Needs, place: LngLat) {
  const forecast = await weather.forecastAt(place, AbortSignal.timeout(WEATHER_MS)).catch((error: unknown) => {
    log.warn({ err: error }, 'the weather service did not answer');
    return null;
  });
  const hours = forecast?.ok ? windsOf(forecast.hours) : [];
  return forecast?.ok && hours.length > 0 ? { source: forecast.source, hours } : null;
}

/** All hours of the weather service's forecast at a place, with calculated moisture; null: no forecast. */
export async function serviceWeather(needs: Needs, place: LngLat) {
  const forecast = await forecastOf(needs, place);
  return forecast && { source: forecast.source, hours: forecast.hours.map(withMoisture({})) };
}

/** @throws Refusal 422 naming `weather` if there is none for these hours */
export async function weatherOf(needs: Needs, { place, beginMs, hours, entered, moisture, by }: WeatherAsked): Promise<Weather> {
  const said = saidOf(moisture, entered !== null, by);
  if (entered !== null) {
    const found = entered.map(({ time, ...hour }) => withMoisture(moisture)({ ...hour, atMs: time.getTime() }));
    const wrong = found.findIndex(({ atMs }, i) => i > 0 && atMs <= (found[i - 1] as SpreadHour).atMs);
    if (wrong !== -1) throw invalid(`weather.${wrong}.time`, 'spread-weather-order');
    return { ...said, source: 'entered', windFactor: null, hours: found };
  }
  const forecast = await forecastOf(needs, place);
  const [first, last] = [forecast?.hours[0], forecast?.hours.at(-1)];
  if (forecast === null || first === undefined || last === undefined) throw invalid('weather', 'spread-no-weather');
  // The first hour also applies one hour earlier, and the last one hour later, which is accurate enough.
  const [from, to] = [first.atMs - HOUR_MS, last.atMs + HOUR_MS];
  if (beginMs < from || beginMs + hours * HOUR_MS > to + HOUR_MS)
    throw invalid('weather', 'spread-weather-elsewhen', { from: new Date(from), to: new Date(to) });
  return { ...said, source: forecast.source, windFactor: 1, hours: forecast.hours.map(withMoisture(moisture)) };
}

/** The mean speed at 10 m of a Beaufort force, or of a range of forces (`3-4`): v = 0.836 B^1.5 (WMO). null: unreadable */
export function speedOfScale(windScale: string): number | null {
  const forces = windScale.split('-').map((text) => (text.trim() === '' ? Number.NaN : Number(text)));
  const mean = forces.reduce((sum, force) => sum + force, 0) / forces.length;
  return mean >= 0 && mean <= 17 ? 0.836 * mean ** 1.5 : null;
}

type ForecastHours = Extract<Awaited<ReturnType<WeatherService['forecastAt']>>, { readonly ok: true }>['hours'];

/** Hours with unreadable wind are left out. A missing direction is that of the hour before. */
function windsOf(hours: ForecastHours): HourOfService[] {
  const found: HourOfService[] = [];
  for (const { at, windScale, windFromDegrees, temperatureCelsius, humidityPercent } of hours) {
    const speed = speedOfScale(windScale);
    const from = windFromDegrees ?? found.at(-1)?.windFromDegrees ?? (speed === 0 ? 0 : null);
    const atMs = at.getTime();
    if (speed === null || from === null || atMs <= (found.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY)) continue;
    found.push({ atMs, windSpeedMetresPerSecond: speed, windFromDegrees: from, temperatureCelsius, humidityPercent });
  }
  return found;
}
