// Times and distances of rangers as they are read at a desk. Pure.
import type { DispatchMessages } from './messages.ts';

const MINUTE_MS = 60_000;

/** How long ago it was; a clock that is off must not say "in 3 minutes". */
export function agoText(at: Date, now: number, messages: DispatchMessages['age']): string {
  const minutes = Math.floor((now - at.getTime()) / MINUTE_MS);
  if (minutes < 1) return messages.now;
  if (minutes < 60) return messages.minutes(minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? messages.hours(hours) : messages.days(Math.floor(hours / 24));
}

/** @param metres 850 → 850 米, 3240 → 3.2 公里, 41700 → 42 公里 */
export function distanceText(metres: number, messages: Pick<DispatchMessages, 'metres' | 'kilometres'>): string {
  if (metres < 1_000) return messages.metres(Math.round(metres / 10) * 10);
  const kilometres = metres / 1_000;
  return messages.kilometres(kilometres < 10 ? kilometres.toFixed(1) : String(Math.round(kilometres)));
}
