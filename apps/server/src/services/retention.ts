// Limits for the age and size of what cameras record. The oldest files are deleted first.
import type { Retention } from '@lookout/video';
import type { Config } from '../settings/config.ts';

const GIGABYTE = 1_000_000_000;

/** Limits for recordings, applied on the disk of each server and in the shared bucket. */
export const recordingRetention = ({ recordDays, recordGigabytes }: Pick<Config, 'recordDays' | 'recordGigabytes'>): Retention => ({
  days: recordDays,
  bytes: recordGigabytes * GIGABYTE,
});

/** Limits for the pictures taken at checkpoints. */
export const gatePictureRetention = ({
  gatePictureDays,
  gatePictureGigabytes,
}: Pick<Config, 'gatePictureDays' | 'gatePictureGigabytes'>): Retention => ({
  days: gatePictureDays,
  bytes: gatePictureGigabytes * GIGABYTE,
});
