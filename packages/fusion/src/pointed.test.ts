import { LATER_REPORT_FACTS, type ReportFacts } from '@lookout/features/alarm/alarm.ts';
import type { Pointing } from '@lookout/features/alarm/pointing.ts';
import { bearingDegrees, destination, distanceMetres, ellipse95, isInsideEllipse, type LngLat, largestSigmaMetres } from '@lookout/geo';
import { describe, expect, it } from 'vitest';
import { covarianceOf } from './detection.ts';
import { fusedPosition } from './fused-position.ts';
import { pointedCovariance, pointedPlace } from './pointed.ts';

const HERE = { lng: 103.57, lat: 31.46 };
const towards = (from: LngLat, azimuthDegrees: number, metres: number, over: Partial<Pointing> = {}): Pointing => ({
  by: 'bearing',
  from: { position: { lng: from.lng, lat: from.lat }, accuracyMetres: 10, ageSeconds: 0 },
  azimuthDegrees,
  distanceMetres: metres,
  declinationDegrees: null,
  ...over,
});
const report = (pointing: Pointing): ReportFacts => ({
  kind: 'report',
  ...LATER_REPORT_FACTS,
  pointing,
  altitudeMetres: null,
  description: null,
  comment: null,
  reporterId: null,
  reporterName: null,
  reporterPhone: null,
  pictures: [],
});

describe('a fire that a person points at', () => {
  it('The fire lies where direction and distance lead on the ellipsoid, in an ellipse along the line of sight', () => {
    const place = pointedPlace(towards(HERE, 60, 4_000));
    if (place === null) throw new Error('no place');
    expect(distanceMetres(HERE, place.position)).toBeCloseTo(4_000, 6);
    expect(bearingDegrees(HERE, place.position)).toBeCloseTo(60, 9);
    expect(place.ellipse.azimuthDegrees).toBeCloseTo(60, 1);
    // A quarter of the distance along the line, five degrees across it, ten metres for the phone.
    expect(place.ellipse.semiMajorMetres / 2.448).toBeCloseTo(Math.hypot(1_000, 10), 0);
    expect(place.ellipse.semiMinorMetres / 2.448).toBeCloseTo(Math.hypot(350, 10), 0);
  });

  it('The older the phone’s position, the less certain the fire: the person may have walked a metre a second', () => {
    const minor = (ageSeconds: number) => {
      const from = { position: HERE, accuracyMetres: 10, ageSeconds };
      return (pointedPlace(towards(HERE, 0, 1_000, { from }))?.ellipse.semiMinorMetres ?? 0) / 2.448;
    };
    expect(minor(0)).toBeCloseTo(Math.hypot(87.5, 10), 0);
    expect(minor(600)).toBeCloseTo(Math.hypot(87.5, 610), 0);
  });

  it('A place chosen on a map is as uncertain as a position alone, and more so far from the person', () => {
    const onMap = (from: Pointing['from']) => largestSigmaMetres(pointedCovariance({ by: 'map', from }, destination(HERE, 90, 5_000)));
    expect(onMap(null)).toBe(100);
    expect(onMap({ position: HERE, accuracyMetres: 5, ageSeconds: 0 })).toBeCloseTo(500, 3);
  });

  it('Without an observer position, a direction or a distance the fire has no place', () => {
    expect(pointedPlace(towards(HERE, 60, 4_000, { from: null }))).toBeNull();
    expect(pointedPlace(towards(HERE, 60, 4_000, { azimuthDegrees: null }))).toBeNull();
    expect(pointedPlace(towards(HERE, 60, 4_000, { distanceMetres: null }))).toBeNull();
  });

  it('When two rangers both misjudge the distance, the fire lies where their lines cross', () => {
    const fire = { lng: 103.6, lat: 31.5 };
    const stands = [destination(fire, 200, 4_000), destination(fire, 290, 5_000)];
    const looks = stands.map((from, index) => {
      const pointing = towards(from, bearingDegrees(from, fire), index === 0 ? 3_000 : 6_400);
      const position = pointedPlace(pointing)?.position ?? fire;
      const covariance = covarianceOf({ facts: report(pointing), position }, null);
      return { look: `person/${index}`, source: 'person', position, covariance, atMs: 0 } as const;
    });
    expect(looks.map(({ position }) => Math.round(distanceMetres(position, fire)))).toEqual([1_000, 1_400]);
    const { position, ellipse } = fusedPosition(looks);
    expect(distanceMetres(position, fire)).toBeLessThan(400);
    expect(isInsideEllipse({ ...position, ellipse }, fire)).toBe(true);
    expect(ellipse.semiMajorMetres).toBeLessThan(
      ellipse95(looks[0]?.covariance ?? { eastEast: 0, eastNorth: 0, northNorth: 0 }).semiMajorMetres / 1.5,
    );
  });
});
