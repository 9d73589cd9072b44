import { describe, expect, it } from 'vitest';
import { boundaryLines, createFarLines, nearLines } from './lines.ts';

const ring = [
  [100, 30],
  [104, 30],
  [104, 34],
  [100, 30],
];
const feature = (gridNo: unknown, type: string, coordinates: unknown) => ({ properties: { gridNo }, geometry: { type, coordinates } });

describe('boundary lines', () => {
  it('the level comes from the grid code; the country and features without a code are not drawn', () => {
    const features = ['510000', '513200', '513221', '513221001', '513221001201', '100000', 'x', undefined].map((no) =>
      feature(no, 'Polygon', [ring]),
    );
    expect(boundaryLines({ features }).map(({ gridNo, level }) => [gridNo, level])).toEqual([
      ['510000', 'province'],
      ['513200', 'prefecture'],
      ['513221', 'county'],
      ['513221001', 'village'],
      ['513221001201', 'village'],
    ]);
  });

  it('every ring of every part is a line; points and empty rings are not', () => {
    const features = [
      feature('513200', 'MultiPolygon', [[ring, ring], [ring]]),
      feature('513200', 'LineString', ring),
      feature('513200', 'MultiLineString', [ring, [], [[100, 30]]]),
      feature('513200', 'Point', [100, 30]),
      { properties: { gridNo: '513200' }, geometry: null },
    ];
    expect(boundaryLines({ features }).map(({ degrees }) => degrees.length)).toEqual([8, 8, 8, 8, 8]);
  });

  it('in the near view the pieces that touch the box are drawn, each extended to a point beyond it', () => {
    const line = {
      gridNo: '513200' as never,
      level: 'prefecture' as const,
      degrees: [0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 4, 9, 2, 0.5],
      box: { west: 0, south: 0, east: 5, north: 9 },
    };
    const elsewhere = { ...line, box: { west: 50, south: 0, east: 55, north: 9 } };
    const box = { west: 1.5, south: -1, east: 2.5, north: 1 };
    expect(nearLines([line, elsewhere], box).map(({ degrees }) => degrees)).toEqual([
      [1, 0, 2, 0, 3, 0],
      [4, 9, 2, 0.5],
    ]);
  });

  it('in the far view a segment is drawn once, by its coarsest boundary, in either direction', () => {
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
    const lines = boundaryLines({ features });
    expect(createFarLines()(lines).map(({ level, degrees }) => [level, degrees])).toEqual([
      ['province', [101, 30, 102, 30]],
      ['prefecture', [102, 30, 102, 31, 101, 31, 101, 30]],
      ['prefecture', [102, 31, 103, 31, 103, 30, 102, 30]],
    ]);
  });

  it('segments that later areas share with earlier ones are not drawn again', () => {
    const draw = createFarLines();
    const side = (from: number[], to: number[]) => boundaryLines({ features: [feature('513221', 'LineString', [from, to])] });
    expect(draw(side([101, 30], [102, 30]))).toHaveLength(1);
    expect(draw(side([102, 30], [101, 30]))).toEqual([]);
    expect(draw(side([102, 30], [103, 30]))).toHaveLength(1);
  });

  it('in the near view a border shared by a county and its prefecture is drawn once, to a metre', () => {
    const border = [
      [101.12345, 30.1],
      [101.12349, 30.2],
    ];
    const features = [feature('513221', 'LineString', [...border, [101.5, 30.3]]), feature('513200', 'LineString', border.toReversed())];
    const box = { west: 101, south: 30, east: 102, north: 31 };
    expect(
      nearLines(boundaryLines({ features }), box).map(({ level, degrees }) => [level, degrees.map((value) => Number(value.toFixed(5)))]),
    ).toEqual([
      ['prefecture', [101.12349, 30.2, 101.12345, 30.1]],
      ['county', [101.12349, 30.2, 101.5, 30.3]],
    ]);
  });

  it('in the far view points closer than the grid are merged', () => {
    const features = [
      feature('513200', 'LineString', [
        [101, 30],
        [101.001, 30.002],
        [101.004, 30],
        [101.02, 30],
      ]),
    ];
    expect(createFarLines()(boundaryLines({ features })).map(({ degrees }) => degrees.map((value) => value.toFixed(2)))).toEqual([
      ['101.00', '30.00', '101.02', '30.00'],
    ]);
  });
});
