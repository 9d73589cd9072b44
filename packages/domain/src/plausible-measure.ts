// Values that devices and files write in place of "not known", and impossible times: how every input of a number or a time treats them.
import { FUTURE_TOLERANCE_MS } from './time.ts';

/** The possible range of each quantity in its unit, including rare values. */
export const MEASURE_RANGES = {
  /** 95 % confidence radius. */
  accuracyMetres: [0, 1_000_000],
  /** Devices state −180–180 as well as 0–360, and north corrections are added. */
  horizontalDegrees: [-360, 720],
  verticalDegrees: [-90, 90],
  airCelsius: [-80, 60],
  /** A smoke detector's temperature, also near a fire. */
  detectorCelsius: [-80, 1_500],
  /** The hottest pixel as cameras report it. */
  maxHeat: [-273, 5_000],
  humidityPercent: [0, 100],
  /** The strongest gust on record is 113 m/s (WMO, Barrow Island 1996). */
  windMetresPerSecond: [0, 115],
  windDegrees: [0, 360],
  windScale: [0, 18],
  /** The wettest hour on record is 401 mm, the wettest day 1,825 mm (WMO). */
  rainMillimetres: [0, 2_000],
  batteryPercent: [0, 100],
  smokeLevel: [0, 1_000_000],
  /** Peak current of a stroke, with its sign. */
  strokeKiloamperes: [-900, 900],
} as const satisfies Record<string, readonly [least: number, most: number]>;
export type MeasureKind = keyof typeof MEASURE_RANGES;

/**
 * The highest values of 8, 16 and 32 bits, and nines as weather stations and satellites write them (also with a sign and with decimals of
 * nines).
 */
const FILL_MAGNITUDES: ReadonlySet<number> = new Set([
  99, 999, 9_999, 99_999, 999_999, 254, 255, 32_766, 32_767, 32_768, 65_534, 65_535, 2_147_483_647, 2_147_483_648, 4_294_967_295,
]);

const isWithin = (value: number, [least, most]: readonly [number, number]): boolean => value >= least && value <= most;

/**
 * Whether the number stands for "not known". Only an impossible value does: 99 is a possible humidity, 999 is not. A negative number may
 * stand for it where the quantity cannot be negative.
 */
export function isFillValue(kind: MeasureKind, value: number): boolean {
  const range = MEASURE_RANGES[kind];
  if (isWithin(value, range)) return false;
  return FILL_MAGNITUDES.has(Math.trunc(Math.abs(value))) || (value === -1 && range[0] === 0);
}

/** Like `isFillValue`, for a quantity of unknown range, because a hazard's gauge may measure anything: negative nines and full fields. */
export const isFillReading = (value: number): boolean =>
  Number.isInteger(value) && FILL_MAGNITUDES.has(Math.abs(value)) && (Math.abs(value) >= 32_766 || value <= -999);

/** The value if it is possible, else null. For data published by others, where a refusal would reach no one. */
export const measureOrNull = (kind: MeasureKind, value: unknown): number | null =>
  typeof value === 'number' && isWithin(value, MEASURE_RANGES[kind]) ? value : null;

/**
 * No device stores anything longer than this before sending it. Clocks that were never set begin in 1970, 1980, 2000 or 2010, and a GPS
 * receiver that has lost its week count is 1,024 weeks behind. 待核对 the length.
 */
const OLDEST_MS = 366 * 24 * 3_600_000;

/** @returns why the time that a device states for its own observation is impossible; null: it is possible */
export function timeFault(at: Date, now: Date): 'in-the-future' | 'time-implausible' | null {
  const ms = at.getTime();
  if (ms > now.getTime() + FUTURE_TOLERANCE_MS) return 'in-the-future';
  return ms >= now.getTime() - OLDEST_MS ? null : 'time-implausible';
}
