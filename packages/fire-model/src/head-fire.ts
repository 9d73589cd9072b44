// Wind and slope on a fuel bed: the part of Rothermel's model that differs from cell to cell and hour to hour, and therefore has to be
// cheap.
import { eccentricityOf, type HeadFire, lengthToWidthOf } from './ellipse.ts';
import type { FuelBed } from './fuel-bed.ts';
import { compass, radians } from './units.ts';

export interface WindAndSlope {
  /** Wind at midflame height, m/s (`midflameWind`). */
  readonly midflameMetresPerSecond: number;
  /** Direction the wind comes from, degrees clockwise from north. */
  readonly windFromDegrees: number;
  /** Rise over run: 0.3 is 30 %, 16.7°. */
  readonly slopeTangent: number;
  /** The direction that the slope faces (downhill), degrees clockwise from north; any number on level ground. */
  readonly aspectDegrees: number;
}

const DEGREES_PER_RADIAN = 180 / Math.PI;

/**
 * Heading, rate and ellipse of the head of a surface fire. The factors of wind and slope are added as vectors; their length is the factor
 * of an effective wind along the heading (Rothermel 1983, INT-143; Andrews 2018, RMRS-GTR-371). Rate: eq. 52 of Rothermel (1972). The wind
 * speed is not limited (P. L. Andrews, M. G. Cruz and R. C. Rothermel, Int. J. Wildland Fire 22, 2013). Without wind on level ground the
 * heading, on which nothing depends then, is uphill by `aspectDegrees`.
 * @param into filled and returned, so that a run over millions of cells allocates no objects
 */
export function headFireOf(
  bed: FuelBed,
  { midflameMetresPerSecond, windFromDegrees, slopeTangent, aspectDegrees }: WindAndSlope,
  into: HeadFire = { rateMetresPerMinute: 0, headingDegrees: 0, lengthToWidth: 1, eccentricity: 0 },
): HeadFire {
  const windFactor = midflameMetresPerSecond > 0 ? bed.windCoefficient * midflameMetresPerSecond ** bed.windExponent : 0;
  const slopeFactor = bed.slopeCoefficient * slopeTangent ** 2;
  // Clockwise from uphill: the wind blows opposite to where it comes from, and uphill is opposite to where the slope faces.
  const across = radians(windFromDegrees - aspectDegrees);
  const uphill = slopeFactor + windFactor * Math.cos(across);
  const sideways = windFactor * Math.sin(across);
  const factor = Math.sqrt(uphill ** 2 + sideways ** 2);
  const effectiveWind = factor > 0 ? (factor / bed.windCoefficient) ** (1 / bed.windExponent) : 0;
  into.rateMetresPerMinute = bed.noWindRateMetresPerMinute * (1 + factor);
  into.headingDegrees = compass(Math.atan2(sideways, uphill) * DEGREES_PER_RADIAN + aspectDegrees + 180);
  into.lengthToWidth = lengthToWidthOf(effectiveWind);
  into.eccentricity = eccentricityOf(into.lengthToWidth);
  return into;
}
