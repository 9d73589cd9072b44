import { describe, expect, it } from 'vitest';
import { farOutline } from './far-outline.ts';

const square = (west: number, south: number, size: number) => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
const area = (...coordinates: number[][][][]) => ({ type: 'MultiPolygon' as const, coordinates });

describe('an outline for distant views', () => {
  it('the points of an outline are on the grid, each once', () => {
    const ring = [
      [103.0012, 31.0031],
      [103.0014, 31.0033],
      [103.5051, 31.0049],
      [103.5049, 31.4951],
      [103.0012, 31.0031],
    ];
    expect(farOutline(area([ring])).coordinates).toEqual([
      [
        [
          [103, 31],
          [103.51, 31],
          [103.5, 31.5],
          [103, 31],
        ],
      ],
    ]);
  });

  it('neighbouring outlines still share their border', () => {
    const border = [
      [103.123, 31.001],
      [103.128, 31.016],
      [103.117, 31.034],
    ];
    const west = [...border, [102.9, 31.03], border[0] as number[]];
    const east = [...border.toReversed(), [103.4, 31.02], border[2] as number[]];
    const [[left = []] = []] = farOutline(area([west])).coordinates;
    const [[right = []] = []] = farOutline(area([east])).coordinates;
    expect(left.slice(0, 3)).toEqual(right.slice(0, 3).toReversed());
  });

  it('an outline omits negligible islets and holes, but never a whole area', () => {
    const islet = square(104, 32, 0.001);
    expect(farOutline(area([square(103, 31, 1), square(103.5, 31.5, 0.002)], [islet])).coordinates).toEqual([[square(103, 31, 1)]]);
    expect(farOutline(area([islet])).coordinates).toEqual([[islet]]);
  });
});
