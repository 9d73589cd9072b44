// How long the engine waits, for cameras and for viewers. Handed in from outside by tests, which say the same rules of shorter times.
import { type Timings, timings } from './upstream/upstream.ts';

export interface MediaTimings {
  readonly upstream: Timings;
  /** An open channel without a viewer. */
  readonly lingerMs: number;
  /** A player of HLS that asks no more. */
  readonly hlsLingerMs: number;
  /** Who waits for a first picture; a little longer than `upstream.noPictureMs`, after which the upstream says that there is none. */
  readonly patienceMs: number;
}

export const MEDIA_TIMINGS: MediaTimings = {
  upstream: timings,
  // With the way to the camera it is free within 10 s.
  lingerMs: 5_000,
  // It asks every second or two.
  hlsLingerMs: 8_000,
  patienceMs: 17_000,
};
