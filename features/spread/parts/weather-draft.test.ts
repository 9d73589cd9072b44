import { HOUR_MS } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import type { FireWeather } from '../spread-inputs.ts';
import { enteredOf, faultsOf, filledDown, NOTHING_TYPED, rowsOf, withCell, withMoisture } from './weather-draft.ts';

const FIRST = Date.UTC(2026, 10, 22, 4);
const after = (hours: number): number => FIRST + hours * HOUR_MS;
const moisturePercent = { oneHour: 5, tenHour: 6, hundredHour: 7, liveHerbaceous: 30, liveWoody: 60 };
const serviceHour = (at: number, wind: number) => ({
  time: new Date(after(at)),
  windSpeedMetresPerSecond: wind,
  windFromDegrees: 225,
  temperatureCelsius: 21.4,
  humidityPercent: 30,
  moisturePercent,
});
const SERVICE: FireWeather = { source: 'demo', windFactor: 0.9, hours: [0, 1, 2, 3].map((at) => serviceHour(at, 4.04 + at)) };
const wind = (rows: ReturnType<typeof rowsOf>) => rows.map(({ cells }) => cells.windSpeedMetresPerSecond);

describe('the weather table', () => {
  it('has the full hours of the run, each with the service’s rounded forecast', () => {
    const rows = rowsOf(NOTHING_TYPED, SERVICE, after(0.75), 2);
    expect(rows.map(({ atMs }) => (atMs - FIRST) / HOUR_MS)).toEqual([0, 1, 2]);
    expect(rows[0]?.cells).toEqual({
      temperatureCelsius: '21',
      humidityPercent: '30',
      windSpeedMetresPerSecond: '4',
      windFromDegrees: '225',
    });
    expect(rowsOf(NOTHING_TYPED, SERVICE, FIRST, 2)).toHaveLength(2);
  });

  it('is empty where the service has no forecast, except for one hour before and after its hours', () => {
    expect(wind(rowsOf(NOTHING_TYPED, SERVICE, after(-3), 9))).toEqual(['', '', '4', '4', '5', '6', '7', '7', '']);
    expect(wind(rowsOf(NOTHING_TYPED, null, FIRST, 2))).toEqual(['', '']);
    expect(wind(rowsOf(NOTHING_TYPED, { ...SERVICE, hours: [] }, FIRST, 1))).toEqual(['']);
    // A missing hour has the values of the hour before.
    const holed = { ...SERVICE, hours: SERVICE.hours.filter((_, at) => at !== 1) };
    expect(wind(rowsOf(NOTHING_TYPED, holed, FIRST, 3))).toEqual(['4', '4', '6']);
  });

  it('stores typed values by their hour, whatever the hours of the run, and fills a column down', () => {
    const typed = withCell(NOTHING_TYPED, { atMs: after(1), column: 'windSpeedMetresPerSecond' }, '9');
    expect(wind(rowsOf(typed, SERVICE, FIRST, 4))).toEqual(['4', '9', '6', '7']);
    expect(wind(rowsOf(typed, SERVICE, after(1), 2))).toEqual(['9', '6']);
    const rows = rowsOf(typed, SERVICE, FIRST, 4);
    const filled = filledDown(typed, rows, { atMs: after(1), column: 'windSpeedMetresPerSecond' });
    expect(wind(rowsOf(filled, SERVICE, FIRST, 4))).toEqual(['4', '9', '9', '9']);
    expect(rowsOf(filled, SERVICE, FIRST, 4).map(({ cells }) => cells.temperatureCelsius)).toEqual(['21', '21', '21', '21']);
    expect(filledDown(typed, rows, { atMs: after(3), column: 'windFromDegrees' })).toEqual(typed);
  });

  it.each([
    ['windSpeedMetresPerSecond', '200', 'range'],
    ['windSpeedMetresPerSecond', '-1', 'range'],
    ['windSpeedMetresPerSecond', '113', undefined],
    ['windFromDegrees', '361', 'range'],
    ['temperatureCelsius', '61', 'range'],
    ['temperatureCelsius', '-60', undefined],
    ['humidityPercent', '101', 'range'],
    ['humidityPercent', '干', 'range'],
    ['humidityPercent', ' ', 'needed'],
  ] as const)('%s %s is %s', (column, text, fault) => {
    const draft = withCell(NOTHING_TYPED, { atMs: after(1), column }, text);
    const rows = rowsOf(draft, SERVICE, FIRST, 2);
    expect(faultsOf(rows, draft).cells).toEqual(fault === undefined ? {} : { [after(1)]: { [column]: fault } });
    expect(enteredOf(rows, draft) === null).toBe(fault !== undefined);
  });
});

it('moisture is sent only for classes that were filled in, and refused out of its bounds', () => {
  const draft = withMoisture(withMoisture(NOTHING_TYPED, 'tenHour', '9.5'), 'liveWoody', ' ');
  const rows = rowsOf(draft, SERVICE, FIRST, 1);
  expect(enteredOf(rows, draft)).toEqual({
    hours: [{ time: new Date(FIRST), temperatureCelsius: 21, humidityPercent: 30, windSpeedMetresPerSecond: 4, windFromDegrees: 225 }],
    moisture: { tenHour: 9.5 },
  });
  const wet = withMoisture(draft, 'oneHour', '401');
  expect(faultsOf(rows, wet).moisture).toEqual({ oneHour: 'range' });
  expect(enteredOf(rows, wet)).toBeNull();
});
