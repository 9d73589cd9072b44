// A week of tasks and planned patrols, by day. Pure.

import { DAY_MS } from '@lookout/domain';
import { beijingDay, type Day, instantOf, type PlannedPatrol, WEEKDAYS } from '../patrol.ts';
import { type NamedTask, taskStatus } from '../task.ts';

type WeekEntry =
  | { readonly kind: 'task'; readonly day: Day; readonly at: Date; readonly task: NamedTask }
  | { readonly kind: 'planned'; readonly day: Day; readonly at: Date; readonly planned: PlannedPatrol };

const NOON = '12:00';

/** @param days negative values go back */
export const shifted = (day: Day, days: number): Day => beijingDay(new Date(instantOf(day, NOON).getTime() + days * DAY_MS));

/** The days of the week that contains this day, Monday to Sunday. */
export function weekOf(day: Day): readonly Day[] {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % WEEKDAYS.length;
  return WEEKDAYS.map((weekday) => shifted(day, weekday - 1 - sinceMonday));
}

/** Ordered by start. Cancelled tasks are left out. */
export const entriesOf = (tasks: readonly NamedTask[], planned: readonly PlannedPatrol[]): readonly WeekEntry[] =>
  [
    ...tasks
      .filter((task) => taskStatus(task) !== 'cancelled')
      .map((task): WeekEntry => ({ kind: 'task', day: beijingDay(task.startsAt), at: task.startsAt, task })),
    ...planned.map((one): WeekEntry => ({ kind: 'planned', day: beijingDay(one.beginsAt), at: one.beginsAt, planned: one })),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
