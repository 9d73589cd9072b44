// Fuel moisture from the weather of an hour, where none was measured.
//
// Dead fuels: the reference fuel moisture of M. A. Fosberg and J. E. Deeming (USDA Forest Service Research Note RM-207, 1971), as R. C.
// Rothermel tabulates it for fire behavior officers (INT-143, 1983, table A; NWCG PMS 437). Its corrections for shade, aspect and time of
// day (tables B to D, 0 to 6 %) are not applied: fuel in the sun at noon is the driest and burns the fastest. 10-h and 100-h fuels are 1
// and 2 % wetter (NWCG PMS 437). Live fuels: by the month, from the scenarios of RMRS-GTR-153 for fuels that are two thirds cured, and
// green. 待核对 for every region.
import type { Moisture } from './fuel-bed.ts';

/** %, by temperature (rows) and humidity (columns of 5 %, the last is 100 %). */
const REFERENCE_MOISTURE = [
  { belowFahrenheit: 30, percent: [1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 8, 8, 9, 9, 10, 11, 12, 12, 13, 13, 14] },
  { belowFahrenheit: 50, percent: [1, 2, 2, 3, 4, 5, 5, 6, 7, 7, 7, 8, 9, 9, 10, 10, 11, 12, 13, 13, 13] },
  { belowFahrenheit: 70, percent: [1, 2, 2, 3, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 11, 12, 12, 12, 13] },
  { belowFahrenheit: 90, percent: [1, 1, 2, 2, 3, 4, 5, 5, 6, 7, 7, 8, 8, 8, 9, 10, 10, 11, 12, 12, 13] },
  { belowFahrenheit: 110, percent: [1, 1, 2, 2, 3, 4, 4, 5, 6, 7, 7, 8, 8, 8, 9, 10, 10, 11, 12, 12, 13] },
  { belowFahrenheit: Number.POSITIVE_INFINITY, percent: [1, 1, 2, 2, 3, 4, 4, 5, 6, 7, 7, 8, 8, 8, 9, 10, 10, 11, 12, 12, 12] },
] as const;
const HUMIDITY_STEP = 5;

/** Moisture of 1-h fuel in the sun, %. @param humidityPercent 0–100 */
export function referenceMoisture(temperatureCelsius: number, humidityPercent: number): number {
  const fahrenheit = temperatureCelsius * 1.8 + 32;
  const row = REFERENCE_MOISTURE.find(({ belowFahrenheit }) => fahrenheit < belowFahrenheit) ?? REFERENCE_MOISTURE[5];
  return row.percent[Math.min(Math.max(Math.floor(humidityPercent / HUMIDITY_STEP), 0), row.percent.length - 1)] as number;
}

/** Months of the northern hemisphere, 1 to 12: dormant November to April, turning in May and October, green between. */
const LIVE_MOISTURE = {
  dormant: { liveHerbaceous: 30, liveWoody: 60 },
  turning: { liveHerbaceous: 60, liveWoody: 90 },
  green: { liveHerbaceous: 120, liveWoody: 120 },
} as const;
const seasonOf = (month: number): keyof typeof LIVE_MOISTURE =>
  month === 5 || month === 10 ? 'turning' : month > 5 && month < 10 ? 'green' : 'dormant';

/** Moisture of every class for the weather of an hour. @param month 1–12, local time */
export function moistureOfWeather(
  { temperatureCelsius, humidityPercent }: { readonly temperatureCelsius: number; readonly humidityPercent: number },
  month: number,
): Moisture {
  const oneHour = referenceMoisture(temperatureCelsius, humidityPercent);
  return { oneHour, tenHour: oneHour + 1, hundredHour: oneHour + 2, ...LIVE_MOISTURE[seasonOf(month)] };
}
