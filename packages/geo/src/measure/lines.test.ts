import { describe, expect, it } from 'vitest';
import { distanceMetres } from '../coordinates/geodesic.ts';
import { areaSquareMetres, legMetres, lengthMetres, samplesAlong } from './lines.ts';

describe('a line', () => {
  it('of one degree along the equator is 111,319.49 m (WGS 84: π a / 180)', () => {
    const legs = legMetres([
      { lng: 100, lat: 0 },
      { lng: 101, lat: 0 },
      { lng: 101, lat: 0 },
    ]);
    expect(legs[0]).toBeCloseTo(111_319.491, 3);
    expect(legs[1]).toBe(0);
  });

  it('of one point, or none, is no way at all', () => {
    expect([lengthMetres([]), lengthMetres([{ lng: 1, lat: 1 }])]).toEqual([0, 0]);
    expect(samplesAlong([], 10, 10)).toEqual([]);
  });

  it('is sampled evenly, with its own points among the samples and never too many', () => {
    const points = [
      { lng: 103, lat: 31 },
      { lng: 103.1, lat: 31 },
      { lng: 103.1, lat: 31.02 },
    ];
    const dense = samplesAlong(points, 100, 10_000);
    for (const point of points) expect(dense.some(({ lng, lat }) => Math.hypot(lng - point.lng, lat - point.lat) < 1e-12)).toBe(true);
    const gaps = legMetres(dense);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(100.001);
    expect(lengthMetres(dense)).toBeCloseTo(lengthMetres(points), 5);
    expect(samplesAlong(points, 1, 500).length).toBeLessThanOrEqual(500);
  });
});

describe('an area', () => {
  const square = [
    { lng: 0, lat: 0 },
    { lng: 1, lat: 0 },
    { lng: 1, lat: 1 },
    { lng: 0, lat: 1 },
  ];
  it('of one degree at the equator agrees with GeographicLib’s Planimeter (12,308,778,361.47 m²), either way round', () => {
    expect(areaSquareMetres(square)).toBeCloseTo(12_308_778_361.469, 0);
    expect(areaSquareMetres(square.toReversed())).toBeCloseTo(areaSquareMetres(square), 3);
  });

  it('of a small field is that of the plane', () => {
    const [a, b, c] = [
      { lng: 103, lat: 31 },
      { lng: 103.001, lat: 31 },
      { lng: 103.001, lat: 31.001 },
    ];
    const half = (distanceMetres(a, b) * distanceMetres(b, c)) / 2;
    expect(areaSquareMetres([a, b, c]) / half).toBeCloseTo(1, 4);
  });
});
