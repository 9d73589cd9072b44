// How hot a front is, how long its flames are, and who can do something about it.
//
// G. M. Byram, Combustion of forest fuels, in: K. P. Davis (ed.), Forest fire: control and use, 1959.
import type { Attack } from '@lookout/features/spread/spread.ts';
import type { FuelBed } from './fuel-bed.ts';

const SECONDS_PER_MINUTE = 60;

/**
 * Byram: I = H · w · R, kW/m.
 * @param heatKilojoulesPerKilogram what the fuel releases
 * @param loadKilogramsPerSquareMetre what of it the front burns
 */
export const byramIntensity = (
  heatKilojoulesPerKilogram: number,
  loadKilogramsPerSquareMetre: number,
  rateMetresPerMinute: number,
): number => (heatKilojoulesPerKilogram * loadKilogramsPerSquareMetre * rateMetresPerMinute) / SECONDS_PER_MINUTE;

/** Of a surface fire at this rate, kW/m: its heat per unit area is that of the bed (Albini 1976). */
export const firelineIntensityOf = (
  { heatPerUnitAreaKilojoulesPerSquareMetre }: Pick<FuelBed, 'heatPerUnitAreaKilojoulesPerSquareMetre'>,
  rateMetresPerMinute: number,
): number => (heatPerUnitAreaKilojoulesPerSquareMetre * rateMetresPerMinute) / SECONDS_PER_MINUTE;

/** Byram, m: 0.0775 · I ^ 0.46, I in kW/m. */
export const flameLengthOf = (intensityKilowattsPerMetre: number): number => 0.0775 * intensityKilowattsPerMetre ** 0.46;

/** Flames shorter than this, m, can be attacked so. P. L. Andrews and R. C. Rothermel, GTR INT-131, 1982: 4, 8 and 11 ft. */
export const ATTACK_LIMITS: readonly { readonly belowMetres: number; readonly attack: Attack }[] = [
  { belowMetres: 1.2, attack: 'hand-crew' },
  { belowMetres: 2.4, attack: 'machine' },
  { belowMetres: 3.4, attack: 'not-the-head' },
];

export const attackOf = (flameLengthMetres: number): Attack =>
  ATTACK_LIMITS.find(({ belowMetres }) => flameLengthMetres < belowMetres)?.attack ?? 'nobody';
