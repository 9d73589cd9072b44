import { describe, expect, it } from 'vitest';
import { distanceMetres } from '../coordinates/geodesic.ts';
import { createSurface } from '../elevation/surface.ts';
import { locate } from '../ray/locate.ts';
import { hills } from '../testing/hills.ts';
import { skyline } from './skyline.ts';

const ground = createSurface(hills());
const tower = { lng: 103.59, lat: 31.48, towerHeightMetres: 30 };

describe('the skyline', () => {
  it('the skyline is where rays begin to miss the terrain: slightly lower ones hit it at that distance, slightly higher ones do not', () => {
    const points = skyline(tower, ground, { fromDegrees: 0, toDegrees: 350, stepDegrees: 10 }) ?? [];
    expect(points).toHaveLength(36);
    for (const { azimuthDegrees, tiltDegrees, distanceMetres: far } of points) {
      const locateAt = (off: number) => locate({ ...tower, azimuthDegrees, tiltDegrees: (tiltDegrees ?? Number.NaN) + off }, ground);
      expect(locateAt(1e-5)).toBeNull();
      const hit = locateAt(-1e-5);
      expect(hit?.distanceMetres).toBeLessThanOrEqual((far ?? 0) + 0.01);
      expect(hit?.distanceMetres).toBeGreaterThan((far ?? 0) - 2 * ground.cellDegrees * 111_694);
    }
  });

  it('the skyline on a plain is the dip of the horizon, sqrt(2h(1−k)/R) down', () => {
    const flat = createSurface({ maxLevel: 12, highestMetres: 0, post: () => 0 });
    const [point] = skyline(tower, flat, { fromDegrees: 90, toDegrees: 90, stepDegrees: 1 }) ?? [];
    expect(point?.tiltDegrees).toBeCloseTo((-Math.sqrt((2 * 30 * 0.87) / 6_371_000) * 180) / Math.PI, 4);
    expect(point?.distanceMetres).toBeCloseTo(Math.sqrt((2 * 30 * 6_371_000) / 0.87), -3);
  });

  it('the skyline is a wall where there is one', () => {
    const column = 413_000;
    const wall = createSurface({ maxLevel: 12, post: (i) => (i === column ? 1000 : 0) });
    const camera = { lng: (column - 100) * wall.cellDegrees - 180, lat: 0, towerHeightMetres: 500 };
    const away = distanceMetres(camera, { lng: column * wall.cellDegrees - 180, lat: 0 });
    const [point] = skyline(camera, wall, { fromDegrees: 90, toDegrees: 90, stepDegrees: 1 }) ?? [];
    expect(point?.distanceMetres).toBeCloseTo(away, 3);
    expect(point?.tiltDegrees).toBeCloseTo((Math.atan(500 / away - (away * 0.87) / (2 * 6_371_000)) * 180) / Math.PI, 6);
  });

  it('the skyline continues across north, is null over unknown terrain, and needs a positive step', () => {
    const range = { fromDegrees: 359.8, toDegrees: 360.2, stepDegrees: 0.1, maxDistanceMetres: 5000 };
    expect(skyline(tower, ground, range)?.map(({ azimuthDegrees }) => Number(azimuthDegrees.toFixed(3)) % 360)).toEqual([
      359.8, 359.9, 0, 0.1, 0.2,
    ]);
    const hole = createSurface({ maxLevel: 12, post: (i) => (i > 413_000 && i < 413_010 ? null : 0) });
    const camera = { lng: 412_950 * hole.cellDegrees - 180, lat: 31, towerHeightMetres: 100 };
    const [east, , west] = skyline(camera, hole, { fromDegrees: 90, toDegrees: 270, stepDegrees: 90 }) ?? [];
    expect(east).toEqual({ azimuthDegrees: 90, tiltDegrees: null, distanceMetres: null });
    expect(west?.tiltDegrees).toBeLessThan(0);
    expect(skyline({ ...camera, lng: 413_005 * hole.cellDegrees - 180 }, hole, range)).toBeNull();
    expect(() => skyline(tower, ground, { ...range, stepDegrees: 0 })).toThrow(RangeError);
  });
});
