// Values that devices and files write in place of "not known", and times that cannot be: what they are taken for wherever a number or a time comes in.
import { FUTURE_TOLERANCE_MS } from './time.ts';

/** What each quantity can be at all, in its unit; what is rare lies within. */
export const MEASURE_RANGES = {
  /** 95 % confidence radius. */
  accuracyMetres: [0, 1_000_000],
  /** Devices state −180–180 as well as 0–360, and north corrections are added. */
  horizontalDegrees: [-360, 720],
  verticalDegrees: [-90, 90],
  airCelsius: [-80, 60],
  /** Of a detector, also near a fire. */
  detectorCelsius: [-80, 1_500],
  /** As cameras state the hottest pixel. */
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
  /** Peak current of a stroke with its sign. */
  strokeKiloamperes: [-900, 900],
} as const satisfies Record<string, readonly [least: number, most: number]>;
export type MeasureKind = keyof typeof MEASURE_RANGES;

/** Full fields of 8, 16 and 32 bits, and nines as weather stations and satellites write them (also with a sign and with decimals of nines). */
const FILL_MAGNITUDES: ReadonlySet<number> = new Set([
  99, 999, 9_999, 99_999, 999_999, 254, 255, 32_766, 32_767, 32_768, 65_534, 65_535, 2_147_483_647, 2_147_483_648, 4_294_967_295,
]);

const isWithin = (value: number, [least, most]: readonly [number, number]): boolean => value >= least && value <= most;

/** Does the number stand for "not known"? Only what the quantity cannot be: 99 is a humidity, 999 is none. A negative one may stand for it where there are none. */
export function isFillValue(kind: MeasureKind, value: number): boolean {
  const range = MEASURE_RANGES[kind];
  if (isWithin(value, range)) return false;
  return FILL_MAGNITUDES.has(Math.trunc(Math.abs(value))) || (value === -1 && range[0] === 0);
}

/** The same of a quantity whose range nobody knows, as a hazard's gauge may measure anything: negative nines and full fields. */
export const isFillReading = (value: number): boolean =>
  Number.isInteger(value) && FILL_MAGNITUDES.has(Math.abs(value)) && (Math.abs(value) >= 32_766 || value <= -999);

/** The value where it can be one, else null: for readers of what others publish, where there is nobody to refuse it to. */
export const measureOrNull = (kind: MeasureKind, value: unknown): number | null =>
  typeof value === 'number' && isWithin(value, MEASURE_RANGES[kind]) ? value : null;

/**
 * No device stores anything longer before it sends it. Clocks that were never set begin in 1970, 1980, 2000 or 2010, and a GPS receiver that has lost its
 * count of weeks is 1,024 of them behind. 待核对 the length.
 */
const OLDEST_MS = 366 * 24 * 3_600_000;

/** @returns why a time that a device states for something that it has seen itself is none; null: it can be */
export function timeFault(at: Date, now: Date): 'in-the-future' | 'time-implausible' | null {
  const ms = at.getTime();
  if (ms > now.getTime() + FUTURE_TOLERANCE_MS) return 'in-the-future';
  return ms >= now.getTime() - OLDEST_MS ? null : 'time-implausible';
}
