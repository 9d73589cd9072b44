// The bucket of pictures and recordings.

export interface S3Config {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket is named in the path instead of the host name. */
  readonly forcePathStyle: boolean;
}
