// Geological hazards (地质灾害): the points where slopes may slide, fall or flow, their monitors, and the warnings raised from readings and
// rain. This module decides what a reading means. Time, storage and messages are the server's part.

import {
  actorName,
  type ChangesOf,
  eventObject,
  type GridNo,
  HOUR_MS,
  type Named,
  type OccurrencesOf,
  ok,
  type Position,
  type Result,
  refuse,
} from '@lookout/domain';

/** The actor in histories and the audit when the scheduled check lowers or lifts a warning. */
export const HAZARD_WATCH_NAME = '地质灾害例行检查';

/** 滑坡、崩塌、泥石流 (地质灾害防治条例, 国务院令第394号, article 2; ground collapse, fissures and subsidence are not monitored here). */
export const HAZARD_KINDS = ['slide', 'fall', 'debris-flow'] as const;
export type HazardKind = (typeof HAZARD_KINDS)[number];

/**
 * 特大型、大型、中型、小型: the grades of danger (险情) of the 国家突发地质灾害应急预案, by the number of people who would have to be moved. (The 条例, article 4, uses
 * the same names to grade past disasters by deaths and loss.)
 */
export const HAZARD_LEVELS = ['extra-large', 'large', 'medium', 'small'] as const;
export type HazardLevel = (typeof HAZARD_LEVELS)[number];

/** The smallest number of threatened people for each grade: 1,000 特大型, 500 大型, 100 中型 (应急预案; or losses of 1 亿, 5,000 万, 500 万 yuan). */
const LEVELS_FROM_PEOPLE = [
  [1_000, 'extra-large'],
  [500, 'large'],
  [100, 'medium'],
] as const satisfies readonly (readonly [number, HazardLevel])[];

/** The grade by threatened people alone. The officer may set a higher one because of the possible loss. */
export const levelOfPeople = (people: number): HazardLevel => LEVELS_FROM_PEOPLE.find(([from]) => people >= from)?.[1] ?? 'small';

/** 在册、已核销. */
export const HAZARD_STATES = ['registered', 'written-off'] as const;
export type HazardState = (typeof HAZARD_STATES)[number];

/** 裂缝计、位移计、雨量计、倾角计、泥水位计. */
export const MONITOR_KINDS = ['crack', 'displacement', 'rain', 'tilt', 'mud-level'] as const;
export type MonitorKind = (typeof MONITOR_KINDS)[number];

/** The unit of each kind of monitor, and whether its change per hour is meaningful: rain is already a rate. */
export const MONITOR_UNITS = {
  crack: { unit: 'mm', hasRate: true },
  displacement: { unit: 'mm', hasRate: true },
  rain: { unit: 'mm', hasRate: false },
  tilt: { unit: '°', hasRate: true },
  'mud-level': { unit: 'm', hasRate: true },
} as const satisfies Record<MonitorKind, { unit: string; hasRate: boolean }>;

/** 蓝、黄、橙、红: the public warning colours, lowest first. */
export const HAZARD_WARNING_LEVELS = ['blue', 'yellow', 'orange', 'red'] as const;
export type HazardWarningLevel = (typeof HAZARD_WARNING_LEVELS)[number];

const rankOf = (level: HazardWarningLevel | null): number => (level === null ? 0 : HAZARD_WARNING_LEVELS.indexOf(level) + 1);

/** The higher of two levels; null: no level. */
export const higherLevel = (a: HazardWarningLevel | null, b: HazardWarningLevel | null): HazardWarningLevel | null =>
  rankOf(b) > rankOf(a) ? b : a;

/** The value from which each level applies; null: the level has no threshold. */
export type Thresholds = Readonly<Record<HazardWarningLevel, number | null>>;

export const NO_THRESHOLDS: Thresholds = { blue: null, yellow: null, orange: null, red: null };

/**
 * Checks that thresholds rise with their level.
 * @returns the first level whose threshold is not above the previous one
 */
