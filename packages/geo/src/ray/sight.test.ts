import { describe, expect, it } from 'vitest';
import { curvatureDropMetres, pixelAzimuthDegrees, rangeErrorMetres } from './sight.ts';

describe('the geometry of sight (calculated values)', () => {
  it('the earth drops by d²(1−k)/(2R)', () => {
    expect([5, 10, 20, 30].map((km) => Number(curvatureDropMetres(km * 1000).toFixed(2)))).toEqual([1.71, 6.83, 27.31, 61.45]);
  });

  it('the range error of 0.1° of tilt on flat terrain', () => {
    expect([rangeErrorMetres(30, 5000, 0.1), rangeErrorMetres(300, 5000, 0.1), rangeErrorMetres(300, 10_000, 0.1)].map(Math.round)).toEqual(
      [1454, 146, 582],
    );
  });

  it('the bearing of a pixel follows the tangent, not linearly', () => {
    expect(pixelAzimuthDegrees(0, 0.75, 60)).toBeCloseTo(16.102, 3);
    expect(pixelAzimuthDegrees(10, 0, 60)).toBeCloseTo(340, 9);
    expect(pixelAzimuthDegrees(123, 0.5, 60)).toBe(123);
  });
});
