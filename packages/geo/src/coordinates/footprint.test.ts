import { describe, expect, it } from 'vitest';
import { pixelFootprint } from './footprint.ts';
import { distanceMetres } from './geodesic.ts';

const at = (point: [number, number] | undefined) => ({ lng: point?.[0] ?? Number.NaN, lat: point?.[1] ?? Number.NaN });

describe('the footprint of a satellite pixel', () => {
  it('is a closed ring of five points, scan wide and track high', () => {
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

  it('is drawn whole over 180°', () => {
    const lngs = pixelFootprint({ lng: 180, lat: 10 }, 2, 2).map(([lng]) => lng);
    expect(Math.max(...lngs) - Math.min(...lngs)).toBeLessThan(0.1);
  });
});
