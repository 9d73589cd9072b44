// The engine's waits cut short, each as long beside the others as in service: a rule is seen at work in seconds.
import type { MediaTimings } from '../media/timings.ts';

export const SHORT_TIMINGS: MediaTimings = {
  // A busy machine may hold up a camera that is well for a second; the player of HLS asks first when two segments are there.
  upstream: { silentMs: 2_000, noPictureMs: 5_000, stillMs: 4_000, firstRetryMs: 250, longestRetryMs: 2_000, steadyMs: 10_000 },
  lingerMs: 1_000,
  hlsLingerMs: 4_000,
  patienceMs: 6_000,
};
