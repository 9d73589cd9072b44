// The one thing that flows through the media engine: coded H.264 pictures, each NAL unit behind its length of 4 bytes.

/** Ticks a second of every time in the engine. */
export const CLOCK = 90_000;

export interface Picture {
  /** When it is decoded, in ticks of 1/90,000 s since the upstream's own beginning; never falls within one connection. */
  readonly dts: number;
  /** When it is shown, same ticks. */
  readonly pts: number;
  /** A decoder can begin here. */
  readonly isKey: boolean;
  readonly data: Buffer;
}

/** What a decoder must know before the first picture. */
export interface VideoCodec {
  /** AVCDecoderConfigurationRecord (ISO/IEC 14496-15). */
  readonly avcC: Buffer;
  readonly width: number;
  readonly height: number;
}
