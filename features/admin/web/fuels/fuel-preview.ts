// The effect of a fuel, as a preview while choosing: the head of a fire on level ground in one weather. Pure.
import {
  type Canopy,
  firelineIntensityOf,
  flameLengthOf,
  fuelBedOf,
  fuelModelOf,
  headFireOf,
  type Moisture,
  midflameWind,
} from '@lookout/fire-model';

/** m/s at 10 m. */
export const PREVIEW_WIND = 5;
/** % of dry weight: a dry afternoon in spring, with grass that is two thirds cured. */
export const PREVIEW_MOISTURE: Moisture = { oneHour: 8, tenHour: 9, hundredHour: 10, liveHerbaceous: 60, liveWoody: 90 };

export interface FuelPreview {
  readonly rateMetresPerMinute: number;
  readonly intensityKilowattsPerMetre: number;
  readonly flameMetres: number;
}

/** @returns null: the model does not exist, or does not burn */
export function fuelPreview(code: string, canopy: Canopy | null): FuelPreview | null {
  const model = fuelModelOf(code);
  if (!model?.burns) return null;
  const bed = fuelBedOf(model, PREVIEW_MOISTURE);
  const midflameMetresPerSecond = midflameWind(PREVIEW_WIND, '10m', bed.depthMetres, canopy);
  const { rateMetresPerMinute } = headFireOf(bed, { midflameMetresPerSecond, windFromDegrees: 0, slopeTangent: 0, aspectDegrees: 0 });
  const intensityKilowattsPerMetre = firelineIntensityOf(bed, rateMetresPerMinute);
  return { rateMetresPerMinute, intensityKilowattsPerMetre, flameMetres: flameLengthOf(intensityKilowattsPerMetre) };
}
