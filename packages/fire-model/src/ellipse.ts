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
export const lengthToWidthOf = (effectiveWind: number): number =>
  effectiveWind <= 0 ? 1 : Math.min(unlimitedLengthToWidth(effectiveWind), GREATEST_LENGTH_TO_WIDTH);

function unlimitedLengthToWidth(effectiveWind: number): number {
  const mph = effectiveWind * MILES_PER_HOUR_PER_METRE_PER_SECOND;
  return 0.936 * Math.exp(0.1147 * mph) + 0.461 * Math.exp(-0.0692 * mph) - 0.397;
}

/** @param lengthToWidth at least 1 */
export const eccentricityOf = (lengthToWidth: number): number => Math.sqrt(Math.max(lengthToWidth ** 2 - 1, 0)) / lengthToWidth;

const headToSide = (lengthToWidth: number): number => 1 / (1 - eccentricityOf(lengthToWidth));
const GREATEST_HEAD_TO_SIDE = headToSide(GREATEST_LENGTH_TO_WIDTH);
/** Natural logarithms of winds from 0.0003 m/s, below which an ellipse is a circle, to 20 m/s, above which it grows no longer. */
const [FIRST_LOG_WIND, LAST_LOG_WIND] = [-8, 3];
const STEPS_PER_LOG_WIND = 512;
/** Without the limit, whose bend would lie within a step. */
const HEAD_TO_SIDE = Float64Array.from({ length: (LAST_LOG_WIND - FIRST_LOG_WIND) * STEPS_PER_LOG_WIND + 2 }, (_, i) =>
  headToSide(unlimitedLengthToWidth(Math.exp(FIRST_LOG_WIND + i / STEPS_PER_LOG_WIND))),
);

/**
 * How many times as fast the head runs as the fire does sideways from the place of ignition, 1 / (1 − e): of an ellipse in a wind, by a table with straight lines
 * between its entries, at most 0.00002 of it off. Over millions of cells it is three times as fast as the formulas.
 * @param logWind natural logarithm of the effective wind at midflame in m/s; −∞: none
 */
export function headToSideOf(logWind: number): number {
  const at = (logWind - FIRST_LOG_WIND) * STEPS_PER_LOG_WIND;
  if (!(at > 0)) return 1;
  const entry = Math.min(at, HEAD_TO_SIDE.length - 2) | 0;
  const before = HEAD_TO_SIDE[entry] as number;
  return Math.min(before + (at - entry) * ((HEAD_TO_SIDE[entry + 1] as number) - before), GREATEST_HEAD_TO_SIDE);
}

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
