import { describe, expect, it } from 'vitest';
import { createSurface } from '../elevation/surface.ts';
import { locate } from '../ray/locate.ts';
import { curvatureDropMetres } from '../ray/sight.ts';
import { hills } from '../testing/hills.ts';
import { columnProfile, columnProfiles, groundAtSlopes } from './column-profile.ts';
import { eyeMetres } from './rising-ground.ts';
import { skyline } from './skyline.ts';

const ground = createSurface(hills());
const tower = { lng: 103.59, lat: 31.48, towerHeightMetres: 30 };
const eye = eyeMetres(tower, ground) ?? Number.NaN;
const tilt = (slope: number): number => (Math.atan(slope) * 180) / Math.PI;

describe('the profile of a column', () => {
  it('each ray meets the same terrain as in locate, and the sky where locate returns null', () => {
    const slopes = Float32Array.from({ length: 250 }, (_, index) => Math.tan(((index * 0.27 - 45) * Math.PI) / 180));
    const found = new Float32Array(slopes.length);
    let [land, sky, farthestOff] = [0, 0, 0];
    for (let azimuthDegrees = 0; azimuthDegrees < 360; azimuthDegrees += 43) {
      groundAtSlopes(columnProfile(tower, eye, azimuthDegrees, ground, { resolutionDegrees: 0 }), slopes, found);
      for (const [index, metres] of found.entries()) {
        const hit = locate({ ...tower, azimuthDegrees, tiltDegrees: tilt(slopes[index] ?? 0) }, ground);
        if ((hit === null) !== (metres === Number.POSITIVE_INFINITY)) throw new Error(`land and sky at ${azimuthDegrees}°, ray ${index}`);
        if (hit !== null) farthestOff = Math.max(farthestOff, Math.abs(metres / hit.distanceMetres - 1));
        if (hit === null) sky++;
        else land++;
      }
    }
    expect(farthestOff).toBeLessThan(0.002);
    expect(Math.min(land, sky)).toBeGreaterThan(300);
  });

  it('the profile ends at the skyline, within its resolution', () => {
    for (const point of skyline(tower, ground, { fromDegrees: 0, toDegrees: 350, stepDegrees: 10 }) ?? []) {
      const top = (resolutionDegrees: number) =>
        tilt(columnProfile(tower, eye, point.azimuthDegrees, ground, { resolutionDegrees }).slopes.at(-1) ?? Number.NaN);
      expect(top(0)).toBeCloseTo(point.tiltDegrees ?? 0, 4);
      expect(Math.abs(top(0.05) - (point.tiltDegrees ?? 0))).toBeLessThan(0.051);
    }
  });

  it('the profile has slopes that never fall, points on the terrain, and fewer points at coarser resolution', () => {
    let [fine, coarse] = [0, 0];
    for (let azimuth = 0; azimuth < 360; azimuth += 30) {
      const profile = columnProfile(tower, eye, azimuth, ground);
      const { distances, slopes, isWhole } = profile;
      expect(isWhole).toBe(true);
      expect(Array.from(slopes).every((slope, index) => index === 0 || slope >= (slopes[index - 1] ?? 0))).toBe(true);
      expect(Array.from(distances).every((metres, index) => index === 0 || metres >= (distances[index - 1] ?? 0))).toBe(true);
      const heights = Array.from(distances, (metres, index) => eye + metres * (slopes[index] ?? 0) + curvatureDropMetres(metres));
      expect(Math.min(...heights)).toBeGreaterThan(900);
      expect(Math.max(...heights)).toBeLessThan(6000);
      fine += slopes.length;
      coarse += columnProfile(tower, eye, azimuth, ground, { resolutionDegrees: 0.2 }).slopes.length;
    }
    expect(coarse).toBeLessThan(0.8 * fine);
  });

  it('the profile ends at unknown terrain', () => {
    const hole = createSurface({ maxLevel: 12, post: (i) => (i > 413_000 && i < 413_010 ? null : 0) });
    const camera = { lng: 412_950 * hole.cellDegrees - 180, lat: 31, towerHeightMetres: 100 };
    const { distances, isWhole } = columnProfile(camera, 100, 90, hole);
    expect(isWhole).toBe(false);
    expect(distances.at(-1)).toBeLessThan(50 * hole.cellDegrees * 95_600);
    expect(columnProfiles({ ...camera, lng: 413_005 * hole.cellDegrees - 180 }, hole, { stepDegrees: 1 })).toBeNull();
  });
});

describe('cached profiles', () => {
  it('profiles are computed once for each step of direction, also across north, and evicted eventually', () => {
    const profiles = columnProfiles(tower, ground, { stepDegrees: 0.1, keep: 4, maxDistanceMetres: 2000 });
    const first = profiles?.at(359.96);
    expect(first?.slopes.length).toBeGreaterThan(2);
    expect(profiles?.at(0.04)).toBe(first);
    expect(profiles?.at(360)).toBe(first);
    expect(profiles?.at(-0.01)).toBe(first);
    expect(profiles?.at(0.1)).not.toBe(first);
    for (let azimuth = 10; azimuth < 20; azimuth++) profiles?.at(azimuth);
    expect(profiles?.at(0)).not.toBe(first);
    expect(profiles?.at(0)).toEqual(first);
  });

  it('640 columns of a new direction take less than 100 ms of CPU, and those of a cached one almost none', () => {
    const profiles = columnProfiles(tower, ground, { stepDegrees: 0.005 });
    const draw = (from: number): number => {
      const before = process.cpuUsage();
      for (let column = 0; column < 640; column++) profiles?.at(from + column * 0.01);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    for (const from of [0.005, 6.405, 12.805]) draw(from);
    const fresh = Math.min(...[0, 6.4, 12.8].map(draw));
    const fastest = Math.min(...Array.from({ length: 5 }, () => draw(0)));
    expect(fresh).toBeLessThan(100);
    expect(fastest).toBeLessThan(10);
  });
});
