// The longest flames of a run: one conservative figure for the whole run, for the distance that people should keep.
import { headFireOf } from '../head-fire.ts';
import { firelineIntensityOf, flameLengthOf } from '../intensity.ts';
import { midflameWind } from '../midflame-wind.ts';
import type { Ground } from './ground.ts';
import { bedInWind, type GroundFuel, type WeatherHour } from './weather.ts';

/** Quantile of the slopes on which a fuel burns: steeper ones are single cells of raster noise. */
const STEEP_SHARE = 0.95;

/**
 * Metres: the longest flame of a head that spreads straight uphill with the wind, over every fuel that burns, on the slope that 95 % of its
 * cells do not exceed, in the worst hour of the weather. Byram's length, which is not less than the height. It applies to the given
 * weather, not to the errors of an ensemble.
 * @param arrivalMinutes of each cell of the ground; infinity: it does not burn
 */
export function longestFlameMetres(
  { slope, fuel }: Pick<Ground, 'slope' | 'fuel'>,
  fuels: readonly GroundFuel[],
  weather: readonly WeatherHour[],
  arrivalMinutes: Float32Array,
): number {
  const slopes = fuels.map((): number[] => []);
  for (let cell = 0; cell < arrivalMinutes.length; cell++)
    if (Number.isFinite(arrivalMinutes[cell]))
      slopes[fuel[cell] as number]?.push(slope === null ? 0 : Math.hypot(slope.east[cell] as number, slope.north[cell] as number));
  let longest = 0;
  for (const [index, burning] of fuels.entries()) {
    const tangents = Float32Array.from(slopes[index] ?? []).sort();
    const slopeTangent = tangents[Math.ceil(STEEP_SHARE * tangents.length) - 1];
    if (slopeTangent === undefined) continue;
    for (const hour of weather) {
      const { bed } = bedInWind(burning, hour);
      const midflameMetresPerSecond = midflameWind(hour.windSpeedMetresPerSecond, '10m', bed.depthMetres, burning.canopy);
      const head = headFireOf(bed, { midflameMetresPerSecond, windFromDegrees: 0, slopeTangent, aspectDegrees: 0 });
      longest = Math.max(longest, flameLengthOf(firelineIntensityOf(bed, head.rateMetresPerMinute)));
    }
  }
  return longest;
}
