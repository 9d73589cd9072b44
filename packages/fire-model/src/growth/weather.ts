// Fuel and weather: the input of a growth in addition to its ground.
import type { SpreadModel } from '@lookout/features/spread/spread-inputs.ts';
import type { ForestCanopy } from '../crown-fire.ts';
import { type FuelBed, fuelBedOf, type Moisture } from '../fuel-bed.ts';
import type { FuelModel } from '../fuel-models.ts';
import { midflameWind } from '../midflame-wind.ts';
import { radians } from '../units.ts';
import { initialRate } from '../wang.ts';

/** A fuel of the ground's table. */
export interface GroundFuel {
  /** For Rothermel; a model that does not burn blocks the fire. */
  readonly model: FuelModel;
  /** Trees above it, which shelter from the wind; null: none. */
  readonly canopy: ForestCanopy | null;
  /** Ks, for Wang; null: the fuel does not burn. */
  readonly factor: number | null;
  /** It is unknown what burns there. */
  readonly isUnknown?: true;
}

/** Weather from its time until that of the next entry; the first also applies before it, the last after it. */
export interface WeatherHour {
  readonly atMs: number;
  /** 10 m above the vegetation. */
  readonly windSpeedMetresPerSecond: number;
  /** Degrees clockwise from north. */
  readonly windFromDegrees: number;
  readonly temperatureCelsius: number;
  /** 0–100. */
  readonly humidityPercent: number;
  readonly moisturePercent: Moisture;
}

/** A period of constant weather, in minutes from the beginning of the growth. */
export interface Period {
  readonly beginsMinutes: number;
  readonly endsMinutes: number;
  readonly weather: WeatherHour;
}

const MS_PER_MINUTE = 60_000;

/** The weather of a growth as periods without gaps, the last without end. @param hours by time, at least one */
export function periodsOf(hours: readonly WeatherHour[], beginMs: number): Period[] {
  const minutes = hours.map(({ atMs }) => (atMs - beginMs) / MS_PER_MINUTE);
  return hours
    .map((weather, i) => ({
      beginsMinutes: i === 0 ? Number.NEGATIVE_INFINITY : (minutes[i] as number),
      endsMinutes: minutes[i + 1] ?? Number.POSITIVE_INFINITY,
      weather,
    }))
    .filter(({ endsMinutes }) => endsMinutes > 0);
}

/** Towards east and north, m/s. */
export const windVector = (speed: number, fromDegrees: number) => ({
  east: -speed * Math.sin(radians(fromDegrees)),
  north: -speed * Math.cos(radians(fromDegrees)),
});

/** A fuel in a period: the bed, and the factor of the wind as a vector (φ_w of Rothermel). */
export interface BedInWind {
  readonly bed: FuelBed;
  readonly windFactorEast: number;
  readonly windFactorNorth: number;
}

/** Costs some microseconds: call it once for each fuel and period. */
export function bedInWind(
  { model, canopy }: GroundFuel,
  { windSpeedMetresPerSecond, windFromDegrees, moisturePercent }: WeatherHour,
): BedInWind {
  const bed = fuelBedOf(model, moisturePercent);
  const midflame = midflameWind(windSpeedMetresPerSecond, '10m', bed.depthMetres, canopy);
  const factor = midflame > 0 ? bed.windCoefficient * midflame ** bed.windExponent : 0;
  const { east, north } = windVector(factor, windFromDegrees);
  return { bed, windFactorEast: east, windFactorNorth: north };
}

/** Wind force on Beaufort's scale: v = 0.836 B^1.5 (WMO). */
export const beaufortOf = (metresPerSecond: number): number => Math.min(Math.round((metresPerSecond / 0.836) ** (2 / 3)), 17);

/** R0 · Ks of Wang, m/min; 0: the fuel does not burn. */
export const stillRateOf = (
  { factor }: GroundFuel,
  { temperatureCelsius, humidityPercent, windSpeedMetresPerSecond }: WeatherHour,
): number => (factor ?? 0) * initialRate({ temperatureCelsius, humidityPercent, windForce: beaufortOf(windSpeedMetresPerSecond) });

/** Whether a fuel can burn at all by a model; a fuel too wet in one hour may burn in the next. */
export const fuelBurns = ({ model, factor }: GroundFuel, by: SpreadModel): boolean => (by === 'wang' ? (factor ?? 0) > 0 : model.burns);
