import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bearingDegrees, destination, distanceMetres } from '../coordinates/geodesic.ts';
import type { TerrainSource } from '../elevation/lattice.ts';
import { demoRelief } from '../elevation/relief.ts';
import { createSurface, type Surface } from '../elevation/surface.ts';
import { locate, type Sighting } from './locate.ts';
import { curvatureDropMetres, rangeErrorMetres } from './sight.ts';

const ground = createSurface(demoRelief(1));
const flat = (metres: number): Surface => createSurface({ maxLevel: 12, highestMetres: metres, post: () => metres });
/** 1.96·√2 standard deviations of 0.1°. */
const HALF_BAND_DEGREES = 0.196 * Math.SQRT2;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

const aSighting = (overrides: Partial<Sighting> = {}): Sighting => ({
  lng: 103.59,
  lat: 31.48,
  towerHeightMetres: 30,
  azimuthDegrees: 75,
  tiltDegrees: -2,
  ...overrides,
});

const sightings = fc.record({
  lng: fc.double({ min: 103.3, max: 103.6, noNaN: true }),
  lat: fc.double({ min: 31.3, max: 31.6, noNaN: true }),
  towerHeightMetres: fc.double({ min: 1, max: 60, noNaN: true }),
  azimuthDegrees: fc.double({ min: 0, max: 360, noNaN: true }),
  tiltDegrees: fc.double({ min: -20, max: 3, noNaN: true }),
});

/** Height of the line of sight above sea level at a distance. */
function sightAt(sighting: Sighting, metres: number): number {
  const eye = (ground.heightAt(sighting.lng, sighting.lat) ?? Number.NaN) + sighting.towerHeightMetres;
  return eye + metres * Math.tan(radians(sighting.tiltDegrees)) + curvatureDropMetres(metres);
}