export function unorderedLevel(thresholds: Thresholds): HazardWarningLevel | null {
  let last = Number.NEGATIVE_INFINITY;
  for (const level of HAZARD_WARNING_LEVELS) {
    const from = thresholds[level];
    if (from === null) continue;
    if (from <= last) return level;
    last = from;
  }
  return null;
}

/** The highest level whose threshold is reached. A value equal to the threshold reaches it. */
export const levelReached = (value: number, thresholds: Thresholds): HazardWarningLevel | null =>
  HAZARD_WARNING_LEVELS.findLast((level) => {
    const from = thresholds[level];
    return from !== null && value >= from;
  }) ?? null;

export interface HazardMonitor {
  readonly id: string;
  /** The sender's identifier of the monitor; unique among all monitors. */
  readonly code: string;
  readonly kind: MonitorKind;
  readonly name: string;
  /** In the unit of the monitor's kind. */
  readonly value: Thresholds;
  /** Change per hour. */
  readonly rate: Thresholds;
}

/** Millimetres in 1 and in 24 hours, from the weather of the grid. */
export interface RainThresholds {
  readonly oneHour: Thresholds;
  readonly oneDay: Thresholds;
}

export const NO_RAIN_THRESHOLDS: RainThresholds = { oneHour: NO_THRESHOLDS, oneDay: NO_THRESHOLDS };

export interface HazardDraft {
  /** 统一编号; unique. */
  readonly code: string;
  readonly name: string;
  readonly kind: HazardKind;
  readonly level: HazardLevel;
  readonly state: HazardState;
  readonly position: Position;
  readonly address: string | null;
  /** Number of people threatened; `households` likewise. */
  readonly people: number;
  readonly households: number;
  readonly dutyName: string | null;
  readonly dutyPhone: string | null;
  readonly description: string | null;
  /** Ids of uploads. */
  readonly photos: readonly string[];
  readonly rain: RainThresholds;
  readonly monitors: readonly HazardMonitor[];
}

export interface Hazard extends HazardDraft {
  readonly id: string;
  readonly gridNo: GridNo;
  /** Incremented by each change; changing an older version is refused. */
  readonly version: number;
  readonly changedBy: string;
  readonly changedAt: Date;
}

export const MOST_MONITORS = 20;

/**
 * How long a deleted point can be restored. This is longer than a page offers the undo, to allow for slow connections. The readings are
 * deleted some time later.
 */
export const HAZARD_UNDO_MS = 10 * 60_000;

/** A hazard point in lists and on the map. */
export interface HazardOverview extends Omit<Hazard, 'photos' | 'rain' | 'monitors'> {
  readonly monitorCount: number;
  /** The newest reading of any of its monitors; null: none yet. */
  readonly lastReadingAt: Date | null;
  /** The open warning; its level is null once it is lifted. */
  readonly warning: { readonly id: string; readonly level: HazardWarningLevel | null } | null;
}

/** Registered points of one kind and level in one grid. */
export interface HazardCount {
  readonly kind: HazardKind;
  readonly level: HazardLevel;
  readonly gridNo: GridNo;
  readonly count: number;
  readonly people: number;
  /** Points with an open warning. */
  readonly warned: number;
}

/** One reading as a device sends it. */
export interface Reading {
  readonly at: Date;
  /** In the unit of the monitor's kind. */
  readonly value: number;
}

/** A monitor with its newest reading. */
export interface MonitorNow {
  readonly monitor: HazardMonitor;
  /** `rate`: change per hour; null: unknown. */
  readonly last: (Reading & { readonly rate: number | null }) | null;
  /** The highest threshold that the newest reading reaches; null: none. */
  readonly cause: WarningCause | null;
}

/** A point of a curve: the readings of a span of time that ends at `at`. */
export interface ReadingSpan extends Reading {
  readonly lowest: number;
  readonly highest: number;
}

