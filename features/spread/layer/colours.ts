// The colours of a forecast (蔓延推演), from now to late. They go from light to dark, so that they are readable without colour vision, and
// contain no hue of fire danger, warnings or alarms. The legend shows them too.

const RAMP = ['#ffe9f7', '#f9b3dd', '#e877cd', '#bb55d1', '#8a51d6', '#5f55d8'] as const;
/** For the areas of an ensemble: almost certain, even, unlikely. */
const BY_PROBABILITY = [RAMP[0], RAMP[2], RAMP[4]] as const;

const channelsOf = (colour: string): readonly number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/**
 * @param minutes by which the area burns
 * @param lastMinutes the end of the forecast
 * @returns CSS colour
 */
export function spreadColour(minutes: number, lastMinutes: number): string {
  const share = Math.min(1, Math.max(0, minutes / Math.max(1, lastMinutes)));
  const place = share * (RAMP.length - 1);
  const from = channelsOf(RAMP[Math.floor(place)] as string);
  const to = channelsOf(RAMP[Math.ceil(place)] as string);
  const mixed = from.map((channel, index) => Math.round(channel + ((to[index] as number) - channel) * (place % 1)));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** @param probability 0–1, that the area burns. @returns CSS colour */
export const probabilityColour = (probability: number): string => BY_PROBABILITY[probability >= 0.75 ? 0 : probability >= 0.3 ? 1 : 2];
