// Geological hazards (地质灾害): the points where slopes may slide, fall or flow, the monitors on them, and the warnings that their readings and the
// rain raise. What a reading means is decided here; time, storage and messages are the server's.

import {
  actorName,
  type ChangesOf,
  eventObject,
  type GridNo,
  HOUR_MS,
  type OccurrencesOf,
  ok,
  type Position,
  type Result,
  refuse,
} from '@lookout/domain';

/** In histories and the audit: who lowers and lifts warnings by the clock. */
export const HAZARD_WATCH_NAME = '地质灾害例行检查';

/** 滑坡、崩塌、泥石流 (地质灾害防治条例, 国务院令第394号, article 2; collapse, fissures and subsidence are not watched here). */
export const HAZARD_KINDS = ['slide', 'fall', 'debris-flow'] as const;
export type HazardKind = (typeof HAZARD_KINDS)[number];

/**
 * 特大型、大型、中型、小型: the grades of danger (险情) of the 国家突发地质灾害应急预案, by the people who would have to be moved. (The 条例,
 * article 4, grades by the same names what has already happened, by deaths and loss.)
 */
export const HAZARD_LEVELS = ['extra-large', 'large', 'medium', 'small'] as const;
export type HazardLevel = (typeof HAZARD_LEVELS)[number];

/** People threatened from which a grade begins: 1,000 特大型, 500 大型, 100 中型 (应急预案; or losses of 1 亿, 5,000 万, 500 万 yuan). */
const LEVELS_FROM_PEOPLE = [
  [1_000, 'extra-large'],
  [500, 'large'],
  [100, 'medium'],
] as const satisfies readonly (readonly [number, HazardLevel])[];

/** The grade that the threatened people alone give; the officer may set a higher one for the loss. */
export const levelOfPeople = (people: number): HazardLevel => LEVELS_FROM_PEOPLE.find(([from]) => people >= from)?.[1] ?? 'small';

/** 在册、已核销. */
export const HAZARD_STATES = ['registered', 'written-off'] as const;
export type HazardState = (typeof HAZARD_STATES)[number];

/** 裂缝计、位移计、雨量计、倾角计、泥水位计. */
export const MONITOR_KINDS = ['crack', 'displacement', 'rain', 'tilt', 'mud-level'] as const;
export type MonitorKind = (typeof MONITOR_KINDS)[number];

/** What a monitor measures, and whether its change per hour means anything: rain is already a rate. */
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

/** The higher of two; null: none. */
export const higherLevel = (a: HazardWarningLevel | null, b: HazardWarningLevel | null): HazardWarningLevel | null =>
  rankOf(b) > rankOf(a) ? b : a;

/** Where each level begins; null: this level has no threshold. */
export type Thresholds = Readonly<Record<HazardWarningLevel, number | null>>;

export const NO_THRESHOLDS: Thresholds = { blue: null, yellow: null, orange: null, red: null };

/** Thresholds rise with their level. @returns the first level that does not lie above the one before */
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

/** The highest level whose threshold is reached; a value on the threshold reaches it. */
export const levelReached = (value: number, thresholds: Thresholds): HazardWarningLevel | null =>
  HAZARD_WARNING_LEVELS.findLast((level) => {
    const from = thresholds[level];
    return from !== null && value >= from;
  }) ?? null;

export interface HazardMonitor {
  readonly id: string;
  /** What the sender calls it; unique among all monitors. */
  readonly code: string;
  readonly kind: MonitorKind;
  readonly name: string;
  /** In the unit of its kind. */
  readonly value: Thresholds;
  /** Per hour. */
  readonly rate: Thresholds;
}

/** Millimetres in 1 and in 24 hours, of the grid's weather. */
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
  /** People and households threatened. */
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

/** How long a deleted point can be brought back: longer than a page offers it, for a slow line. Its readings are forgotten some time later. */
export const HAZARD_UNDO_MS = 10 * 60_000;

/** A hazard point in lists and on the map. */
export interface HazardOverview extends Omit<Hazard, 'photos' | 'rain' | 'monitors'> {
  readonly monitorCount: number;
  /** Of any of its monitors; null: none yet. */
  readonly lastReadingAt: Date | null;
  /** The one that is not closed; its level is null once it is lifted. */
  readonly warning: { readonly id: string; readonly level: HazardWarningLevel | null } | null;
}

