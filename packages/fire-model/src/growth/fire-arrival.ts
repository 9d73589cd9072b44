// When a forecast fire arrives.
import type { LngLat } from '@lookout/geo';

/** Minutes from now; Infinity: not within the forecast. For an ensemble, the tenth percentile. */
export type FireArrival = (place: LngLat) => number;
