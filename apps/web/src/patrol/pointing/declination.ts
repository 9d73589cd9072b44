// Magnetic declination by the World Magnetic Model 2025 (NOAA/NCEI, BGS): offline, on the phone.
import type { Position } from '@lookout/domain';
import geomagnetism from 'geomagnetism';

/**
 * The model's last day. After it the last values are used: they change by a tenth of a degree a year, while a phone's compass is off by
 * five.
 */
const LAST_DAY = Date.UTC(2029, 10, 12);

/** @returns degrees to add to a reading from magnetic north, east positive: −2° in Wenchuan, −11° in Harbin */
export const declinationAt = ({ lng, lat }: Position, at: Date): number =>
  geomagnetism.model(new Date(Math.min(at.getTime(), LAST_DAY))).point([lat, lng]).decl;
