import { expect, it } from 'vitest';
import { createQWeather } from './weather.ts';

const POSITION = { lng: 103.591, lat: 31.477 };
const signal = new AbortController().signal;
const wind = { wind360: '270', windDir: '西风', windScale: '3-4' };
const HOUR = { fxTime: '2026-04-10T15:00+08:00', temp: '18', icon: '100', text: '晴', humidity: '25', precip: '0.0', ...wind };
const DAY = {
  fxDate: '2026-04-11',
  tempMax: '21',
  tempMin: '3',
  iconDay: '101',
  textDay: '多云',
  wind360Day: '90',
  windDirDay: '东风',
  windScaleDay: '2',
  windSpeedDay: '8',
  humidity: '40',
  precip: '1.5',
};

const forecastOf = (answer: (path: string) => object) => {
  const requested: string[] = [];
  const fetch = (async (input: string) => {
    const { pathname, searchParams } = new URL(input);
    requested.push(`${pathname} ${searchParams.get('location')}`);
    return Response.json(answer(pathname));
  }) as typeof globalThis.fetch;
  return { ...createQWeather({ base: 'http://weather', key: 'k', source: 'demo', fetch }), requested };
};
const both = (hour: object, day: object) => (path: string) =>
  path.endsWith('24h') ? { code: '200', hourly: [hour] } : { code: '200', daily: [day] };

it('the forecast has hours and days, and is requested at most once in half an hour', async () => {
  const { forecastAt, requested } = forecastOf(both(HOUR, DAY));
  const answer = await forecastAt(POSITION, signal);
  expect(answer).toEqual({
    ok: true,
    source: 'demo',
    hours: [
      {
        at: new Date('2026-04-10T07:00:00Z'),
        icon: '100',
        text: '晴',
        windScale: '3-4',
        windDir: '西风',
        windFromDegrees: 270,
        temperatureCelsius: 18,
        humidityPercent: 25,
        rainMillimetres: 0,
      },
    ],
    days: [
      {
        day: '2026-04-11',
        icon: '101',
        text: '多云',
        windScale: '2',
        windDir: '东风',
        windFromDegrees: 90,
        highCelsius: 21,
        lowCelsius: 3,
        humidityPercent: 40,
        rainMillimetres: 1.5,
        windKilometresPerHour: 8,
      },
    ],
  });
  expect(await forecastAt(POSITION, signal)).toBe(answer);
  expect(requested).toEqual(['/v7/weather/24h 103.59,31.48', '/v7/weather/7d 103.59,31.48']);
});

it('unreadable or implausible values are left out; unknown rain of an hour remains unknown', async () => {
  const { forecastAt } = forecastOf(both({ ...HOUR, precip: '' }, { ...DAY, humidity: '140' }));
  expect(await forecastAt(POSITION, signal)).toMatchObject({ hours: [{ rainMillimetres: null }], days: [] });
  for (const wrong of [{ temp: 'warm' }, { fxTime: 'soon' }, { humidity: null }])
    expect(await forecastOf(both({ ...HOUR, ...wrong }, DAY)).forecastAt(POSITION, signal)).toMatchObject({ hours: [] });
  expect(await forecastOf(() => ({ code: '200' })).forecastAt(POSITION, signal)).toMatchObject({ ok: true, hours: [], days: [] });
});

it('the service’s refusal is passed on, and the next call sends a new request', async () => {
  const { forecastAt, requested } = forecastOf(() => ({ code: '402' }));
  expect(await forecastAt(POSITION, signal)).toMatchObject({ ok: false, errcode: '402' });
  await forecastAt(POSITION, signal);
  expect(requested).toHaveLength(4);
});

it('a contract without the long forecast gets the short one', async () => {
  const { forecastAt, requested } = forecastOf((path) => (path.endsWith('7d') ? { code: '403' } : both(HOUR, DAY)(path)));
  expect(await forecastAt(POSITION, signal)).toMatchObject({ ok: true, days: [{ day: '2026-04-11' }] });
  expect(requested.at(-1)).toBe('/v7/weather/3d 103.59,31.48');
});
