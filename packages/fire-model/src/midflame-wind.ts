// From the wind that is measured or forecast to the wind at the height of the flames.
//
// F. A. Albini and R. G. Baughman, Estimating windspeeds for predicting wildland fire behavior, USDA Forest Service Research Paper INT-221, 1979.
// P. L. Andrews, Modeling wind adjustment factor and midflame wind speed for Rothermel's surface fire spread model, RMRS-GTR-266, 2012.
import { METRES_PER_FOOT } from './units.ts';

/** Where a wind was taken: at the flames, 20 ft above the vegetation (6.1 m), or 10 m above it. */
export const WIND_HEIGHTS = ['midflame', '20ft', '10m'] as const;
export type WindHeight = (typeof WIND_HEIGHTS)[number];

/** The wind at 20 ft is that at 10 m divided by this (R. L. Turner and B. D. Lawson, BC-X-177, 1978). */
export const TEN_METRES_TO_TWENTY_FEET = 1.15;

/** The trees over a surface fire. */
export interface Canopy {
  /** 0–100. */
  readonly coverPercent: number;
  readonly heightMetres: number;
  /** Length of the crowns over the height of the trees, 0–1. */
  readonly crownRatio: number;
}

/** Below, the canopy does not shelter. */
const LEAST_CROWN_FILL = 0.05;
const LEAST_HEIGHT_FEET = 6;
const TWENTY_FEET = 20;

/** Share of the room below the tree tops that crowns fill; crowns are taken for cones. */
export const crownFillOf = ({ coverPercent, crownRatio }: Canopy): number => ((coverPercent / 100) * crownRatio) / 3;

/**
 * Midflame wind over 20-ft wind: by the fuel's depth in the open, by the filling of the crowns under trees from 5 % of it and 6 ft of height on.
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

/** ln of the wind 20 ft above a vegetation of this height, ft, over its roughness. */
const logProfile = (feet: number): number => Math.log((TWENTY_FEET + 0.36 * feet) / (0.13 * feet));

/** From a wind, m/s, to the one 20 ft above the vegetation, m/s; null: taken at the flames, which says nothing of it. */
export const twentyFootWind = (metresPerSecond: number, height: WindHeight): number | null =>
  height === 'midflame' ? null : height === '10m' ? metresPerSecond / TEN_METRES_TO_TWENTY_FEET : metresPerSecond;

/** From a wind, m/s, to the one at the flames, m/s. */
export function midflameWind(metresPerSecond: number, height: WindHeight, depthMetres: number, canopy: Canopy | null): number {
  const above = twentyFootWind(metresPerSecond, height);
  return above === null ? metresPerSecond : above * windAdjustmentFactor(depthMetres, canopy);
}
