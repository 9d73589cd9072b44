import { describe, expect, it } from 'vitest';
import { destination, distanceMetres } from '../coordinates/geodesic.ts';
import { lengthMetres, samplesAlong } from './lines.ts';
import { groundAreaFactor, groundLattice, groundLengthMetres } from './over-ground.ts';

const HERE = { lng: 103.5, lat: 31.4 };
const EAST = destination(HERE, 90, 1_000);
const FIELD = [HERE, EAST, destination(EAST, 0, 1_000), destination(HERE, 0, 1_000)];

describe('a way over the ground', () => {
  it('on a slope of 3 in 4 is 5/4 as long, on the flat as long as it is', () => {
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

  it('over ground that is not known has no length', () => {
    expect(groundLengthMetres([HERE, EAST], [1, null])).toBeNull();
    expect(groundLengthMetres([HERE, EAST], [1])).toBeNull();
    expect(groundLengthMetres([HERE], [null])).toBe(0);
  });
});

describe('an area over the ground', () => {
  it('on a slope of 45° is √2 of the flat one, whichever way it faces', () => {
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

  it('counts only the cells inside the ring', () => {
    const triangle = FIELD.slice(0, 3);
    const { inside, columns, rows } = groundLattice(triangle, 4_000);
    expect(inside.length / (columns * rows)).toBeCloseTo(0.5, 1);
  });

  it('where a height is not known, or nothing is inside, is not known', () => {
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
