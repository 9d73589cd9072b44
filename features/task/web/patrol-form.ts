// The form of a recurring patrol: its fields, and the rule built from them. Pure.

import dayjs, { type Dayjs } from 'dayjs';
import { orderOf, type TypedOrder, typedOrder } from '../parts/dispatch/OrderFields.tsx';
import {
  beijingDay,
  nextOccurrences,
  type PatrolDraft,
  type PatrolRoute,
  type PatrolRule,
  type PatrolTimes,
  type Repeat,
  type Weekday,
} from '../patrol.ts';

const DAY_FORMAT = 'YYYY-MM-DD';
const TIME_OF_DAY_FORMAT = 'HH:mm';

/** The values of antd's form. Days and times are Beijing time in any browser time zone. */
export interface TypedPatrol extends TypedOrder {
  readonly name?: string;
  readonly repeat: Repeat['kind'];
  readonly weekdays?: readonly Weekday[];
  readonly everyDays?: number | null;
  readonly beginDay?: Dayjs | null;
  readonly endDay?: Dayjs | null;
  readonly timeOfDay?: Dayjs | null;
  readonly durationMinutes?: number | null;
  readonly exceptDays?: readonly Dayjs[] | null;
}

/** The place, which is not a form field: it is picked and drawn on the map. */
export interface PatrolPlace {
  readonly position: PatrolRule['content']['position'] | null;
  readonly route: PatrolRoute | null;
}

export const firstTyped = (now: number, minutes: number): TypedPatrol => ({
  priority: 3,
  repeat: 'daily',
  beginDay: dayjs(beijingDay(new Date(now))),
  timeOfDay: dayjs('2000-01-01 08:00:00'),
  durationMinutes: minutes,
});

export const typedPatrol = ({ content: c }: Pick<PatrolRule, 'content'>): TypedPatrol => ({
  ...typedOrder(c.order),
  name: c.name,
  repeat: c.repeat.kind,
  ...(c.repeat.kind === 'weekdays' && { weekdays: c.repeat.weekdays }),
  ...(c.repeat.kind === 'every' && { everyDays: c.repeat.days }),
  beginDay: dayjs(c.beginDay),
  endDay: c.endDay === null ? null : dayjs(c.endDay),
  timeOfDay: dayjs(`2000-01-01 ${c.timeOfDay}:00`),
  durationMinutes: c.durationMinutes,
  exceptDays: c.exceptDays.map((day) => dayjs(day)),
});

function repeatOf({ repeat, weekdays = [], everyDays }: TypedPatrol): Repeat | null {
  switch (repeat) {
    case 'daily':
      return { kind: 'daily' };
    case 'weekdays':
      return weekdays.length === 0 ? null : { kind: 'weekdays', weekdays: weekdays.toSorted() };
    case 'every':
      return everyDays == null ? null : { kind: 'every', days: everyDays };
  }
}

/** The days and times as far as they are filled in; null: too little is filled in. */
function timesOf(typed: TypedPatrol): PatrolTimes | null {
  const repeat = repeatOf(typed);
  const { beginDay, endDay, timeOfDay, durationMinutes, exceptDays } = typed;
  if (repeat === null || !beginDay || !timeOfDay || durationMinutes == null) return null;
  return {
    repeat,
    beginDay: beginDay.format(DAY_FORMAT),
    endDay: endDay ? endDay.format(DAY_FORMAT) : null,
    timeOfDay: timeOfDay.format(TIME_OF_DAY_FORMAT),
    durationMinutes,
    exceptDays: (exceptDays ?? []).map((day) => day.format(DAY_FORMAT)),
  };
}

/** The request; null: a field is missing that the form's rules report. */
export function patrolOf(typed: TypedPatrol, { position, route }: PatrolPlace, memberIds: readonly string[]): PatrolDraft | null {
  const times = timesOf(typed);
  return times && { name: typed.name?.trim() ?? '', ...times, order: orderOf(typed), memberIds, position, route };
}

const NEXT_SHOWN = 3;

/** The next occurrences of the rule as currently filled in. */
export function nextOf(typed: TypedPatrol, now: number): readonly Date[] {
  const times = timesOf(typed);
  return times === null ? [] : nextOccurrences(times, new Date(now), NEXT_SHOWN).map(({ at }) => at);
}

/** The form's fields by the paths that a refusal names. */
const FIELDS: Readonly<Record<string, keyof TypedPatrol>> = {
  'content.order.content': 'content',
  'content.order.priority': 'priority',
  'content.order.peopleCount': 'peopleCount',
  'content.order.vehicleCount': 'vehicleCount',
  'content.order.equipmentCount': 'equipmentCount',
  'content.order.reserve': 'reserve',
  'content.order.checklist': 'checklist',
  'content.repeat.weekdays': 'weekdays',
  'content.repeat.days': 'everyDays',
  'content.name': 'name',
  'content.beginDay': 'beginDay',
  'content.endDay': 'endDay',
  'content.timeOfDay': 'timeOfDay',
  'content.durationMinutes': 'durationMinutes',
  'content.exceptDays': 'exceptDays',
};
/** null: the path is about the place or the rangers, which are not form fields. */
export const fieldOf = (path: string): keyof TypedPatrol | null => FIELDS[path] ?? null;
