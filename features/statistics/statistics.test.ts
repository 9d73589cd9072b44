import type { Span } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import {
  comparedSpans,
  falseShareOf,
  rankOf,
  STATISTICS_WINDOWS,
  seriesBegins,
  seriesStepOf,
  spanOfWindow,
  waitSeconds,
  weatherClassOf,
} from './statistics.ts';

/** Beijing time. */
const at = (text: string): Date => new Date(`${text.replace(' ', 'T')}:00+08:00`);
const textOf = (date: Date | number): string =>
  new Date(new Date(date).getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
const span = (begin: string, end: string): Span => ({ begin: at(begin), end: at(end) });
const texts = ({ begin, end }: Span) => [textOf(begin), textOf(end)];

describe('the windows of the specification', () => {
  // Proves §9.13b
  it('近半年 6, 近三个月 3, 当月 1 and 近7天 0 begin at midnight in Beijing and end with the minute', () => {
    const now = new Date('2026-11-24T04:10:30.500Z');
    expect(STATISTICS_WINDOWS.map((window) => [window, ...texts(spanOfWindow(window, now))])).toEqual([
      [6, '2026-05-24 00:00', '2026-11-24 12:11'],
      [3, '2026-08-24 00:00', '2026-11-24 12:11'],
      [1, '2026-11-01 00:00', '2026-11-24 12:11'],
      [0, '2026-11-18 00:00', '2026-11-24 12:11'],
    ]);
  });

  it('the day is Beijing’s: an evening in UTC is the next day, and the first of the next month', () => {
    const now = new Date('2026-11-30T16:00:00Z');
    expect(texts(spanOfWindow(1, now))).toEqual(['2026-12-01 00:00', '2026-12-01 00:01']);
    expect(texts(spanOfWindow(0, new Date('2026-11-30T15:59:59.999Z')))).toEqual(['2026-11-24 00:00', '2026-12-01 00:00']);
  });

  it('three months before the end of May begin at the end of February', () => {
    expect(texts(spanOfWindow(3, at('2026-05-31 10:00')))[0]).toBe('2026-02-28 00:00');
    expect(texts(spanOfWindow(6, at('2024-08-31 10:00')))[0]).toBe('2024-02-29 00:00');
  });
});

describe('comparison of a span', () => {
  it('当月 is compared with the same days of the month before, which do not reach into this month', () => {
    const { before, yearBefore } = comparedSpans(spanOfWindow(1, at('2026-03-31 12:00')), 1);
    expect(texts(before)).toEqual(['2026-02-01 00:00', '2026-02-28 12:01']);
    expect(texts(yearBefore)).toEqual(['2025-03-01 00:00', '2025-03-31 12:01']);
  });

  it('近7天 is compared with the seven days before, a free span with the span of its length before', () => {
    expect(texts(comparedSpans(spanOfWindow(0, at('2026-11-24 12:00')), 0).before)).toEqual(['2026-11-11 00:00', '2026-11-17 12:01']);
    expect(texts(comparedSpans(span('2026-11-10 00:00', '2026-11-13 06:00'), null).before)).toEqual([
      '2026-11-06 18:00',
      '2026-11-10 00:00',
    ]);
  });

  it('the 29th of February is compared with the 28th', () => {
    expect(texts(comparedSpans(span('2024-02-29 00:00', '2024-03-01 00:00'), null).yearBefore)).toEqual([
      '2023-02-28 00:00',
      '2023-03-01 00:00',
    ]);
  });
});

describe('the bars of a series', () => {
  it.each([
    ['hour', '2026-11-24 00:30', '2026-11-24 03:00', ['00:30', '01:00', '02:00']],
    ['day', '2026-11-21 10:00', '2026-11-24 12:00', ['2026-11-21 10:00', '2026-11-22 00:00', '2026-11-23 00:00', '2026-11-24 00:00']],
    ['week', '2026-11-21 00:00', '2026-12-01 00:00', ['2026-11-21 00:00', '2026-11-23 00:00', '2026-11-30 00:00']],
    ['month', '2025-12-31 00:00', '2026-03-01 00:00', ['2025-12-31 00:00', '2026-01-01 00:00', '2026-02-01 00:00']],
  ] as const)('by the %s begin at Beijing’s midnights, weeks on Mondays', (step, begin, end, expected) => {
    const begins = seriesBegins(span(begin, end), step).map(textOf);
    expect(begins.map((text) => (step === 'hour' ? text.slice(11) : text))).toEqual(expected);
  });

  it('are chosen so that there are at most about a hundred', () => {
    const steps = [1, 3, 4, 100, 101, 732, 733, 1_827].map((days) => {
      const whole = { begin: at('2021-01-01 00:00'), end: new Date(at('2021-01-01 00:00').getTime() + days * 86_400_000) };
      return [seriesStepOf(whole), seriesBegins(whole, seriesStepOf(whole)).length];
    });
    expect(steps.map(([step]) => step)).toEqual(['hour', 'hour', 'day', 'day', 'week', 'week', 'month', 'month']);
    expect(Math.max(...steps.map(([, count]) => count as number))).toBeLessThanOrEqual(106);
  });
});

it('the false share is of the judged; the 90th percentile is the nearest rank', () => {
  expect([falseShareOf({ real: 1, false: 3 }), falseShareOf({ real: 0, false: 0 })]).toEqual([0.75, null]);
  expect([rankOf(0.5, 1), rankOf(0.5, 4), rankOf(0.9, 10), rankOf(0.9, 11)]).toEqual([0, 1, 8, 9]);
});

it('waits are whole seconds, and no step comes before its alarm', () => {
  expect([waitSeconds(1_000, 3_999), waitSeconds(5_000, 1_000)]).toEqual([2, 0]);
});

it('the weather class of a day is named after its most notable feature', () => {
  const noon = { temperatureCelsius: 20, humidityPercent: 50, windKilometresPerHour: 10, rainMillimetres: 0 };
  expect([
    weatherClassOf(noon),
    weatherClassOf({ ...noon, humidityPercent: 30 }),
    weatherClassOf({ ...noon, humidityPercent: 10, windKilometresPerHour: 39 }),
    weatherClassOf({ ...noon, windKilometresPerHour: 50, rainMillimetres: 0.6 }),
  ]).toEqual(['ordinary', 'dry', 'gale', 'rain']);
});
