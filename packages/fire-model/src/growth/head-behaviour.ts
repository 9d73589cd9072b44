// How a grown fire burns at its head, hour by hour: who can attack it, whether it ignites the crowns, how far it throws brands.
import type { CrownState } from '@lookout/features/spread/spread-result.ts';
import { type CrownFireType, crownBedOf, crownFireOf, crownFuelOf } from '../crown-fire.ts';
import { type FuelBed, fuelBedOf } from '../fuel-bed.ts';
import { firelineIntensityOf, flameLengthOf } from '../intensity.ts';
import { twentyFootWind, windAdjustmentFactor } from '../midflame-wind.ts';
import { spottingFromSurfaceFire } from '../spotting.ts';
import { compass } from '../units.ts';
import type { Growth } from './grow.ts';
import type { GrowthRequest } from './request.ts';
import { type GroundFuel, type Period, periodsOf, type WeatherHour } from './weather.ts';

/** The front of an hour at the place with the longest flames. */
export interface HeadBehaviour {
  /** The end of the hour, minutes from the beginning. */
  readonly untilMinutes: number;
  readonly cell: number;
  readonly rateMetresPerMinute: number;
  readonly intensityKilowattsPerMetre: number;
  readonly flameLengthMetres: number;
  readonly headingDegrees: number;
  /** null: the crown fuel there is unknown, or there is none. */
  readonly crown: CrownState | null;
  /** The greatest spotting distance by Albini (1983), from the surface fire; null: no wind. */
  readonly spotting: { readonly metres: number; readonly towardsDegrees: number } | null;
}

const MINUTES_PER_HOUR = 60;
const CROWN_STATE_OF: Readonly<Record<CrownFireType, CrownState>> = {
  surface: 'surface',
  // A crown fire that enters would continue, but none starts here.
  conditional: 'surface',
  torching: 'passive',
  crowning: 'active',
};
/** Below this cover woodland is open: brands fall between the trees (for which Albini 1983 takes half the height). */
const OPEN_COVER_PERCENT = 50;
const LEVEL = { slopeTangent: 0, aspectDegrees: 0 };

/**
 * For each hour in which the fire reaches any cell, the place with the longest flames. The front is taken as it was grown, including flanks
 * and backs. For each hour, weather and fuel only the hottest cell is examined, because under the same trees and wind a hotter surface fire
 * also gives a more severe crown fire.
 * @param growth of the request by Rothermel's model, with its front
 */
export function headBehaviourByHour(
  request: Pick<GrowthRequest, 'ground' | 'fuels' | 'weather' | 'beginMs' | 'hours'>,
  growth: Growth,
): HeadBehaviour[] {
  const { ground, fuels, weather, beginMs, hours } = request;
  const { arrivalMinutes, front } = growth;
  if (front === null) throw new Error('how it burns is asked of a growth without its front');
  const periods = periodsOf(weather, beginMs);
  const hottest = new Int32Array(hours * periods.length * fuels.length).fill(-1);
  const { intensityKilowattsPerMetre: intensity } = front;
  for (let cell = 0; cell < intensity.length; cell++) {
    const here = intensity[cell] as number;
    if (!(here > 0)) continue;
    const minutes = arrivalMinutes[cell] as number;
    const hour = hourOf(minutes, hours);
    const slot = (hour * periods.length + periodAt(periods, minutes)) * fuels.length + (ground.fuel[cell] as number);
    const best = hottest[slot] as number;
    if (best === -1 || here > (intensity[best] as number)) hottest[slot] = cell;
  }
  return Array.from({ length: hours }, (_, hour) => {
    const slots = periods.length * fuels.length;
    return Array.from(hottest.subarray(hour * slots, (hour + 1) * slots))
      .filter((cell) => cell !== -1)
      .map((cell): HeadBehaviour => {
        const period = periods[periodAt(periods, arrivalMinutes[cell] as number)] as Period;
        const rateMetresPerMinute = front.rateMetresPerMinute[cell] as number;
        const headingDegrees = front.headingDegrees[cell] as number;
        const fuel = fuels[ground.fuel[cell] as number] as GroundFuel;
        return {
          untilMinutes: (hour + 1) * MINUTES_PER_HOUR,
          cell,
          ...burningOf(fuel, period.weather, { rateMetresPerMinute, headingDegrees }),
        };
      })
      .reduce<HeadBehaviour | null>(
        (worst, one) => (worst === null || one.flameLengthMetres > worst.flameLengthMetres ? one : worst),
        null,
      );
  }).filter((hour) => hour !== null);
}

