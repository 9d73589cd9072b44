// The weather of a forecast by the hour: entered by the officer, or from the weather service at the fire.

import { HOUR_MS } from '@lookout/domain';
import { moistureOfWeather } from '@lookout/fire-model';
import type { LngLat } from '@lookout/geo';
import { invalid } from '@lookout/server/acting/refusal.ts';
import type { Log } from '@lookout/server/log-lines/log.ts';
import type { WeatherService } from '../../weather/service/weather.ts';
import { type EnteredMoisture, MOISTURE_CLASSES, type SpreadHour, type SpreadWeather } from '../spread-inputs.ts';

/** An hour as it is entered, or as the service has it. */
type DryHour = Omit<SpreadHour, 'moisturePercent'>;

/** The weather that a run needs. */
export interface WeatherRequest {
  readonly place: LngLat;
  readonly begin: Date;
  readonly hours: number;
  /** The hours that the officer entered; null: the service's. */
  readonly entered: readonly DryHour[] | null;
  readonly moisture: EnteredMoisture;
  /** The user who entered the values; null: unknown, for values taken over from an old run. */
  readonly by: string | null;
}

/** The moisture that was entered for a run. */
export function enteredMoistureIn({ enteredMoisture, hours }: SpreadWeather): EnteredMoisture {
  const [first] = hours;
  return first === undefined ? {} : Object.fromEntries(enteredMoisture.map((name) => [name, first.moisturePercent[name]]));
}

const BEIJING_AHEAD_MS = 8 * HOUR_MS;
/** Timeout of the weather service. */
const WEATHER_MS = 4_000;

const monthOf = (time: Date): number => new Date(time.getTime() + BEIJING_AHEAD_MS).getUTCMonth() + 1;

/** Moisture by temperature and humidity, except for the entered classes. */
const withMoisture =
  (entered: EnteredMoisture) =>
  (hour: DryHour): SpreadHour => ({
    ...hour,
    moisturePercent: { ...moistureOfWeather(hour, monthOf(hour.time)), ...entered },
  });

/** The fields about entered moisture, and about the user who entered moisture or weather. */
const entryOf = (moisture: EnteredMoisture, isEntered: boolean, by: string | null) => {
  const enteredMoisture = MOISTURE_CLASSES.filter((name) => moisture[name] !== undefined);
  const hasMoisture = enteredMoisture.length > 0;
  return { moisture: hasMoisture ? 'entered' : 'fosberg', enteredMoisture, enteredBy: isEntered || hasMoisture ? by : null } as const;
};

/** The hours of a run with the newly entered moisture in place of the previous values. */
export const withEnteredMoisture = (weather: SpreadWeather, moisture: EnteredMoisture, by: string | null): SpreadWeather => {
  const all = { ...enteredMoistureIn(weather), ...moisture };
  return { ...weather, ...entryOf(all, true, by), hours: weather.hours.map(withMoisture(all)) };
};

interface Needs {
  readonly weather: WeatherService;
  readonly log: Log;
}

/** The weather service's forecast at a place; null: none. */
async function serviceForecast({ weather, log }: Needs, place: LngLat) {
  const forecast = await weather.forecastAt(place, AbortSignal.timeout(WEATHER_MS)).catch((error: unknown) => {
    log.warn({ err: error }, 'the weather service did not answer');
    return null;
  });
  const hours = forecast?.ok ? windsOf(forecast.hours) : [];
  return forecast?.ok && hours.length > 0 ? { source: forecast.source, hours } : null;
}

/** All hours of the weather service's forecast at a place, with calculated moisture; null: no forecast. */
export async function serviceWeather(needs: Needs, place: LngLat) {
  const forecast = await serviceForecast(needs, place);
  return forecast && { source: forecast.source, hours: forecast.hours.map(withMoisture({})) };
}

