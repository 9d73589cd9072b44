import { describe, expect, it } from 'vitest';
import { labelPointOf } from './vector-tile.ts';

type Ring = readonly (readonly [number, number])[];
const square = (west: number, south: number, degrees: number): Ring => [
  [west, south],
  [west + degrees, south],
  [west + degrees, south + degrees],
  [west, south + degrees],
  [west, south],
];
const areaOf = (...rings: Ring[]) => labelPointOf('Polygon', rings);

describe('the position of a name', () => {
  it('is the centre of a square', () => {
    const at = areaOf(square(103, 31, 2));
    expect(at?.spanDegrees).toBe(2);
    expect(at?.lng).toBeCloseTo(104, 2);
    expect(at?.lat).toBeCloseTo(32, 2);
  });

  it('is inside a crescent, where it is widest', () => {
    // A U: the centre of its box lies outside; the left arm is the wider one.
    const at = areaOf([
      [0, 0],
      [10, 0],
      [10, 10],
      [9, 10],
      [9, 1],
      [4, 1],
      [4, 10],
      [0, 10],
      [0, 0],
    ]);
    expect(at?.lng).toBeGreaterThan(1.9);
    expect(at?.lng).toBeLessThan(2.1);
  });

  it('is outside a hole', () => {
    const at = areaOf(square(0, 0, 10), square(1, 1, 6));
    expect(Math.min(at?.lng ?? 0, at?.lat ?? 0) > 1 && Math.max(at?.lng ?? 0, at?.lat ?? 0) > 7).toBe(true);
  });

  it('is in the largest of several parts', () => {
    const at = labelPointOf('MultiPolygon', [[square(0, 0, 1)], [square(10, 10, 4)], [square(20, 0, 1)]]);
    expect([at?.spanDegrees, Math.round(at?.lng ?? 0), Math.round(at?.lat ?? 0)]).toEqual([4, 12, 12]);
  });

  it('is on the edge of a strip as thin as a line, and is found at once', () => {
    // An arc of 90 degrees, from west to north and back, extremely thin.
    const arc = (radius: number) =>
      Array.from({ length: 91 }, (_, i) => [Math.cos((i * Math.PI) / 180) * radius, Math.sin((i * Math.PI) / 180) * radius] as const);
    const at = areaOf([...arc(10), ...arc(10 - 1e-9).toReversed()]);
    expect(Math.hypot(at?.lng ?? 0, at?.lat ?? 0)).toBeCloseTo(10, 3);
    expect(at?.lng).toBeCloseTo(at?.lat ?? 0, 0);
    expect(areaOf(square(103, 31, 0))).toEqual({ lng: 103, lat: 31, spanDegrees: 0 });
    expect(areaOf([])).toBe(null);
  });

  it('is the point itself, and the middle vertex of the longest line', () => {
    expect(labelPointOf('Point', [103, 31])).toEqual({ lng: 103, lat: 31, spanDegrees: 0 });
    const short: Ring = [
      [0, 0],
      [1, 0],
    ];
    const long: Ring = [
      [0, 0],
      [3, 1],
      [9, 0],
    ];
    expect(labelPointOf('MultiLineString', [short, long])).toEqual({ lng: 3, lat: 1, spanDegrees: 9 });
  });
});
