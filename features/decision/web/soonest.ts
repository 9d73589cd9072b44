// Whom to send first, by time. Pure.
import { type Arrival, byArrival } from '../../travel/parts/arrivals.ts';

interface Suggested<T> {
  readonly people: readonly T[];
  /** How many of the suggested people cannot reach the fire and have no replacement. */
  readonly missing: number;
}

/**
 * The soonest arrivals of all people who are ready, as many as are suggested, without those who cannot reach the fire.
 * @param suggested the nearest who are ready
 * @param ready all who are online and free
 * @param arrivals empty: the times are not known, and the nearest are returned
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