/** @throws Refusal 422 naming `weather` if there is none for these hours */
export async function weatherOf(needs: Needs, { place, begin, hours, entered, moisture, by }: WeatherRequest): Promise<SpreadWeather> {
  const entry = entryOf(moisture, entered !== null, by);
  if (entered !== null) {
    const wrong = entered.findIndex(({ time }, i) => i > 0 && time <= (entered[i - 1] as DryHour).time);
    if (wrong !== -1) throw invalid(`weather.${wrong}.time`, 'spread-weather-order');
    return { ...entry, source: 'entered', windFactor: null, hours: entered.map(withMoisture(moisture)) };
  }
  const forecast = await serviceForecast(needs, place);
  const [first, last] = [forecast?.hours[0], forecast?.hours.at(-1)];
  if (forecast === null || first === undefined || last === undefined) throw invalid('weather', 'spread-no-weather');
  // The first hour also applies one hour earlier, and the last one hour later, which is accurate enough.
  const [from, to] = [first.time.getTime() - HOUR_MS, last.time.getTime() + HOUR_MS];
  if (begin.getTime() < from || begin.getTime() + hours * HOUR_MS > to + HOUR_MS)
    throw invalid('weather', 'spread-weather-elsewhen', { from: new Date(from), to: new Date(to) });
  return { ...entry, source: forecast.source, windFactor: 1, hours: forecast.hours.map(withMoisture(moisture)) };
}

/**
 * The weather of a run that starts before now. The service has the hours from now on, and the earlier ones come from the last run. Weather
 * that an officer entered applies until an officer enters other weather.
 * @throws Refusal 422 naming `weather` if there is none for the hours from now on
 */
export async function weatherSince(needs: Needs, request: WeatherRequest, before: SpreadWeather, now: Date): Promise<SpreadWeather> {
  const isNew = Object.keys(request.moisture).length > 0;
  if (request.entered === null && before.source === 'entered')
    return isNew ? withEnteredMoisture(before, request.moisture, request.by) : before;
  const endMs = request.begin.getTime() + request.hours * HOUR_MS;
  const hours = Math.max(Math.floor((endMs - now.getTime()) / HOUR_MS), 0);
  const moisture = { ...enteredMoistureIn(before), ...request.moisture };
  // An officer who enters nothing takes over the weather that another officer entered.
  const by = request.entered === null && !isNew ? before.enteredBy : request.by;
  const later = await weatherOf(needs, { ...request, moisture, by, begin: now, hours });
  const [first] = later.hours;
  // The run multiplies all hours by its terrain factor, so the last run's factor is removed. If hours were entered, no factor applies, and
  // the values of the last run are used.
  const factor = later.windFactor === null ? 1 : (before.windFactor ?? 1);
  const earlier = before.hours.filter(({ time }) => first === undefined || time < first.time).map(windTimes(1 / factor));
  return { ...later, hours: [...earlier, ...later.hours] };
}

/** Multiplies the wind by the factor of the terrain. */
export const windTimes =
  (factor: number) =>
  (hour: SpreadHour): SpreadHour => ({ ...hour, windSpeedMetresPerSecond: hour.windSpeedMetresPerSecond * factor });

/** The mean speed at 10 m of a Beaufort force, or of a range of forces (`3-4`): v = 0.836 B^1.5 (WMO). null: unreadable */
export function speedOfScale(windScale: string): number | null {
  const forces = windScale.split('-').map((text) => (text.trim() === '' ? Number.NaN : Number(text)));
  const mean = forces.reduce((sum, force) => sum + force, 0) / forces.length;
  return mean >= 0 && mean <= 17 ? 0.836 * mean ** 1.5 : null;
}

type ForecastHours = Extract<Awaited<ReturnType<WeatherService['forecastAt']>>, { readonly ok: true }>['hours'];

/** Hours with unreadable wind are left out. A missing direction is that of the hour before. */
function windsOf(hours: ForecastHours): DryHour[] {
  const found: DryHour[] = [];
  for (const { at, windScale, windFromDegrees, temperatureCelsius, humidityPercent } of hours) {
    const speed = speedOfScale(windScale);
    const before = found.at(-1);
    const from = windFromDegrees ?? before?.windFromDegrees ?? (speed === 0 ? 0 : null);
    if (speed === null || from === null || (before !== undefined && at <= before.time)) continue;
    found.push({ time: at, windSpeedMetresPerSecond: speed, windFromDegrees: from, temperatureCelsius, humidityPercent });
  }
  return found;
}