/** The shortest span for a rate. Over a shorter span, sensor noise would look like movement. */
export const RATE_LEAST_MS = 10 * 60_000;
/** The span over which a rate is calculated. If the last hour has no earlier reading, the latest one of the 24 hours before is used. */
export const RATE_SPAN_MS = HOUR_MS;
export const RATE_MOST_MS = 24 * HOUR_MS;

/**
 * Change per hour from an earlier reading to a later one. A shrinking crack counts like a growing one.
 * @returns null: the readings are too near or too far apart in time
 */
export function ratePerHour(earlier: Reading | null, later: Reading): number | null {
  if (earlier === null) return null;
  const spanMs = later.at.getTime() - earlier.at.getTime();
  if (spanMs < RATE_LEAST_MS || spanMs > RATE_MOST_MS) return null;
  return (Math.abs(later.value - earlier.value) / spanMs) * HOUR_MS;
}

/** The value that reached a threshold. */
export interface WarningCause {
  readonly source: 'monitor' | 'rain';
  /** The monitor's name; null for rain. */
  readonly monitorName: string | null;
  readonly monitorKind: MonitorKind | null;
  readonly measure: 'value' | 'rate' | 'rain-1h' | 'rain-24h';
  readonly value: number;
  /** The threshold that was reached. */
  readonly threshold: number;
  readonly level: HazardWarningLevel;
}

const causeOf = (
  value: number | null,
  thresholds: Thresholds,
  about: Pick<WarningCause, 'source' | 'monitorName' | 'monitorKind' | 'measure'>,
): WarningCause | null => {
  const level = value === null ? null : levelReached(value, thresholds);
  return level === null || value === null ? null : { ...about, value, level, threshold: thresholds[level] as number };
};

/** The cause with the highest level; of equal levels the first. */
export const strongest = (causes: readonly (WarningCause | null)[]): WarningCause | null =>
  causes.reduce<WarningCause | null>((best, one) => (one !== null && rankOf(one.level) > rankOf(best?.level ?? null) ? one : best), null);

/** The highest threshold that a monitor's reading reaches. @param rate per hour; null: unknown */
export const causeOfReading = (monitor: HazardMonitor, value: number, rate: number | null): WarningCause | null => {
  const about = { source: 'monitor', monitorName: monitor.name, monitorKind: monitor.kind } as const;
  return strongest([
    causeOf(value, monitor.value, { ...about, measure: 'value' }),
    MONITOR_UNITS[monitor.kind].hasRate ? causeOf(rate, monitor.rate, { ...about, measure: 'rate' }) : null,
  ]);
};

/** Rain of a grid, millimetres: the larger of fallen and forecast rain. null: unknown. */
export interface RainNow {
  readonly oneHour: number | null;
  readonly oneDay: number | null;
}

/** The rain of a grid, and when it was last queried; null: never. */
export interface RainAt extends RainNow {
  readonly at: Date | null;
}

/** A hazard point with its monitoring data: newest readings, rain of its grid, and its warning. */
export interface HazardFile {
  readonly hazard: Named<Hazard>;
  readonly monitors: readonly MonitorNow[];
  readonly rain: RainAt;
}

/** The rain that fell at a place in one hour, and the forecast made in that hour, millimetres. */
export interface RainHour {
  readonly hour: Date;
  readonly fallen: number;
  /** null: unknown. */
  readonly nextHour: number | null;
  readonly nextDay: number | null;
  readonly askedAt: Date;
}

/** A forecast older than this is not used for the next hour. */
const RAIN_FRESH_MS = 2 * HOUR_MS;

/** @param hours of one place, newest first, any number; hours older than a day are ignored */
export function rainNow(hours: readonly RainHour[], at: Date): RainNow {
  const [newest] = hours;
  if (newest === undefined || at.getTime() - newest.askedAt.getTime() > RAIN_FRESH_MS) return { oneHour: null, oneDay: null };
  const dayAgo = at.getTime() - 24 * HOUR_MS;
  const fallen = hours.reduce((sum, one) => (one.hour.getTime() > dayAgo ? sum + one.fallen : sum), 0);
  const tenths = (millimetres: number) => Math.round(millimetres * 10) / 10;
  return {
    oneHour: tenths(Math.max(newest.fallen, newest.nextHour ?? 0)),
    oneDay: tenths(Math.max(fallen, newest.nextDay ?? 0)),
  };
}

