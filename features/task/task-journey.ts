// The journey of a dispatched ranger (在途): the planned route, and the arrival estimated from the ranger's positions along it. It is an
// estimate that is recomputed repeatedly from data recorded elsewhere, so it is not an event. Decision 0074.
import type { Position } from '@lookout/domain';
import type { TaskState } from './task.ts';

/** 到达, 在途, 停留, 偏离路线, 直线估算 (no route is known: straight-line estimate), 未知. */
export const JOURNEY_STATES = ['arrived', 'under-way', 'standing', 'off-route', 'straight', 'unknown'] as const;
export type JourneyState = (typeof JOURNEY_STATES)[number];

/**
 * Why there is no route to a place. `island`: the roads at the ranger are not connected to those at the destination, and no route on foot
 * is known.
 */
export const NO_JOURNEYS = ['outside-ground', 'no-landing-point', 'no-road-near', 'island', 'closed-by-fire', 'too-far'] as const;
export type NoJourney = (typeof NO_JOURNEYS)[number];

/** Why a route was planned: the ranger set out, had left the previous route, or a newer forecast of the fire may close it. */
export const PLAN_REASONS = ['set-out', 'off-route', 'fire'] as const;
export type PlanReason = (typeof PLAN_REASONS)[number];

/** States in which a ranger is expected: the order is received, and the place not reached. */
export const EXPECTED_STATES = ['received', 'on-the-way'] as const satisfies readonly TaskState[];
export const isExpected = (state: TaskState): boolean => (EXPECTED_STATES as readonly TaskState[]).includes(state);

/** The route that a ranger should take from the position at `beginsAt`. */
export interface JourneyPlan {
  readonly reason: PlanReason;
  readonly path: readonly Position[];
  /** Travel time of the whole route; null: there is no route, and `why` gives the reason. */
  readonly seconds: number | null;
  readonly why: NoJourney | null;
  /** Whether the fire closes the fastest route, so that this is an alternative. */
  readonly avoidsFire: boolean;
  readonly beginsAt: Date;
  readonly plannedAt: Date;
  /** The forecast (蔓延推演) whose fire the route avoids; null: there was none. */
  readonly forecastId: string | null;
  /** When that forecast begins. */
  readonly forecastAt: Date | null;
}

/** The ranger's progress along the plan. */
export interface JourneyProgress {
  readonly state: JourneyState;
  /** null: unknown. For a ranger who is standing still: the arrival if the ranger continued now as planned. */
  readonly arrivesAt: Date | null;
  /** Remaining length of the planned route, or the straight-line distance if no route is known. */
  readonly leftMetres: number | null;
  /** Speed relative to the plan: 1 as planned, 0.5 half as fast; null: not measured. */
  readonly pace: number | null;
  /** Time of the position on which the progress is based; null: the ranger has sent none. */
  readonly positionAt: Date | null;
  readonly computedAt: Date | null;
}

export interface TaskJourney extends JourneyProgress {
  readonly taskId: string;
  readonly userId: string;
  readonly fullName: string;
  /** null: not planned yet. The path is empty unless it was requested. */
  readonly plan: JourneyPlan | null;
}

/**
 * The latest arrival for a straight-line estimate: twice the earliest travel time, because the actual route is unknown. Our own figure,
 * 待核对. null: no arrival is expected.
 */
export function latestStraight({ arrivesAt, positionAt }: Pick<JourneyProgress, 'arrivesAt' | 'positionAt'>): Date | null {
  if (arrivesAt === null) return null;
  return new Date(arrivesAt.getTime() + Math.max(0, arrivesAt.getTime() - (positionAt ?? arrivesAt).getTime()));
}

/** After this long without a position, an arrival time in the past is no longer shown. */
const SILENT_MS = 120_000;

/** The journey as it can be shown now. If the arrival time has passed and the ranger has sent no position since, the arrival is unknown. */
export function journeyNow<J extends JourneyProgress>(journey: J, now: Date): J {
  const { state, arrivesAt, positionAt } = journey;
  const isPast = arrivesAt !== null && arrivesAt < now;
  const isSilent = positionAt !== null && now.getTime() - positionAt.getTime() > SILENT_MS;
  return state !== 'arrived' && isPast && isSilent ? { ...journey, state: 'unknown', arrivesAt: null } : journey;
}
