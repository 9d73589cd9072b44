import { describe, expect, it } from 'vitest';
import { bearingDegrees, destination, distanceMetres, pixelFootprint } from './geodesic.ts';

const wenchuan = { lng: 103.59, lat: 31.48 };
const barkam = { lng: 102.21, lat: 31.9 };

describe('geodesics on WGS 84', () => {
  it('a degree has its known length (meridian 0–1° 110,574 m, equator 111,319 m)', () => {
    expect(distanceMetres({ lng: 0, lat: 0 }, { lng: 0, lat: 1 })).toBeCloseTo(110_574.389, 2);
    expect(distanceMetres({ lng: 0, lat: 0 }, { lng: 1, lat: 0 })).toBeCloseTo(111_319.491, 2);
  });

  it('distance, bearing and destination are consistent', () => {
    const metres = distanceMetres(wenchuan, barkam);
    const there = destination(wenchuan, bearingDegrees(wenchuan, barkam), metres);
    expect(there.lng).toBeCloseTo(barkam.lng, 9);
    expect(there.lat).toBeCloseTo(barkam.lat, 9);
    expect(distanceMetres(barkam, wenchuan)).toBeCloseTo(metres, 6);
  });

  it('bearings are from 0 to 360', () => {
    expect(bearingDegrees(wenchuan, { lng: 103.59, lat: 32 })).toBe(0);
    expect(bearingDegrees(wenchuan, { lng: 103.5, lat: 31.48 })).toBeCloseTo(270, 0);
    expect(destination({ lng: 179.99, lat: 0 }, 90, 10_000).lng).toBeLessThan(-179.8);
  });

  it('a heading error of 2° is 349 m at 10 km', () => {
    expect(distanceMetres(destination(wenchuan, 90, 10_000), destination(wenchuan, 92, 10_000))).toBeCloseTo(349, 0);
  });
});

const at = (point: [number, number] | undefined) => ({ lng: point?.[0] ?? Number.NaN, lat: point?.[1] ?? Number.NaN });

describe('the footprint of a satellite pixel', () => {
  it('the footprint is a closed ring of five points, scan wide and track high', () => {
    const ring = pixelFootprint({ lng: 103.59, lat: 31.48 }, 1.4, 1.2);
    expect(ring).toHaveLength(5);
    expect(ring[4]).toEqual(ring[0]);
    const [sw, se, ne] = ring.map(at);
    if (sw === undefined || se === undefined || ne === undefined) throw new Error('five points');
    expect(distanceMetres(sw, se)).toBeCloseTo(1400, 2);
    expect(distanceMetres(se, ne)).toBeCloseTo(1200, 0);
    expect(sw.lat).toBeLessThan(ne.lat);
    expect(sw.lng).toBeLessThan(se.lng);
  });

  it('the footprint continues past 180°', () => {
    const lngs = pixelFootprint({ lng: 180, lat: 10 }, 2, 2).map(([lng]) => lng);
    expect(Math.max(...lngs) - Math.min(...lngs)).toBeLessThan(0.1);
  });
});
