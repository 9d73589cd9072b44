// Wind and slope on a fuel bed: the part of Rothermel's model that differs from cell to cell and hour to hour, kept cheap.
import { eccentricityOf, type HeadFire, lengthToWidthOf } from './ellipse.ts';
import type { FuelBed } from './fuel-bed.ts';
import { compass, radians } from './units.ts';

export interface WindAndSlope {
  /** At the height of the flames, m/s (`midflameWind`). */
  readonly midflameMetresPerSecond: number;
  /** Where it comes from, degrees clockwise from north. */
  readonly windFromDegrees: number;
  /** Rise over run: 0.3 is 30 %, 16.7°. */
  readonly slopeTangent: number;
  /** The direction that the slope faces (downhill), degrees clockwise from north; any number on level ground. */
  readonly aspectDegrees: number;
}

const DEGREES_PER_RADIAN = 180 / Math.PI;

/**
 * Where a surface fire runs fastest, how fast and how long its ellipse is. The factors of wind and slope are added as vectors; their length is the factor of an
 * effective wind along the heading (Rothermel 1983, INT-143; Andrews 2018, RMRS-GTR-371). Rate: eq. 52 of Rothermel (1972). No limit of the wind speed (P. L.
 * Andrews, M. G. Cruz and R. C. Rothermel, Int. J. Wildland Fire 22, 2013). Without wind on level ground the heading, which nothing depends on then, is uphill
 * by `aspectDegrees`.
 * @param into filled and returned, so that a run over millions of cells makes no objects
 */
export function headFireOf(
  bed: FuelBed,
  { midflameMetresPerSecond, windFromDegrees, slopeTangent, aspectDegrees }: WindAndSlope,
  into: HeadFire = { rateMetresPerMinute: 0, headingDegrees: 0, lengthToWidth: 1, eccentricity: 0 },
): HeadFire {
  const windFactor = midflameMetresPerSecond > 0 ? bed.windCoefficient * midflameMetresPerSecond ** bed.windExponent : 0;
  const slopeFactor = bed.slopeCoefficient * slopeTangent ** 2;
  // Clockwise from uphill: the wind blows away from where it comes from, and uphill lies away from where the slope faces.
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
