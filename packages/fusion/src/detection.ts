// An alarm as the association of alarms to fires needs it: where and when it was seen, by which look of which source, and how large its
// error may be.

import type { Position } from '@lookout/domain';
import type { Alarm, AlarmFacts, CameraFacts, SatelliteFacts } from '@lookout/features/alarm/alarm.ts';
import { satelliteCode } from '@lookout/features/alarm/satellite.ts';
import {
  alongCovariance,
  bearingDegrees,
  boxCovariance,
  type Covariance,
  roundCovariance,
  SIGMA_DEGREES,
  scaleCovariance,
} from '@lookout/geo';
import { LEAST_PERSON_SIGMA_METRES, POSITION_SIGMA_METRES, pointedCovariance } from './pointed.ts';

/** Sources that detect fires. A danger found by an inspection is not one. */
export const DETECTION_SOURCES = ['satellite', 'camera', 'person', 'sensor'] as const;
export type DetectionSource = (typeof DETECTION_SOURCES)[number];

export interface Detection {
  /** The alarm's id. */
  readonly id: string;
  readonly source: DetectionSource;
  /** The device, and for a satellite the pass. Errors within one look are not independent, so a look counts once. */
  readonly look: string;
  readonly position: Position;
  readonly covariance: Covariance;
  /** When the source saw the fire, milliseconds. */
  readonly atMs: number;
  /** Detections of different worlds (an exercise and reality) are never of one fire. */
  readonly world: string;
  /**
   * The known heat source that explains the detection, and the day. All detections of one source and day are one fire, without any others.
   * null: no source explains it.
   */
  readonly knownHeat: string | null;
  /** The fire that a person confirmed it as; null: not confirmed. Two fires that were confirmed as two stay two. */
  readonly confirmation: string | null;
}

/** Only the detection's place and error, as stored with an alarm. */
export type PlacedLook = Pick<Detection, 'look' | 'source' | 'position' | 'covariance' | 'atMs'>;

/** Used for a sensor that states no error, metres (our own figure). */
export const SENSOR_SIGMA_METRES = 50;
/** VIIRS at nadir, kilometres; for a file without pixel sizes. */
const NADIR_KILOMETRES = 0.375;
const RADIANS = Math.PI / 180;

/** Factors on the stated deviations, learned from joint sightings (`calibration.ts`). */
export type ErrorScales = Readonly<Record<DetectionSource, number>>;
export const STATED_ERRORS: ErrorScales = { satellite: 1, camera: 1, person: 1, sensor: 1 };

const SOURCES = { satellite: 'satellite', camera: 'camera', report: 'person', smoke: 'sensor', danger: null } as const satisfies Record<
  AlarmFacts['kind'],
  DetectionSource | null
>;

/** @returns null for an alarm that is not a sighting of a fire */
export const detectionSourceOf = ({ kind }: Pick<AlarmFacts, 'kind'>): DetectionSource | null => SOURCES[kind];

/**
 * The error of an alarm's position by its source.
 * @param cameraAt the tower of a camera alarm; null when unknown, so that the direction of its band is unknown too
 */
export function covarianceOf(
  { facts, position }: Pick<Alarm, 'facts' | 'position'>,
  cameraAt: Position | null,
  scales: ErrorScales = STATED_ERRORS,
): Covariance {
  const source = detectionSourceOf(facts);
  return scaleCovariance(statedCovariance(facts, position, cameraAt), source === null ? 1 : scales[source] ** 2);
}

function statedCovariance(facts: AlarmFacts, position: Position, cameraAt: Position | null): Covariance {
  switch (facts.kind) {
    case 'satellite':
      return pixelCovariance(facts);
    case 'camera':
      return bandCovariance(facts, position, cameraAt);
    case 'report':
      // Older events do not have this field.
      if (facts.pointing) return pointedCovariance(facts.pointing, position);
      return roundCovariance(Math.max(LEAST_PERSON_SIGMA_METRES, facts.accuracyMetres ?? POSITION_SIGMA_METRES));
    case 'smoke':
      return roundCovariance(SENSOR_SIGMA_METRES);
    case 'danger':
      return roundCovariance(POSITION_SIGMA_METRES);
  }
}

/** The fire is anywhere in its pixel: a uniform distribution over a length has the deviation length/√12. Aligned to north, as `pixelFootprint` is. */
function pixelCovariance({ scanKilometres, trackKilometres }: SatelliteFacts): Covariance {
  const [scan, track] = [scanKilometres ?? NADIR_KILOMETRES, trackKilometres ?? scanKilometres ?? NADIR_KILOMETRES];
  return boxCovariance((scan * 1_000) / Math.sqrt(12), (track * 1_000) / Math.sqrt(12));
}

/**
 * A camera's band covers 0.1° of tilt to both sides, which is one deviation (`SIGMA_DEGREES`); across the band the deviation is 0.1° of
 * azimuth. Where the band ends in the sky, its far end is only the limit of the search, so it counts as far beyond the place as the near
 * end is before it.
 */
function bandCovariance({ nearMetres, farMetres, distanceMetres }: CameraFacts, position: Position, cameraAt: Position | null): Covariance {
  if (nearMetres === null || farMetres === null || distanceMetres === null) return roundCovariance(POSITION_SIGMA_METRES);
  const [before, beyond] = [distanceMetres - nearMetres, farMetres - distanceMetres];
  const alongSigma = Math.max(1, (before + Math.min(beyond, FARTHEST_BEYOND * Math.max(1, before))) / 2);
  const acrossSigma = Math.max(1, distanceMetres * SIGMA_DEGREES * RADIANS);
  if (cameraAt === null) return roundCovariance(Math.max(alongSigma, acrossSigma));
  return alongCovariance(bearingDegrees(cameraAt, position), alongSigma, acrossSigma);
}
const FARTHEST_BEYOND = 3;

/**
 * Identifies the look. Cameras and sensors are identified by their device, people by themselves; each report without a name counts as a
 * separate person.
 */
export function lookOf({ id, facts, observedAt }: Pick<Alarm, 'id' | 'facts' | 'observedAt'>): string {
  switch (facts.kind) {
    case 'satellite':
      return `satellite/${satelliteCode(facts.satellite)}/${Math.floor(observedAt.getTime() / PASS_MS)}`;
    case 'camera':
      return `camera/${facts.deviceId ?? facts.monitoringPointId ?? id}`;
    case 'report':
      return `person/${facts.reporterId ?? facts.reporterPhone ?? id}`;
    case 'smoke':
      return `sensor/${facts.deviceId}`;
    case 'danger':
      return `danger/${id}`;
  }
}
/** A pass over a province takes some minutes; the next pass of the same satellite is more than an hour and a half later. */
const PASS_MS = 20 * 60_000;
