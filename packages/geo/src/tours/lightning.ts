// Lightning of the last days as a multiplier of the danger: a stroke may smoulder for days before its smoke is seen.
import { distanceMetres, type LngLat } from '../coordinates/geodesic.ts';

export interface RecentStroke extends LngLat {
  readonly hoursAgo: number;
}

/** Strokes older than this count for nothing. */
export const LIGHTNING_HOURS = 72;
/** Location networks are off by some hundreds of metres. Our own figures, 待核对, like the two below. */
const REACH_METRES = 1_000;
/** A cell right at a stroke that has just fallen is as urgent as this many others. */
const MOST = 10;

/**
 * Weights times 1 to 10: by the nearest and newest strokes, falling evenly to nothing over `LIGHTNING_HOURS` and a kilometre.
 * @param places of the cells, in the order of the weights
 */
export function withLightning(weights: ArrayLike<number>, places: readonly LngLat[], strokes: readonly RecentStroke[]): Float64Array {
  const degrees = REACH_METRES / 111_000;
  return Float64Array.from(weights, (weight, cell) => {
    const place = places[cell] as LngLat;
    let share = 0;
    for (const stroke of strokes) {
      if (stroke.hoursAgo < 0 || stroke.hoursAgo >= LIGHTNING_HOURS || Math.abs(stroke.lat - place.lat) > degrees) continue;
      const near = 1 - distanceMetres(stroke, place) / REACH_METRES;
      share = Math.max(share, near * (1 - stroke.hoursAgo / LIGHTNING_HOURS));
    }
    return weight * (1 + (MOST - 1) * share);
  });
}
