// 方位和距离: computes the place of the fire from the ranger's bearing and estimated distance, with the ellipse that contains it. Pure.

import type { Position } from '@lookout/domain';
import { OLDEST_STANDPOINT_SECONDS, POINTING_METRES, type Pointing } from '@lookout/features/alarm/pointing.ts';
import { pointedPlace } from '@lookout/fusion';
import type { Ellipse } from '@lookout/geo';
import { type NumberBounds, readNumber } from '../../shared/fields/number-text.ts';
import type { LastFix } from '../position/last-fix.ts';
import type { Fix } from '../report.ts';

/** North is 0, as on a compass; 360 and above, and values below 0, are typing errors. */
const BEARING: NumberBounds = { min: 0, max: 359.99 };
const DISTANCE: NumberBounds = { min: POINTING_METRES.least, max: POINTING_METRES.most };
/** Distances offered as buttons, metres. */
export const USUAL_METRES = [500, 1_000, 2_000, 5_000] as const;

/** The values as typed. */
export interface BearingEntry {
  readonly bearing: string;
  readonly distance: string;
  /** The bearing was read from a compass, clockwise from magnetic north. */
  readonly isMagnetic: boolean;
  readonly by: 'bearing' | 'photo';
}

/** The bearing defaults to a compass reading, as most readings in the field are. */
const NO_ENTRY: BearingEntry = { bearing: '', distance: '', isMagnetic: true, by: 'bearing' };

/** Restores what had been typed when the page was left. */
export function entryOf(fix: Fix | null): BearingEntry {
  if (fix?.source !== 'pointed' || fix.pointing.azimuthDegrees === null) return NO_ENTRY;
  const { by, azimuthDegrees, distanceMetres, declinationDegrees } = fix.pointing;
  return {
    bearing: String(hundredth(circled(azimuthDegrees - (declinationDegrees ?? 0)))),
    distance: String(distanceMetres ?? ''),
    isMagnetic: declinationDegrees !== null,
    by: by === 'photo' ? 'photo' : 'bearing',
  };
}

/** null: nothing is typed; NaN: not a number in the valid range. */
interface BearingNumbers {
  readonly bearing: number | null;
  readonly distance: number | null;
}

export const readEntry = ({ bearing, distance }: Pick<BearingEntry, 'bearing' | 'distance'>): BearingNumbers => ({
  bearing: readNumber(bearing, BEARING),
  distance: readNumber(distance, DISTANCE),
});

interface PointedAt {
  readonly position: Position;
  readonly ellipse: Ellipse;
  readonly pointing: Pointing;
}

/** Degrees to add to a reading from magnetic north at a place and time. */
export type Declination = (place: Position, at: Date) => number;

const circled = (degrees: number): number => ((degrees % 360) + 360) % 360;
/** Rounded to a hundredth of a degree; a compass gives whole degrees. */
const hundredth = (degrees: number): number => Math.round(degrees * 100) / 100;

/** @returns null: something is missing or invalid, or the ranger's position is not known well enough */
export function pointAt(entry: BearingEntry, stand: LastFix | null, now: number, declination: Declination): PointedAt | null {
  const { bearing, distance } = readEntry(entry);
  if (stand === null || !isFresh(stand, now)) return null;
  if (bearing === null || distance === null || Number.isNaN(bearing) || Number.isNaN(distance)) return null;
  const position = { lng: stand.lng, lat: stand.lat };
  const added = entry.isMagnetic ? hundredth(declination(position, new Date(now))) : null;
  const pointing: Pointing = {
    by: entry.by,
    from: { position, accuracyMetres: stand.accuracyMetres, ageSeconds: ageSeconds(stand, now) },
    azimuthDegrees: hundredth(circled(bearing + (added ?? 0))) % 360,
    distanceMetres: distance,
    declinationDegrees: added,
  };
  const place = pointedPlace(pointing);
  return place && { ...place, pointing };
}

export const ageSeconds = ({ at }: Pick<LastFix, 'at'>, now: number): number => Math.max(0, Math.round((now - at) / 1_000));

/** Whether the fix is recent enough to be the ranger's current position. */
export const isFresh = (fix: Pick<LastFix, 'at'>, now: number): boolean => ageSeconds(fix, now) <= OLDEST_STANDPOINT_SECONDS;
