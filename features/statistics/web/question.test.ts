import type { GridNo } from '@lookout/domain';
import { expect, it } from 'vitest';
import { statisticsQuestion } from '../statistics.calls.ts';
import { alarmsPath, queryOf, questionOf, readPeriod } from './question.ts';
import { SHADES, shadeBegins, shadeOf } from './shades.ts';

const url = (text: string) => {
  const params = new URLSearchParams(text);
  return { get: (name: string) => params.get(name) };
};

it('the question is read from the URL; invalid values are ignored', () => {
  expect(readPeriod(url(''))).toEqual({ window: 1 });
  expect(readPeriod(url('window=0'))).toEqual({ window: 0 });
  expect(readPeriod(url('window=2&from=x'))).toEqual({ window: 1 });
  expect(readPeriod(url('window=6&from=2026-11-01 00:00:00&to=2026-11-02 00:00:00'))).toEqual({
    beginTime: '2026-11-01 00:00:00',
    endTime: '2026-11-02 00:00:00',
  });
  const question = {
    window: 3,
    gridNo: '513221',
    ...{ kind: 'camera', realFireType: 'forest', dangerLevel: null, weather: 'dry' },
  };
  const asked = questionOf(url('window=3&kind=camera&type=forest&level=unknown&weather=dry'), '513221' as GridNo);
  expect(asked).toEqual(question);
  expect(statisticsQuestion.parse(asked)).toEqual(question);
  // A query string has no null.
  expect(statisticsQuestion.parse(Object.fromEntries(queryOf(asked)))).toEqual(question);
});

it('a number links to its alarms by the same window, grid and filter', () => {
  const path = alarmsPath({
    begin: new Date('2026-11-23T16:00:00Z'),
    end: new Date('2026-11-24T16:00:00Z'),
    gridNo: '513221' as GridNo,
    filter: { kind: 'camera', verdict: 'false', dangerLevel: null, deviceId: 'd=1&2', weather: undefined },
  });
  expect(path.split('?')[0]).toBe('/manage/alarm');
  expect(Object.fromEntries(new URLSearchParams(path.split('?')[1]))).toEqual({
    grid: '513221',
    from: '2026-11-24 00:00:00',
    to: '2026-11-25 00:00:00',
    kind: 'camera',
    state: 'false',
    level: 'unknown',
    device: 'd=1&2',
  });
});

it('shades are equal steps up to the highest number, which has the darkest', () => {
  expect(shadeBegins(10)).toEqual([1, 3, 5, 7, 9]);
  expect(shadeBegins(2)).toEqual([1, 2]);
  expect([shadeOf(1, 10), shadeOf(10, 10), shadeOf(4, 10)]).toEqual([SHADES[0], SHADES[4], SHADES[1]]);
});
