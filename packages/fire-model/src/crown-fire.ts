// Whether a surface fire ignites the crowns, and how it spreads there. The model follows `firelab/behave`: the conditions of Van Wagner,
// the rate of Rothermel (1991), and between a surface fire and a full crown fire the linked models of Scott and Reinhardt.
//
// C. E. Van Wagner, Conditions for the start and spread of crown fire, Canadian Journal of Forest Research 7, 1977. R. C. Rothermel,
// Predicting behavior and size of crown fires in the northern Rocky Mountains, Research Paper INT-438, 1991. J. H. Scott and E. D.
// Reinhardt, Assessing crown fire potential by linking models of surface and crown fire behavior, Research Paper RMRS-RP-29, 2001.
import type { HeadFire } from './ellipse.ts';
import { type FuelBed, fuelBedOf, type Moisture } from './fuel-bed.ts';
import { fuelModelOf } from './fuel-models.ts';
import { headFireOf, type WindAndSlope } from './head-fire.ts';
import { firelineIntensityOf, flameLengthOf } from './intensity.ts';
import type { Canopy } from './midflame-wind.ts';
import {
  KILOJOULES_PER_KILOGRAM_PER_BTU_PER_POUND,
  KILOWATTS_PER_METRE_PER_BTU_PER_FOOT_PER_SECOND,
  METRES_PER_FOOT,
  MILES_PER_HOUR_PER_METRE_PER_SECOND,
} from './units.ts';

/** The crowns as fuel. */
export interface CrownFuel {
  readonly heightMetres: number;
  /** Height above the ground at which there is enough fuel to carry fire upwards. */
  readonly baseHeightMetres: number;
  readonly bulkDensityKilogramsPerCubicMetre: number;
  /** % of dry weight. */
  readonly foliarMoisturePercent: number;
}

/** A canopy whose crown fuel may be known. */
export interface ForestCanopy extends Canopy {
  /** Height at which fuel below the crowns, such as branches and shrubs, begins; absent: the base of the crowns. */
  readonly baseHeightMetres?: number | null | undefined;
  /** Absent if unknown or if the crowns do not carry fire: crown fire is then not modelled. */
  readonly bulkDensityKilogramsPerCubicMetre?: number | null | undefined;
}

/** Needles in the dry season (the value of Scott and Reinhardt 2001; Van Wagner 1977 found 70 to 130). For the trees of China 待核对. */
const USUAL_FOLIAR_MOISTURE_PERCENT = 100;

/** null: the crown fuel is unknown. */
export function crownFuelOf({
  heightMetres,
  crownRatio,
  baseHeightMetres,
  bulkDensityKilogramsPerCubicMetre,
}: ForestCanopy): CrownFuel | null {
  if (bulkDensityKilogramsPerCubicMetre == null || bulkDensityKilogramsPerCubicMetre <= 0) return null;
  return {
    heightMetres,
    baseHeightMetres: baseHeightMetres ?? heightMetres * (1 - crownRatio),
    bulkDensityKilogramsPerCubicMetre,
    foliarMoisturePercent: USUAL_FOLIAR_MOISTURE_PERCENT,
  };
}

export const CROWN_FIRE_TYPES = ['surface', 'conditional', 'torching', 'crowning'] as const;
/**
 * `conditional`: a crown fire that enters the stand would continue, but none starts here. `torching`: single trees and groups burn
 * (passive). `crowning`: active.
 */
export type CrownFireType = (typeof CROWN_FIRE_TYPES)[number];

export interface CrownFire {
  readonly type: CrownFireType;
  /** Surface fire intensity at which the crowns ignite, kW/m. */
  readonly criticalIntensityKilowattsPerMetre: number;
  /** Minimum rate of an active crown fire, m/min; a slower one goes out. */
  readonly criticalRateMetresPerMinute: number;
  /** Rate of an active crown fire under these conditions, m/min. */
  readonly activeRateMetresPerMinute: number;
  /** Intensity and flame length of an active crown fire under these conditions, kW/m and m (flame length by Thomas 1963). */
  readonly activeIntensityKilowattsPerMetre: number;
  readonly activeFlameLengthMetres: number;
  /** The 20-ft wind at which an active crown fire can be sustained, m/s. */
  readonly crowningWindMetresPerSecond: number;
  /** 0–1. */
  readonly crownFractionBurned: number;
  /** The expected values by `type`: those of the surface fire or higher. */
  readonly rateMetresPerMinute: number;
  readonly intensityKilowattsPerMetre: number;
  readonly flameLengthMetres: number;
  readonly headingDegrees: number;
  readonly lengthToWidth: number;
}

