// When somebody who is under way needs a (new) way: a table of reasons. Pure.
import type { PlanReason } from '../../task/task-journey.ts';
import type { ExpectedMember } from '../../task/task-journeys.store.ts';

/** Who leaves his way is followed for so long before another is planned: at a bend of a road he would get one with each position. */
const LEFT_FOR_MS = 2 * 60_000;
/** Where there was no way, it is looked for again after this: roads are imported, people move. */
const RETRY_MS = 10 * 60_000;

type Needing = Pick<ExpectedMember, 'last' | 'plan' | 'state'>;
type Rule = (plan: NonNullable<Needing['plan']>, sinceMs: number, state: Needing['state'], forecastId: string | null) => boolean;

/** In this order. */
const RULES: readonly { readonly reason: PlanReason; readonly holds: Rule }[] = [
  // A forecast that is over opens no way that must be told at once.
  { reason: 'fire', holds: (plan, _, __, forecastId) => forecastId !== null && forecastId !== plan.forecastId },
  { reason: 'off-route', holds: (_, sinceMs, state) => state === 'off-route' && sinceMs >= LEFT_FOR_MS },
  { reason: 'set-out', holds: (plan, sinceMs) => plan.seconds === null && sinceMs >= RETRY_MS },
];

/** @param forecastId the newest forecast at the goal; null: none. @returns null: what he has is enough, or nothing is known of where he is */
export function needsPlan({ last, plan, state }: Needing, forecastId: string | null): PlanReason | null {
  if (last === null || state === 'arrived') return null;
  if (plan === null) return 'set-out';
  const sinceMs = last.at.getTime() - plan.beginsAt.getTime();
  return RULES.find(({ holds }) => holds(plan, sinceMs, state, forecastId))?.reason ?? null;
}
