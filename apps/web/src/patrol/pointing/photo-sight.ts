// The direction of a photo as a sight line to the fire: its EXIF data, checked. Pure.
import { DAY_MS, type Position, positionFault } from '@lookout/domain';
import type { ExifFields } from './read-exif.ts';

export interface PhotoSight {
  /** Direction of the picture's centre, degrees clockwise, 0 ≤ … < 360; null: the camera did not write it. */
  readonly directionDegrees: number | null;
  /** The north reference of the direction; null: the camera did not write it. */
  readonly north: 'true' | 'magnetic' | null;
  readonly position: Position | null;
  /** Epoch milliseconds by the phone's clock; null: unknown. */
  readonly takenAt: number | null;
}

const NORTHS: Readonly<Record<string, PhotoSight['north']>> = { T: 'true', M: 'magnetic' };

const within = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= least && value <= most;

export function photoSight(fields: ExifFields | null): PhotoSight {
  const { latitude, longitude, GPSImgDirection: direction, GPSImgDirectionRef: north, DateTimeOriginal: taken } = fields ?? {};
  // A camera without a fix writes zeros. One without its hemisphere set writes a place on another continent.
  const hasPlace = within(latitude, -90, 90) && within(longitude, -180, 180) && positionFault({ lng: longitude, lat: latitude }) === null;
  const time = taken instanceof Date ? taken.getTime() : Number.NaN;
  return {
    directionDegrees: within(direction, 0, 360) ? direction % 360 : null,
    north: typeof north === 'string' ? (NORTHS[north.trim().charAt(0)] ?? null) : null,
    position: hasPlace ? { lng: longitude, lat: latitude } : null,
    takenAt: Number.isFinite(time) ? time : null,
  };
}

/** An old photo gives no evidence of what burns now. @param now by the phone's clock */
export const isOldPhoto = ({ takenAt }: Pick<PhotoSight, 'takenAt'>, now: number): boolean => takenAt !== null && now - takenAt > DAY_MS;
