// Conversion of a journey to and from the wire format.

import { formatTime, readTime } from '@lookout/contract';
import type { WireTaskJourney } from './task-journey.schema.ts';
import type { JourneyPlan, TaskJourney } from './task-journey.ts';

const timeOf = (at: Date | null): string | null => at && formatTime(at);
const readAt = (text: string | null): Date | null => (text === null ? null : readTime(text));

/** Rounds to about a metre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

const writePlan = ({ path, seconds, beginsAt, plannedAt, forecastAt, ...plan }: JourneyPlan): NonNullable<WireTaskJourney['plan']> => ({
  ...plan,
  path: path.map(({ lng, lat }) => [rounded(lng), rounded(lat)]),
  seconds: seconds === null ? null : Math.round(seconds),
  beginTime: formatTime(beginsAt),
  planTime: formatTime(plannedAt),
  forecastTime: timeOf(forecastAt),
});

export const writeTaskJourney = ({ plan, arrivesAt, positionAt, computedAt, leftMetres, ...journey }: TaskJourney): WireTaskJourney => ({
  ...journey,
  leftMetres: leftMetres === null ? null : Math.round(leftMetres),
  arriveTime: timeOf(arrivesAt),
  positionTime: timeOf(positionAt),
  computeTime: timeOf(computedAt),
  plan: plan && writePlan(plan),
});

const readPlan = ({ path, beginTime, planTime, forecastTime, ...plan }: NonNullable<WireTaskJourney['plan']>): JourneyPlan => ({
  ...plan,
  path: path.map(([lng, lat]) => ({ lng, lat })),
  beginsAt: readTime(beginTime),
  plannedAt: readTime(planTime),
  forecastAt: readAt(forecastTime),
});

/** The inverse of `writeTaskJourney`, to the second and the metre. */
export const readTaskJourney = ({ plan, arriveTime, positionTime, computeTime, ...journey }: WireTaskJourney): TaskJourney => ({
  ...journey,
  arrivesAt: readAt(arriveTime),
  positionAt: readAt(positionTime),
  computedAt: readAt(computeTime),
  plan: plan && readPlan(plan),
});

/** Readers that turn the replies of calls into domain types, by the name given in the call's row. */
export const taskJourneyReaders = {
  'task-journey': readTaskJourney,
} as const;
