// How far firebrands can ignite fires ahead: the greatest distance, as a warning. A model of single brands: whether they ignite anything
// depends on the fuel in which they land.
//
// F. A. Albini, Spot fire distance from burning trees: a predictive model, GTR INT-56, 1979: torching trees, flight over level ground. F.
// A. Albini, Potential spotting distance from wind-driven surface fires, Research Paper INT-309, 1983. C. H. Chase, Spotting distance from
// wind-driven surface fires: extensions of equations for pocket calculators, Research Note INT-346, 1984: drift and relief.
import {
  KILOWATTS_PER_METRE_PER_BTU_PER_FOOT_PER_SECOND,
  METRES_PER_FOOT,
  METRES_PER_MILE,
  MILES_PER_HOUR_PER_METRE_PER_SECOND,
} from './units.ts';

/** Where the brands rise, in terrain of ridges and valleys across the wind; in the order of the quarter waves in the equation. */
export const BRAND_SOURCES = ['midslope-windward', 'valley-bottom', 'midslope-leeward', 'ridge-top'] as const;
export type BrandSource = (typeof BRAND_SOURCES)[number];

export interface Downwind {
  /** 20 ft above the vegetation, m/s. */
  readonly twentyFootMetresPerSecond: number;
  /** Height of the vegetation downwind, m; 0: none. */
  readonly coverHeightMetres: number;
  /** Open woodland: half the height counts. */
  readonly openCover: boolean;
  /** null: level ground. */
  readonly relief: { readonly source: BrandSource; readonly ridgeToValleyMetres: number; readonly ridgeHeightMetres: number } | null;
}

/** Tree species with known flame data. All are of North America; for others the nearest in kind and size is a guess (待核对). */
export const TORCHING_SPECIES = {
  'engelmann-spruce': { flameHeight: [15.7, 0.451], duration: [12.6, -0.256] },
  'douglas-fir': { flameHeight: [15.7, 0.451], duration: [10.7, -0.278] },
  'subalpine-fir': { flameHeight: [15.7, 0.451], duration: [10.7, -0.278] },
  'western-hemlock': { flameHeight: [15.7, 0.451], duration: [6.3, -0.249] },
  'ponderosa-pine': { flameHeight: [12.9, 0.453], duration: [12.6, -0.256] },
  'lodgepole-pine': { flameHeight: [12.9, 0.453], duration: [12.6, -0.256] },
  'western-white-pine': { flameHeight: [12.9, 0.453], duration: [10.7, -0.278] },
  'grand-fir': { flameHeight: [16.5, 0.515], duration: [10.7, -0.278] },
  'balsam-fir': { flameHeight: [16.5, 0.515], duration: [10.7, -0.278] },
  'slash-pine': { flameHeight: [2.71, 1], duration: [11.9, -0.389] },
  'longleaf-pine': { flameHeight: [2.71, 1], duration: [11.9, -0.389] },
  'pond-pine': { flameHeight: [2.71, 1], duration: [7.91, -0.344] },
  'shortleaf-pine': { flameHeight: [2.71, 1], duration: [7.91, -0.344] },
  'loblolly-pine': { flameHeight: [2.71, 1], duration: [13.5, -0.544] },
} as const satisfies Record<string, { readonly flameHeight: readonly [number, number]; readonly duration: readonly [number, number] }>;
export type TorchingSpecies = keyof typeof TORCHING_SPECIES;

export interface TorchingTrees {
  readonly species: TorchingSpecies;
  /** How many trees burn at once. */
  readonly count: number;
  readonly heightMetres: number;
  /** Diameter at breast height. */
  readonly diameterCentimetres: number;
}

/** Ratio of brand height to flame height = factor · duration ^ exponent, by the ratio of tree height to flame height (Albini 1979). */
const LOFTING: readonly { readonly leastRatio: number; readonly below?: number; readonly factor: number; readonly exponent: number }[] = [
  { leastRatio: 1, factor: 4.24, exponent: 0.332 },
  { leastRatio: 0.5, factor: 3.64, exponent: 0.391 },
  /** Flames that last less than 3.5 units. */
  { leastRatio: 0, below: 3.5, factor: 2.78, exponent: 0.418 },
  { leastRatio: 0, factor: 4.7, exponent: 0 },
];

