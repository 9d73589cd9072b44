import { HOUR_MS } from '@lookout/domain';
import { Refusal } from '@lookout/server/acting/refusal.ts';
import { describe, expect, it } from 'vitest';
import { noWeatherService, type WeatherService } from '../../weather/service/weather.ts';
import { serviceWeather, speedOfScale, weatherOf, withEnteredMoisture } from './weather.ts';

const FIRST = Date.UTC(2026, 2, 1, 4);
const PLACE = { lng: 103.5, lat: 31.5 };
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const hour = (at: number, given: object = {}) => ({
  icon: '100',
  text: '晴',
  windDir: '西南风',
  at: new Date(FIRST + at * HOUR_MS),
  windScale: '3-4',
  windFromDegrees: 225,
  temperatureCelsius: 24,
  humidityPercent: 25,
  rainMillimetres: 0,
  ...given,
});
const serving = (hours: readonly ReturnType<typeof hour>[]): WeatherService => ({
  ...noWeatherService,
  forecastAt: async () => ({ ok: true, source: 'demo', hours, days: [] }),
});
const asked = { place: PLACE, begin: new Date(FIRST), hours: 2, entered: null, moisture: {}, by: '李值班' };
const refusal = async (weather: WeatherService, given: object = {}) => {
  const error = await weatherOf({ weather, log }, { ...asked, ...given }).catch((thrown: unknown) => thrown);
  return error instanceof Refusal ? [error.code, error.fields[0]?.path] : expect.fail('it was not refused');
};

describe('the weather of a forecast', () => {
  it('is the service’s hours, with wind as a mean speed and moisture by temperature and humidity', async () => {
    const found = await weatherOf({ weather: serving([hour(0), hour(1, { windScale: '5', humidityPercent: 60 })]), log }, asked);
    expect(found).toMatchObject({ source: 'demo', windFactor: 1, moisture: 'fosberg' });
    expect(found.hours.map(({ time }) => (time.getTime() - FIRST) / HOUR_MS)).toEqual([0, 1]);
    expect(found.hours.map(({ windSpeedMetresPerSecond }) => Math.round(10 * windSpeedMetresPerSecond))).toEqual([55, 93]);
    expect(found.hours.map(({ moisturePercent }) => moisturePercent.oneHour)).toEqual([4, 8]);
    expect(found.hours[0]?.moisturePercent.liveHerbaceous).toBe(30);
  });

  it('leaves out hours with unreadable wind, and uses a direction until the next one', async () => {
    const hours = [hour(0, { windFromDegrees: null }), hour(1), hour(2, { windScale: '?' }), hour(3, { windFromDegrees: null })];
    const found = await weatherOf({ weather: serving(hours), log }, asked);
    expect(found.hours.map(({ time, windFromDegrees }) => [(time.getTime() - FIRST) / HOUR_MS, windFromDegrees])).toEqual([
      [1, 225],
      [3, 225],
    ]);
  });

  it('is what was entered, with its entered moisture', async () => {
    const entered = [
      { time: new Date(FIRST), windFromDegrees: 90, windSpeedMetresPerSecond: 7, temperatureCelsius: 30, humidityPercent: 15 },
    ];
    const moisture = { oneHour: 3, tenHour: 4, hundredHour: 5, liveHerbaceous: 50, liveWoody: 80 };
    const found = await weatherOf({ weather: noWeatherService, log }, { ...asked, entered, moisture });
    expect(found).toMatchObject({
      source: 'entered',
      windFactor: null,
      moisture: 'entered',
      enteredMoisture: Object.keys(moisture),
      enteredBy: '李值班',
      hours: [{ time: new Date(FIRST), moisturePercent: moisture }],
    });
  });

  it('has the entered moisture classes in every hour, the others by temperature and humidity, and the name of the user who entered them', async () => {
    const service = serving([hour(0), hour(1, { humidityPercent: 60 })]);
    const found = await weatherOf({ weather: service, log }, { ...asked, moisture: { tenHour: 11, liveWoody: 0 } });
    expect(found).toMatchObject({ source: 'demo', moisture: 'entered', enteredMoisture: ['tenHour', 'liveWoody'], enteredBy: '李值班' });
    expect(found.hours.map(({ moisturePercent: { oneHour, tenHour, liveWoody } }) => [oneHour, tenHour, liveWoody])).toEqual([
      [4, 11, 0],
      [8, 11, 0],
    ]);
    const later = withEnteredMoisture(found, { oneHour: 20 }, '王值班');
    expect(later).toMatchObject({ enteredMoisture: ['oneHour', 'tenHour', 'liveWoody'], enteredBy: '王值班' });
    expect(later.hours.map(({ moisturePercent: { oneHour, tenHour } }) => [oneHour, tenHour])).toEqual([
      [20, 11],
      [20, 11],
    ]);
    expect(await weatherOf({ weather: service, log }, asked)).toMatchObject({ enteredBy: null });
  });

  it('of a place is all hours of the service’s forecast there, or nothing without a forecast', async () => {
    const found = await serviceWeather({ weather: serving([hour(0), hour(1, { windScale: '?' }), hour(2)]), log }, PLACE);
    expect(found?.source).toBe('demo');
    expect(found?.hours.map(({ time }) => (time.getTime() - FIRST) / HOUR_MS)).toEqual([0, 2]);
    expect(await serviceWeather({ weather: noWeatherService, log }, PLACE)).toBeNull();
    expect(await serviceWeather({ weather: serving([]), log }, PLACE)).toBeNull();
  });

  it('is refused if there is none for these hours', async () => {
    expect(await refusal(noWeatherService)).toEqual(['spread-no-weather', 'weather']);
    expect(await refusal(serving([]))).toEqual(['spread-no-weather', 'weather']);
    const broken: WeatherService = { ...noWeatherService, forecastAt: () => Promise.reject(new Error('silent')) };
    expect(await refusal(broken)).toEqual(['spread-no-weather', 'weather']);
    const day = serving(Array.from({ length: 24 }, (_, i) => hour(i)));
    expect(await refusal(day, { begin: new Date(FIRST - 3 * HOUR_MS) })).toEqual(['spread-weather-elsewhen', 'weather']);
    expect(await refusal(day, { begin: new Date(FIRST + 12 * HOUR_MS), hours: 24 })).toEqual(['spread-weather-elsewhen', 'weather']);
    expect((await weatherOf({ weather: day, log }, { ...asked, hours: 24 })).hours).toHaveLength(24);
  });
});

describe('a force on Beaufort’s scale', () => {
  it.each([
    ['0', 0],
    ['4', 6.7],
    ['3-4', 5.5],
    ['12', 34.8],
  ])('%s is %d m/s', (scale, speed) => {
    expect(speedOfScale(scale)).toBeCloseTo(speed, 1);
  });

  it.each(['', '微风', '3-', '18'])('%s is not a wind force', (scale) => {
    expect(speedOfScale(scale)).toBeNull();
  });
});