export type HeadRate = Pick<HeadBehaviour, 'untilMinutes' | 'cell' | 'rateMetresPerMinute' | 'headingDegrees'>;

/**
 * The same for a model that does not give heat (Wang's): for each hour in which the fire reaches any cell, the place with the fastest
 * spread.
 * @param growth with its front
 */
export function headRateByHour({ hours }: Pick<GrowthRequest, 'hours'>, { arrivalMinutes, front }: Growth): HeadRate[] {
  if (front === null) throw new Error('how fast it runs is asked of a growth without its front');
  const { rateMetresPerMinute, headingDegrees } = front;
  const fastest = new Int32Array(hours).fill(-1);
  for (let cell = 0; cell < rateMetresPerMinute.length; cell++) {
    const rate = rateMetresPerMinute[cell] as number;
    if (!(rate > 0)) continue;
    const hour = hourOf(arrivalMinutes[cell] as number, hours);
    const best = fastest[hour] as number;
    if (best === -1 || rate > (rateMetresPerMinute[best] as number)) fastest[hour] = cell;
  }
  return Array.from(fastest, (cell, hour) => ({
    untilMinutes: (hour + 1) * MINUTES_PER_HOUR,
    cell,
    rateMetresPerMinute: rateMetresPerMinute[cell] as number,
    headingDegrees: headingDegrees[cell] as number,
  })).filter(({ cell }) => cell !== -1);
}

/** The hour of a minute: an arrival on the full hour belongs to the hour that ends. */
const hourOf = (minutes: number, hours: number): number => Math.min(Math.max(Math.ceil(minutes / MINUTES_PER_HOUR) - 1, 0), hours - 1);

function periodAt(periods: readonly Period[], minutes: number): number {
  let period = 0;
  while (minutes >= (periods[period] as Period).endsMinutes) period += 1;
  return period;
}

type Surface = Pick<HeadBehaviour, 'rateMetresPerMinute' | 'headingDegrees'>;

/** A surface fire of this rate in a fuel and its weather, and the crown fire it causes. */
function burningOf(fuel: GroundFuel, weather: WeatherHour, surface: Surface): Omit<HeadBehaviour, 'untilMinutes' | 'cell'> {
  const { model, canopy } = fuel;
  const { windSpeedMetresPerSecond, windFromDegrees, moisturePercent } = weather;
  const bed = fuelBedOf(model, moisturePercent);
  const surfaceIntensity = firelineIntensityOf(bed, surface.rateMetresPerMinute);
  const twentyFoot = twentyFootWind(windSpeedMetresPerSecond, '10m') ?? 0;
  const spotting =
    twentyFoot > 0
      ? {
          metres: spottingFromSurfaceFire(surfaceIntensity, {
            twentyFootMetresPerSecond: twentyFoot,
            coverHeightMetres: canopy?.heightMetres ?? 0,
            openCover: (canopy?.coverPercent ?? 0) < OPEN_COVER_PERCENT,
            relief: null,
          }),
          towardsDegrees: compass(windFromDegrees + 180),
        }
      : null;
  return { ...surface, ...crownsOf(fuel, bed, weather, { surface, surfaceIntensity, twentyFoot }), spotting };
}

interface SurfaceInWind {
  readonly surface: Surface;
  readonly surfaceIntensity: number;
  readonly twentyFoot: number;
}

function crownsOf(
  { canopy }: GroundFuel,
  bed: FuelBed,
  { windFromDegrees, moisturePercent }: WeatherHour,
  { surface, surfaceIntensity, twentyFoot }: SurfaceInWind,
): Pick<HeadBehaviour, 'rateMetresPerMinute' | 'intensityKilowattsPerMetre' | 'flameLengthMetres' | 'crown'> {
  const crowns = canopy === null ? null : crownFuelOf(canopy);
  if (crowns === null)
    return {
      rateMetresPerMinute: surface.rateMetresPerMinute,
      intensityKilowattsPerMetre: surfaceIntensity,
      flameLengthMetres: flameLengthOf(surfaceIntensity),
      crown: null,
    };
  // The front's own rate already includes the slope.
  const ground = {
    ...LEVEL,
    windFromDegrees,
    twentyFootMetresPerSecond: twentyFoot,
    adjustmentFactor: windAdjustmentFactor(bed.depthMetres, canopy),
  };
  const { type, rateMetresPerMinute, intensityKilowattsPerMetre, flameLengthMetres } = crownFireOf(
    bed,
    crownBedOf(moisturePercent),
    ground,
    crowns,
    surface,
  );
  return { rateMetresPerMinute, intensityKilowattsPerMetre, flameLengthMetres, crown: CROWN_STATE_OF[type] };
}
