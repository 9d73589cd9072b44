// How fast people get along on a slope, on foot and by motorbike. Metres a second.

/** @param slope rise over run, downhill negative */
export type Pace = (slope: number) => number;

const KMH = 1 / 3.6;

/** Steeper ground is not walked on patrol: about 31°. */
export const STEEPEST_WALK = 0.6;
const WALK_KMH = 4;
const CRAWL_KMH = 0.4;

/**
 * Walking: Tobler's hiking function (W. Tobler, NCGIA 93-1, 1993: exp(−3.5·|slope + 0.05|)), scaled so that level ground is walked
 * at 4 km/h. What is too steep can only be climbed round, which costs more than any detour.
 */
export const onFoot: Pace = (slope) => {
  if (Math.abs(slope) > STEEPEST_WALK) return CRAWL_KMH * KMH;
  return WALK_KMH * KMH * Math.exp(-3.5 * (Math.abs(slope + 0.05) - 0.05));
};

const RIDE_KMH = 40;
const SLOWEST_RIDE_KMH = 8;

/** A motorbike on forest tracks: 40 km/h on the level, less the steeper it is, since such tracks climb in turns; at last it is pushed. */
export const byMotorbike: Pace = (slope) => {
  if (Math.abs(slope) > STEEPEST_WALK) return 2 * KMH;
  return KMH * Math.max(SLOWEST_RIDE_KMH, RIDE_KMH * Math.exp(-2.5 * Math.abs(slope)));
};