const CENTIMETRES_PER_INCH = 2.54;

/**
 * Distance from a wind-driven surface fire, m (Albini 1983).
 * @param intensityKilowattsPerMetre at the head
 */
export function spottingFromSurfaceFire(intensityKilowattsPerMetre: number, downwind: Downwind): number {
  const mph = downwind.twentyFootMetresPerSecond * MILES_PER_HOUR_PER_METRE_PER_SECOND;
  if (mph <= 0 || intensityKilowattsPerMetre <= 0) return 0;
  const intensity = intensityKilowattsPerMetre / KILOWATTS_PER_METRE_PER_BTU_PER_FOOT_PER_SECOND;
  const brandFeet = 1.055 * Math.sqrt(322 * (0.474 * mph) ** -1.01 * intensity);
  // The brand drifts with the plume before it leaves it.
  return distanceOf(brandFeet, 0.000278 * mph * brandFeet ** 0.643, downwind);
}

/** Distance from torching trees, m (Albini 1979). */
export function spottingFromTorchingTrees(
  { species, count, heightMetres, diameterCentimetres }: TorchingTrees,
  downwind: Downwind,
): number {
  if (downwind.twentyFootMetresPerSecond <= 0 || diameterCentimetres <= 0 || count < 1) return 0;
  const { flameHeight, duration } = TORCHING_SPECIES[species];
  const inches = diameterCentimetres / CENTIMETRES_PER_INCH;
  const flameFeet = flameHeight[0] * inches ** flameHeight[1] * count ** 0.4;
  const lasting = duration[0] * inches ** duration[1] * count ** -0.2;
  const treeFeet = heightMetres / METRES_PER_FOOT;
  const { factor, exponent } = loftingOf(treeFeet / flameFeet, lasting);
  return distanceOf(factor * lasting ** exponent * flameFeet + treeFeet / 2, 0, downwind);
}

function loftingOf(ratio: number, lasting: number) {
  const row = LOFTING.find(({ leastRatio, below = Number.POSITIVE_INFINITY }) => ratio >= leastRatio && lasting < below);
  if (row === undefined) throw new Error(`no lofting for ${ratio}, ${lasting}`);
  return row;
}

/** @param driftMiles drift in the plume */
function distanceOf(
  brandFeet: number,
  driftMiles: number,
  { twentyFootMetresPerSecond, coverHeightMetres, openCover, relief }: Downwind,
): number {
  const mph = twentyFootMetresPerSecond * MILES_PER_HOUR_PER_METRE_PER_SECOND;
  const cover = (coverHeightMetres / METRES_PER_FOOT) * (openCover ? 0.5 : 1);
  // With lower cover the logarithmic wind profile would not fit the brand's height.
  const coverFeet = Math.max(cover, 2.2 * brandFeet ** 0.337 - 4);
  if (coverFeet <= 0) return 0;
  const ratio = brandFeet / coverFeet;
  const miles = 0.000718 * mph * Math.sqrt(coverFeet) * (0.362 + (Math.sqrt(ratio) / 2) * Math.log(ratio)) + driftMiles;
  const levelMetres = Math.max(miles, 0) * METRES_PER_MILE;
  return relief === null ? levelMetres : overRelief(levelMetres, relief);
}

/**
 * Over sine-shaped ridges the brand lands further towards a valley and less far towards a slope: a fixed point, iterated six times as in
 * `firelab/behave`.
 */
function overRelief(levelMetres: number, { source, ridgeToValleyMetres, ridgeHeightMetres }: NonNullable<Downwind['relief']>): number {
  if (ridgeToValleyMetres <= 0 || ridgeHeightMetres <= 0) return levelMetres;
  const level = levelMetres / ridgeToValleyMetres;
  const height = ridgeHeightMetres / METRES_PER_FOOT / (10 * Math.PI) / 1000;
  const phase = (BRAND_SOURCES.indexOf(source) * Math.PI) / 2;
  let x = level;
  for (let step = 0; step < 6; step += 1) x = level - height * (Math.cos(Math.PI * x - phase) - Math.cos(phase));
  return x * ridgeToValleyMetres;
}
