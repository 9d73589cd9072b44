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

// One steady time out of many connections' times: reconnects and a source's jumping clock leave no hole that a player would stop at.

/** A source whose time jumps by more than this has begun anew. */
const LONGEST_STEP = 10 * CLOCK;
/** The step assumed where the true one is not known. */
const USUAL_STEP = CLOCK / 25;

export interface Timeline {
  /** The picture's times, in ticks since the first picture. */
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