export const causeOfRain = (thresholds: RainThresholds, { oneHour, oneDay }: RainNow): WarningCause | null => {
  const about = { source: 'rain', monitorName: null, monitorKind: null } as const;
  return strongest([
    causeOf(oneHour, thresholds.oneHour, { ...about, measure: 'rain-1h' }),
    causeOf(oneDay, thresholds.oneDay, { ...about, measure: 'rain-24h' }),
  ]);
};

// The watch over one hazard point: when a measured level becomes a warning.

/**
 * How long the measured level must stay lower before the warning is lowered, so that a value that swings about its threshold warns only
 * once.
 */
export const WARNING_STANDS_MS = 30 * 60_000;

export interface Watch {
  /** The level of the last warning; null: none. */
  readonly level: HazardWarningLevel | null;
  /** The time since which the measured level is below `level`; null: it is not below. */
  readonly belowSince: Date | null;
}

export const CALM: Watch = { level: null, belowSince: null };

export type WatchStep = 'rise' | 'fall' | 'stay';

/**
 * One step of the watch. A higher level applies at once, the same level changes nothing, and a lower one applies only after
 * `WARNING_STANDS_MS`.
 * @param measured the highest level that is reached now; null: none
 */
export function watchOn(watch: Watch, measured: HazardWarningLevel | null, at: Date): { readonly watch: Watch; readonly step: WatchStep } {
  const [now, before] = [rankOf(measured), rankOf(watch.level)];
  if (now > before) return { watch: { level: measured, belowSince: null }, step: 'rise' };
  if (now === before) return { watch: { level: watch.level, belowSince: null }, step: 'stay' };
  const belowSince = watch.belowSince ?? at;
  if (at.getTime() - belowSince.getTime() < WARNING_STANDS_MS) return { watch: { level: watch.level, belowSince }, step: 'stay' };
  return { watch: { level: measured, belowSince: null }, step: 'fall' };
}

/** A change of level with its cause; a fall has none. */
export type Turn =
  | { readonly step: 'rise'; readonly level: HazardWarningLevel; readonly cause: WarningCause }
  | { readonly step: 'fall'; readonly level: HazardWarningLevel | null };

/**
 * One check of a point: first against the highest level reached since the last check, then against the current level, so that a peak
 * between two batches of readings raises a warning even if it is over.
 * @returns the watch afterwards, and the changes of level in their order
 */
export function lookAt(
  watch: Watch,
  { peak, now }: { readonly peak: WarningCause | null; readonly now: WarningCause | null },
  at: Date,
): { readonly watch: Watch; readonly turns: readonly Turn[] } {
  const most = strongest([peak, now]);
  const first = watchOn(watch, most?.level ?? null, at);
  const second = watchOn(first.watch, now?.level ?? null, at);
  const turnOf = ({ watch: { level }, step }: ReturnType<typeof watchOn>): Turn[] => {
    if (step === 'fall') return [{ step, level }];
    return step === 'rise' && most !== null && level !== null ? [{ step, level, cause: most }] : [];
  };
  return { watch: second.watch, turns: [...turnOf(first), ...turnOf(second)] };
}

// A warning: raised by the watch, then acknowledged, handled and closed by officers. A hazard point has at most one open warning.

export interface WarningAnswer {
  readonly at: Date;
  readonly by: string;
  /** null: the action takes no note. */
  readonly note: string | null;
}

