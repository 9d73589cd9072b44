import { describe, expect, it } from 'vitest';
import { meaningOf, observationsText, perimeterText, placesText, wasFaster } from './forecast-error-text.ts';
import { spreadEn, spreadZh } from './messages.ts';

const perimeter = {
  time: new Date('2026-11-22T14:05:00+08:00'),
  forecastHectares: 112,
  observedHectares: 100,
  areaBias: 1.12,
  jaccard: 0.71,
  sorensen: 0.83,
  arrivalBiasMinutes: -9.2,
  frontReached: 1,
};
const places = { count: 3, within: 2 / 3, withinEarly: 1, meanMetresOff: 184.2 };

describe('the error of a forecast', () => {
  it('by a perimeter: area, minutes of the front, and overlap', () => {
    expect(perimeterText(perimeter, spreadZh)).toBe('面积偏大 12%，火头早到 9 分钟，重合度 0.71');
    expect(perimeterText({ ...perimeter, areaBias: 0.4, arrivalBiasMinutes: 31, frontReached: 0.6 }, spreadZh)).toBe(
      '面积偏小 60%，火头晚到 31 分钟，只到实际火线的 60%，重合度 0.71',
    );
    expect(perimeterText({ ...perimeter, areaBias: 1.01, arrivalBiasMinutes: 0.4 }, spreadZh)).toBe('面积相近，火头时间相近，重合度 0.71');
    expect(perimeterText({ ...perimeter, areaBias: 0, arrivalBiasMinutes: null, frontReached: 0, jaccard: 0 }, spreadEn)).toBe(
      '100% too little area，the front is not reached within its hours，overlap 0.00',
    );
  });

  it('by places: how many it had reached, and its distance from them', () => {
    expect(placesText(places, spreadZh)).toBe('3 处观测中 2 处已推算烧到，按偏早的估计则 3 处，平均相差 184 米');
    expect(placesText({ ...places, within: 1, meanMetresOff: 0 }, spreadZh)).toBe('3 处观测中 3 处已推算烧到，平均相差 0 米');
    expect(placesText({ count: 1, within: 0, withinEarly: 0, meanMetresOff: null }, spreadZh)).toBe(
      '1 处观测中 0 处已推算烧到，当时多数成员还没有烧到同一处',
    );
  });

  it('and what the error means, above all if the fire was faster', () => {
    expect([0.71, 0.5, 0.2].map((jaccard) => meaningOf({ perimeter: { ...perimeter, jaccard }, places: null }))).toEqual([
      'near',
      'partly',
      'far',
    ]);
    expect(meaningOf({ perimeter: null, places })).toBe('partly');
    expect(wasFaster({ perimeter, places: null })).toBe(false);
    expect(wasFaster({ perimeter: { ...perimeter, areaBias: 0.8 }, places: null })).toBe(true);
    expect(wasFaster({ perimeter: { ...perimeter, arrivalBiasMinutes: 12 }, places: null })).toBe(true);
    expect(wasFaster({ perimeter: null, places: { ...places, within: 0 } })).toBe(true);
  });
});

it('observations are counted by kind', () => {
  expect(observationsText([{ kind: 'perimeter' }, { kind: 'satellite' }, { kind: 'satellite' }], spreadZh)).toBe('2 个热点、1 个过火范围');
  expect(observationsText([], spreadZh)).toBe('');
});
