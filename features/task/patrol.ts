// Recurring patrols (定期巡护): a rule defines on which days, when and for how long rangers go out. Each occurrence becomes a task. All days
// and times are in Beijing time, which has no summer time.

import {
  actorName,
  DAY_MS,
  eventObject,
  type GridNo,
  MINUTE_MS,
  type Named,
  ok,
  type Position,
  type Result,
  refuse,
} from '@lookout/domain';
import type { TaskOrder } from './task-template.ts';

/** `YYYY-MM-DD`, a day in Beijing. */
export type Day = string;

/** 1 Monday … 7 Sunday (ISO 8601). */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const REPEAT_KINDS = ['daily', 'weekdays', 'every'] as const;
export type Repeat =
  | { readonly kind: 'daily' }
  | { readonly kind: 'weekdays'; readonly weekdays: readonly Weekday[] }
  /** Interval in days, counted from the first day of the rule. */
  | { readonly kind: 'every'; readonly days: number };

export const MOST_REPEAT_DAYS = 365;
export const MOST_EXCEPT_DAYS = 366;
export const MOST_ROUTE_POINTS = 500;
/** The longest patrol. A patrol is over before the next day's patrol begins at the same time. */
export const MOST_PATROL_MINUTES = 24 * 60;

export const ROUTE_KINDS = ['line', 'area'] as const;
/** Where the rangers walk: along a line, or within an area. An area is not closed: its last point differs from its first. */
export interface PatrolRoute {
  readonly kind: (typeof ROUTE_KINDS)[number];
  readonly points: readonly Position[];
}
export const FEWEST_ROUTE_POINTS = { line: 2, area: 3 } as const satisfies Record<PatrolRoute['kind'], number>;

/** The days and the time of a rule. */
export interface PatrolTimes {
  readonly repeat: Repeat;
  readonly beginDay: Day;
  /** The last day; null: no end. */
  readonly endDay: Day | null;
  /** `HH:mm` */
  readonly timeOfDay: string;
  readonly durationMinutes: number;
  /** Holidays: no patrol takes place on these days. */
  readonly exceptDays: readonly Day[];
}

export interface PatrolMember {
  readonly userId: string;
  readonly fullName: string;
}

/** The fields that an officer fills in. */
export interface PatrolContent extends PatrolTimes {
  readonly name: string;
  readonly order: TaskOrder;
  readonly members: readonly PatrolMember[];
  /** Position of the task's marker; with a route, the start of the route. */
  readonly position: Position;
  readonly address: string;
  readonly route: PatrolRoute | null;
}

/** A rule in a request. The server adds the names of the rangers, the address and the grid. */
export interface PatrolDraft extends Omit<PatrolContent, 'members' | 'address' | 'position'> {
  readonly memberIds: readonly string[];
  /** null: the start of the route is used. */
  readonly position: Position | null;
}

/** 执行中、已暂停、已结束. */
export const PATROL_STATES = ['running', 'paused', 'ended'] as const;
export type PatrolState = (typeof PATROL_STATES)[number];

export interface PatrolRule {
  readonly id: string;
  readonly gridNo: GridNo;
  /** The grid of the officer who wrote the rule last. Its rangers must belong to this grid. */
  readonly ownerGridNo: GridNo;
  readonly state: PatrolState;
  /** Incremented by each change. A change based on an older revision is refused. */
  readonly revision: number;
  readonly content: PatrolContent;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly changedBy: string;
  /** Name of the officer who wrote the content last: the sender of its tasks. */
  readonly writtenBy: string;
  readonly writtenById: string;
  readonly changedAt: Date;
  /** Why the rule was ended; null: it was not ended, or its last day has passed. */
  readonly endReason: string | null;
}

/**
 * 已派发、补派（服务中断后）、错过、无人可派. `missed`: the server was down for more than a day, nothing was sent. `nobody`: none of its rangers can be sent any
 * more.
 */
export const PATROL_OUTCOMES = ['made', 'late', 'missed', 'nobody'] as const;
export type PatrolOutcome = (typeof PATROL_OUTCOMES)[number];

