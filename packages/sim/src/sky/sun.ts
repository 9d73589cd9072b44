// The position of the sun, for day and night in satellite files and for the weather.
import { DAY_MS, HOUR_MS, type Position } from '@lookout/domain';

const RADIANS = Math.PI / 180;

/** Days since the last 1 January (UTC), with fractions. */
export function dayOfYear(ms: number): number {
  return (ms - Date.UTC(new Date(ms).getUTCFullYear(), 0, 1)) / DAY_MS;
}

/** Mean local solar time in hours, 0 ≤ … < 24. */
export function solarHour(lng: number, ms: number): number {
  const hours = (ms % DAY_MS) / HOUR_MS + lng / 15;
  return ((hours % 24) + 24) % 24;
}

/** Degrees above the horizon, without refraction. Declination after P. I. Cooper, Solar Energy 12, 1969, accurate to a degree. */
export function sunElevationDegrees({ lng, lat }: Position, ms: number): number {
  const declination = 23.45 * Math.sin((2 * Math.PI * (284 + dayOfYear(ms))) / 365) * RADIANS;
  const hourAngle = (solarHour(lng, ms) - 12) * 15 * RADIANS;
  const sine = Math.sin(lat * RADIANS) * Math.sin(declination) + Math.cos(lat * RADIANS) * Math.cos(declination) * Math.cos(hourAngle);
  return Math.asin(sine) / RADIANS;
}
