import { expect, it } from 'vitest';
import { RATING_TABLE } from './danger-rating.ts';
import { daysAhead, type ForecastWeather, forecastLevels } from './fire-forecast.ts';
import { fireWeatherOf, START_UP_CODES } from './fire-weather.ts';

const last = { ...START_UP_CODES, day: '2026-04-10' };
const dry = (day: string): ForecastWeather => ({
  day,
  highCelsius: 28,
  lowCelsius: 12,
  humidityPercent: 20,
  windKilometresPerHour: 25,
  rainMillimetres: 0,
});

it('each day continues from the codes of the day before', () => {
  const [first, second] = forecastLevels(RATING_TABLE, last, [dry('2026-04-11'), dry('2026-04-12')], 31);
  const noon = { temperatureCelsius: 28, humidityPercent: 20, windKilometresPerHour: 25, rainMillimetres: 0 };
  const one = fireWeatherOf(last, noon, { month: 4, latitude: 31 });
  expect(first?.fwi).toBe(one.fwi);
  expect(second?.fwi).toBe(fireWeatherOf(one, noon, { month: 4, latitude: 31 }).fwi);
  expect(second?.fwi).toBeGreaterThan(first?.fwi ?? 0);
});

it('days that were observed already are not forecast', () => {
  expect(forecastLevels(RATING_TABLE, last, [dry('2026-04-09'), dry('2026-04-10'), dry('2026-04-11')], 31).map(({ day }) => day)).toEqual([
    '2026-04-11',
  ]);
});

it('rain brings the level of LY/T 1172 down', () => {
  const wet = { ...dry('2026-04-11'), rainMillimetres: 30, humidityPercent: 90, highCelsius: 12 };
  expect(forecastLevels(RATING_TABLE, last, [wet], 31)[0]?.level).toBeLessThan(
    forecastLevels(RATING_TABLE, last, [dry('2026-04-11')], 31)[0]?.level ?? 0,
  );
});

it("the dry spell continues into the forecast days, and the standard's inputs are the day's extremes", () => {
  const wet = { ...dry('2026-04-12'), rainMillimetres: 5 };
  const ahead = daysAhead({ ...last, drySpell: { days: 4, isAtLeast: false } }, [dry('2026-04-11'), wet, dry('2026-04-13')], 31);
  expect(ahead.map(({ drySpell }) => drySpell)).toEqual([
    { days: 5, isAtLeast: false },
    { days: 0, isAtLeast: false },
    { days: 1, isAtLeast: false },
  ]);
  expect(ahead[0]?.extremes).toMatchObject({ highestCelsius: 28, strongestWindKilometresPerHour: 25 });
  // Drier than the daily mean, because it is the lowest humidity, at the hottest hour.
  expect(ahead[0]?.extremes.lowestHumidityPercent).toBeLessThan(20);
  expect(daysAhead(last, [dry('2026-04-11')], 31)[0]?.drySpell).toEqual({ days: 1, isAtLeast: true });
});
