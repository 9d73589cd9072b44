import {
  type CameraFacts,
  LATER_CAMERA_FACTS,
  LATER_REPORT_FACTS,
  NO_SATELLITE_EXTRAS,
  type ReportFacts,
  type SatelliteFacts,
} from '@lookout/features/alarm/alarm.ts';
import { destination, ellipse95, largestSigmaMetres } from '@lookout/geo';
import { describe, expect, it } from 'vitest';
import { covarianceOf, detectionSourceOf, lookOf } from './detection.ts';

const HERE = { lng: 103.6, lat: 31.5 };

const satellite: SatelliteFacts = {
  ...NO_SATELLITE_EXTRAS,
  kind: 'satellite',
  fireNo: 'N-1',
  satellite: 'N',
  instrument: 'VIIRS',
  version: null,
  confidence: 'n',
  credibility: 60,
  brightnessKelvin: null,
  brightness2Kelvin: null,
  frpMegawatts: 4,
  scanKilometres: 0.5,
  trackKilometres: 0.4,
  dayNight: null,
  pixelAreaHectares: null,
};
const camera: CameraFacts = {
  kind: 'camera',
  ...LATER_CAMERA_FACTS,
  deviceId: 'tower-1',
  monitoringPointId: null,
  horizontalDegrees: 90,
  verticalDegrees: -3,
  maxHeat: null,
  distanceMetres: 5_000,
  nearMetres: 4_700,
  farMetres: 5_500,
  alarmType: null,
  handleOpinions: null,
  pictures: [],
  videos: [],
};
const report: ReportFacts = {
  kind: 'report',
  ...LATER_REPORT_FACTS,
  altitudeMetres: null,
  description: null,
  comment: null,
  reporterId: null,
  reporterName: null,
  reporterPhone: null,
  pictures: [],
};
const smoke = {
  kind: 'smoke',
  deviceId: 's-1',
  deviceName: null,
  smokeLevel: null,
  temperatureCelsius: null,
  batteryPercent: null,
  pictures: [],
} as const;
const at = (facts: Parameters<typeof covarianceOf>[0]['facts']) => ({ facts, position: HERE });

describe("the error of an alarm's position", () => {
  it('a pixel: its scan and its track over the square root of twelve', () => {
    const { eastEast, eastNorth, northNorth } = covarianceOf(at(satellite), null);
    expect([Math.sqrt(eastEast), eastNorth, Math.sqrt(northNorth)]).toEqual([500 / Math.sqrt(12), 0, 400 / Math.sqrt(12)]);
  });

  it('A pixel without a size: the size of VIIRS at nadir', () => {
    const { eastEast } = covarianceOf(at({ ...satellite, scanKilometres: null, trackKilometres: null }), null);
    expect(Math.sqrt(eastEast)).toBeCloseTo(108.25, 2);
  });

  it('a camera: half its band along the ray, 0.1° across', () => {
    const tower = destination(HERE, 270, 5_000);
    const { semiMajorMetres, semiMinorMetres, azimuthDegrees } = ellipse95(covarianceOf(at(camera), tower));
    expect(semiMajorMetres / 2.448).toBeCloseTo(400, 6);
    expect(semiMinorMetres / 2.448).toBeCloseTo(8.727, 3);
    expect(azimuthDegrees).toBeCloseTo(90, 1);
  });

  it('A camera whose far end is in the sky: the far end counts as no further beyond the fire than the near end is before it', () => {
    const open = { ...camera, farMetres: 30_000 };
    expect(largestSigmaMetres(covarianceOf(at(open), destination(HERE, 270, 5_000)))).toBeCloseTo(600, 6);
  });

  it('A camera at an unknown place: half its band in all directions; with a position alone 100 m', () => {
    expect(largestSigmaMetres(covarianceOf(at(camera), null))).toBe(400);
    expect(largestSigmaMetres(covarianceOf(at({ ...camera, distanceMetres: null, nearMetres: null, farMetres: null }), HERE))).toBe(100);
  });

  it("A person: the phone's accuracy, 100 m without one, never below 20 m", () => {
    const sigma = (accuracyMetres: number | null) => largestSigmaMetres(covarianceOf(at({ ...report, accuracyMetres }), null));
    expect([sigma(null), sigma(35), sigma(3)]).toEqual([100, 35, 20]);
  });

  it('A sensor: 50 m, or more with a learned factor', () => {
    expect(largestSigmaMetres(covarianceOf(at(smoke), null))).toBe(50);
    expect(largestSigmaMetres(covarianceOf(at(smoke), null, { satellite: 1, camera: 1, person: 1, sensor: 1.5 }))).toBe(75);
  });
});

describe('a look', () => {
  const seen = (id: string, facts: Parameters<typeof lookOf>[0]['facts'], minutes = 0) =>
    lookOf({ id, facts, observedAt: new Date(minutes * 60_000) });

  it("A camera's reports are all one look, and so are a satellite's within one pass", () => {
    expect(seen('1', camera)).toBe(seen('2', camera, 500));
    expect(seen('1', satellite)).toBe(seen('2', satellite, 6));
    expect(seen('1', satellite)).not.toBe(seen('2', satellite, 101));
    expect(seen('1', satellite)).not.toBe(seen('2', { ...satellite, satellite: 'N20' }));
  });

  it('Every unidentified person is a look', () => {
    expect(seen('1', report)).not.toBe(seen('2', report));
    expect(seen('1', { ...report, reporterPhone: '13800000000' })).toBe(seen('2', { ...report, reporterPhone: '13800000000' }));
  });
});

it('A danger found by an inspection is not a sighting of a fire', () => {
  expect(['satellite', 'camera', 'report', 'smoke', 'danger'].map((kind) => detectionSourceOf({ kind: kind as 'danger' }))).toEqual([
    'satellite',
    'camera',
    'person',
    'sensor',
    null,
  ]);
});