/** The outcome of one occurrence. */
export interface PatrolOccurrence {
  readonly ruleId: string;
  readonly day: Day;
  readonly plannedAt: Date;
  readonly outcome: PatrolOutcome;
  readonly taskId: string | null;
  /** Rangers of the rule who could not be sent, because their accounts were deleted or disabled or no longer belong to a ranger. */
  readonly skipped: readonly string[];
}

/** A rule with its next occurrences, at most three, and the newest that came due (null: none yet). */
export interface ListedPatrolRule extends Named<PatrolRule> {
  readonly next: readonly Date[];
  readonly last: Pick<PatrolOccurrence, 'day' | 'outcome'> | null;
}

/** A future occurrence, for a calendar. */
export interface PlannedPatrol {
  readonly ruleId: string;
  readonly gridNo: GridNo;
  readonly name: string;
  readonly beginsAt: Date;
  readonly endsAt: Date;
}

/** The rule that created a task. */
export interface TaskPatrol {
  readonly ruleId: string;
  readonly name: string;
  readonly day: Day;
  readonly isLate: boolean;
  readonly skipped: readonly string[];
  readonly route: PatrolRoute | null;
}

export interface PatrolPayloads {
  'patrol.created': { readonly rule: PatrolRule };
  'patrol.revised': {
    readonly content: PatrolContent;
    readonly gridNo: GridNo;
    readonly ownerGridNo: GridNo;
    readonly writtenById: string;
    readonly revision: number;
  };
  'patrol.paused': { readonly revision: number };
  'patrol.resumed': { readonly revision: number };
  /** `reason` null: its last day has passed. */
  'patrol.ended': { readonly reason: string | null; readonly revision: number };
  /** An occurrence came due. */
  'patrol.occurred': Omit<PatrolOccurrence, 'ruleId' | 'plannedAt'>;
}
export type PatrolChange = {
  readonly [K in keyof PatrolPayloads]: { readonly kind: K; readonly payload: PatrolPayloads[K] };
}[keyof PatrolPayloads];

/** @returns the rule after the event */
export function applyToPatrol(rule: PatrolRule | null, event: PatrolChange & { readonly happenedAt: Date }, by: string): PatrolRule | null {
  if (event.kind === 'patrol.created') return event.payload.rule;
  if (rule === null) return null;
  const changed = { changedBy: by, changedAt: event.happenedAt };
  switch (event.kind) {
    case 'patrol.revised':
      return { ...rule, ...event.payload, ...changed, writtenBy: by };
    case 'patrol.paused':
      return { ...rule, ...event.payload, ...changed, state: 'paused' };
    case 'patrol.resumed':
      return { ...rule, ...event.payload, ...changed, state: 'running' };
    case 'patrol.ended': {
      const { reason: endReason, revision } = event.payload;
      return { ...rule, ...changed, revision, endReason, state: 'ended' };
    }
    case 'patrol.occurred':
      return rule;
  }
}

/** Whether a rule may change from one state to another. The ended state is final. */
export function changePatrolState(from: PatrolState, to: PatrolState): Result<PatrolState, 'ended' | 'same'> {
  if (from === 'ended') return refuse('ended');
  return from === to ? refuse('same') : ok(to);
}

// Days are counted from 1970-01-01, a Thursday.

const BEIJING_AHEAD_MS = 8 * 3_600_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

const numberOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const dayOf = (number: number): Day => new Date(number * DAY_MS).toISOString().slice(0, 10);
const weekdayOf = (number: number): Weekday => (((((number + 3) % 7) + 7) % 7) + 1) as Weekday;

/** Whether this text is a day that exists. */
export const isDay = (text: string): boolean => {
  if (!DAY.test(text)) return false;
  const number = numberOf(text);
  return Number.isFinite(number) && dayOf(number) === text;
};

export const isTimeOfDay = (text: string): boolean => TIME_OF_DAY.test(text);

/** The day of an instant, in Beijing time. */
export const beijingDay = (at: Date): Day => dayOf(Math.floor((at.getTime() + BEIJING_AHEAD_MS) / DAY_MS));

/** The instant of a time of day in Beijing time. */
export const instantOf = (day: Day, timeOfDay: string): Date => {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  return new Date(numberOf(day) * DAY_MS + (hours * 60 + minutes) * MINUTE_MS - BEIJING_AHEAD_MS);
};