export interface HazardWarning {
  readonly id: string;
  readonly hazardId: string;
  /** The facts of the hazard point at the time when the warning was raised. */
  readonly hazardName: string;
  readonly hazardKind: HazardKind;
  readonly position: Position;
  readonly people: number;
  readonly gridNo: GridNo;
  /** The current level; null: lifted. */
  readonly level: HazardWarningLevel | null;
  /** The highest level that the warning reached. */
  readonly highest: HazardWarningLevel;
  readonly cause: WarningCause;
  readonly raisedAt: Date;
  /** When the level last changed. */
  readonly changedAt: Date;
  readonly acknowledged: WarningAnswer | null;
  readonly handled: WarningAnswer | null;
  readonly closed: WarningAnswer | null;
}

export interface HazardPayloads {
  /** A point was registered or changed, by form or by import. The payload is its new state. */
  'hazard.saved': { readonly hazard: Hazard; readonly isNew: boolean };
  'hazard.removed': { readonly name: string; readonly reason: string };
  /** The point as it was when it was removed. */
  'hazard.restored': { readonly hazard: Hazard };
}

export interface HazardWarningPayloads {
  'hazard-warning.raised': { readonly warning: HazardWarning };
  'hazard-warning.risen': { readonly level: HazardWarningLevel; readonly cause: WarningCause };
  /** The measured level was lower for `WARNING_STANDS_MS`. */
  'hazard-warning.lowered': { readonly level: HazardWarningLevel };
  'hazard-warning.lifted': Readonly<Record<never, never>>;
  'hazard-warning.acknowledged': Readonly<Record<never, never>>;
  'hazard-warning.handled': { readonly note: string };
  'hazard-warning.closed': { readonly note: string };
}

/** What happened to a warning, in histories and live messages. */
export const HAZARD_WARNING_ACTS = ['raised', 'risen', 'lowered', 'lifted', 'acknowledged', 'handled', 'closed'] as const;
export type HazardWarningAct = (typeof HAZARD_WARNING_ACTS)[number];

/** Each act has the name of an event. A new event does not compile until an act is added for it. */
export const warningActOf = (kind: keyof HazardWarningPayloads): HazardWarningAct => {
  const acts: { readonly [K in keyof HazardWarningPayloads]: HazardWarningAct } = {
    'hazard-warning.raised': 'raised',
    'hazard-warning.risen': 'risen',
    'hazard-warning.lowered': 'lowered',
    'hazard-warning.lifted': 'lifted',
    'hazard-warning.acknowledged': 'acknowledged',
    'hazard-warning.handled': 'handled',
    'hazard-warning.closed': 'closed',
  };
  return acts[kind];
};

/** A line of a hazard point's history. */
export interface HazardHistoryLine {
  readonly at: Date;
  /** A user's name, or the feed or scheduled check that made the change. */
  readonly by: string;
  readonly act: 'registered' | 'changed' | 'removed' | 'restored' | HazardWarningAct;
  /** The warning concerned; null: the point itself. */
  readonly warningId: string | null;
  readonly level: HazardWarningLevel | null;
  readonly cause: WarningCause | null;
  readonly note: string | null;
  /** For a change of the point: the names of the changed fields. */
  readonly fields: readonly string[];
}

export type HazardEvent = OccurrencesOf<HazardPayloads>;
export type HazardWarningEvent = OccurrencesOf<HazardWarningPayloads>;

/** @returns the hazard point after the event; null: it was removed */
export const applyToHazard = (_hazard: Hazard | null, event: HazardEvent): Hazard | null =>
  event.kind === 'hazard.removed' ? null : event.payload.hazard;

