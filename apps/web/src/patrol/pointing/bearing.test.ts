import { bearingDegrees, distanceMetres } from '@lookout/geo';
import { describe, expect, it } from 'vitest';
import { lastFix } from '../position/last-fix.ts';
import { type BearingEntry, pointAt, readEntry } from './bearing.ts';
import { declinationAt } from './declination.ts';

const NOW = Date.parse('2026-11-29T10:00:00Z');
const stand = { lng: 103.57, lat: 31.46, accuracyMetres: 12, at: NOW - 90_000 };
const entry = (over: Partial<BearingEntry> = {}): BearingEntry => ({
  bearing: '60',
  distance: '2000',
  isMagnetic: false,
  by: 'bearing',
  ...over,
});
const west = () => -3;

describe('a direction and a distance', () => {
  it('lead from the ranger’s position to the fire; the report keeps that position and its age', () => {
    const found = pointAt(entry(), stand, NOW, west);
    if (found === null) throw new Error('no place');
    expect(distanceMetres(stand, found.position)).toBeCloseTo(2_000, 3);
    expect(bearingDegrees(stand, found.position)).toBeCloseTo(60, 6);
    expect(found.pointing).toEqual({
      by: 'bearing',
      from: { position: { lng: 103.57, lat: 31.46 }, accuracyMetres: 12, ageSeconds: 90 },
      azimuthDegrees: 60,
      distanceMetres: 2_000,
      declinationDegrees: null,
    });
  });

  it('read from a compass are converted to true north, also across north', () => {
    const azimuth = (bearing: string) => pointAt(entry({ bearing, isMagnetic: true }), stand, NOW, west)?.pointing;
    expect(azimuth('60')).toMatchObject({ azimuthDegrees: 57, declinationDegrees: -3 });
    expect(azimuth('1')).toMatchObject({ azimuthDegrees: 358 });
    expect(azimuth('3')).toMatchObject({ azimuthDegrees: 0 });
  });

  it.each([
    [{ bearing: '360' }],
    [{ bearing: '-5' }],
    [{ bearing: '400' }],
    [{ bearing: '东北' }],
    [{ distance: '0' }],
    [{ distance: '100000' }],
    [{ distance: '2km' }],
    [{ bearing: '' }],
    [{ distance: '' }],
  ])('%j gives no position', (over) => expect(pointAt(entry(over), stand, NOW, west)).toBeNull());

  it('invalid values are distinguished from missing ones', () => {
    expect(readEntry({ bearing: '400', distance: '' })).toEqual({ bearing: Number.NaN, distance: null });
    expect(readEntry({ bearing: '３５９．９', distance: '2。5' })).toEqual({ bearing: 359.9, distance: Number.NaN });
  });

  it('require the ranger’s position, from within the last hour', () => {
    expect(pointAt(entry(), null, NOW, west)).toBeNull();
    expect(pointAt(entry(), { ...stand, at: NOW - 3_599_000 }, NOW, west)).not.toBeNull();
    expect(pointAt(entry(), { ...stand, at: NOW - 3_601_000 }, NOW, west)).toBeNull();
  });
});

it('magnetic declination is that of the World Magnetic Model: small in Sichuan, ten degrees in Heilongjiang', () => {
  const at = new Date(NOW);
  expect(declinationAt({ lng: 103.59, lat: 31.48 }, at)).toBeCloseTo(-2.41, 1);
  expect(declinationAt({ lng: 126.6, lat: 45.8 }, at)).toBeCloseTo(-11.38, 1);
  // Beyond the model's period of validity.
  expect(declinationAt({ lng: 103.59, lat: 31.48 }, new Date('2031-01-01T00:00:00Z'))).toBeCloseTo(-2.41, 1);
});

describe('the last fix', () => {
  const here = { lng: 103.5, lat: 31.4, accuracyMetres: 8, at: NOW - 5_000 };
  const end = { owner: 'ranger', at: NOW - 60_000, lng: 103.6, lat: 31.5, accuracyMetres: 20 };
  it('is the newer of the phone’s position and the last point of its track, by the server’s clock', () => {
    expect(lastFix(here, [end], 1_000)).toEqual({ ...here, at: NOW - 4_000 });
    expect(lastFix(null, [end], 1_000)).toEqual({ lng: 103.6, lat: 31.5, accuracyMetres: 20, at: NOW - 60_000 });
    expect(lastFix({ ...here, at: NOW - 600_000 }, [end], 0)).toMatchObject({ lng: 103.6 });
    expect(lastFix(null, [], 0)).toBeNull();
  });
  it('from a track of an earlier version has no accuracy', () => {
    const { accuracyMetres: _, ...old } = end;
    expect(lastFix(null, [old], 0)?.accuracyMetres).toBeNull();
  });
});
