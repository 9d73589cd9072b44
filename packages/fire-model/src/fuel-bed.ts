// The parts of Rothermel's rate of spread that depend only on the fuel and its moisture, computed once for a class of ground; wind and
// slope are applied afterwards (`head-fire.ts`).
//
// R. C. Rothermel, A mathematical model for predicting fire spread in wildland fuels, USDA Forest Service Research Paper INT-115, 1972: the
// equation numbers are those of this paper. F. A. Albini, Computer-based models of wildland fire behavior: a user's manual, Intermountain
// Forest and Range Experiment Station, 1976: his changes are marked. P. L. Andrews, The Rothermel surface fire spread model and associated
// developments: a comprehensive explanation, USDA Forest Service General Technical Report RMRS-GTR-371, 2018: the whole model in one place.
import type { FuelModel } from './fuel-models.ts';
import { FEET_PER_MINUTE_PER_METRE_PER_SECOND, KILOJOULES_PER_SQUARE_METRE_PER_BTU_PER_SQUARE_FOOT, METRES_PER_FOOT } from './units.ts';

/** The classes of fuel, by how fast their moisture follows that of the air. */
export const MOISTURE_CLASSES = ['oneHour', 'tenHour', 'hundredHour', 'liveHerbaceous', 'liveWoody'] as const;
export type MoistureClass = (typeof MOISTURE_CLASSES)[number];

/** Moisture, % of dry weight. */
export type Moisture = Readonly<Record<MoistureClass, number>>;

/** A fuel model at a given moisture: the fire properties that do not depend on wind and slope. */
export interface FuelBed {
  readonly model: FuelModel;
  /** Rate without wind on level ground, m/min; 0: the fuel does not burn. */
  readonly noWindRateMetresPerMinute: number;
  /** φ_w = windCoefficient · U ^ windExponent, U midflame wind in m/s. */
  readonly windCoefficient: number;
  readonly windExponent: number;
  /** φ_s = slopeCoefficient · tan² of the slope. */
  readonly slopeCoefficient: number;
  /** Heat released by the front as it passes, kJ/m². */
  readonly heatPerUnitAreaKilojoulesPerSquareMetre: number;
  readonly depthMetres: number;
  /** Intermediate values, in published units: ft²/ft³, %, Btu/ft²/min. */
  readonly particulars: {
    readonly surfaceToVolume: number;
    readonly deadMoisturePercent: number;
    readonly liveMoisturePercent: number;
    readonly liveExtinctionPercent: number;
    readonly reactionIntensity: number;
  };
}

/** lb/ft³ (Albini 1976). */
const PARTICLE_DENSITY = 32;
const TEN_HOUR_RATIO = 109;
const HUNDRED_HOUR_RATIO = 30;
/** Mineral share of the dry weight; the minerals other than silica slow the flame. */
const TOTAL_MINERALS = 0.0555;
const EFFECTIVE_MINERALS = 0.01;
/** Eq. 30. */
const MINERAL_DAMPING = 0.174 * EFFECTIVE_MINERALS ** -0.19;
/** Lower bounds, by surface-to-volume ratio, of the classes in which loads are weighted together, ft²/ft³ (Albini 1976). */
const SIZE_CLASSES = [1200, 192, 96, 48, 16];

interface Particle {
  /** lb/ft². */
  readonly load: number;
  /** ft²/ft³. */
  readonly ratio: number;
  /** Fraction of dry weight. */
  readonly moisture: number;
}

/**
 * The share of live herbs that is cured and burns as dead fuel: all at 30 % moisture and below, none above 120 %. The linear function
 * between is that of BehavePlus and `firelab/behave`; RMRS-GTR-153 prints it as thirds (2/3 at 60 %, 1/3 at 90 %).
 * @param moisture of the herbs, fraction of dry weight
 */
export function curedShare(moisture: number): number {
  if (moisture < 0.3) return 1;
  return moisture <= 1.2 ? 1.333 - 1.11 * moisture : 0;
}