/** @param by the name of the actor of the event. @returns the warning after the event */
export function applyToHazardWarning(warning: HazardWarning | null, event: HazardWarningEvent, by: string): HazardWarning | null {
  if (event.kind === 'hazard-warning.raised') return event.payload.warning;
  if (warning === null) return null;
  const changedAt = event.happenedAt;
  const answer = (note: string | null): WarningAnswer => ({ at: event.happenedAt, by, note });
  switch (event.kind) {
    case 'hazard-warning.risen': {
      const { level, cause } = event.payload;
      return { ...warning, level, cause, highest: higherLevel(warning.highest, level) ?? level, changedAt };
    }
    case 'hazard-warning.lowered':
      return { ...warning, level: event.payload.level, changedAt };
    case 'hazard-warning.lifted':
      return { ...warning, level: null, changedAt };
    case 'hazard-warning.acknowledged':
      return { ...warning, acknowledged: answer(null) };
    case 'hazard-warning.handled':
      return { ...warning, handled: answer(event.payload.note) };
    case 'hazard-warning.closed':
      return { ...warning, closed: answer(event.payload.note) };
  }
}

/**
 * The effect of a change of level on the warnings of a point: a new warning, or a change of the open one.
 * @param make creates a warning with this cause
 * @returns null: no warning changes
 */
export function warningChange(
  open: HazardWarning | null,
  turn: Turn,
  make: (cause: WarningCause) => HazardWarning,
): ChangesOf<HazardWarningPayloads> | null {
  const { level } = turn;
  if (turn.step === 'rise') {
    const { cause } = turn;
    return open === null
      ? { kind: 'hazard-warning.raised', payload: { warning: make(cause) } }
      : { kind: 'hazard-warning.risen', payload: { level: turn.level, cause } };
  }
  // An officer closed the warning before, so its lowering or lifting is not reported.
  if (open === null || open.level === null) return null;
  return level === null ? { kind: 'hazard-warning.lifted', payload: {} } : { kind: 'hazard-warning.lowered', payload: { level } };
}

/** Why an action on a warning is refused. Each reason but the last names the officer who was first. */
export type WarningRefusal = 'warning-acknowledged' | 'warning-handled' | 'warning-closed' | 'warning-not-handled';

/** 接警, 处置, 关闭. A warning can be closed once it is handled or lifted. */
export function answerWarning(
  { acknowledged, handled, closed, level }: HazardWarning,
  act: { readonly kind: 'acknowledge' } | { readonly kind: 'handle' | 'close'; readonly note: string },
): Result<ChangesOf<HazardWarningPayloads>, WarningRefusal> {
  if (closed !== null) return refuse('warning-closed');
  if (act.kind === 'acknowledge')
    return acknowledged !== null ? refuse('warning-acknowledged') : ok({ kind: 'hazard-warning.acknowledged', payload: {} });
  const payload = { note: act.note };
  if (act.kind === 'handle') return handled !== null ? refuse('warning-handled') : ok({ kind: 'hazard-warning.handled', payload });
  return handled === null && level !== null ? refuse('warning-not-handled') : ok({ kind: 'hazard-warning.closed', payload });
}

export const hazardObject = eventObject<HazardPayloads, Hazard>()({
  apply: applyToHazard,
  keeping: {
    'hazard.saved': 'always',
    'hazard.removed': 'always',
    'hazard.restored': 'always',
  },
  summaries: {
    'hazard.saved': ({ hazard: { code, name, version } }) => ({ code, name, version }),
    'hazard.restored': ({ hazard: { code, name, version } }) => ({ code, name, version }),
  },
});

export const hazardWarningObject = eventObject<HazardWarningPayloads, HazardWarning>()({
  apply: (warning, event) => applyToHazardWarning(warning, event, actorName(event.actor)),
  keeping: {
    'hazard-warning.raised': 'while-open',
    'hazard-warning.risen': 'while-open',
    'hazard-warning.lowered': 'while-open',
    'hazard-warning.lifted': 'while-open',
    'hazard-warning.acknowledged': 'while-open',
    'hazard-warning.handled': 'while-open',
    'hazard-warning.closed': 'while-open',
  },
  isOpen: ({ closed }) => closed === null,
  summaries: {
    'hazard-warning.raised': ({ warning: { hazardName, highest } }) => ({ hazardName, level: highest }),
  },
});