export interface CrownFireGround extends Omit<WindAndSlope, 'midflameMetresPerSecond'> {
  /** 20 ft above the canopy, m/s. */
  readonly twentyFootMetresPerSecond: number;
  /** Wind adjustment factor of the surface fire (`windAdjustmentFactor`). */
  readonly adjustmentFactor: number;
}

/** Ratio of the rate of an active crown fire to that of a surface fire in model 10 with 0.4 of the 20-ft wind (Rothermel 1991). */
const ACTIVE_RATE_FACTOR = 3.34;
const ACTIVE_WIND_FACTOR = 0.4;
const CROWN_MODEL = '10';
/** Mass flow of fuel that a crown fire needs, kg/m²/min (Van Wagner 1977: 0.05 kg/m²/s). */
const CRITICAL_MASS_FLOW = 3;
const HEAT_OF_CROWNS = 8000 * KILOJOULES_PER_KILOGRAM_PER_BTU_PER_POUND;
const LEAST_FOLIAR_MOISTURE_PERCENT = 30;
const LEAST_BASE_HEIGHT_METRES = 0.1;

/** The fuel bed from which active crown fires are calculated, at the moisture of the surface fuel; call it once for each moisture. */
export function crownBedOf(moisture: Moisture): FuelBed {
  const model = fuelModelOf(CROWN_MODEL);
  if (model === undefined) throw new Error(`no fuel model ${CROWN_MODEL}`);
  return fuelBedOf(model, moisture);
}

/** Van Wagner (1977), eq. 4, kW/m. */
export const criticalIntensityOf = ({ baseHeightMetres, foliarMoisturePercent }: CrownFuel): number =>
  (0.01 *
    Math.max(baseHeightMetres, LEAST_BASE_HEIGHT_METRES) *
    (460 + 25.9 * Math.max(foliarMoisturePercent, LEAST_FOLIAR_MOISTURE_PERCENT))) **
  1.5;

/** Van Wagner (1977), eq. 9, m/min. @returns infinity: crowns without mass never carry fire */
export const criticalRateOf = ({ bulkDensityKilogramsPerCubicMetre }: CrownFuel): number =>
  bulkDensityKilogramsPerCubicMetre > 0 ? CRITICAL_MASS_FLOW / bulkDensityKilogramsPerCubicMetre : Number.POSITIVE_INFINITY;

/** Flame length in m from intensity in kW/m: P. H. Thomas, The size of flames from natural fires, 9th Symposium on Combustion, 1963. */
const thomasFlameLength = (intensity: number): number =>
  0.2 * (intensity / KILOWATTS_PER_METRE_PER_BTU_PER_FOOT_PER_SECOND) ** (2 / 3) * METRES_PER_FOOT;

/**
 * @param bed of the surface fuel
 * @param crownBed `crownBedOf` the same moisture
 * @param front the actual surface fire, where it is known: away from the head it is slower
 */
