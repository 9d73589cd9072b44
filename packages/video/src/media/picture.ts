// Coded H.264 pictures, the unit of data in the media engine (each NAL unit is preceded by its length in 4 bytes), and their timeline.

/** Ticks per second of all times in the engine. */
export const CLOCK = 90_000;

export interface Picture {
  /** Decoding time in ticks of 1/90,000 s since the start of the upstream; never decreases within a connection. */
  readonly dts: number;
  /** Presentation time, in the same ticks. */
  readonly pts: number;
  /** A decoder can start here. */
  readonly isKey: boolean;
  readonly data: Buffer;
}

/** The configuration that a decoder needs before the first picture. */
export interface VideoCodec {
  /** AVCDecoderConfigurationRecord (ISO/IEC 14496-15). */
  readonly avcC: Buffer;
  readonly width: number;
  readonly height: number;
}

// A continuous timeline across connections: reconnects and clock jumps of a source leave no gap at which a player would stall.

/** A jump by more than this is treated as a restart of the source. */
const LONGEST_STEP = 10 * CLOCK;
/** The step assumed while the real one is unknown. */
const USUAL_STEP = CLOCK / 25;

export interface Timeline {
  /** The picture's times in ticks since the first picture. */
  place(picture: Picture, epoch: number): { readonly dts: number; readonly pts: number };
}

export function createTimeline(): Timeline {
  let shift = 0;
  let last: { source: number; placed: number; epoch: number } | null = null;
  let step = USUAL_STEP;
  return {
    place({ dts, pts }, epoch) {
      const passed = last ? dts - last.source : 0;
      if (!last) shift = -dts;
      else if (epoch !== last.epoch || passed < 0 || passed > LONGEST_STEP) shift = last.placed + step - dts;
      else if (passed > 0) step = passed;
      const placed = dts + shift;
      last = { source: dts, placed, epoch };
      return { dts: placed, pts: Math.max(0, pts + shift) };
    },
  };
}
