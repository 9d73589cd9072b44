// How large a fire pixel is and where it lies: nadir pixels are small squares, those at the edge of the swath are large and long.
import type { Orbit } from '../sky/orbits.ts';

const EARTH_RADIUS_KM = 6371;

export interface Optics {
  /** Ground size of one sample straight below, kilometres. */
  readonly acrossKilometres: number;
  readonly alongKilometres: number;
  /** Samples joined into one pixel, by scan angle: the first row whose angle is not exceeded. */
  readonly joined: readonly (readonly [maxScanDegrees: number, samples: number])[];
}

export interface PixelSize {
  /** Across the track, kilometres: FIRMS `scan`. */
  readonly scan: number;
  /** Along the track: FIRMS `track`. */
  readonly track: number;
}

/**
 * The pixel's size from its distance to the ground track, on a sphere: along the track it grows with the slant range,
 * across it also by 1/cos of the angle of incidence (Wolfe et al., Remote Sens. Environ. 83, 2002, for MODIS).
 * VIIRS joins three, two, then single samples at 31.72° and 44.86° (NASA VIIRS active fire product guide, 375 m).
 */
export function pixelSize(optics: Optics, orbit: Pick<Orbit, 'altitudeKilometres'>, offTrackKilometres: number): PixelSize {
  const centralAngle = offTrackKilometres / EARTH_RADIUS_KM;
  const orbitRadii = 1 + orbit.altitudeKilometres / EARTH_RADIUS_KM;
  const scanAngle = Math.atan2(Math.sin(centralAngle), orbitRadii - Math.cos(centralAngle));
  const incidence = scanAngle + centralAngle;
  const slant = Math.sqrt(1 + orbitRadii * orbitRadii - 2 * orbitRadii * Math.cos(centralAngle)) / (orbitRadii - 1);
  const degrees = (scanAngle * 180) / Math.PI;
  const samples = optics.joined.find(([max]) => degrees <= max)?.[1] ?? 1;
  return { scan: (optics.acrossKilometres * samples * slant) / Math.cos(incidence), track: optics.alongKilometres * slant };
}
