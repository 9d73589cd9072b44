import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import { type GridBox, gridsInView, MOST_PICTURES, prefectureBoxes } from './grids-in-view.ts';

/** Prefectures one degree wide, from west to east, starting at 100°. */
const row: readonly GridBox[] = Array.from({ length: 8 }, (_, at) => ({
  gridNo: `51${10 + at}00` as GridNo,
  box: { west: 100 + at, south: 30, east: 101 + at, north: 31 },
}));
const view = (west: number, east: number) => ({ west, south: 30.2, east, north: 30.8 });

describe('the pictures for a view', () => {
  it('are those of the grids in view, nearest to its centre first', () => {
    expect(gridsInView(row, view(101.2, 102.9), [])).toEqual({ wanted: ['511200', '511100'], isCut: false });
    expect(gridsInView(row, view(120, 121), [])).toEqual({ wanted: [], isCut: false });
  });

  it('are dropped only when the view has left them by half its size', () => {
    const { wanted } = gridsInView(row, view(101.2, 101.8), []);
    expect(wanted).toEqual(['511100']);
    // The view is in the next grid, but less than half a view away from the first.
    const moved = gridsInView(row, view(102.2, 102.8), wanted);
    expect([...moved.wanted].sort()).toEqual(['511100', '511200']);
    expect(gridsInView(row, view(102.5, 103.1), moved.wanted).wanted).not.toContain('511100');
  });

  it('are the same list object while the grids are the same, so that nothing is redrawn', () => {
    const { wanted } = gridsInView(row, view(101.2, 101.8), []);
    expect(gridsInView(row, view(101.3, 101.9), wanted).wanted).toBe(wanted);
  });

  it('are limited in number, and a truncated list is reported', () => {
    const { wanted, isCut } = gridsInView(row, view(99, 109), []);
    expect([wanted.length, isCut]).toEqual([MOST_PICTURES, true]);
    expect([...wanted].sort()).toEqual(['511200', '511300', '511400', '511500']);
  });
});

it('only prefectures have boxes; unreadable outlines are left out', () => {
  const ring = [
    [103, 31],
    [104, 31.5],
    [103.5, 32],
    [103, 31],
  ];
  const feature = (gridNo: unknown, type: string, coordinates: unknown) => ({ properties: { gridNo }, geometry: { type, coordinates } });
  const features = [
    feature('513200', 'MultiPolygon', [[ring]]),
    feature('510000', 'Polygon', [ring]),
    feature('513300', 'Polygon', []),
    feature('nowhere', 'Polygon', [ring]),
    { properties: { gridNo: '510100' }, geometry: null },
  ];
  expect(prefectureBoxes({ features })).toEqual([{ gridNo: '513200', box: { west: 103, south: 31, east: 104, north: 32 } }]);
});
