// The error of a fire that a person pointed at: wide along the line of sight, because distances are judged by eye, and narrow across it.

import type { Position } from '@lookout/domain';
import { agedAccuracy, type Pointing } from '@lookout/features/alarm/pointing.ts';
import {
  addCovariances,
  alongCovariance,
  bearingDegrees,
  type Covariance,
  destination,
  distanceMetres,
  type Ellipse,
  ellipse95,
  roundCovariance,
} from '@lookout/geo';

/** Deviation of a position without further information, metres (our own figure). */
export const POSITION_SIGMA_METRES = 100;
/** A phone's accuracy describes the phone's position, not the fire's, so the deviation is never less than this. */
export const LEAST_PERSON_SIGMA_METRES = 20;

/** 假定: one deviation of a distance judged by eye over hills, as a share of it. */
const DISTANCE_SIGMA_SHARE = 0.25;
/** 假定: one deviation of a direction by a phone's compass, a hand-held one, or the middle of a photo. */
const DIRECTION_SIGMA_DEGREES = 5;
/** 假定: one deviation of a place chosen on a map without buildings or roads, as a share of its distance from the person. */
const MAP_SIGMA_SHARE = 0.1;
const RADIANS = Math.PI / 180;

/** @param position where the person pointed: the alarm's position, which an officer may have corrected since */
export function pointedCovariance({ by, from }: Pick<Pointing, 'by' | 'from'>, position: Position): Covariance {
  if (from === null) return roundCovariance(POSITION_SIGMA_METRES);
  const metres = distanceMetres(from.position, position);
  if (by === 'map') return roundCovariance(Math.max(POSITION_SIGMA_METRES, MAP_SIGMA_SHARE * metres));
  const sight = alongCovariance(
    bearingDegrees(from.position, position),
    Math.max(LEAST_PERSON_SIGMA_METRES, DISTANCE_SIGMA_SHARE * metres),
    Math.max(LEAST_PERSON_SIGMA_METRES, metres * Math.tan(DIRECTION_SIGMA_DEGREES * RADIANS)),
  );
  const accuracy = agedAccuracy(from.accuracyMetres ?? POSITION_SIGMA_METRES, from.ageSeconds);
  return addCovariances(sight, roundCovariance(accuracy));
}

interface PointedPlace {
  readonly position: Position;
  /** Contains the fire in 95 % of all cases, as far as the assumed deviations are right. */
  readonly ellipse: Ellipse;
}

/**
 * The point that a direction and a distance lead to on the ellipsoid. @param pointing with `from`, `azimuthDegrees` and `distanceMetres`
 */
export function pointedPlace(pointing: Pick<Pointing, 'by' | 'from' | 'azimuthDegrees' | 'distanceMetres'>): PointedPlace | null {
  const { from, azimuthDegrees, distanceMetres: metres } = pointing;
  if (from === null || azimuthDegrees === null || metres === null) return null;
  const { lng, lat } = destination(from.position, azimuthDegrees, metres);
  const position = { lng, lat };
  return { position, ellipse: ellipse95(pointedCovariance(pointing, position)) };
}
