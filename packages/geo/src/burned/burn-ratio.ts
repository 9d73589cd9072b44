// The normalized burn ratio of satellite bands and its change between two dates (Key and Benson 2006; UN-SPIDER recommended practice).

/**
 * NBR = (NIR − SWIR) / (NIR + SWIR).
 * @param nir reflectance, or any multiple of it, of the near infrared (Sentinel-2 B8A, Landsat 8 B5)
 * @param swir the same for the short-wave infrared (Sentinel-2 B12, Landsat 8 B7)
 * @returns −1 … 1; NaN (unknown, not burned) where a band is unknown or the sum of both is zero
 */
export function burnRatio(nir: number, swir: number): number {
  const sum = nir + swir;
  if (!(sum > 0)) return Number.NaN;
  const ratio = (nir - swir) / sum;
  return ratio >= -1 && ratio <= 1 ? ratio : Number.NaN;
}

/** dNBR is stored in ten-thousandths: four decimals, so that a value on a break is on it whatever the rounding of the bands. */
export const BURN_CHANGE_SCALE = 10_000;
/** Marks an unknown cell among dNBR values. */
export const UNKNOWN_CHANGE = -32_768;

/** NBR before minus NBR after, in ten-thousandths (−20,000 … 20,000); `UNKNOWN_CHANGE` where either is unknown. */
export function burnChange(before: number, after: number): number {
  const change = before - after;
  return Number.isNaN(change) ? UNKNOWN_CHANGE : Math.round(change * BURN_CHANGE_SCALE);
}

/**
 * The class of a change by breaks: how many of them it reaches.
 * @param change in ten-thousandths, known
 * @param breaks dNBR, ascending
 */
export function burnClass(change: number, breaks: readonly number[]): number {
  let reached = 0;
  while (reached < breaks.length && change >= Math.round((breaks[reached] as number) * BURN_CHANGE_SCALE)) reached += 1;
  return reached;
}
