// The Canadian Forest Fire Behavior Prediction (FBP) System on level ground: from the day's indices and the fuel type to rate of spread,
// fuel consumed and intensity at the head, and its class. The server runs it for each county and fuel.
//
// Forestry Canada Fire Danger Group, Development and structure of the Canadian Forest Fire Behavior Prediction System, Information Report
// ST-X-3, Ottawa 1992: the equation numbers are those of this report. B. M. Wotton, M. E. Alexander, S. W. Taylor, Updates and revisions to
// the 1992 Canadian Forest Fire Behavior Prediction System, Information Report GLC-X-10, 2009: C-1's fuel consumption (9a, 9b) and the
// curing of grass (35a, 35b) are in its form.

/** The fuel types of ST-X-3 except M-3 and M-4 (stands with dead balsam fir, which China does not have). */
export const FBP_FUELS = [
  'C-1',
  'C-2',
  'C-3',
  'C-4',
  'C-5',
  'C-6',
  'C-7',
  'D-1',
  'M-1',
  'M-2',
  'O-1a',
  'O-1b',
  'S-1',
  'S-2',
  'S-3',
] as const;
export type FbpFuel = (typeof FBP_FUELS)[number];

/** The indices of the day, as returned by `fireWeatherOf` of the domain. */
export interface FbpIndices {
  readonly ffmc: number;
  readonly isi: number;
  readonly bui: number;
}

export interface FbpStand {
  readonly fuel: FbpFuel;
  /** Share of conifers in M-1 and M-2, 0–100. Default 50. */
  readonly coniferPercent?: number;
  /** How much of the grass of O-1a and O-1b is dead, 0–100. Default 100: the dry season. */
  readonly curingPercent?: number;
  /** Load of the grass of O-1a and O-1b, kg/m². Default 0.35, the standard of GLC-X-10. */
  readonly grassLoadKilogramsPerSquareMetre?: number;
  /** Foliar moisture content, % of dry weight. Default 97, the standard of ST-X-3. */
  readonly foliarMoisturePercent?: number;
}

/** 1: the fire hardly spreads … 6: it cannot be controlled. */
export type IntensityClass = 1 | 2 | 3 | 4 | 5 | 6;

export interface FbpHead {
  /** Rate at the head, in equilibrium, on level ground. */
  readonly rateMetresPerMinute: number;
  /** Consumption of surface and crown fuels together, kg/m². */
  readonly fuelConsumedKilogramsPerSquareMetre: number;
  /** Consumption of surface fuels alone, kg/m². */
  readonly surfaceFuelConsumedKilogramsPerSquareMetre: number;
  /** 0–1. */
  readonly crownFractionBurned: number;
  readonly intensityKilowattsPerMetre: number;
  readonly intensityClass: IntensityClass;
}

/** Where classes 2 to 6 begin, kW/m: an intensity of exactly 10 is class 2. The breaks of the system's field guide (S. W. Taylor and others, 1997). */
export const INTENSITY_CLASS_BREAKS = [10, 500, 2_000, 4_000, 10_000] as const;

/** @param kilowattsPerMetre at the head */
export const intensityClassOf = (kilowattsPerMetre: number): IntensityClass =>
  (1 + INTENSITY_CLASS_BREAKS.filter((from) => kilowattsPerMetre >= from).length) as IntensityClass;

/**
 * The head of a fire in a stand on a day: equations 26 to 69 without slope.
 * @throws RangeError for an invalid percentage, load or index
 */
