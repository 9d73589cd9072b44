// The rate of spread of Wang Zhengfei (王正非) with the wind factor of Mao Xianmin (毛贤敏): R = R0 · Ks · Kw · Kφ, m/min, in a given direction.
//
// 王正非，山火初始蔓延速度测算法，山地研究 1(2)，1983；王正非，通用森林火险级系统，自然灾害学报 1(3)，1992；毛贤敏，风和地形对林火蔓延速度的作用，应用气象学报 4(1)，1993. The cap of the slope factor is that of
// the Canadian Forest Fire Behavior Prediction System (Information Report ST-X-3, 1992).
import { radians } from './units.ts';

export interface WangWeather {
  readonly temperatureCelsius: number;
  /** 0–100. */
  readonly humidityPercent: number;
  /** Beaufort. */
  readonly windForce: number;
}

/** R0 is printed in two forms. 待核对: which one the author meant for which fuel. */
export const INITIAL_RATES = {
  /** R0 = 0.03 T + 0.05 W + 0.01 (100 − h) − 0.3 */
  'with-humidity': ({ temperatureCelsius, windForce, humidityPercent }: WangWeather): number =>
    0.03 * temperatureCelsius + 0.05 * windForce + 0.01 * (100 - humidityPercent) - 0.3,
  /** R0 = 0.053 T + 0.048 W − 0.275 */
  'without-humidity': ({ temperatureCelsius, windForce }: WangWeather): number => 0.053 * temperatureCelsius + 0.048 * windForce - 0.275,
} as const satisfies Record<string, (weather: WangWeather) => number>;
export type InitialRateForm = keyof typeof INITIAL_RATES;

/** R0, m/min; never below 0, although the printed forms are negative in frost. */
export const initialRate = (weather: WangWeather, form: InitialRateForm = 'with-humidity'): number =>
  Math.max(INITIAL_RATES[form](weather), 0);

export const FUEL_FACTOR_KEYS = ['needle-litter', 'litter', 'deep-litter', 'grass', 'sedge-birch', 'pasture', 'pine'] as const;
export type FuelFactorKey = (typeof FUEL_FACTOR_KEYS)[number];

export interface FuelFactor {
  readonly key: FuelFactorKey;
  readonly name: { readonly zh: string; readonly en: string };
  /** Ks. */
  readonly factor: number;
  /** 待核对: printed by several authors, not yet verified in the original source. */
  readonly toConfirm: boolean;
}

/** Ks by fuel. */
export const FUEL_FACTORS: readonly FuelFactor[] = [
  { key: 'needle-litter', name: { zh: '平铺针叶', en: 'needle litter' }, factor: 0.8, toConfirm: true },
  { key: 'litter', name: { zh: '枯枝落叶', en: 'litter' }, factor: 1.2, toConfirm: true },
  { key: 'deep-litter', name: { zh: '枯枝落叶厚 4–9 cm', en: 'litter of 4–9 cm' }, factor: 0.7, toConfirm: true },
  { key: 'grass', name: { zh: '枯草地', en: 'cured grass' }, factor: 1.6, toConfirm: true },
  { key: 'sedge-birch', name: { zh: '莎草矮桦', en: 'sedge and dwarf birch' }, factor: 1.8, toConfirm: true },
  { key: 'pasture', name: { zh: '牧场草原', en: 'pasture' }, factor: 2, toConfirm: true },
  { key: 'pine', name: { zh: '松林', en: 'pine stand' }, factor: 1, toConfirm: true },
];

/** Kw (Mao 1993). @param windMetresPerSecond component along the spread: negative against it */
export const windFactorOf = (windMetresPerSecond: number): number => Math.exp(0.1783 * windMetresPerSecond);

/** Kφ reaches this at a slope of 70 %, and does not increase further. */
export const GREATEST_SLOPE_FACTOR = 10;

/** Kφ. @param tangent rise over run along the spread: negative downhill */
export const slopeFactorOf = (tangent: number): number =>
  Math.min(Math.exp(Math.sign(tangent) * 3.533 * Math.abs(tangent) ** 1.2), GREATEST_SLOPE_FACTOR);

export interface WangGround {
  /** m/s. */
  readonly windMetresPerSecond: number;
  /** Direction the wind comes from, degrees clockwise from north. */
  readonly windFromDegrees: number;
  /** Rise over run of the steepest line. */
  readonly slopeTangent: number;
  /** The direction that the slope faces (downhill), degrees clockwise from north. */
  readonly aspectDegrees: number;
}

/**
 * R in one direction, m/min: wind and slope count with their components along it.
 * @param still R0 · Ks: the same for a fuel and an hour
 * @param directionDegrees clockwise from north
 */
export const wangRateTowards = (
  still: number,
  { windMetresPerSecond, windFromDegrees, slopeTangent, aspectDegrees }: WangGround,
  directionDegrees: number,
): number =>
  still *
  windFactorOf(-windMetresPerSecond * Math.cos(radians(directionDegrees - windFromDegrees))) *
  slopeFactorOf(-slopeTangent * Math.cos(radians(directionDegrees - aspectDegrees)));
