// How a person placed a fire that he saw from elsewhere: on a map, or by the direction and the distance from where he stood.
import type { Position } from '@lookout/domain';

/** 在地图上点, 按方位和距离, 按照片的方向和距离. */
export const POINTING_MANNERS = ['map', 'bearing', 'photo'] as const;
export type PointingManner = (typeof POINTING_MANNERS)[number];

/** Where the person stood, by his phone. */
export interface Standpoint {
  readonly position: Position;
  /** 95 % confidence radius, metres; null: the phone did not say. */
  readonly accuracyMetres: number | null;
  /** How old this position was when the fire was pointed at: a phone without signal gives its last one. */
  readonly ageSeconds: number;
}

/** The alarm's position is the place pointed at; this is what it was pointed at with. */
export interface Pointing {
  readonly by: PointingManner;
  /** null: unknown, which only a place on the map may have. */
  readonly from: Standpoint | null;
  /** True, clockwise from north, 0 ≤ … < 360; null for a place on the map. */
  readonly azimuthDegrees: number | null;
  /** Along the ground, as the person judged it; null for a place on the map. */
  readonly distanceMetres: number | null;
  /** What was added to a direction read from magnetic north; null: none was read so, or it is not known from which north. */
  readonly declinationDegrees: number | null;
}

/** Nearer, the person stands at the fire; farther, nobody judges a distance by eye. */
export const POINTING_METRES = { least: 20, most: 30_000 } as const;

/** How far a place may lie from where its direction and distance lead, as a share of the distance, and never less than so many metres. */
const DISAGREEMENT = { share: 0.01, metres: 30 } as const;

/** The most by which the place and its direction and distance may disagree (a phone rounds, an ellipsoid is no sphere), metres. */
export const pointingTolerance = (distanceMetres: number): number => Math.max(DISAGREEMENT.metres, DISAGREEMENT.share * distanceMetres);

/** Somebody on foot in a forest, metres a second: how far he may have gone since the last position. */
const WALKING_METRES_PER_SECOND = 1;

/** How far off a position is that is so old: what the phone said, and how far he may have walked since. */
export const agedAccuracy = (accuracyMetres: number, ageSeconds: number): number =>
  accuracyMetres + WALKING_METRES_PER_SECOND * Math.max(0, ageSeconds);

/** An older position says nothing of where somebody stands. */
export const OLDEST_STANDPOINT_SECONDS = 3_600;
