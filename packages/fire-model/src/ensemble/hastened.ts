// The early word of a fire that is grown once: where there are no members of which a tenth are early, the same fire is grown again by the faster of its rates.
import type { Ellipse, Offset } from '@lookout/geo';
import { type Ignition, pointsOf } from '../growth/ignition.ts';
import type { GrowthRequest } from '../growth/request.ts';
import { radians } from '../units.ts';
import type { EnsembleErrors } from './members.ts';

/** Of the standard normal distribution: a tenth lies above. */
const NINE_TENTHS = 1.2816;
/** Of an ellipse that is lit. */
const CORNERS = 72;

/**
 * What is grown for an early arrival: every rate by the factor that a tenth of the members exceed, e^(1.2816 σ) — 2.12 of the stated errors — and lit from the
 * first minute all over the 95 % ellipse that members are lit in. Weather and moisture are as given: with an ellipse it is earlier than the early tenth of an
 * ensemble before the head, on the flanks and where the place is known it may be later (figures in decision 0072).
 */
export function hastenedRequest(base: GrowthRequest, { rateLog, ignition }: Pick<EnsembleErrors, 'rateLog' | 'ignition'>): GrowthRequest {
  const rateFactor = (base.rateFactor ?? 1) * Math.exp(NINE_TENTHS * rateLog);
  const around = ignition === null ? [] : base.ignitions.flatMap((lit) => pointsOf(lit).map((point) => ellipseAround(point, ignition)));
  return { ...base, rateFactor, ignitions: [...base.ignitions, ...around] };
}

function ellipseAround(point: Offset, { semiMajorMetres, semiMinorMetres, azimuthDegrees }: Ellipse): Ignition {
  const [sine, cosine] = [Math.sin(radians(azimuthDegrees)), Math.cos(radians(azimuthDegrees))];
  const ring = Array.from({ length: CORNERS }, (_, corner): Offset => {
    const turn = (2 * Math.PI * corner) / CORNERS;
    const [along, across] = [semiMajorMetres * Math.cos(turn), semiMinorMetres * Math.sin(turn)];
    return { east: point.east + along * sine + across * cosine, north: point.north + along * cosine - across * sine };
  });
  return { kind: 'polygon', atMinutes: 0, rings: [ring] };
}
