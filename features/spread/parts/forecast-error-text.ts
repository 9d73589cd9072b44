// The text of a forecast's error.

import { distanceText } from '@lookout/web/shared/text/distance-text.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { OBSERVATION_KINDS, type ObservationKind } from '../spread-inputs.ts';
import type { SpreadError } from '../spread-result.ts';
import type { SpreadMessages } from './messages.ts';

const PERCENT = 100;
/** Smaller differences are ignored, because of the size of cells and of lines drawn manually. */
const SAME_SHARE = 0.05;
const SAME_MINUTES = 2;
/** Limits for the share of the area that both have in common, or for the share of places that the forecast had reached; 待核对. */
const NEAR = 0.7;
const PARTLY = 0.4;

/** The number of observations of each kind: 3 个热点、1 个过火范围. */
export const observationsText = (observations: readonly { readonly kind: ObservationKind }[], messages: SpreadMessages): string =>
  OBSERVATION_KINDS.flatMap((kind) => {
    const count = observations.filter((one) => one.kind === kind).length;
    return count === 0 ? [] : [messages.observationCount[kind](count)];
  }).join(marks().list);

export function perimeterText(
  { areaBias, arrivalBiasMinutes, jaccard, frontReached }: NonNullable<SpreadError['perimeter']>,
  messages: SpreadMessages,
): string {
  const area =
    areaBias !== null &&
    (Math.abs(areaBias - 1) < SAME_SHARE
      ? messages.areaSame
      : messages[areaBias > 1 ? 'areaMore' : 'areaLess'](Math.round(Math.abs(areaBias - 1) * PERCENT)));
  const minutes = arrivalBiasMinutes === null ? null : Math.round(Math.abs(arrivalBiasMinutes));
  const front =
    minutes === null || arrivalBiasMinutes === null
      ? messages.frontMissed
      : minutes < SAME_MINUTES
        ? messages.frontInTime
        : messages[arrivalBiasMinutes > 0 ? 'frontLate' : 'frontEarly'](minutes);
  // For a part of the front that the forecast does not reach, no time difference is known.
  const reached =
    frontReached !== null && frontReached > 0 && frontReached < 1 - SAME_SHARE && messages.frontReached(Math.round(frontReached * PERCENT));
  return [area, front, reached, jaccard !== null && messages.overlap(jaccard.toFixed(2))]
    .filter((one) => one !== false)
    .join(marks().comma);
}

export function placesText(
  { count, within, withinEarly, meanMetresOff }: NonNullable<SpreadError['places']>,
  messages: SpreadMessages,
): string {
  const [middle, early] = [Math.round(within * count), Math.round(withinEarly * count)];
  const off = meanMetresOff === null ? messages.nowhereYet : messages.metresOff(distanceText(meanMetresOff, messages.units));
  return [messages.placesWithin(middle, count), early > middle && messages.placesEarly(early), off]
    .filter((one) => one !== false)
    .join(marks().comma);
}

/** How good the forecast was, for an officer who decides by the next one. */
export function meaningOf({ perimeter, places }: SpreadError): 'near' | 'partly' | 'far' {
  const agreement = perimeter?.jaccard ?? places?.within ?? 0;
  return agreement >= NEAR ? 'near' : agreement >= PARTLY ? 'partly' : 'far';
}

/** True if the fire was faster than its forecast. */
export const wasFaster = ({ perimeter, places }: SpreadError): boolean =>
  perimeter === null
    ? places !== null && places.within < PARTLY
    : (perimeter.areaBias ?? 1) < 1 - SAME_SHARE || (perimeter.arrivalBiasMinutes ?? 0) >= SAME_MINUTES || perimeter.frontReached === 0;
