// The early word of a fire that is grown once: where there are no members of which a tenth are early, the same fire is grown again by the faster of its rates.
import type { GrowthRequest } from '../growth/request.ts';
import { compass } from '../units.ts';
import type { EnsembleErrors } from './members.ts';

/** Of the standard normal distribution: a tenth lies above. */
const NINE_TENTHS = 1.2816;
/**
 * What is grown for an early arrival, of which the earliest counts at each place: every rate by the factor that a tenth of the members exceed, e^(1.2816 σ) —
 * 2.12 of the stated errors —, and the wind as it is given and turned to either side by as much of its own error. Wind speed, moisture and the place are as
 * given: lit all over the ellipse of its place, a fire would burn at once around everybody who stands near it, with no way out. How far that is from the early
 * tenth of an ensemble: decision 0072.
 */
export function hastenedRequests(
  base: GrowthRequest,
  { rateLog, windFromDegrees }: Pick<EnsembleErrors, 'rateLog' | 'windFromDegrees'>,
): readonly GrowthRequest[] {
  const rateFactor = (base.rateFactor ?? 1) * Math.exp(NINE_TENTHS * rateLog);
  const turned = (degrees: number) => base.weather.map((hour) => ({ ...hour, windFromDegrees: compass(hour.windFromDegrees + degrees) }));
  return [0, -1, 1].map((side) => ({ ...base, rateFactor, weather: turned(side * NINE_TENTHS * windFromDegrees) }));
}
