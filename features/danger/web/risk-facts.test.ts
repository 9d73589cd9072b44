import { describe, expect, it } from 'vitest';
import type { FireLevel } from '../fire-level.ts';
import type { GridFireLevel } from '../fire-weather.ts';
import { byDanger, chartPoints, tallyLevels, topOf } from './risk-facts.ts';

const row = (fwi: number, level: FireLevel, gridNo = '513221') => ({ fwi, level, gridNo }) as GridFireLevel;
const size = { width: 120, height: 60, margin: { top: 10, right: 10, bottom: 10, left: 10 } };

describe('fire-risk levels of the panel', () => {
  it('days are evenly spaced, and the index axis starts at 0', () => {
    const points = chartPoints([row(0, 1), row(20, 3), row(40, 5)], size).map(({ x, y }) => [x, y]);
    expect(points).toEqual([
      [10, 50],
      [60, 30],
      [110, 10],
    ]);
    expect(chartPoints([row(20, 3)], size)[0]?.x).toBe(60);
    expect(chartPoints([], size)).toEqual([]);
  });

  it('the scale reaches at least 40 and grows with the worst day', () => {
    expect([topOf([]), topOf([row(3, 1)]), topOf([row(61.2, 5)])]).toEqual([40, 40, 70]);
    expect(chartPoints([row(61.2, 5), row(0, 1)], size)[0]?.y).toBeGreaterThanOrEqual(10);
  });

  it('the most dangerous grids come first, and every level is counted', () => {
    const rows = [row(6, 2), row(30, 4, 'a'), row(22, 4, 'b')];
    expect(rows.toSorted(byDanger).map(({ fwi }) => fwi)).toEqual([30, 22, 6]);
    expect(tallyLevels(rows)).toEqual([
      [1, 0],
      [2, 1],
      [3, 0],
      [4, 2],
      [5, 0],
    ]);
  });
});
