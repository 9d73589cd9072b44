import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bearingDegrees, destination, distanceMetres } from '../coordinates/geodesic.ts';
import type { TerrainSource } from '../elevation/lattice.ts';
import { demoRelief } from '../elevation/relief.ts';
import { createSurface, type Surface } from '../elevation/surface.ts';
import { locate } from '../ray/locate.ts';
import { curvatureDropMetres } from '../ray/sight.ts';
import { camerasThatSee, canSee } from './visibility.ts';

const ground = createSurface(demoRelief(1));
const flat = createSurface({ maxLevel: 12, highestMetres: 0, post: () => 0 });
const tower = { lng: 103.59, lat: 31.48, towerHeightMetres: 30 };

/** Random numbers 0 … 1, the same in every run. */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** One wall of posts 1,000 m high, 100 cells east of the tower, on a plain. */
function walled(): { readonly surface: Surface; readonly camera: typeof tower; readonly wallMetres: number } {
  const column = 413_000;
  const wall: TerrainSource = { maxLevel: 12, post: (i) => (i === column ? 1000 : 0) };
  const surface = createSurface(wall);
  const at = (i: number) => i * surface.cellDegrees - 180;
  const camera = { lng: at(column - 100), lat: 0, towerHeightMetres: 500 };
  return { surface, camera, wallMetres: distanceMetres(camera, { lng: at(column), lat: 0 }) };
}

describe('whether a camera sees a position', () => {
  it('the range on a plain is the horizon, sqrt(2Rh/(1−k)) for the terrain itself', () => {
    const horizon = Math.sqrt((2 * 6_371_000 * 30) / 0.87);
    const see = (metres: number) => canSee(tower, destination(tower, 60, metres), flat);
    expect(see(horizon - 200)?.visible).toBe(true);
    expect(see(horizon + 2000)?.visible).toBe(false);
    expect(see(10_000)).toMatchObject({ distanceMetres: expect.closeTo(10_000, 3), azimuthDegrees: expect.closeTo(60, 6) });
    expect(see(10_000)?.tiltDegrees).toBeCloseTo((-Math.atan((30 + curvatureDropMetres(10_000)) / 10_000) * 180) / Math.PI, 6);
  });

  it('the result gives the height that smoke behind a wall must reach to be visible', () => {
    const { surface, camera, wallMetres } = walled();
    const position = destination(camera, 90, 2 * wallMetres);
    const hidden = canSee(camera, position, surface);
    // The line over the wall's top rises behind it by the same amount as before it: 500 m minus the curvature of the earth.
    const line =
      500 + 2 * wallMetres * ((1000 - 500) / wallMetres - wallMetres * (0.87 / (2 * 6_371_000))) + curvatureDropMetres(2 * wallMetres);
    expect(hidden?.visible).toBe(false);
    expect(hidden?.clearanceMetres).toBeCloseTo(-line, 3);
    const seen = (above: number) => canSee(camera, { ...position, aboveGroundMetres: above }, surface);
    expect(seen(line - 1)?.visible).toBe(false);
    expect(seen(line + 1)).toMatchObject({ visible: true, clearanceMetres: expect.closeTo(1, 3) });
  });

  it('the result is null over unknown terrain', () => {
    const hole = createSurface({ maxLevel: 12, post: (i) => (i > 413_000 && i < 413_010 ? null : 0) });
    const camera = { lng: 412_950 * hole.cellDegrees - 180, lat: 31, towerHeightMetres: 100 };
    expect(canSee(camera, destination(camera, 90, 10_000), hole)).toBeNull();
    expect(canSee(camera, destination(camera, 90, 1000), hole)?.visible).toBe(true);
    expect(camerasThatSee(destination(camera, 90, 10_000), [camera], hole)).toEqual([]);
  });

  it('the foot of the tower is visible', () => {
    expect(canSee(tower, tower, ground)).toMatchObject({ visible: true, tiltDegrees: expect.closeTo(-90, 1) });
  });

  it('the result agrees with sampling the line every few metres', () => {
    let [visible, hidden] = [0, 0];
    const bearing = fc.double({ min: 0, max: 360, noNaN: true });
    const metres = fc.double({ min: 300, max: 30_000, noNaN: true });
    fc.assert(
      fc.property(bearing, metres, fc.constantFrom(10, 30, 800, 1500), (azimuth, far, towerHeightMetres) => {
        const camera = { ...tower, towerHeightMetres };
        const position = destination(camera, azimuth, far);
        const sight = canSee(camera, position, ground);
        const eye = (ground.heightAt(camera.lng, camera.lat) ?? 0) + towerHeightMetres;
        const rise = (at: number, to = destination(camera, azimuth, at)) =>
          ((ground.heightAt(to.lng, to.lat) ?? 0) - eye - curvatureDropMetres(at)) / at;
        let steepest = Number.NEGATIVE_INFINITY;
        const end = far - ground.cellDegrees * 111_694;
        for (let at = 5; at < end + 5; at += 5) steepest = Math.max(steepest, rise(Math.min(at, end)));
        const clearance = (rise(far) - steepest) * far;
        // Between two samples the terrain may be slightly higher, never lower.
        expect(sight?.clearanceMetres).toBeLessThan(clearance + 0.1);
        expect(sight?.clearanceMetres).toBeGreaterThan(clearance - Math.max(3, far * 0.02));
        if (Math.abs(clearance) > 40) expect(sight?.visible).toBe(clearance > 0);
        if (sight?.visible) visible++;
        else hidden++;
      }),
      { numRuns: 60, seed: 5 },
    );
    expect(Math.min(visible, hidden)).toBeGreaterThan(8);
  });
});