/** Registered points of one kind and level in one grid. */
export interface HazardCount {
  readonly kind: HazardKind;
  readonly level: HazardLevel;
  readonly gridNo: GridNo;
  readonly count: number;
  readonly people: number;
  /** With a warning that is not closed. */
  readonly warned: number;
}

/** One reading as a machine sends it. */
export interface Reading {
  readonly at: Date;
  /** In the unit of the monitor's kind. */
  readonly value: number;
}

/** A monitor with its newest reading. */
export interface MonitorNow {
  readonly monitor: HazardMonitor;
  /** `rate`: per hour, null: not known. */
  readonly last: (Reading & { readonly rate: number | null }) | null;
  /** What the newest reading reaches; null: nothing. */
  readonly cause: WarningCause | null;
}

/** A point of a curve: what was measured in a span of time that ends at `at`. */
export interface ReadingSpan extends Reading {
  readonly lowest: number;
  readonly highest: number;
}

/** Shorter spans would turn the noise of a gauge into a speed. */
export const RATE_LEAST_MS = 10 * 60_000;
/** The span that a rate is taken over; with nothing so young, the last reading of the day before. */
export const RATE_SPAN_MS = HOUR_MS;
export const RATE_MOST_MS = 24 * HOUR_MS;

/**
 * Change per hour from an earlier reading to a later one; a shrinking crack counts like a growing one.
 * @returns null: they are too near or too far apart in time to tell
 */
export function ratePerHour(earlier: Reading | null, later: Reading): number | null {
  if (earlier === null) return null;
  const spanMs = later.at.getTime() - earlier.at.getTime();
  if (spanMs < RATE_LEAST_MS || spanMs > RATE_MOST_MS) return null;
  return (Math.abs(later.value - earlier.value) / spanMs) * HOUR_MS;
}

/** What reached a threshold. */
export interface WarningCause {
  readonly source: 'monitor' | 'rain';
  /** The monitor's name; null for rain. */
  readonly monitorName: string | null;
  readonly monitorKind: MonitorKind | null;
  readonly measure: 'value' | 'rate' | 'rain-1h' | 'rain-24h';
  readonly value: number;
  /** What it reached. */
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

/** The cause with the highest level; the first of equals. */
export const strongest = (causes: readonly (WarningCause | null)[]): WarningCause | null =>
  causes.reduce<WarningCause | null>((best, one) => (one !== null && rankOf(one.level) > rankOf(best?.level ?? null) ? one : best), null);

/** What a monitor's reading reaches. @param rate per hour; null: not known */
export const causeOfReading = (monitor: HazardMonitor, value: number, rate: number | null): WarningCause | null => {
  const about = { source: 'monitor', monitorName: monitor.name, monitorKind: monitor.kind } as const;
  return strongest([
    causeOf(value, monitor.value, { ...about, measure: 'value' }),
    MONITOR_UNITS[monitor.kind].hasRate ? causeOf(rate, monitor.rate, { ...about, measure: 'rate' }) : null,
  ]);
};

/** Rain of a grid, millimetres; the larger of what fell and what is forecast. null: not known. */
export interface RainNow {
  readonly oneHour: number | null;
  readonly oneDay: number | null;
}

/** The rain of an hour at a place, and what was forecast then, millimetres. */
export interface RainHour {
  readonly hour: Date;
  readonly fallen: number;
  /** null: not known. */
  readonly nextHour: number | null;
  readonly nextDay: number | null;
  readonly askedAt: Date;
}

/** A forecast older than this says nothing about the next hour. */
const RAIN_FRESH_MS = 2 * HOUR_MS;

/** @param hours of one place, newest first, in any number; hours older than a day do not count */
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

// The watch over one hazard point: when a level that is measured becomes a warning.

/** How long a level must lie lower before the warning follows it down: a value that swings about its threshold warns once. */
export const WARNING_STANDS_MS = 30 * 60_000;

export interface Watch {
  /** The level that was last warned of; null: none. */
  readonly level: HazardWarningLevel | null;
  /** Since when what is measured lies below it; null: it does not. */
  readonly belowSince: Date | null;
}

export const CALM: Watch = { level: null, belowSince: null };

export type WatchStep = 'rise' | 'fall' | 'stay';

/**
 * One step of the watch. A higher level counts at once, the same level changes nothing, a lower one only after `WARNING_STANDS_MS`.
 * @param measured the highest level that anything reaches now; null: none
 */
export function watchOn(watch: Watch, measured: HazardWarningLevel | null, at: Date): { readonly watch: Watch; readonly step: WatchStep } {
  const [now, before] = [rankOf(measured), rankOf(watch.level)];
  if (now > before) return { watch: { level: measured, belowSince: null }, step: 'rise' };
  if (now === before) return { watch: { level: watch.level, belowSince: null }, step: 'stay' };
  const belowSince = watch.belowSince ?? at;
  if (at.getTime() - belowSince.getTime() < WARNING_STANDS_MS) return { watch: { level: watch.level, belowSince }, step: 'stay' };
  return { watch: { level: measured, belowSince: null }, step: 'fall' };
}

/** A change of level, and what reached it (null where the level falls). */
export type Turn =
  | { readonly step: 'rise'; readonly level: HazardWarningLevel; readonly cause: WarningCause }
  | { readonly step: 'fall'; readonly level: HazardWarningLevel | null };

/**
 * One look at a point: first at the most it has reached since the last look, then at what it reaches now, so that a peak between two batches of
 * readings warns although it is over.
 * @returns the watch afterwards, and the turns in their order
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

// A warning: raised by the watch, answered by people. A hazard point has at most one that is not closed.

export interface WarningAnswer {
  readonly at: Date;
  readonly by: string;
  /** null: none was asked for. */
  readonly note: string | null;
}

