import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoRelief } from '../elevation/relief.ts';
import { createSurface } from '../elevation/surface.ts';
import { bruteHit } from './brute-march.ts';
import { firstHit } from './march.ts';
import { type GroundPath, groundPath } from './walk.ts';

const surface = createSurface(demoRelief(1));

/** The cell of a distance along a path. */
function cellAt(path: GroundPath, metres: number): [number, number] {
  const piece = Math.min(Math.floor(metres / path.stepMetres), path.u.length - 2);
  const t = metres / path.stepMetres - piece;
  const between = (knots: Float64Array): number => (knots[piece] ?? 0) + t * ((knots[piece + 1] ?? 0) - (knots[piece] ?? 0));
  return [Math.floor(between(path.u)), Math.floor(between(path.v))];
}

const rays = fc.record({
  lng: fc.double({ min: 103.4, max: 103.5, noNaN: true }),
  lat: fc.double({ min: 31.4, max: 31.5, noNaN: true }),
  azimuth: fc.oneof(fc.double({ min: 0, max: 360, noNaN: true }), fc.constantFrom(0, 45, 90, 135, 180, 225, 270, 315)),
  slope: fc.double({ min: -0.3, max: 0.06, noNaN: true }),
  towerMetres: fc.oneof(fc.double({ min: 2, max: 60, noNaN: true }), fc.double({ min: 500, max: 2500, noNaN: true })),
});

describe('the march over the terrain', () => {
  it('the march ends in the same cell as the brute-force march', () => {
    let hits = 0;
    fc.assert(
      fc.property(rays, ({ lng, lat, azimuth, slope, towerMetres }) => {
        const path = groundPath({ lng, lat }, azimuth, 30_000, surface.cellDegrees);
        const ray = { eyeMetres: (surface.heightAt(lng, lat) ?? 0) + towerMetres, slope };
        const quick = firstHit(surface, path, ray);
        const brute = bruteHit(surface, path, ray);
        if (brute === null || quick === null) {
          expect(quick).toBe(brute);
          return;
        }
        hits++;
        expect(quick).toBeCloseTo(brute, 3);
        // The edge between two cells belongs to both.
        if (Math.abs(quick - brute) > 1e-6) expect(cellAt(path, quick + 1e-6)).toEqual(cellAt(path, brute + 1e-6));
        else expect([cellAt(path, quick - 1e-4), cellAt(path, quick), cellAt(path, quick + 1e-4)]).toContainEqual(cellAt(path, brute));
      }),
      { numRuns: 400, seed: 20_261_121 },
    );
    expect(hits).toBeGreaterThan(100);
  });

  it('the march finds the same hit from any start before it', () => {
    fc.assert(
      fc.property(rays, fc.double({ min: 0, max: 0.999, noNaN: true }), ({ lng, lat, azimuth, slope, towerMetres }, share) => {
        const path = groundPath({ lng, lat }, azimuth, 30_000, surface.cellDegrees);
        const ray = { eyeMetres: (surface.heightAt(lng, lat) ?? 0) + towerMetres, slope };
        const hit = firstHit(surface, path, ray);
        fc.pre(hit !== null);
        expect(firstHit(surface, path, ray, hit * share)).toBeCloseTo(hit, 6);
      }),
      { numRuns: 100, maxSkipsPerRun: 100 },
    );
  });
});
