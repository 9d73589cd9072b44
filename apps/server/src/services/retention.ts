// How long what cameras record is kept, and how much of it: the oldest goes first.
import type { Retention } from '@lookout/video';
import type { Config } from '../config.ts';

const GIGABYTE = 1_000_000_000;

/** Of recordings: on the disk of each server, and in the bucket of all. */
export const recordingRetention = ({ recordDays, recordGigabytes }: Pick<Config, 'recordDays' | 'recordGigabytes'>): Retention => ({
  days: recordDays,
  bytes: recordGigabytes * GIGABYTE,
});

/** Of the pictures of what passed the checkpoints. */
export const gatePictureRetention = ({
  gatePictureDays,
  gatePictureGigabytes,
}: Pick<Config, 'gatePictureDays' | 'gatePictureGigabytes'>): Retention => ({
  days: gatePictureDays,
  bytes: gatePictureGigabytes * GIGABYTE,
});
