// The early word of a fire that is grown once: where there are no members of which a tenth are early, the same fire is grown again by the faster of its rates.
import type { Ellipse, Offset } from '@lookout/geo';
import { type Ignition, pointsOf } from '../growth/ignition.ts';
import type { GrowthRequest } from '../growth/request.ts';
import { compass, radians } from '../units.ts';
import type { EnsembleErrors } from './members.ts';

/** Of the standard normal distribution: a tenth lies above. */
const NINE_TENTHS = 1.2816;
/** Of an ellipse that is lit. */
const CORNERS = 72;

/**
 * What is grown for an early arrival, of which the earliest counts at each place: every rate by the factor that a tenth of the members exceed, e^(1.2816 σ) —
 * 2.12 of the stated errors —, the wind as it is given and turned to either side by as much of its own error, and lit at once all over the 95 % ellipse that
 * members are lit in. Wind speed and moisture are as given. How far that is from the early tenth of an ensemble: decision 0072.
 */
export function hastenedRequests(
  base: GrowthRequest,
  { rateLog, windFromDegrees, ignition }: Pick<EnsembleErrors, 'rateLog' | 'windFromDegrees' | 'ignition'>,
): readonly GrowthRequest[] {
  const rateFactor = (base.rateFactor ?? 1) * Math.exp(NINE_TENTHS * rateLog);
  const around =
    ignition === null ? [] : base.ignitions.flatMap((lit) => pointsOf(lit).map((point) => ellipseAround(point, ignition, lit.atMinutes)));
  const ignitions = [...base.ignitions, ...around];
  const turned = (degrees: number) => base.weather.map((hour) => ({ ...hour, windFromDegrees: compass(hour.windFromDegrees + degrees) }));
  return [0, -1, 1].map((side) => ({ ...base, rateFactor, ignitions, weather: turned(side * NINE_TENTHS * windFromDegrees) }));
}

function ellipseAround(point: Offset, { semiMajorMetres, semiMinorMetres, azimuthDegrees }: Ellipse, atMinutes: number): Ignition {
  const [sine, cosine] = [Math.sin(radians(azimuthDegrees)), Math.cos(radians(azimuthDegrees))];
  const ring = Array.from({ length: CORNERS }, (_, corner): Offset => {
    const turn = (2 * Math.PI * corner) / CORNERS;
    const [along, across] = [semiMajorMetres * Math.cos(turn), semiMinorMetres * Math.sin(turn)];
    return { east: point.east + along * sine + across * cosine, north: point.north + along * cosine - across * sine };
  });
  return { kind: 'polygon', atMinutes, rings: [ring] };
}
