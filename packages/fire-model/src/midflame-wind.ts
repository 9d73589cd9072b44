// Converts a measured or forecast wind to the wind at midflame height.
//
// F. A. Albini and R. G. Baughman, Estimating windspeeds for predicting wildland fire behavior, USDA Forest Service Research Paper INT-221,
// 1979. P. L. Andrews, Modeling wind adjustment factor and midflame wind speed for Rothermel's surface fire spread model, RMRS-GTR-266,
// 2012.
import { METRES_PER_FOOT } from './units.ts';

/** Height at which a wind was taken: midflame, 20 ft above the vegetation (6.1 m), or 10 m above it. */
export const WIND_HEIGHTS = ['midflame', '20ft', '10m'] as const;
export type WindHeight = (typeof WIND_HEIGHTS)[number];

/** The wind at 20 ft is that at 10 m divided by this (R. L. Turner and B. D. Lawson, BC-X-177, 1978). */
export const TEN_METRES_TO_TWENTY_FEET = 1.15;

/** The trees over a surface fire. */
export interface Canopy {
  /** 0–100. */
  readonly coverPercent: number;
  readonly heightMetres: number;
  /** Ratio of crown length to tree height, 0–1. */
  readonly crownRatio: number;
}

/** Below this fill the canopy does not shelter. */
const LEAST_CROWN_FILL = 0.05;
const LEAST_HEIGHT_FEET = 6;
const TWENTY_FEET = 20;

/** Share of the space below the treetops that crowns fill; crowns are taken as cones. */
export const crownFillOf = ({ coverPercent, crownRatio }: Canopy): number => ((coverPercent / 100) * crownRatio) / 3;

/**
 * Ratio of midflame wind to 20-ft wind: from the fuel's depth in the open, and from the crown fill under trees if it is at least 5 % and
 * the trees are at least 6 ft high.
 * @param depthMetres of the fuel bed
 * @param canopy null: none
 */
export function windAdjustmentFactor(depthMetres: number, canopy: Canopy | null): number {
  const heightFeet = canopy === null ? 0 : canopy.heightMetres / METRES_PER_FOOT;
  const fill = canopy === null ? 0 : crownFillOf(canopy);
  if (fill >= LEAST_CROWN_FILL && heightFeet >= LEAST_HEIGHT_FEET) return 0.555 / (Math.sqrt(fill * heightFeet) * logProfile(heightFeet));
  const depthFeet = depthMetres / METRES_PER_FOOT;
  return depthFeet > 0 ? 1.83 / logProfile(depthFeet) : 0;
}

/** Logarithmic wind profile: ln of the height 20 ft above vegetation of this height, ft, divided by its roughness length. */
const logProfile = (feet: number): number => Math.log((TWENTY_FEET + 0.36 * feet) / (0.13 * feet));

/** Converts a wind, m/s, to the wind 20 ft above the vegetation, m/s; null: a midflame wind cannot be converted. */
export const twentyFootWind = (metresPerSecond: number, height: WindHeight): number | null =>
  height === 'midflame' ? null : height === '10m' ? metresPerSecond / TEN_METRES_TO_TWENTY_FEET : metresPerSecond;

/** Converts a wind, m/s, to the midflame wind, m/s. */
export function midflameWind(metresPerSecond: number, height: WindHeight, depthMetres: number, canopy: Canopy | null): number {
  const above = twentyFootWind(metresPerSecond, height);
  return above === null ? metresPerSecond : above * windAdjustmentFactor(depthMetres, canopy);
}
