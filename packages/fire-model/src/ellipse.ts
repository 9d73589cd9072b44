// The shape of a fire from a point: an ellipse with the point in one focus, longer the stronger the wind.
//
// H. E. Anderson, Predicting wind-driven wild land fire size and shape, USDA Forest Service Research Paper INT-305, 1983.
// M. E. Alexander, Estimating the length-to-breadth ratio of elliptical forest fire patterns, 8th Conference on Fire and Forest Meteorology, 1985.
import { MILES_PER_HOUR_PER_METRE_PER_SECOND, radians } from './units.ts';

/** Longer ellipses are not drawn (as in FARSITE and `firelab/behave`). */
export const GREATEST_LENGTH_TO_WIDTH = 8;

/** How the head of a fire runs. Not readonly: over millions of cells one of them is filled again and again. */
export interface HeadFire {
  /** m/min. */
  rateMetresPerMinute: number;
  /** The direction it runs to, degrees clockwise from north. */
  headingDegrees: number;
  /** 1 … 8. */
  lengthToWidth: number;
  /** 0 … 0.992. */
  eccentricity: number;
}

/**
 * Anderson (1983), double ellipse made one. In mph, as its coefficients are printed; in m/s they are 0.2566 and 0.1548.
 * @param effectiveWind at midflame, with the slope's share in it, m/s
 */
export function lengthToWidthOf(effectiveWind: number): number {
  if (effectiveWind <= 0) return 1;
  const mph = effectiveWind * MILES_PER_HOUR_PER_METRE_PER_SECOND;
  return Math.min(0.936 * Math.exp(0.1147 * mph) + 0.461 * Math.exp(-0.0692 * mph) - 0.397, GREATEST_LENGTH_TO_WIDTH);
}

/** @param lengthToWidth at least 1 */
export const eccentricityOf = (lengthToWidth: number): number => Math.sqrt(Math.max(lengthToWidth ** 2 - 1, 0)) / lengthToWidth;

/**
 * The rate from the place of ignition in one direction, m/min: the polar equation of the ellipse about its focus (Andrews 2018; `firelab/behave`: from the
 * ignition point).
 * @param directionDegrees clockwise from north
 */
export const rateTowards = ({ rateMetresPerMinute, headingDegrees, eccentricity }: HeadFire, directionDegrees: number): number =>
  (rateMetresPerMinute * (1 - eccentricity)) / (1 - eccentricity * Math.cos(radians(directionDegrees - headingDegrees)));

/** Against the head, m/min. */
export const backRateOf = ({ rateMetresPerMinute, eccentricity }: HeadFire): number =>
  (rateMetresPerMinute * (1 - eccentricity)) / (1 + eccentricity);

/** Half of the ellipse's width in a minute, m/min: where it is widest, not sideways from the place of ignition. */
export const flankRateOf = (fire: HeadFire): number => (fire.rateMetresPerMinute + backRateOf(fire)) / 2 / fire.lengthToWidth;
