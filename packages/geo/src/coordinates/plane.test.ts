import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bearingDegrees, destination, distanceMetres } from './geodesic.ts';
import { planeOffset, planePlace } from './plane.ts';

const place = fc.record({ lng: fc.double({ min: -180, max: 180, noNaN: true }), lat: fc.double({ min: -60, max: 60, noNaN: true }) });
const way = fc.record({ degrees: fc.double({ min: 0, max: 360, noNaN: true }), metres: fc.double({ min: 1, max: 30_000, noNaN: true }) });

describe('the plane around a place', () => {
  it('the plane has the distances of the ellipsoid to a metre at 30 km', () => {
    fc.assert(
      fc.property(place, way, (from, { degrees, metres }) => {
        const to = destination(from, degrees, metres);
        const { east, north } = planeOffset(from, to);
        expect(Math.abs(Math.hypot(east, north) - distanceMetres(from, to))).toBeLessThan(1);
      }),
    );
  });

  it('the plane has the directions of the ellipsoid to the convergence of the meridians', () => {
    const from = { lng: 103.6, lat: 31.5 };
    const to = destination(from, 60, 3_000);
    const { east, north } = planeOffset(from, to);
    expect((Math.atan2(east, north) * 180) / Math.PI).toBeCloseTo(bearingDegrees(from, to), 1);
  });

  it('the inverse returns the original place', () => {
    fc.assert(
      fc.property(place, way, (from, { degrees, metres }) => {
        const to = destination(from, degrees, metres);
        const back = planeOffset(to, from);
        const there = planeOffset(from, to);
        expect(there.east + back.east).toBeCloseTo(0, 6);
        expect(there.north + back.north).toBeCloseTo(0, 6);
        expect(distanceMetres(planePlace(from, there), to)).toBeLessThan(0.01);
      }),
    );
  });
});
