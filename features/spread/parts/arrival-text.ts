// The text of a forecast arrival time, and the sort order by it.
import type { SpreadImpact } from '../spread-result.ts';
import type { SpreadMessages } from './messages.ts';

type Arrival = SpreadImpact['arrivalMinutes'];

const MINUTES_AN_HOUR = 60;
/** The model is not more exact than this. */
const STEP_MINUTES = 5;

/** From an hour on in steps of five minutes. */
export function durationText(minutes: number, { duration }: Pick<SpreadMessages, 'duration'>): string {
  const rounded = minutes < MINUTES_AN_HOUR ? Math.round(minutes) : STEP_MINUTES * Math.round(minutes / STEP_MINUTES);
  return duration(Math.floor(rounded / MINUTES_AN_HOUR), rounded % MINUTES_AN_HOUR);
}

/** The median arrival, or the earliest (p10) if fewer than half of the members arrive. null, which sorts last: unknown. */
export const arrivalOf = ({ p10, p50 }: Arrival): number | null => p50 ?? p10;

export function arrivalText({ p10, p50, p90 }: Arrival, messages: SpreadMessages): string | null {
  const text = (minutes: number) => durationText(minutes, messages);
  if (p50 === null) return p10 === null ? null : messages.unlikely(text(p10));
  if (p50 < 1) return messages.atOnce;
  if (p10 === null) return messages.about(text(p50));
  return p90 === null ? messages.aboutFrom(text(p50), text(p10)) : messages.aboutRange(text(p50), text(p10), text(p90));
}