export function crownFireOf(
  bed: FuelBed,
  crownBed: FuelBed,
  ground: CrownFireGround,
  crowns: CrownFuel,
  front: Partial<HeadFire> = {},
): CrownFire {
  const { twentyFootMetresPerSecond, adjustmentFactor } = ground;
  const surfaceFireAt = (twentyFoot: number) => headFireOf(bed, { ...ground, midflameMetresPerSecond: twentyFoot * adjustmentFactor });
  const surface = { ...surfaceFireAt(twentyFootMetresPerSecond), ...front };
  const surfaceIntensity = firelineIntensityOf(bed, surface.rateMetresPerMinute);

  // Level ground: the correlation factor 3.34 already includes the slopes of the fires it was derived from.
  const level = { windFromDegrees: 0, slopeTangent: 0, aspectDegrees: 0 };
  const activeRate =
    ACTIVE_RATE_FACTOR *
    headFireOf(crownBed, { ...level, midflameMetresPerSecond: twentyFootMetresPerSecond * ACTIVE_WIND_FACTOR }).rateMetresPerMinute;
  const crownHeat = crowns.bulkDensityKilogramsPerCubicMetre * Math.max(crowns.heightMetres - crowns.baseHeightMetres, 0) * HEAT_OF_CROWNS;
  const surfaceHeat = bed.heatPerUnitAreaKilojoulesPerSquareMetre;
  const activeIntensity = ((surfaceHeat + crownHeat) * activeRate) / 60;

  const criticalIntensity = criticalIntensityOf(crowns);
  const criticalRate = criticalRateOf(crowns);
  const crowningWind = crowningWindOf(crownBed, criticalRate);
  const type = typeOf(surfaceIntensity >= criticalIntensity, activeRate >= criticalRate);

  const common = {
    type,
    criticalIntensityKilowattsPerMetre: criticalIntensity,
    criticalRateMetresPerMinute: criticalRate,
    activeRateMetresPerMinute: activeRate,
    activeIntensityKilowattsPerMetre: activeIntensity,
    activeFlameLengthMetres: thomasFlameLength(activeIntensity),
    crowningWindMetresPerSecond: crowningWind,
    headingDegrees: surface.headingDegrees,
  };
  if (type === 'crowning')
    return {
      ...common,
      crownFractionBurned: 1,
      rateMetresPerMinute: activeRate,
      intensityKilowattsPerMetre: activeIntensity,
      flameLengthMetres: common.activeFlameLengthMetres,
      lengthToWidth: crownLengthToWidth(twentyFootMetresPerSecond),
    };
  if (type !== 'torching')
    return {
      ...common,
      crownFractionBurned: 0,
      rateMetresPerMinute: surface.rateMetresPerMinute,
      intensityKilowattsPerMetre: surfaceIntensity,
      flameLengthMetres: flameLengthOf(surfaceIntensity),
      lengthToWidth: surface.lengthToWidth,
    };
  // Scott and Reinhardt (2001): interpolation between the surface rate at which torching begins and the rate at which the crowns burn
  // completely.
  const torchingRate = (60 * criticalIntensity) / surfaceHeat;
  const crowningRate = Number.isFinite(crowningWind) ? surfaceFireAt(crowningWind).rateMetresPerMinute : Number.POSITIVE_INFINITY;
  const fraction = fractionBetween(torchingRate, crowningRate, surface.rateMetresPerMinute);
  const rate = surface.rateMetresPerMinute + fraction * (activeRate - surface.rateMetresPerMinute);
  const intensity = ((surfaceHeat + fraction * crownHeat) * rate) / 60;
  return {
    ...common,
    crownFractionBurned: fraction,
    rateMetresPerMinute: rate,
    intensityKilowattsPerMetre: intensity,
    flameLengthMetres: thomasFlameLength(intensity),
    lengthToWidth: surface.lengthToWidth,
  };
}

function typeOf(torches: boolean, holds: boolean): CrownFireType {
  if (torches) return holds ? 'crowning' : 'torching';
  return holds ? 'conditional' : 'surface';
}

/** The 20-ft wind at which the active rate is the critical one, m/s (Scott and Reinhardt 2001, eq. 20). */
function crowningWindOf({ noWindRateMetresPerMinute, windCoefficient, windExponent }: FuelBed, criticalRate: number): number {
  if (noWindRateMetresPerMinute === 0) return Number.POSITIVE_INFINITY;
  const windFactor = criticalRate / ACTIVE_RATE_FACTOR / noWindRateMetresPerMinute - 1;
  return windFactor > 0 ? (windFactor / windCoefficient) ** (1 / windExponent) / ACTIVE_WIND_FACTOR : 0;
}

/** 0 up to `from`, 1 from `to` on; 0 where `to` is not above `from`. */
const fractionBetween = (from: number, to: number, value: number): number =>
  to > from ? Math.min(Math.max((value - from) / (to - from), 0), 1) : 0;

/** Length-to-width ratio of a crown fire: Rothermel (1991), eq. 10. @param twentyFoot wind, m/s */
const crownLengthToWidth = (twentyFoot: number): number => 1 + 0.125 * twentyFoot * MILES_PER_HOUR_PER_METRE_PER_SECOND;