function particlesOf({ loads, surfaceToVolume, dynamic }: FuelModel, moisture: Moisture): Record<'dead' | 'live', readonly Particle[]> {
  const [oneHour, tenHour, hundredHour, herbaceous, woody] = MOISTURE_CLASSES.map((name) => moisture[name] / 100) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const cured = dynamic ? loads.liveHerbaceous * curedShare(herbaceous) : 0;
  const there = ({ load }: Particle) => load > 0;
  return {
    dead: [
      { load: loads.oneHour, ratio: surfaceToVolume.oneHour, moisture: oneHour },
      { load: loads.tenHour, ratio: TEN_HOUR_RATIO, moisture: tenHour },
      { load: loads.hundredHour, ratio: HUNDRED_HOUR_RATIO, moisture: hundredHour },
      { load: cured, ratio: surfaceToVolume.liveHerbaceous, moisture: oneHour },
    ].filter(there),
    live: [
      { load: loads.liveHerbaceous - cured, ratio: surfaceToVolume.liveHerbaceous, moisture: herbaceous },
      { load: loads.liveWoody, ratio: surfaceToVolume.liveWoody, moisture: woody },
    ].filter(there),
  };
}

const sumOf = <T>(items: readonly T[], of: (item: T) => number): number => items.reduce((sum, item) => sum + of(item), 0);
const sizeClassOf = (ratio: number): number => SIZE_CLASSES.findIndex((least) => ratio >= least);

/** Means of the dead or of the live fuels weighted by their surface (eq. 53–72). */
function meansOf(particles: readonly Particle[]) {
  const area = sumOf(particles, ({ load, ratio }) => (load * ratio) / PARTICLE_DENSITY);
  const weighted = particles.map((particle) => ({ ...particle, share: (particle.load * particle.ratio) / PARTICLE_DENSITY / area }));
  const shareOfClass = (ratio: number): number =>
    sizeClassOf(ratio) < 0
      ? 0
      : sumOf(
          weighted.filter((other) => sizeClassOf(other.ratio) === sizeClassOf(ratio)),
          ({ share }) => share,
        );
  return {
    area,
    load: sumOf(particles, ({ load }) => load),
    ratio: sumOf(weighted, ({ share, ratio }) => share * ratio),
    moisture: sumOf(weighted, ({ share, moisture }) => share * moisture),
    /** Eq. 59; minerals are subtracted as a share (Albini 1976). */
    netLoad: sumOf(particles, ({ load, ratio }) => shareOfClass(ratio) * load * (1 - TOTAL_MINERALS)),
    /** Σ f ε Q_ig, Btu/lb (eq. 12, 14, 77). */
    preignition: sumOf(weighted, ({ share, ratio, moisture }) => share * Math.exp(-138 / ratio) * (250 + 1116 * moisture)),
  };
}

/** Moisture of extinction of live fuel, a fraction: from how much of it the fine dead fuel can dry (Albini 1976, p. 89, after eq. 88). */
function liveExtinction(dead: readonly Particle[], live: readonly Particle[], deadExtinction: number): number {
  const fineDead = sumOf(dead, ({ load, ratio }) => load * Math.exp(-138 / ratio));
  const fineLive = sumOf(live, ({ load, ratio }) => load * Math.exp(-500 / ratio));
  if (fineLive === 0) return deadExtinction;
  const moisture = sumOf(dead, (particle) => particle.load * Math.exp(-138 / particle.ratio) * particle.moisture) / fineDead;
  return Math.max(2.9 * (fineDead / fineLive) * (1 - moisture / deadExtinction) - 0.226, deadExtinction);
}

/** η_M (eq. 29). */
function moistureDamping(moisture: number, extinction: number): number {
  const r = moisture / extinction;
  return r >= 1 ? 0 : 1 - 2.59 * r + 5.11 * r ** 2 - 3.52 * r ** 3;
}

const NOTHING_BURNS = {
  noWindRateMetresPerMinute: 0,
  windCoefficient: 0,
  windExponent: 1,
  slopeCoefficient: 0,
  heatPerUnitAreaKilojoulesPerSquareMetre: 0,
  particulars: { surfaceToVolume: 0, deadMoisturePercent: 0, liveMoisturePercent: 0, liveExtinctionPercent: 0, reactionIntensity: 0 },
};