export interface HazardWarning {
  readonly id: string;
  readonly hazardId: string;
  /** Of the hazard point, as it was when the warning was raised. */
  readonly hazardName: string;
  readonly hazardKind: HazardKind;
  readonly position: Position;
  readonly people: number;
  readonly gridNo: GridNo;
  /** The level that stands; null: lifted. */
  readonly level: HazardWarningLevel | null;
  /** The highest it has been. */
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
  /** Registered or changed, imported or by hand; the new state. */
  'hazard.saved': { readonly hazard: Hazard; readonly isNew: boolean };
  'hazard.removed': { readonly name: string; readonly reason: string };
  /** As it was when it was removed. */
  'hazard.restored': { readonly hazard: Hazard };
}

export interface HazardWarningPayloads {
  'hazard-warning.raised': { readonly warning: HazardWarning };
  'hazard-warning.risen': { readonly level: HazardWarningLevel; readonly cause: WarningCause };
  /** It stands lower for `WARNING_STANDS_MS`. */
  'hazard-warning.lowered': { readonly level: HazardWarningLevel };
  'hazard-warning.lifted': Readonly<Record<never, never>>;
  'hazard-warning.acknowledged': Readonly<Record<never, never>>;
  'hazard-warning.handled': { readonly note: string };
  'hazard-warning.closed': { readonly note: string };
}

export type HazardEvent = OccurrencesOf<HazardPayloads>;
export type HazardWarningEvent = OccurrencesOf<HazardWarningPayloads>;

/** @returns the hazard point after the event; null: it was removed */
export const applyToHazard = (_hazard: Hazard | null, event: HazardEvent): Hazard | null =>
  event.kind === 'hazard.removed' ? null : event.payload.hazard;

/** @param by the name of who caused the event. @returns the warning after it */
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
 * What a turn does to the warnings of a point: a new one, or a change of the open one.
 * @param make a new warning by this cause
 * @returns null: nothing that people are told
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
  // Closed by people before: nobody waits for its end.
  if (open === null || open.level === null) return null;
  return level === null ? { kind: 'hazard-warning.lifted', payload: {} } : { kind: 'hazard-warning.lowered', payload: { level } };
}

/** Why an answer to a warning is refused; each but the last names who was first. */
export type WarningRefusal = 'warning-acknowledged' | 'warning-handled' | 'warning-closed' | 'warning-not-handled';

/** 接警, 处置, 关闭. A warning is closed once it was handled, or is lifted. */
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
