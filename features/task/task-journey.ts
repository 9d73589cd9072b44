// The journey of one who was sent (在途): his planned way, and when he will be there by his own positions beside it. A model's word, worked out again and again
// from what is recorded elsewhere; so it is no event. Decision 0074.
import type { Position } from '@lookout/domain';
import type { TaskState } from './task.ts';

/** 到达, 在途, 停留, 偏离路线, 直线估算 (no way is known: as the crow flies), 未知. */
export const JOURNEY_STATES = ['arrived', 'under-way', 'standing', 'off-route', 'straight', 'unknown'] as const;
export type JourneyState = (typeof JOURNEY_STATES)[number];

/** Why there is no way to a place. `island`: his roads are not joined to those of the goal, and no way on foot is known. */
export const NO_JOURNEYS = ['outside-ground', 'no-landing-point', 'no-road-near', 'island', 'closed-by-fire', 'too-far'] as const;
export type NoJourney = (typeof NO_JOURNEYS)[number];

/** Why his way was planned: he set out, he had left the one before, or a newer forecast of the fire may close it. */
export const PLAN_REASONS = ['set-out', 'off-route', 'fire'] as const;
export type PlanReason = (typeof PLAN_REASONS)[number];

/** Those who are expected: the order is received, and the place not reached. */
export const EXPECTED_STATES = ['received', 'on-the-way'] as const satisfies readonly TaskState[];
export const isExpected = (state: TaskState): boolean => (EXPECTED_STATES as readonly TaskState[]).includes(state);

/** The way that somebody should take, from his position at `beginsAt`. */
export interface JourneyPlan {
  readonly reason: PlanReason;
  readonly path: readonly Position[];
  /** For all of it; null: there is no way, and `why` says the reason. */
  readonly seconds: number | null;
  readonly why: NoJourney | null;
  /** The fastest way is closed by the fire; this is another. */
  readonly avoidsFire: boolean;
  readonly beginsAt: Date;
  readonly plannedAt: Date;
  /** The forecast (蔓延推演) whose fire it keeps away from; null: there was none. */
  readonly forecastId: string | null;
  /** When that forecast begins. */
  readonly forecastAt: Date | null;
}

/** Where he is beside his plan. */
export interface JourneyProgress {
  readonly state: JourneyState;
  /** null: not to be said. Standing still: if he went on now as planned. */
  readonly arrivesAt: Date | null;
  /** Of the planned way; where none is known, in a straight line. */
  readonly leftMetres: number | null;
  /** Beside the plan: 1 as planned, 0.5 half as fast; null: not measured. */
  readonly pace: number | null;
  /** Of the position it is by; null: he has sent none. */
  readonly positionAt: Date | null;
  readonly computedAt: Date | null;
}

export interface TaskJourney extends JourneyProgress {
  readonly taskId: string;
  readonly userId: string;
  readonly fullName: string;
  /** null: not planned yet. Its path is empty unless it was asked for. */
  readonly plan: JourneyPlan | null;
}

/**
 * The latest arrival that a straight line lets expect: as long again as the earliest. By which way he comes nobody knows. Our own figure, 待核对.
 * null: nothing is expected.
 */
export function latestStraight({ arrivesAt, positionAt }: Pick<JourneyProgress, 'arrivesAt' | 'positionAt'>): Date | null {
  if (arrivesAt === null) return null;
  return new Date(arrivesAt.getTime() + Math.max(0, arrivesAt.getTime() - (positionAt ?? arrivesAt).getTime()));
}

/** So long without a position, what was said of an arrival in the past is not said any more. */
const SILENT_MS = 120_000;

/** What may still be said now: an arrival that should have been, of one of whom nothing was heard since, is not known. */
export function journeyNow<J extends JourneyProgress>(journey: J, now: Date): J {
  const { state, arrivesAt, positionAt } = journey;
  const isPast = arrivesAt !== null && arrivesAt < now;
  const isSilent = positionAt !== null && now.getTime() - positionAt.getTime() > SILENT_MS;
  return state !== 'arrived' && isPast && isSilent ? { ...journey, state: 'unknown', arrivesAt: null } : journey;
}
