// QWeather's forecast: the next 24 hours (v7 `weather/24h`) and the next days (v7 `weather/7d`, `weather/3d`).
import type { Forecast, ForecastDay, ForecastHour, Sky } from '../forecast.ts';

/** Unreadable rows are left out. @param hourly @param daily the lists of QWeather's replies, unchecked */
export const readForecast = (hourly: unknown, daily: unknown): Forecast => ({
  hours: rowsOf(hourly).flatMap((row) => readHour(row) ?? []),
  days: rowsOf(daily).flatMap((row) => readDay(row) ?? []),
});

type Row = Readonly<Record<string, unknown>>;

const rowsOf = (rows: unknown): readonly Row[] =>
  Array.isArray(rows) ? rows.filter((row): row is Row => typeof row === 'object' && row !== null) : [];

/** null: missing, or not plausible. */
function numberIn(value: unknown, low: number, high: number): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  return number >= low && number <= high ? number : null;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 64) : '');

/** @param suffix of the fields: those of a day end in `Day` */
const skyOf = (row: Row, suffix: '' | 'Day'): Sky => ({
  icon: textOf(row[`icon${suffix}`]),
  text: textOf(row[`text${suffix}`]),
  windScale: textOf(row[`windScale${suffix}`]),
  windDir: textOf(row[`windDir${suffix}`]),
  windFromDegrees: numberIn(row[`wind360${suffix}`], 0, 360),
});

function readHour(row: Row): ForecastHour | null {
  const at = new Date(textOf(row.fxTime));
  const [temperatureCelsius, humidityPercent] = [numberIn(row.temp, -80, 60), numberIn(row.humidity, 0, 100)];
  if (Number.isNaN(at.getTime()) || temperatureCelsius === null || humidityPercent === null) return null;
  return { ...skyOf(row, ''), at, temperatureCelsius, humidityPercent, rainMillimetres: numberIn(row.precip, 0, 500) };
}

function readDay(row: Row): ForecastDay | null {
  const day = textOf(row.fxDate);
  const [highCelsius, lowCelsius] = [numberIn(row.tempMax, -80, 60), numberIn(row.tempMin, -80, 60)];
  const [humidityPercent, rainMillimetres] = [numberIn(row.humidity, 0, 100), numberIn(row.precip, 0, 1_000)];
  const windKilometresPerHour = numberIn(row.windSpeedDay, 0, 400);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || highCelsius === null || lowCelsius === null) return null;
  if (humidityPercent === null || rainMillimetres === null || windKilometresPerHour === null) return null;
  return { ...skyOf(row, 'Day'), day, highCelsius, lowCelsius, humidityPercent, rainMillimetres, windKilometresPerHour };
}
