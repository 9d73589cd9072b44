// How long the engine waits for cameras and viewers. Tests pass shorter times.
import { type Timings, timings } from './upstream/upstream.ts';

export interface MediaTimings {
  readonly upstream: Timings;
  /** How long a channel without viewers stays open. */
  readonly lingerMs: number;
  /** How long after its last request an HLS player counts as a viewer. */
  readonly hlsLingerMs: number;
  /** Maximum wait for a first picture; slightly longer than `upstream.noPictureMs`, after which the upstream reports that there is none. */
  readonly patienceMs: number;
}

export const MEDIA_TIMINGS: MediaTimings = {
  upstream: timings,
  // Including the disconnect, the camera is free within 10 s.
  lingerMs: 5_000,
  // Players request every one or two seconds.
  hlsLingerMs: 8_000,
  patienceMs: 17_000,
};