describe('which cameras see a position', () => {
  const draw = draws(7);
  const position = { lng: 103.59, lat: 31.48 };
  const cameras = Array.from({ length: 200 }, (_, id) => ({
    ...destination(position, draw() * 360, 40_000 * Math.sqrt(draw())),
    id,
    towerHeightMetres: 10 + 50 * draw(),
  }));

  it('the cameras are those of canSee, nearest first, none beyond the distance', () => {
    const seeing = camerasThatSee(position, cameras, ground);
    const expected = cameras
      .map((camera) => ({ id: camera.id, sightline: canSee(camera, position, ground) }))
      .filter(({ sightline }) => sightline?.visible && sightline.distanceMetres <= 30_000)
      .sort((a, b) => (a.sightline?.distanceMetres ?? 0) - (b.sightline?.distanceMetres ?? 0));
    expect(seeing.map(({ camera, sightline }) => ({ id: camera.id, sightline }))).toEqual(expected);
    expect(seeing.length).toBeGreaterThan(4);
    expect(camerasThatSee(position, cameras, ground, { maxDistanceMetres: 10_000 }).map(({ camera }) => camera.id)).toEqual(
      expected.filter(({ sightline }) => (sightline?.distanceMetres ?? 0) <= 10_000).map(({ id }) => id),
    );
  });

  it('the cameras are found among 200 within 50 ms of CPU once the terrain is in memory', () => {
    const near = cameras.map((camera, index) => ({ ...camera, ...destination(position, index * 1.8, 29_900 * Math.sqrt(draw())) }));
    for (let warm = 0; warm < 3; warm++) camerasThatSee(position, near, ground);
    const least = Math.min(
      ...Array.from({ length: 5 }, () => {
        const before = process.cpuUsage();
        camerasThatSee(position, near, ground);
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1000;
      }),
    );
    expect(least).toBeLessThan(50);
  });
});

describe('a fire that a tower sees', () => {
  /** Fires on the relief, each visible from a tower of one of these heights. */
  const fires = (() => {
    const draw = draws(2_026);
    const found: { camera: typeof tower; position: { lng: number; lat: number }; distanceMetres: number; azimuth: number; tilt: number }[] =
      [];
    while (found.length < 500) {
      const camera = { lng: 103.5 + 0.2 * draw(), lat: 31.4 + 0.2 * draw(), towerHeightMetres: 15 + 45 * draw() };
      const position = destination(camera, 360 * draw(), 300 + 29_700 * draw());
      const sight = canSee(camera, position, ground);
      if (!sight?.visible) continue;
      const { distanceMetres: metres, azimuthDegrees: azimuth, tiltDegrees: tilt } = sight;
      found.push({ camera, position, distanceMetres: metres, azimuth, tilt });
    }
    return found;
  })();
  const cell = ground.cellDegrees * 111_694;

  it('the fire is located within one cell along the ray when the angles are exact (500 of 500)', () => {
    for (const { camera, distanceMetres: metres, azimuth, tilt } of fires) {
      const found = locate({ ...camera, azimuthDegrees: azimuth, tiltDegrees: tilt }, ground);
      expect(Math.abs((found?.distanceMetres ?? Number.NaN) - metres)).toBeLessThanOrEqual(cell);
    }
  });

  describe('the fire is inside the band in at least 95 %', () => {
    /**
     * Whether a fire is between near and far along the ray, and within the half width to its sides. A ray into the sky has no band and
     * counts as a miss.
     */
    const rateInside = (seed: number, noise: (draw: () => number) => number): number => {
      const draw = draws(seed);
      const inside = fires.filter(({ camera, position, distanceMetres: metres, azimuth, tilt }) => {
        const seen = { ...camera, azimuthDegrees: azimuth + noise(draw), tiltDegrees: tilt + noise(draw) };
        const found = locate(seen, ground);
        if (found === null) return false;
        const off = bearingDegrees(camera, position) - seen.azimuthDegrees;
        const isOnRay = Math.abs(Math.tan((off * Math.PI) / 180)) <= found.band.halfWidthMetres / found.distanceMetres;
        return isOnRay && metres >= found.band.nearMetres && metres <= found.band.farMetres;
      });
      return inside.length / fires.length;
    };
    const gaussian = (draw: () => number): number => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());

    it.each([11, 12, 13])('when azimuth and tilt each have uniform errors up to 0.1° (noise %i)', (seed) => {
      expect(rateInside(seed, (draw) => 0.2 * draw() - 0.1)).toBeGreaterThanOrEqual(0.95);
    });

    it.each([21, 22, 23])('when azimuth and tilt each have normal noise of 0.1° (noise %i)', (seed) => {
      expect(rateInside(seed, (draw) => 0.1 * gaussian(draw))).toBeGreaterThanOrEqual(0.95);
    });
  });

  it('the band is narrow: for half of the fires below a twelfth of their distance', () => {
    const shares = fires.map(({ camera, distanceMetres: metres, azimuth, tilt }) => {
      const found = locate({ ...camera, azimuthDegrees: azimuth, tiltDegrees: tilt }, ground);
      return ((found?.band.farMetres ?? Number.NaN) - (found?.band.nearMetres ?? Number.NaN)) / metres;
    });
    expect(shares.toSorted((a, b) => a - b)[fires.length / 2]).toBeLessThan(1 / 12);
  });
});