export function fbpHead(stand: FbpStand, indices: FbpIndices): FbpHead {
  const given = withDefaults(stand);
  const fuels = FUELS[given.fuel];
  const surfaceConsumed = surfaceFuelConsumption(given, indices);
  const surface = surfaceRate(given, indices);
  // Equations 56 and 57: below this surface rate the crowns do not ignite.
  const criticalIntensity = fuels.crownBaseMetres ** 1.5 * 0.001 * (460 + 25.9 * given.foliarMoisturePercent) ** 1.5;
  const hasCrown = fuels.crownLoad > 0;
  const criticalRate = surfaceConsumed > 0 ? criticalIntensity / (KILOJOULES * surfaceConsumed) : Number.POSITIVE_INFINITY;
  // Equation 58.
  const crownFractionBurned = hasCrown && surface > criticalRate ? 1 - Math.exp(-0.23 * (surface - criticalRate)) : 0;
  const rate = given.fuel === 'C-6' ? plantationRate(surface, crownFractionBurned, indices.isi, given.foliarMoisturePercent) : surface;
  const share = isMixed(given.fuel) ? given.coniferPercent / 100 : 1;
  // Equations 66 and 67.
  const consumed = surfaceConsumed + share * fuels.crownLoad * crownFractionBurned;
  // Equation 69.
  const intensity = KILOJOULES * consumed * rate;
  return {
    rateMetresPerMinute: rate,
    fuelConsumedKilogramsPerSquareMetre: consumed,
    surfaceFuelConsumedKilogramsPerSquareMetre: surfaceConsumed,
    crownFractionBurned,
    intensityKilowattsPerMetre: intensity,
    intensityClass: intensityClassOf(intensity),
  };
}

/** Low heat of combustion 18,000 kJ/kg over 60 s a minute. */
const KILOJOULES = 300;

interface FuelConstants {
  /** Coefficients of equation 26; null: the rate is blended from two other fuels. */
  readonly spread: readonly [a: number, b: number, c: number] | null;
  /** Equation 54: average BUI, and the share of the maximum rate that is reached at a BUI of 50. null: the BUI has no effect. */
  readonly buildup: readonly [averageBui: number, q: number] | null;
  readonly crownBaseMetres: number;
  /** kg/m². */
  readonly crownLoad: number;
}

const fuelOf = (spread: FuelConstants['spread'], buildup: FuelConstants['buildup'], crownBaseMetres = 0, crownLoad = 0): FuelConstants => ({
  spread,
  buildup,
  crownBaseMetres,
  crownLoad,
});

/** ST-X-3, tables 6, 7 and 8. */
const FUELS: Readonly<Record<FbpFuel, FuelConstants>> = {
  'C-1': fuelOf([90, 0.0649, 4.5], [72, 0.9], 2, 0.75),
  'C-2': fuelOf([110, 0.0282, 1.5], [64, 0.7], 3, 0.8),
  'C-3': fuelOf([110, 0.0444, 3], [62, 0.75], 8, 1.15),
  'C-4': fuelOf([110, 0.0293, 1.5], [66, 0.8], 4, 1.2),
  'C-5': fuelOf([30, 0.0697, 4], [56, 0.8], 18, 1.2),
  'C-6': fuelOf([30, 0.08, 3], [62, 0.8], 7, 1.8),
  'C-7': fuelOf([45, 0.0305, 2], [106, 0.85], 10, 0.5),
  'D-1': fuelOf([30, 0.0232, 1.6], [32, 0.9]),
  'M-1': fuelOf(null, [50, 0.8], 6, 0.8),
  'M-2': fuelOf(null, [50, 0.8], 6, 0.8),
  'O-1a': fuelOf([190, 0.031, 1.4], null),
  'O-1b': fuelOf([250, 0.035, 1.7], null),
  'S-1': fuelOf([75, 0.0297, 1.3], [38, 0.75]),
  'S-2': fuelOf([40, 0.0438, 1.7], [63, 0.75]),
  'S-3': fuelOf([55, 0.0829, 3.2], [31, 0.75]),
};

/** Equations 27 and 28: the share that the broadleaves of a mixed stand add, without and with leaves. */
const BROADLEAF_SHARE = { 'M-1': 1, 'M-2': 0.2 } as const;
const isMixed = (fuel: FbpFuel): fuel is keyof typeof BROADLEAF_SHARE => Object.hasOwn(BROADLEAF_SHARE, fuel);
const isGrass = (fuel: FbpFuel): boolean => fuel === 'O-1a' || fuel === 'O-1b';

/** Equations 26 to 36, and 54: initial rate and the buildup effect. */
function surfaceRate(stand: Required<FbpStand>, { isi, bui }: FbpIndices): number {
  return initialRate(stand, isi) * buildupEffect(FUELS[stand.fuel], bui);
}

function initialRate({ fuel, coniferPercent, curingPercent }: Required<FbpStand>, isi: number): number {
  if (isMixed(fuel)) {
    const conifers = coniferPercent / 100;
    return conifers * basicRate('C-2', isi) + BROADLEAF_SHARE[fuel] * (1 - conifers) * basicRate('D-1', isi);
  }
  return basicRate(fuel, isi) * (isGrass(fuel) ? curingEffect(curingPercent) : 1);
}