/** The first instant of the following day. */
export const dayAfter = (day: Day): Date => instantOf(dayOf(numberOf(day) + 1), '00:00');

const falls = (repeat: Repeat, number: number, first: number): boolean => {
  switch (repeat.kind) {
    case 'daily':
      return true;
    case 'weekdays':
      return repeat.weekdays.includes(weekdayOf(number));
    case 'every':
      return (number - first) % repeat.days === 0;
  }
};

export interface Occurrence {
  readonly day: Day;
  readonly at: Date;
}

/** How far the search for the next occurrence looks ahead: a year of exceptions before the rarest rule. */
const MOST_DAYS_AHEAD = MOST_EXCEPT_DAYS + 3 * MOST_REPEAT_DAYS;

function* occurrencesFrom({ repeat, beginDay, endDay, timeOfDay, exceptDays }: PatrolTimes, from: Date): Generator<Occurrence> {
  const first = numberOf(beginDay);
  const start = Math.max(first, numberOf(beijingDay(from)));
  const last = endDay === null ? Number.POSITIVE_INFINITY : numberOf(endDay);
  const except = new Set(exceptDays);
  for (let number = start; number <= last; number++) {
    const day = dayOf(number);
    if (!falls(repeat, number, first) || except.has(day)) {
      if (number - start > MOST_DAYS_AHEAD) return;
      continue;
    }
    const at = instantOf(day, timeOfDay);
    if (at >= from) yield { day, at };
  }
}

/**
 * The occurrences at or after `from` and before `until`, oldest first.
 * @param most maximum number of occurrences
 */
export function occurrencesBetween(times: PatrolTimes, from: Date, until: Date, most = Number.POSITIVE_INFINITY): Occurrence[] {
  const found: Occurrence[] = [];
  for (const occurrence of occurrencesFrom(times, from)) {
    if (occurrence.at >= until || found.length >= most) break;
    found.push(occurrence);
  }
  return found;
}

/** The next occurrences at or after `from`; fewer when the rule ends before. */
export function nextOccurrences(times: PatrolTimes, from: Date, count: number): Occurrence[] {
  const found: Occurrence[] = [];
  if (count === 0) return found;
  for (const occurrence of occurrencesFrom(times, from)) {
    found.push(occurrence);
    if (found.length >= count) break;
  }
  return found;
}

const NEXT_LISTED = 3;

/** @param from occurrences at or after this time count as upcoming */
export const listedPatrolRule = (rule: Named<PatrolRule>, from: Date, last: ListedPatrolRule['last']): ListedPatrolRule => ({
  ...rule,
  next: rule.state === 'running' ? nextOccurrences(rule.content, from, NEXT_LISTED).map(({ at }) => at) : [],
  last: last && { day: last.day, outcome: last.outcome },
});

/** An occurrence that came due this long ago is still sent, late; an older one is listed as missed. */
export const STILL_SENT_MS = DAY_MS;
/** A task sent within this time counts as on time: the server checks about twice a minute, and filling in a form takes a while. */
export const ON_TIME_MS = 5 * MINUTE_MS;

/** How a due occurrence is handled. @param now at or after the occurrence */
export function duenessOf(at: Date, now: Date): Exclude<PatrolOutcome, 'nobody'> {
  const lateMs = now.getTime() - at.getTime();
  if (lateMs <= ON_TIME_MS) return 'made';
  return lateMs <= STILL_SENT_MS ? 'late' : 'missed';
}

export const patrolObject = eventObject<PatrolPayloads, PatrolRule>()({
  apply: (rule, event) => applyToPatrol(rule, event, actorName(event.actor)),
  keeping: {
    'patrol.created': 'always',
    'patrol.revised': 'always',
    'patrol.paused': 'always',
    'patrol.resumed': 'always',
    'patrol.ended': 'always',
    'patrol.occurred': 'never',
  },
  summaries: {
    'patrol.created': ({ rule: { content } }) => ({ name: content.name }),
    'patrol.revised': ({ content, revision }) => ({ name: content.name, revision }),
  },
});