/**
 * The bed of a fuel model at a moisture: everything in Rothermel's model before wind and slope. It costs some microseconds: compute it once
 * for each fuel and moisture.
 * @param moisture % of dry weight; classes without load in the model are ignored
 */
export function fuelBedOf(model: FuelModel, moisture: Moisture): FuelBed {
  const depthMetres = model.depthFeet * METRES_PER_FOOT;
  if (!model.burns) return { ...NOTHING_BURNS, model, depthMetres };
  const particles = particlesOf(model, moisture);
  const dead = meansOf(particles.dead);
  const live =
    particles.live.length > 0 ? meansOf(particles.live) : { area: 0, load: 0, ratio: 0, moisture: 0, netLoad: 0, preignition: 0 };
  const deadShare = dead.area / (dead.area + live.area);
  const mean = (of: (means: typeof dead) => number): number => deadShare * of(dead) + (1 - deadShare) * of(live);

  const sigma = mean(({ ratio }) => ratio);
  /** Eq. 40, lb/ft³. */
  const bulkDensity = (dead.load + live.load) / model.depthFeet;
  /** Eq. 31. */
  const packing = bulkDensity / PARTICLE_DENSITY;
  /** Eq. 37. */
  const relativePacking = packing / (3.348 * sigma ** -0.8189);

  // Eq. 36, 38; the exponent A as in Albini (1976), who replaced eq. 39.
  const fastest = sigma ** 1.5 / (495 + 0.0594 * sigma ** 1.5);
  const a = 133 * sigma ** -0.7913;
  const reactionVelocity = fastest * relativePacking ** a * Math.exp(a * (1 - relativePacking));

  const extinction = {
    dead: model.extinctionPercent / 100,
    live: liveExtinction(particles.dead, particles.live, model.extinctionPercent / 100),
  };
  /** Eq. 27, 58, Btu/ft²/min. */
  const reactionIntensity =
    reactionVelocity *
    model.heatContent *
    MINERAL_DAMPING *
    (dead.netLoad * moistureDamping(dead.moisture, extinction.dead) + live.netLoad * moistureDamping(live.moisture, extinction.live));

  /** Eq. 42. */
  const propagatingFlux = Math.exp((0.792 + 0.681 * sigma ** 0.5) * (packing + 0.1)) / (192 + 0.2595 * sigma);
  /** Eq. 52 without wind and slope, ft/min. */
  const noWindRate = (reactionIntensity * propagatingFlux) / (bulkDensity * mean(({ preignition }) => preignition));

  // Eq. 47–50.
  const windExponent = 0.02526 * sigma ** 0.54;
  const perFootPerMinute = 7.47 * Math.exp(-0.133 * sigma ** 0.55) * relativePacking ** (-0.715 * Math.exp(-3.59e-4 * sigma));
  /** Residence time of the front, minutes: H. E. Anderson, Heat transfer and fire spread, Research Paper INT-69, 1969. */
  const residenceMinutes = 384 / sigma;

  return {
    model,
    noWindRateMetresPerMinute: noWindRate * METRES_PER_FOOT,
    windCoefficient: perFootPerMinute * FEET_PER_MINUTE_PER_METRE_PER_SECOND ** windExponent,
    windExponent,
    /** Eq. 51. */
    slopeCoefficient: 5.275 * packing ** -0.3,
    heatPerUnitAreaKilojoulesPerSquareMetre: reactionIntensity * residenceMinutes * KILOJOULES_PER_SQUARE_METRE_PER_BTU_PER_SQUARE_FOOT,
    depthMetres,
    particulars: {
      surfaceToVolume: sigma,
      deadMoisturePercent: dead.moisture * 100,
      liveMoisturePercent: live.moisture * 100,
      liveExtinctionPercent: extinction.live * 100,
      reactionIntensity,
    },
  };
}