/** Equation 26. */
function basicRate(fuel: FbpFuel, isi: number): number {
  const [a, b, c] = FUELS[fuel].spread ?? [0, 0, 1];
  return a * (1 - Math.exp(-b * isi)) ** c;
}

/** GLC-X-10, 35a and 35b. */
const curingEffect = (percent: number): number =>
  percent < 58.8 ? 0.005 * (Math.exp(0.061 * percent) - 1) : 0.176 + 0.02 * (percent - 58.8);

/** Equation 54. */
function buildupEffect({ buildup }: FuelConstants, bui: number): number {
  if (buildup === null || bui <= 0) return 1;
  const [average, q] = buildup;
  return Math.exp(50 * Math.log(q) * (1 / bui - 1 / average));
}

/** Equations 61 to 65: in C-6 the crown fire has a separate rate. */
function plantationRate(surface: number, crownFractionBurned: number, isi: number, foliarMoisturePercent: number): number {
  const foliarEffect = (1_000 * (1.5 - 0.00275 * foliarMoisturePercent) ** 4) / (460 + 25.9 * foliarMoisturePercent);
  const crown = (60 * (1 - Math.exp(-0.0497 * isi)) * foliarEffect) / AVERAGE_FOLIAR_EFFECT;
  return crown > surface ? surface + crownFractionBurned * (crown - surface) : surface;
}
const AVERAGE_FOLIAR_EFFECT = 0.778;

/** Equations 9 to 25, kg/m². */
function surfaceFuelConsumption(stand: Required<FbpStand>, { ffmc, bui }: FbpIndices): number {
  const ofC2 = 5 * dried(0.0115, bui);
  const ofD1 = 1.5 * dried(0.0183, bui);
  switch (stand.fuel) {
    case 'C-1':
      return ffmc > 84 ? 0.75 + 0.75 * Math.sqrt(dried(0.23, ffmc - 84)) : 0.75 - 0.75 * Math.sqrt(dried(0.23, 84 - ffmc));
    case 'C-2':
      return ofC2;
    case 'C-3':
    case 'C-4':
      return 5 * dried(0.0164, bui) ** 2.24;
    case 'C-5':
    case 'C-6':
      return 5 * dried(0.0149, bui) ** 2.48;
    case 'C-7':
      return (ffmc > 70 ? 2 * dried(0.104, ffmc - 70) : 0) + 1.5 * dried(0.0201, bui);
    case 'D-1':
      return ofD1;
    case 'M-1':
    case 'M-2':
      return (stand.coniferPercent / 100) * ofC2 + (1 - stand.coniferPercent / 100) * ofD1;
    case 'O-1a':
    case 'O-1b':
      return stand.grassLoadKilogramsPerSquareMetre;
    case 'S-1':
      return 4 * dried(0.025, bui) + 4 * dried(0.034, bui);
    case 'S-2':
      return 10 * dried(0.013, bui) + 6 * dried(0.06, bui);
    case 'S-3':
      return 12 * dried(0.0166, bui) + 20 * dried(0.021, bui);
  }
}

/** The share of a layer that the fire consumes, 0–1. */
const dried = (rate: number, index: number): number => 1 - Math.exp(-rate * index);

const DEFAULTS: Omit<Required<FbpStand>, 'fuel'> = {
  coniferPercent: 50,
  curingPercent: 100,
  grassLoadKilogramsPerSquareMetre: 0.35,
  foliarMoisturePercent: 97,
};

const LIMITS = {
  coniferPercent: [0, 100],
  curingPercent: [0, 100],
  grassLoadKilogramsPerSquareMetre: [0, 5],
  foliarMoisturePercent: [20, 300],
} as const satisfies Record<keyof typeof DEFAULTS, readonly [number, number]>;

function withDefaults(stand: FbpStand): Required<FbpStand> {
  const given = { ...DEFAULTS, ...stand };
  for (const [name, [low, high]] of Object.entries(LIMITS) as [keyof typeof LIMITS, readonly [number, number]][]) {
    if (!(given[name] >= low && given[name] <= high)) throw new RangeError(`${name}: ${given[name]} is not within ${low} to ${high}`);
  }
  return given;
}
