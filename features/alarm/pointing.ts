// How a person located a fire seen from a distance: on a map, or by direction and distance from where the person stood.
import type { Position } from '@lookout/domain';

/** 在地图上点, 按方位和距离, 按照片的方向和距离. */
export const POINTING_MANNERS = ['map', 'bearing', 'photo'] as const;
export type PointingManner = (typeof POINTING_MANNERS)[number];

/** Where the person stood, as located by the phone. */
export interface Standpoint {
  readonly position: Position;
  /** 95 % confidence radius, metres; null: the phone did not report it. */
  readonly accuracyMetres: number | null;
  /** Age of this position when the fire was pointed at: a phone without signal gives its last one. */
  readonly ageSeconds: number;
}

/** How the place was pointed at. The place itself is the alarm's position. */
export interface Pointing {
  readonly by: PointingManner;
  /** null: unknown, which is only allowed for a place on the map. */
  readonly from: Standpoint | null;
  /** From true north, clockwise, 0 ≤ … < 360; null for a place on the map. */
  readonly azimuthDegrees: number | null;
  /** Along the ground, as estimated by the person; null for a place on the map. */
  readonly distanceMetres: number | null;
  /** Added to a bearing read from magnetic north; null: none was read from it, or the reference north is unknown. */
  readonly declinationDegrees: number | null;
}

/** Nearer, the person is at the fire; farther, a distance cannot be estimated by eye. */
export const POINTING_METRES = { least: 20, most: 30_000 } as const;

/** Tolerance between the place and where its direction and distance lead: a share of the distance, and at least this many metres. */
const DISAGREEMENT = { share: 0.01, metres: 30 } as const;

/** The most by which the place may differ from its direction and distance, metres. A phone rounds, and an ellipsoid is not a sphere. */
export const pointingTolerance = (distanceMetres: number): number => Math.max(DISAGREEMENT.metres, DISAGREEMENT.share * distanceMetres);

/** Walking speed in a forest, metres per second: how far a person may have moved since the last position. */
const WALKING_METRES_PER_SECOND = 1;

/** Accuracy of an aged position: the phone's accuracy plus the distance the person may have walked since. */
export const agedAccuracy = (accuracyMetres: number, ageSeconds: number): number =>
  accuracyMetres + WALKING_METRES_PER_SECOND * Math.max(0, ageSeconds);

/** An older position does not show where a person is. */
export const OLDEST_STANDPOINT_SECONDS = 3_600;