describe('the place that a camera sees', () => {
  it('the place is on the terrain, on the line of sight and in the direction of the camera', () => {
    fc.assert(
      fc.property(sightings, (sighting) => {
        const found = locate(sighting, ground);
        fc.pre(found !== null);
        expect(found.heightMetres).toBe(ground.heightAt(found.lng, found.lat));
        expect(Math.abs(found.heightMetres - sightAt(sighting, found.distanceMetres))).toBeLessThan(0.5);
        expect(distanceMetres(sighting, found)).toBeCloseTo(found.distanceMetres, 3);
        if (found.distanceMetres < 1) return;
        const off = Math.abs(bearingDegrees(sighting, found) - sighting.azimuthDegrees) % 360;
        expect(Math.min(off, 360 - off)).toBeLessThan(0.001);
      }),
      { numRuns: 300 },
    );
  });

  it('the place is the first hit: no terrain before it is above the line of sight', () => {
    fc.assert(
      fc.property(sightings, (sighting) => {
        const found = locate(sighting, ground);
        const clear = found?.distanceMetres ?? 30_000;
        for (let metres = 10; metres < clear - 10; metres += 37) {
          const under = destination(sighting, sighting.azimuthDegrees, metres);
          expect(sightAt(sighting, metres)).toBeGreaterThan((ground.heightAt(under.lng, under.lat) ?? Number.NaN) - 0.5);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('the place is within its band', () => {
    fc.assert(
      fc.property(sightings, (sighting) => {
        const found = locate(sighting, ground);
        fc.pre(found !== null);
        expect(found.nearMetres).toBeLessThanOrEqual(found.distanceMetres);
        expect(found.farMetres).toBeGreaterThanOrEqual(found.distanceMetres);
        expect(found.farIsOpen).toBe(found.farMetres === 30_000);
        expect(found.band.halfWidthMetres).toBeCloseTo(found.distanceMetres * Math.tan(radians(HALF_BAND_DEGREES)), 9);
        const lower = (degrees: number) => locate({ ...sighting, tiltDegrees: sighting.tiltDegrees - degrees }, ground)?.distanceMetres;
        expect(lower(0.1)).toBeCloseTo(found.nearMetres, 6);
        expect(lower(HALF_BAND_DEGREES)).toBeCloseTo(found.band.nearMetres, 6);
        if (!found.farIsOpen) expect(lower(-0.1)).toBeCloseTo(found.farMetres, 6);
        expect(lower(-HALF_BAND_DEGREES) ?? 30_000).toBeCloseTo(found.band.farMetres, 6);
      }),
      { numRuns: 100 },
    );
  });

  it('the place is at the foot of the tower when the camera looks straight down', () => {
    const found = locate(aSighting({ tiltDegrees: -90 }), ground);
    expect(found?.distanceMetres).toBeCloseTo(0, 3);
    expect(found?.lng).toBeCloseTo(103.59, 6);
    expect(found?.lat).toBeCloseTo(31.48, 6);
  });

  it('a ray into the sky has no place', () => {
    expect(locate(aSighting({ tiltDegrees: 60 }), ground)).toBeNull();
    expect(locate(aSighting({ tiltDegrees: 90 }), ground)).toBeNull();
    expect(locate(aSighting({ tiltDegrees: 0.5 }), flat(100))).toBeNull();
  });

  it('there is no place beyond the requested distance', () => {
    const far = locate(aSighting({ tiltDegrees: -0.5, towerHeightMetres: 100 }), flat(50));
    expect(far?.distanceMetres).toBeGreaterThan(10_000);
    expect(locate(aSighting({ tiltDegrees: -0.5, towerHeightMetres: 100 }), flat(50), { maxDistanceMetres: 10_000 })).toBeNull();
  });

  it('on flat terrain the place is where the tangent meets the curved earth, with the calculated band', () => {
    // h = d·tan θ − d²(1−k)/(2R), aimed so that the hit is at 5 km.
    const h = 300;
    const tilt = (-Math.atan((h + curvatureDropMetres(5000)) / 5000) * 180) / Math.PI;
    const found = locate(aSighting({ towerHeightMetres: h, tiltDegrees: tilt }), flat(0));
    expect(found?.distanceMetres).toBeCloseTo(5000, 3);
    const half = (band: { readonly nearMetres: number; readonly farMetres: number } | undefined) =>
      ((band?.farMetres ?? 0) - (band?.nearMetres ?? 0)) / 2;
    expect(Math.abs(half(found ?? undefined) / rangeErrorMetres(h, 5000, 0.1) - 1)).toBeLessThan(0.02);
    expect(Math.abs(half(found?.band) / rangeErrorMetres(h, 5000, HALF_BAND_DEGREES) - 1)).toBeLessThan(0.02);
  });

  it('the band has an open far end when the higher ray meets no terrain', () => {
    const found = locate(aSighting({ tiltDegrees: -0.2, towerHeightMetres: 30 }), flat(0));
    expect(found).toMatchObject({ farMetres: 30_000, farIsOpen: true });
  });

  it('the place is at a wall that is in the way', () => {
    // One column of posts 1,000 m high, 100 cells east of the tower: its slope begins one cell before.
    const column = 413_000;
    const wall: TerrainSource = { maxLevel: 12, post: (i) => (i === column ? 1000 : 0) };
    const surface = createSurface(wall);
    const lng = (column - 100) * surface.cellDegrees - 180;
    const found = locate(aSighting({ lng, lat: 31, azimuthDegrees: 90, tiltDegrees: 0, towerHeightMetres: 500 }), surface);
    expect(((found?.lng ?? 0) + 180) / surface.cellDegrees).toBeCloseTo(column - 0.5, 1);
    const along = (found?.distanceMetres ?? 0) / distanceMetres({ lng, lat: 31 }, { lng: column * surface.cellDegrees - 180, lat: 31 });
    expect(along).toBeCloseTo(0.995, 3);
  });

  it('the place is null where the ray reaches unknown terrain', () => {
    const hole: TerrainSource = { maxLevel: 12, post: (i) => (i > 413_000 && i < 413_010 ? null : 0) };
    const surface = createSurface(hole);
    const lng = 412_950 * surface.cellDegrees - 180;
    const locateAt = (tiltDegrees: number) =>
      locate(aSighting({ lng, lat: 31, azimuthDegrees: 90, tiltDegrees, towerHeightMetres: 100 }), surface);
    expect(locateAt(-5)?.distanceMetres).toBeLessThan(1200);
    expect(locateAt(-1)).toBeNull();
    expect(locate(aSighting({ lng: lng + 55 * surface.cellDegrees }), surface)).toBeNull();
  });

  it('the place is null near a pole, and no search crosses more than a few tiles', () => {
    const level = flat(0);
    let tiles = 0;
    const counting: Surface = {
      ...level,
      tile(x, y) {
        tiles++;
        return level.tile(x, y);
      },
    };
    const anywhere = fc.record({
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
      lat: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: 84, max: 90, noNaN: true })),
      towerHeightMetres: fc.double({ min: 0, max: 60, noNaN: true }),
      azimuthDegrees: fc.double({ min: 0, max: 360, noNaN: true }),
      tiltDegrees: fc.double({ min: -5, max: 0.5, noNaN: true }),
    });
    fc.assert(
      fc.property(anywhere, (sighting) => {
        tiles = 0;
        const found = locate(sighting, counting);
        // At 85° the 30 km are 3.1° of longitude: 71 tiles for each of the five rays.
        expect(tiles).toBeLessThan(5 * 80);
        if (Math.abs(sighting.lat) > 85.3) expect(found).toBeNull();
      }),
      { numRuns: 300 },
    );
    expect(locate(aSighting({ lat: 90, towerHeightMetres: 0, azimuthDegrees: 0, tiltDegrees: 0 }), ground)).toBeNull();
  });

  it('the search works across 180°, and returns null for invalid lines of sight', () => {
    const found = locate(aSighting({ lng: 179.99, lat: 0, azimuthDegrees: 90, tiltDegrees: -1, towerHeightMetres: 100 }), flat(0));
    expect(found?.lng).toBeLessThan(-179.9);
    for (const wrong of [
      { tiltDegrees: -91 },
      { tiltDegrees: Number.NaN },
      { azimuthDegrees: Number.POSITIVE_INFINITY },
      { towerHeightMetres: -1 },
      { lat: 95 },
      { lng: Number.NaN },
    ]) {
      expect(locate(aSighting(wrong), ground)).toBeNull();
    }
  });
});
