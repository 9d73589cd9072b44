// Shorter waits for the engine, in the same proportions as in production, so that a rule can be tested in seconds.
import type { MediaTimings } from '../media/timings.ts';

export const SHORT_TIMINGS: MediaTimings = {
  // A busy machine may delay a healthy camera for a second; the HLS player sends its first request only when two segments exist.
  upstream: { silentMs: 2_000, noPictureMs: 5_000, stillMs: 4_000, firstRetryMs: 250, longestRetryMs: 2_000, steadyMs: 10_000 },
  lingerMs: 1_000,
  hlsLingerMs: 4_000,
  patienceMs: 6_000,
};
