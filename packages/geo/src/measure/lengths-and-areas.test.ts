import { describe, expect, it } from 'vitest';
import { destination, distanceMetres } from '../coordinates/geodesic.ts';
import {
  areaSquareMetres,
  groundAreaFactor,
  groundLattice,
  groundLengthMetres,
  legMetres,
  lengthMetres,
  samplesAlong,
} from './lengths-and-areas.ts';

describe('a line', () => {
  it('a line of one degree along the equator is 111,319.49 m (WGS 84: π a / 180)', () => {
    const legs = legMetres([
      { lng: 100, lat: 0 },
      { lng: 101, lat: 0 },
      { lng: 101, lat: 0 },
    ]);
    expect(legs[0]).toBeCloseTo(111_319.491, 3);
    expect(legs[1]).toBe(0);
  });

  it('a line of one point, or none, has length 0', () => {
    expect([lengthMetres([]), lengthMetres([{ lng: 1, lat: 1 }])]).toEqual([0, 0]);
    expect(samplesAlong([], 10, 10)).toEqual([]);
  });

  it('a line is sampled evenly, including its own points, within the limit of samples', () => {
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
  it('an area of one degree at the equator agrees with GeographicLib’s Planimeter (12,308,778,361.47 m²), in both orientations', () => {
    expect(areaSquareMetres(square)).toBeCloseTo(12_308_778_361.469, 0);
    expect(areaSquareMetres(square.toReversed())).toBeCloseTo(areaSquareMetres(square), 3);
  });

  it('the area of a small field equals the planar area', () => {
    const [a, b, c] = [
      { lng: 103, lat: 31 },
      { lng: 103.001, lat: 31 },
      { lng: 103.001, lat: 31.001 },
    ];
    const half = (distanceMetres(a, b) * distanceMetres(b, c)) / 2;
    expect(areaSquareMetres([a, b, c]) / half).toBeCloseTo(1, 4);
  });
});

const HERE = { lng: 103.5, lat: 31.4 };
const EAST = destination(HERE, 90, 1_000);
const FIELD = [HERE, EAST, destination(EAST, 0, 1_000), destination(HERE, 0, 1_000)];

describe('a length over the terrain', () => {
  it('the length on a slope of 3 in 4 is 5/4 of the flat length, and on flat terrain the same', () => {
    const samples = samplesAlong([HERE, EAST], 50, 1_000);
    const slope = samples.map((at) => distanceMetres(HERE, at) * 0.75);
    expect(groundLengthMetres(samples, slope)).toBeCloseTo(1_250, 3);
    expect(
      groundLengthMetres(
        samples,
        samples.map(() => 2_000),
      ),
    ).toBeCloseTo(lengthMetres(samples), 6);
  });

  it('the length over unknown terrain is null', () => {
    expect(groundLengthMetres([HERE, EAST], [1, null])).toBeNull();
    expect(groundLengthMetres([HERE, EAST], [1])).toBeNull();
    expect(groundLengthMetres([HERE], [null])).toBe(0);
  });
});

describe('an area over the terrain', () => {
  it('the area on a slope of 45° is √2 of the flat one, in any direction', () => {
    const lattice = groundLattice(FIELD, 4_000);
    expect(lattice.corners.length).toBeLessThanOrEqual(4_000);
    expect(lattice.corners.length).toBe((lattice.columns + 1) * (lattice.rows + 1));
    const toEast = lattice.corners.map((at) => distanceMetres({ lng: HERE.lng, lat: at.lat }, at));
    const toNorth = lattice.corners.map((at) => distanceMetres({ lng: at.lng, lat: HERE.lat }, at));
    expect(groundAreaFactor(lattice, toEast)).toBeCloseTo(Math.SQRT2, 3);
    expect(groundAreaFactor(lattice, toNorth)).toBeCloseTo(Math.SQRT2, 3);
    expect(
      groundAreaFactor(
        lattice,
        lattice.corners.map(() => 3_000),
      ),
    ).toBe(1);
  });

  it('the area counts only the cells inside the ring', () => {
    const triangle = FIELD.slice(0, 3);
    const { inside, columns, rows } = groundLattice(triangle, 4_000);
    expect(inside.length / (columns * rows)).toBeCloseTo(0.5, 1);
  });

  it('the area is null where a height is unknown, or no cell is inside', () => {
    const lattice = groundLattice(FIELD, 100);
    expect(
      groundAreaFactor(
        lattice,
        lattice.corners.map((_, index) => (index === 12 ? null : 1)),
      ),
    ).toBeNull();
    expect(
      groundAreaFactor(
        { ...lattice, inside: [] },
        lattice.corners.map(() => 1),
      ),
    ).toBeNull();
  });
});
