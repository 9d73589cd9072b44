// The satellites of the demo world: those whose fire pixels FIRMS publishes, with the orbits that their operators publish.
import type { Orbit } from '../sky/orbits.ts';

export type Product = 'viirs' | 'modis';

export interface Satellite {
  /** The value of FIRMS' column `satellite`. */
  readonly code: string;
  readonly product: Product;
  readonly orbit: Orbit;
}

/** FIRMS publishes the time of the granule, not of the pixel: six minutes for VIIRS, five for MODIS. */
export const products = {
  viirs: {
    instrument: 'VIIRS',
    granuleMinutes: 6,
    optics: {
      acrossKilometres: 0.129,
      alongKilometres: 0.371,
      joined: [
        [31.72, 3],
        [44.86, 2],
      ],
    },
    /** The power (MW) at which half of the fires are detected. */
    halfFoundMegawatts: 1.6,
  },
  modis: {
    instrument: 'MODIS',
    granuleMinutes: 5,
    optics: { acrossKilometres: 1, alongKilometres: 1, joined: [] },
    halfFoundMegawatts: 12,
  },
} as const satisfies Record<Product, { instrument: string; granuleMinutes: number; optics: Optics; halfFoundMegawatts: number }>;

const jpss = { altitudeKilometres: 829, periodMinutes: 101.44, inclinationDegrees: 98.74, swathKilometres: 3060 } as const;
const eos = { altitudeKilometres: 705, periodMinutes: 98.88, inclinationDegrees: 98.2, swathKilometres: 2330 } as const;

export const fleet: readonly Satellite[] = [
  { code: 'N', product: 'viirs', orbit: { ...jpss, ascendingNodeHour: 13.42, phaseTurns: 0.13 } },
  // NOAA-20 is half an orbit ahead of Suomi NPP.
  { code: 'N20', product: 'viirs', orbit: { ...jpss, ascendingNodeHour: 13.42, phaseTurns: 0.63 } },
  // Terra's descending node is at 10:30, so its ascending node is at 22:30.
  { code: 'Terra', product: 'modis', orbit: { ...eos, ascendingNodeHour: 22.5, phaseTurns: 0.37 } },
  { code: 'Aqua', product: 'modis', orbit: { ...eos, ascendingNodeHour: 13.5, phaseTurns: 0.81 } },
];

// The size of a fire pixel: small and square at nadir, large and elongated at the edge of the swath.

const EARTH_RADIUS_KM = 6371;

interface Optics {
  /** Ground size of one sample at nadir, kilometres. */
  readonly acrossKilometres: number;
  readonly alongKilometres: number;
  /** Samples aggregated into one pixel, by scan angle: the first row whose angle is not exceeded applies. */
  readonly joined: readonly (readonly [maxScanDegrees: number, samples: number])[];
}

export interface PixelSize {
  /** The width of the pixel across the track, kilometres (FIRMS `scan`). */
  readonly scan: number;
  /** Along the track: FIRMS `track`. */
  readonly track: number;
}

/**
 * The size of a pixel by its distance from the ground track, on a sphere: along the track it grows with the slant range,
 * across it also by 1/cos of the angle of incidence (Wolfe et al., Remote Sens. Environ. 83, 2002, for MODIS).
 * VIIRS aggregates three samples up to 31.72°, two up to 44.86°, then one (NASA VIIRS active fire product guide, 375 m).
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
