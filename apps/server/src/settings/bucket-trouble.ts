// What can be wrong with a bucket.

export const BUCKET_TROUBLES = [
  'wrong-key',
  'no-bucket',
  'forbidden',
  'wrong-region',
  'clock',
  'timeout',
  'unreachable',
  'failed',
] as const;
export type BucketTrouble = (typeof BUCKET_TROUBLES)[number];
