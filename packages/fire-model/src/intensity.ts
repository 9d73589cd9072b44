// Intensity and flame length of a front, and how it can be attacked.
//
// G. M. Byram, Combustion of forest fuels, in: K. P. Davis (ed.), Forest fire: control and use, 1959.
import type { Attack } from '@lookout/features/spread/spread-result.ts';
import type { FuelBed } from './fuel-bed.ts';

const SECONDS_PER_MINUTE = 60;

/**
 * Byram: I = H · w · R, kW/m.
 * @param heatKilojoulesPerKilogram heat released by the fuel
 * @param loadKilogramsPerSquareMetre fuel consumed by the front
 */
export const byramIntensity = (
  heatKilojoulesPerKilogram: number,
  loadKilogramsPerSquareMetre: number,
  rateMetresPerMinute: number,
): number => (heatKilojoulesPerKilogram * loadKilogramsPerSquareMetre * rateMetresPerMinute) / SECONDS_PER_MINUTE;

/** Intensity of a surface fire at this rate, kW/m: its heat per unit area is that of the bed (Albini 1976). */
export const firelineIntensityOf = (
  { heatPerUnitAreaKilojoulesPerSquareMetre }: Pick<FuelBed, 'heatPerUnitAreaKilojoulesPerSquareMetre'>,
  rateMetresPerMinute: number,
): number => (heatPerUnitAreaKilojoulesPerSquareMetre * rateMetresPerMinute) / SECONDS_PER_MINUTE;

/** Byram, m: 0.0775 · I ^ 0.46, I in kW/m. */
export const flameLengthOf = (intensityKilowattsPerMetre: number): number => 0.0775 * intensityKilowattsPerMetre ** 0.46;

/** Upper limits of flame length for each kind of attack, m. P. L. Andrews and R. C. Rothermel, GTR INT-131, 1982: 4, 8 and 11 ft. */
export const ATTACK_LIMITS: readonly { readonly belowMetres: number; readonly attack: Attack }[] = [
  { belowMetres: 1.2, attack: 'hand-crew' },
  { belowMetres: 2.4, attack: 'machine' },
  { belowMetres: 3.4, attack: 'not-the-head' },
];

export const attackOf = (flameLengthMetres: number): Attack =>
  ATTACK_LIMITS.find(({ belowMetres }) => flameLengthMetres < belowMetres)?.attack ?? 'nobody';
