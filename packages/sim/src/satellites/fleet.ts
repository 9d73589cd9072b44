// The satellites of the demo world: those whose fire pixels FIRMS publishes, with the orbits their operators give.
import type { Orbit } from '../sky/orbits.ts';
import type { Optics } from './pixel.ts';

export type Product = 'viirs' | 'modis';

export interface Satellite {
  /** As FIRMS writes it in the column `satellite`. */
  readonly code: string;
  readonly product: Product;
  readonly orbit: Orbit;
}

/** FIRMS gives the time of the granule, not of the pixel: six minutes for VIIRS, five for MODIS. */
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
    /** Half of the fires of this power (MW) are found. */
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
  // NOAA-20 flies half an orbit ahead of Suomi NPP.
  { code: 'N20', product: 'viirs', orbit: { ...jpss, ascendingNodeHour: 13.42, phaseTurns: 0.63 } },
  // Terra comes down over the equator at 10:30, so it goes up at 22:30.
  { code: 'Terra', product: 'modis', orbit: { ...eos, ascendingNodeHour: 22.5, phaseTurns: 0.37 } },
  { code: 'Aqua', product: 'modis', orbit: { ...eos, ascendingNodeHour: 13.5, phaseTurns: 0.81 } },
];
