// Reads a photo's EXIF data (CIPA DC-008): where, when and in which direction it was taken. Loaded with the first photo.
import exifr from 'exifr';

/** The fields as written in the file; absent: the camera did not write them. */
export interface ExifFields {
  readonly latitude?: unknown;
  readonly longitude?: unknown;
  readonly GPSImgDirection?: unknown;
  /** T: from true north, M: from magnetic north. */
  readonly GPSImgDirectionRef?: unknown;
  readonly DateTimeOriginal?: unknown;
}

const FIELDS = [
  'GPSLatitude',
  'GPSLatitudeRef',
  'GPSLongitude',
  'GPSLongitudeRef',
  'GPSImgDirection',
  'GPSImgDirectionRef',
  'DateTimeOriginal',
];

/** @returns null: there is no EXIF data, or it cannot be read */
export const readExif = async (photo: Blob): Promise<ExifFields | null> =>
  (await exifr.parse(await photo.arrayBuffer(), { pick: FIELDS, translateValues: false }).catch(() => null)) ?? null;
