// Whom to send first, by time. Pure.
import { type Arrival, byArrival } from '../../travel/parts/arrivals.ts';

interface Suggested<T> {
  readonly people: readonly T[];
  /** As many of those who were suggested have nobody in their place who comes. */
  readonly missing: number;
}

/**
 * As many as are suggested, the soonest there of all who are ready; who cannot come is not among them.
 * @param suggested the nearest who are ready
 * @param ready all who are online and free
 * @param arrivals of nobody: the times are not known, and the nearest stay
 */
export function soonestOf<T extends { readonly userId: string }>(
  suggested: readonly T[],
  ready: readonly T[],
  arrivals: ReadonlyMap<string, Arrival>,
): Suggested<T> {
  if (arrivals.size === 0) return { people: suggested, missing: 0 };
  const all = [...new Map([...suggested, ...ready].map((one) => [one.userId, one])).values()];
  const people = byArrival(all, ({ userId }) => userId, arrivals)
    .filter(({ userId }) => arrivals.get(userId)?.seconds !== null)
    .slice(0, suggested.length);
  return { people, missing: suggested.length - people.length };
}
