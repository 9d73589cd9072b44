// When a person under way needs a new route: a table of reasons. Pure functions.
import type { PlanReason } from '../../task/task-journey.ts';
import type { ExpectedMember } from '../../task/task-journeys.store.ts';

/**
 * How long a person is off the route before another is planned. Otherwise, a person at a bend of a road would get a new route with each
 * position.
 */
const LEFT_FOR_MS = 2 * 60_000;
/** If there was no route, the search is repeated after this time, because roads are imported and people move. */
const RETRY_MS = 10 * 60_000;

type Needing = Pick<ExpectedMember, 'last' | 'plan' | 'state'>;
type Rule = (plan: NonNullable<Needing['plan']>, sinceMs: number, state: Needing['state'], forecastId: string | null) => boolean;

/** Checked in this order. */
const RULES: readonly { readonly reason: PlanReason; readonly holds: Rule }[] = [
  // The end of a forecast is no reason: a route that opens again is not urgent.
  { reason: 'fire', holds: (plan, _, __, forecastId) => forecastId !== null && forecastId !== plan.forecastId },
  { reason: 'off-route', holds: (_, sinceMs, state) => state === 'off-route' && sinceMs >= LEFT_FOR_MS },
  { reason: 'set-out', holds: (plan, sinceMs) => plan.seconds === null && sinceMs >= RETRY_MS },
];

/**
 * @param forecastId the newest forecast at the goal; null: none. @returns null: the current route is sufficient, or the position is unknown
 */
export function needsPlan({ last, plan, state }: Needing, forecastId: string | null): PlanReason | null {
  if (last === null || state === 'arrived') return null;
  if (plan === null) return 'set-out';
  const sinceMs = last.at.getTime() - plan.beginsAt.getTime();
  return RULES.find(({ holds }) => holds(plan, sinceMs, state, forecastId))?.reason ?? null;
}
