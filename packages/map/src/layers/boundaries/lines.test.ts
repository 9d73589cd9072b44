import { describe, expect, it } from 'vitest';
import { boundaryLines, clipLines, farLines } from './lines.ts';

const ring = [
  [100, 30],
  [104, 30],
  [104, 34],
  [100, 30],
];
const feature = (gridNo: unknown, type: string, coordinates: unknown) => ({ properties: { gridNo }, geometry: { type, coordinates } });

describe('boundary lines', () => {
  it('the level comes from the grid code; the country itself and what has no code are not drawn', () => {
    const features = ['510000', '513200', '513221', '513221001', '100000', 'x', undefined].map((no) => feature(no, 'Polygon', [ring]));
    expect(boundaryLines({ features }).map(({ gridNo, level }) => [gridNo, level])).toEqual([
      ['510000', 'province'],
      ['513200', 'prefecture'],
      ['513221', 'county'],
      ['513221001', 'village'],
    ]);
  });

  it('every ring of every part is a line; points and empty rings are none', () => {
    const features = [
      feature('513200', 'MultiPolygon', [[ring, ring], [ring]]),
      feature('513200', 'LineString', ring),
      feature('513200', 'MultiLineString', [ring, [], [[100, 30]]]),
      feature('513200', 'Point', [100, 30]),
      { properties: { gridNo: '513200' }, geometry: null },
    ];
    expect(boundaryLines({ features }).map(({ degrees }) => degrees.length)).toEqual([8, 8, 8, 8, 8]);
  });

  it('clipping keeps the pieces that touch the box, each with its end beyond it', () => {
    const line = {
      gridNo: '513200' as never,
      level: 'prefecture' as const,
      degrees: [0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 4, 9, 2, 0.5],
      box: { west: 0, south: 0, east: 5, north: 9 },
    };
    const elsewhere = { ...line, box: { west: 50, south: 0, east: 55, north: 9 } };
    const box = { west: 1.5, south: -1, east: 2.5, north: 1 };
    expect(clipLines([line, elsewhere], box).map(({ degrees }) => degrees)).toEqual([
      [1, 0, 2, 0, 3, 0],
      [4, 9, 2, 0.5],
    ]);
  });

  it('far out a stretch is drawn once, by the coarsest boundary it belongs to, whatever its direction', () => {
    const square = (west: number): number[][] => [
      [west, 30],
      [west + 1, 30],
      [west + 1, 31],
      [west, 31],
      [west, 30],
    ];
    const features = [
      feature('513200', 'Polygon', [square(101)]),
      feature('510100', 'Polygon', [square(102).reverse()]),
      feature('510000', 'LineString', square(101).slice(0, 2)),
    ];
    expect(farLines(boundaryLines({ features })).map(({ level, degrees }) => [level, degrees])).toEqual([
      ['province', [101, 30, 102, 30]],
      ['prefecture', [102, 30, 102, 31, 101, 31, 101, 30]],
      ['prefecture', [102, 31, 103, 31, 103, 30, 102, 30]],
    ]);
  });

  it('far out points nearer than the grid fall together', () => {
    const features = [
      feature('513200', 'LineString', [
        [101, 30],
        [101.001, 30.002],
        [101.004, 30],
        [101.02, 30],
      ]),
    ];
    expect(farLines(boundaryLines({ features })).map(({ degrees }) => degrees.map((value) => value.toFixed(2)))).toEqual([
      ['101.00', '30.00', '101.02', '30.00'],
    ]);
  });
});
