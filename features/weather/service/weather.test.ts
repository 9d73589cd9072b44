import { expect, it } from 'vitest';
import { createQWeather, createQWeatherPast } from './weather.ts';

const POSITION = { lng: 103.591, lat: 31.477 };
const signal = new AbortController().signal;

/** Twenty-four hours: the temperature equals the number of the hour, and each hour has this much rain. */
const dayOf = (date: string, rain: number, hours = 24) => ({
  code: '200',
  weatherHourly: Array.from({ length: hours }, (_, hour) => ({
    time: `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)} ${String(hour).padStart(2, '0')}:00`,
    temp: String(hour),
    humidity: '40',
    windSpeed: '11',
    precip: String(rain),
  })),
});

const CITY = { code: '200', location: [{ id: '101' }] };

const pastWith = (answer: (url: URL) => object, source: 'qweather' | 'demo' = 'demo', city: object = CITY) => {
  const requested: string[] = [];
  const past = createQWeatherPast({
    base: 'http://weather',
    key: 'k',
    source,
    fetch: (async (input: string) => {
      const url = new URL(input);
      requested.push(`${url.pathname} ${url.searchParams.get('location')} ${url.searchParams.get('date') ?? ''}`.trim());
      return Response.json(url.pathname.endsWith('lookup') ? city : answer(url));
    }) as typeof fetch,
  });
  return { past, requested };
};

it('the noon values include the rain of the hours from one in the afternoon of the day before', async () => {
  const { past, requested } = pastWith((url) =>
    url.searchParams.get('date') === '20260301' ? dayOf('20260301', 0.1) : dayOf('20260228', 1),
  );
  expect(await past.noonOf(POSITION, '2026-03-01', signal)).toEqual({
    ok: true,
    source: 'demo',
    // 11 hours of 1 mm, 13 of 0.1 mm.
    noon: { temperatureCelsius: 12, humidityPercent: 40, windKilometresPerHour: 11, rainMillimetres: 12.3 },
    // The previous afternoon is included, and the temperature equals the number of the hour.
    extremes: { highestCelsius: 23, lowestHumidityPercent: 40, strongestWindKilometresPerHour: 11 },
  });
  expect(requested).toEqual([
    '/geo/v2/city/lookup 103.59,31.48',
    '/v7/historical/weather 101 20260228',
    '/v7/historical/weather 101 20260301',
  ]);
  await past.noonOf(POSITION, '2026-03-02', signal);
  expect(requested.slice(3)).toEqual(['/v7/historical/weather 101 20260302']);
});

it('a missing or implausible hour gives no noon: unmeasured rain does not count as none', async () => {
  const short = pastWith((url) => dayOf(url.searchParams.get('date') ?? '', 0, url.searchParams.get('date') === '20260301' ? 12 : 24));
  expect(await short.past.noonOf(POSITION, '2026-03-01', signal)).toMatchObject({ ok: false, errcode: '204' });
  for (const wrong of [{ humidity: '140' }, { precip: '' }, { temp: 'warm' }, { windSpeed: null }, { time: 'noon' }]) {
    const { past } = pastWith((url) => {
      const day = dayOf(url.searchParams.get('date') ?? '', 0);
      return { ...day, weatherHourly: day.weatherHourly.map((hour, n) => (n === 12 ? { ...hour, ...wrong } : hour)) };
    });
    expect(await past.noonOf(POSITION, '2026-03-01', signal)).toMatchObject({ ok: false, errcode: '204' });
  }
  for (const garbage of [{}, { code: '200' }, { code: '200', weatherHourly: 'x' }, { code: '200', weatherHourly: [null, 3] }]) {
    const { past } = pastWith(() => garbage);
    expect(await past.noonOf(POSITION, '2026-03-01', signal)).toMatchObject({ ok: false });
  }
});

it('the service’s own refusal is passed on; a reply without data is cached, a refusal is not', async () => {
  const without = pastWith(() => ({ code: '204' }));
  expect(await without.past.noonOf(POSITION, '2026-03-01', signal)).toMatchObject({ errcode: '204' });
  await without.past.noonOf(POSITION, '2026-03-01', signal);
  expect(without.requested).toHaveLength(2);
  const refused = pastWith(() => ({ code: '402' }));
  expect(await refused.past.noonOf(POSITION, '2026-03-01', signal)).toEqual({
    ok: false,
    errcode: '402',
    error: { code: 'weather-refused', params: { status: '402' } },
  });
  await refused.past.noonOf(POSITION, '2026-03-01', signal);
  expect(refused.requested).toHaveLength(3);
});

it.each([
  ['a place without a city is looked up once for all its days', { code: '404' }, '404', 1],
  ['a lookup without a city in it too', { code: '200', location: [] }, '204', 1],
  ['a refused lookup is repeated', { code: '402' }, '402', 2],
])('%s', async (_, city, errcode, lookups) => {
  const { past, requested } = pastWith(() => dayOf('20260301', 0), 'demo', city);
  for (const day of ['2026-03-01', '2026-03-02']) expect(await past.noonOf(POSITION, day, signal)).toMatchObject({ ok: false, errcode });
  expect(requested).toEqual(Array.from({ length: lookups }, () => '/geo/v2/city/lookup 103.59,31.48'));
});

it('QWeather’s historical data end yesterday', () => {
  expect([pastWith(() => ({}), 'qweather').past.past, pastWith(() => ({})).past.past]).toEqual([
    { endsDaysAgo: 1, days: 9 },
    { endsDaysAgo: 0, days: 14 },
  ]);
});

it('the current weather omits wind, temperature and time where a station sends a placeholder', async () => {
  const observed = { icon: '100', text: '晴', windDir: '北风' };
  const nowOf = async (more: object) => {
    const fetch = (async () => Response.json({ code: '200', now: { ...observed, ...more } })) as typeof globalThis.fetch;
    const answer = await createQWeather({ base: 'http://weather', key: 'k', source: 'qweather', fetch }).nowAt(POSITION);
    return answer.ok ? answer.now : null;
  };
  const obsTime = new Date().toISOString();
  const known = await nowOf({ temp: '-12', humidity: '0', wind360: '0', windScale: '3-4', obsTime });
  expect(known).toMatchObject({
    temperatureCelsius: '-12',
    humidityPercent: '0',
    windFromDegrees: 0,
    windScale: '3-4',
    observedAt: obsTime,
  });
  const nothing = { temperatureCelsius: null, humidityPercent: null, windFromDegrees: null, windScale: null, observedAt: null };
  for (const fill of ['-999', '9999', '65535', '25,4', ''])
    expect(await nowOf({ temp: fill, humidity: fill, wind360: fill, windScale: fill, obsTime: '1970-01-01T08:00+08:00' })).toEqual({
      ...observed,
      ...nothing,
    });
});
