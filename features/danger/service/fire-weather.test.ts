import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { createGridCatalogue } from '../../grid/service/grid-catalogue.ts';
import { type NoonAnswer, weatherRefused } from '../../weather/service/weather.ts';
import { type FireDay, fireWeatherOf, START_UP_CODES } from '../fire-weather.ts';
import { bringUpToDate, daysFrom, daysOn, lastNoon, type Observing, ServiceRefuses, watchedGrids } from './fire-weather.ts';

const grid = (no: string) => no as GridNo;
const WENCHUAN = { no: grid('513221'), centre: { lng: 103.59, lat: 31.48 } };
const noon = { temperatureCelsius: 20, humidityPercent: 35, windKilometresPerHour: 12, rainMillimetres: 0 };
const extremes = { highestCelsius: 23, lowestHumidityPercent: 30, strongestWindKilometresPerHour: 20 };
const fine: NoonAnswer = { ok: true, noon, extremes, source: 'demo' };
const none = weatherRefused('204');

const observing = (answers: (day: string) => NoonAnswer, more: Partial<Observing> = {}) => {
  const added: FireDay[] = [];
  const requested: string[] = [];
  const settings: Observing = {
    daysBack: 4,
    lastDay: '2026-03-02',
    signal: new AbortController().signal,
    noonOf: async (_, day) => {
      requested.push(day);
      return answers(day);
    },
    add: async (days) => {
      added.push(...days);
      return true;
    },
    ...more,
  };
  return { settings, added, requested };
};

describe('a grid', () => {
  it("begins with the start-up codes at the service's oldest day, and each day continues from the one before", async () => {
    const { settings, added } = observing(() => fine);
    expect(await bringUpToDate(WENCHUAN, null, settings)).toBe(4);
    expect(added.map(({ day, gapDays }) => [day, gapDays])).toEqual([
      ['2026-02-27', 0],
      ['2026-02-28', 0],
      ['2026-03-01', 0],
      ['2026-03-02', 0],
    ]);
    const first = fireWeatherOf(START_UP_CODES, noon, { month: 2, latitude: 31.48 });
    expect(added[0]).toMatchObject({ ...first, ...noon, gridNo: '513221', source: 'demo' });
    expect(added[1]).toMatchObject(fireWeatherOf(first, noon, { month: 2, latitude: 31.48 }));
  });

  it('leaves out days without observations and counts them on the next day, also beyond the days the service has', async () => {
    const { settings, added } = observing((day) => (day === '2026-02-28' || day === '2026-03-01' ? none : fine));
    await bringUpToDate(WENCHUAN, null, settings);
    expect(added.map(({ day, gapDays }) => [day, gapDays])).toEqual([
      ['2026-02-27', 0],
      ['2026-03-02', 2],
    ]);
    const [stored] = added;
    const later = observing(() => fine, { lastDay: '2026-03-20', daysBack: 2 });
    await bringUpToDate(WENCHUAN, stored ?? null, later.settings);
    expect(later.added.map(({ day, gapDays }) => [day, gapDays])).toEqual([
      ['2026-03-19', 19],
      ['2026-03-20', 0],
    ]);
    expect(later.added[0]).toMatchObject(fireWeatherOf(stored as FireDay, noon, { month: 3, latitude: 31.48 }));
  });

  it('requests only missing days, and stops when the service refuses, another server was faster, or shutdown begins', async () => {
    const first = observing(() => fine);
    await bringUpToDate(WENCHUAN, null, { ...first.settings, lastDay: '2026-03-01' });
    const next = observing(() => fine);
    await bringUpToDate(WENCHUAN, first.added.at(-1) ?? null, next.settings);
    expect(next.requested).toEqual(['2026-03-02']);

    const refused = observing(() => weatherRefused('402'));
    await expect(bringUpToDate(WENCHUAN, null, refused.settings)).rejects.toThrow(ServiceRefuses);
    expect(refused.requested).toHaveLength(1);
    const halfway = observing((day) => (day < '2026-03-01' ? fine : weatherRefused('402')));
    await expect(bringUpToDate(WENCHUAN, null, halfway.settings)).rejects.toThrow(ServiceRefuses);
    expect(halfway.added.map(({ day }) => day)).toEqual(['2026-02-27', '2026-02-28']);

    const overtaken = observing(() => fine, { add: async () => false });
    expect(await bringUpToDate(WENCHUAN, null, overtaken.settings)).toBe(0);

    const ended = observing(() => fine, { signal: AbortSignal.abort() });
    expect([await bringUpToDate(WENCHUAN, null, ended.settings), ended.requested]).toEqual([0, []]);
  });
});

it('noon is Beijing noon, also across months and years', () => {
  expect([lastNoon(new Date('2026-01-01T03:59:59Z')), lastNoon(new Date('2026-01-01T04:00:00Z'))]).toEqual(['2025-12-31', '2026-01-01']);
  expect(daysFrom(daysOn('2024-03-01', -2), '2024-03-01')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
  expect(daysFrom('2024-03-02', '2024-03-01')).toEqual([]);
});

it('watched grids are all prefectures, provinces without prefectures, and the counties of prefectures with accounts; the latter come first', () => {
  const row = (no: string, parentNo: string | null, placed = true) => ({
    no: grid(no),
    name: no,
    fullName: no,
    level: 'county' as const,
    parentNo: parentNo === null ? null : grid(parentNo),
    centre: placed ? { lng: 103, lat: 31 } : null,
  });
  const grids = createGridCatalogue(
    [
      row('100000', null),
      row('110000', '100000'),
      row('110100', '110000', false),
      row('710000', '100000'),
      row('510000', '100000'),
      row('510100', '510000'),
      row('513200', '510000'),
      row('513221', '513200'),
      row('513222', '513200'),
      row('513230', '513200', false),
      row('510104', '510100'),
    ],
    [],
  );
  const watched = (...homes: string[]) => watchedGrids(grids, homes.map(grid)).map(({ no }) => no);
  expect(watched('513222', '100000', '510000')).toEqual(['513200', '513221', '513222', '110000', '710000', '510100']);
  expect(watched()).toEqual(['110000', '710000', '510100', '513200']);
});
