// Alarm load (告警负荷): how many alarms a desk receives in ten minutes, which sources cause them, and what to do about each. It follows the
// standards of alarm management of the process industries. ANSI/ISA-18.2-2016 (IEC 62682), 16.5: about 1 alarm in 10 minutes is very likely
// acceptable, about 2 is the most that is manageable. A flood begins with more than 10 in a 10-minute interval and ends with fewer than 5;
// less than 1 % of the time should be in flood, with no chattering and few stale alarms. EEMUA Publication 191: 1 in 10 minutes is
// acceptable, 10 in 10 minutes is a flood, and a rate between them is likely over-demanding. 待核对: both standards are sold, and were read
// through those who quote them (ISA's flood: ProSys; the targets: alarmkpi; EEMUA's: PAS, after I. Nimmo). Treating all rates from 3 to 9
// as one class "over-demanding" is this project's choice.

import { beijingDayOf, DAY_MS, type GridNo, HOUR_MS, MINUTE_MS, type Named, type Position, type Span } from '@lookout/domain';
import type { AlarmKind, Verdict } from '../alarm/alarm.ts';
import { falseShareOf, type Tally } from './statistics.ts';

/** The intervals in which the standards count. They lie on the clock: an hour has six. */
export const LOAD_SLOT_MS = 10 * MINUTE_MS;
const SLOTS_OF_HOUR = HOUR_MS / LOAD_SLOT_MS;

/** 近24小时, 近7天, 近31天: hours back from now. */
export const LOAD_WINDOWS = [24, 168, 744] as const;
export type LoadWindow = (typeof LOAD_WINDOWS)[number];
export const MOST_LOAD_DAYS = 31;

/** The span ends with the current minute, so that desks that query in the same minute send the same query. */
export function spanOfLoadWindow(hours: LoadWindow, now: Date): Span {
  const end = (Math.floor(now.getTime() / MINUTE_MS) + 1) * MINUTE_MS;
  return { begin: new Date(end - hours * HOUR_MS), end: new Date(end) };
}

/** The load classes, from the lightest on, each with its lower bound of alarms in ten minutes. */
export const LOAD_CLASSES = ['acceptable', 'manageable', 'over-demanding', 'flood'] as const;
export type LoadClass = (typeof LOAD_CLASSES)[number];
export const LOAD_CLASS_FROM: Readonly<Record<LoadClass, number>> = { acceptable: 0, manageable: 2, 'over-demanding': 3, flood: 10 };

/** @param alarms the alarms at one desk in ten minutes */
export const loadClassOf = (alarms: number): LoadClass => LOAD_CLASSES.findLast((one) => alarms >= LOAD_CLASS_FROM[one]) ?? 'acceptable';

const FLOOD_BEGINS_ABOVE = 10;
export const FLOOD_ENDS_BELOW = 5;
/** A source chatters if it raises this many alarms within this time. */
const CHATTER = { alarms: 3, withinMs: MINUTE_MS } as const;
/** An alarm is stale if it is open for longer than this. */
const STALE_AFTER_MS = DAY_MS;
/** A place with recurring heat: the same cell, hot on this many days of the window and never judged real. Cells and days as for 已知热源. */
const RECURRING = { cellDegrees: 0.007, days: 4 } as const;
/** The confidence that a satellite's product itself calls low (VIIRS `low`; MODIS below 30 is `low` too), percent. */
const LOW_CREDIBILITY_PERCENT = 30;

/** An alarm with the fields needed to count its load. Exercises and deleted alarms are excluded. */
export interface LoadAlarm extends Position {
  /** Epoch milliseconds. */
  readonly arrivedAt: number;
  readonly gridNo: GridNo;
  readonly kind: AlarmKind;
  /** The device of a camera or sensor, the name of a satellite; null: not named. */
  readonly source: string | null;
  /** Confidence of a satellite detection, percent; null: not stated. */
  readonly credibility: number | null;
  readonly verdict: Verdict;
  /** In the queue: neither judged nor handled. */
  readonly isOpen: boolean;
  /** An officer has acknowledged it. */
  readonly isAcknowledged: boolean;
  /** It made no sound, because it is in a mask or its place is a known source. */
  readonly isSilent: boolean;
  /** The fire to which it belongs; null: none was found. */
  readonly incidentId: string | null;
}

/** An hour of a desk, or the same hour of all days. */
export interface HourLoad {
  /** Alarms that sounded. */
  readonly announced: number;
  /** The highest number in ten minutes. */
  readonly peak: number;
  /** The mean of its ten-minute intervals that lie in the window. */
  readonly mean: number;
}

/**
 * Too many alarms at once. Its end is the beginning of the first ten-minute interval with few alarms; null: the flood continues at the
 * window's end.
 */
export interface FloodEpisode {
  readonly begin: Date;
  readonly end: Date | null;
  readonly alarms: number;
  /** The highest number in ten minutes. */
  readonly peak: number;
}

export interface DeskLoad {
  readonly gridNo: GridNo;
  /** Alarms that sounded at this desk. Rates count only these. */
  readonly announced: number;
  readonly silent: number;
  /** The number of fires of the alarms that sounded; an alarm of no fire counts as a separate fire. */
  readonly fires: number;
  /** Mean number of alarms in ten minutes. */
  readonly mean: number;
  readonly peak: number;
  /** When the ten-minute interval of the peak began; null: there was no alarm. */
  readonly peakAt: Date | null;
  /** Number of ten-minute intervals in each class, which together cover the window. */
  readonly slots: Readonly<Record<LoadClass, number>>;
  /** Open alarms that no officer has acknowledged. */
  readonly standing: number;
  /** Alarms open for more than a day. */
  readonly stale: number;
  readonly floods: readonly FloodEpisode[];
  /** Share of the time in floods, 0–1. */
  readonly floodShare: number;
  /** The 24 hours of the day in Beijing, over all days of the window. */
  readonly hoursOfDay: readonly HourLoad[];
  readonly advice: readonly DeskAdvice[];
}

/** The alarms of a source that sounded. */
export interface SourceLoad extends Tally {
  readonly kind: AlarmKind;
  readonly source: string | null;
  /** Alarms of the source that made no sound, not included in the other counts. */
  readonly silent: number;
  /** Share of all alarms that sounded at the desk, 0–1. */
  readonly share: number;
  /** Alarms about a fire that the same source had already reported. */
  readonly repeated: number;
  /** Alarms within bursts of at least three in a minute. */
  readonly chattering: number;
  /** Alarms at places with recurring heat that were never a fire. */
  readonly recurring: number;
  /** Satellite detections that their product itself rates as low confidence. */
  readonly lowConfidence: number;
  /** Alarms open for more than a day, including silent ones. */
  readonly stale: number;
  readonly advice: readonly NuisanceAdvice[];
}

export interface AlarmLoad extends Span {
  /** The requested desk. */
  readonly desk: DeskLoad;
  /** The desk's hours, by the clock; the first and the last may be cut off. */
  readonly hours: readonly (HourLoad & { readonly begin: Date })[];
  /** The desks below it that had alarms, the heaviest load first. */
  readonly desks: readonly DeskLoad[];
  /** Sources by the number of alarms that sounded, the highest first. */
  readonly sources: readonly SourceLoad[];
}

/** The load as displayed, with the names of desks and cameras. */
export interface AlarmLoadReport extends Omit<AlarmLoad, 'desk' | 'desks' | 'sources'> {
  readonly desk: Named<DeskLoad>;
  readonly desks: readonly Named<DeskLoad>[];
  readonly sources: readonly NamedSourceLoad[];
  /** How many more sources there are. */
  readonly sourcesLeftOut: number;
}

export interface NamedSourceLoad extends SourceLoad {
  /** The name of a registered camera; null: not registered, or the kind has no names. */
  readonly cameraName: string | null;
  /** The monitoring point of that camera, under which its settings are found. */
  readonly pointName: string | null;
}

// Advice: tables of a condition for each kind of advice. All that apply are listed, in this order.

/** 设屏蔽区, 登记已知热源, 检修设备, 核对置信度, 合并看火情, 清理积压. */
export const NUISANCE_ADVICE = ['mask', 'known-heat', 'repair', 'confidence', 'fold', 'clear'] as const;
export type NuisanceAdvice = (typeof NUISANCE_ADVICE)[number];
/** 增派席位或上级分担, 先治一个来源, 合并看火情, 清理积压. */
export const DESK_ADVICE = ['staff', 'first-source', 'fold', 'clear'] as const;
export type DeskAdvice = (typeof DESK_ADVICE)[number];

/** With fewer verdicts, a share of false alarms is not significant. */
const LEAST_JUDGED = 5;
const MOSTLY_FALSE = 0.5;
const isMostlyFalse = (tally: Pick<Tally, 'real' | 'false'>): boolean =>
  tally.real + tally.false >= LEAST_JUDGED && (falseShareOf(tally) ?? 0) >= MOSTLY_FALSE;

type SourceFigures = Omit<SourceLoad, 'advice'>;
const sourceRules: Readonly<Record<NuisanceAdvice, (source: SourceFigures) => boolean>> = {
  // A camera that is wrong most of the time is aimed at something that is not a fire: a chimney, a road, a lamp.
  mask: (source) => source.kind === 'camera' && isMostlyFalse(source),
  'known-heat': ({ recurring }) => recurring > 0,
  repair: ({ chattering }) => chattering > 0,
  confidence: (source) =>
    source.kind === 'satellite' && (isMostlyFalse(source) || source.lowConfidence >= Math.max(LEAST_JUDGED, source.total / 2)),
  // Half of its sounded alarms report nothing new.
  fold: ({ repeated, total }) => repeated >= LEAST_JUDGED && repeated >= total / 2,
  clear: ({ stale }) => stale > 0,
};

type DeskFigures = Omit<DeskLoad, 'advice'>;
/** ISA-18.2: less than 1 % of the time in flood. */
const MOST_FLOOD_SHARE = 0.01;
/** A higher mean is more than one person can manage. */
const MOST_MANAGEABLE_MEAN = 2;
/** By ISA-18.2 the ten worst alarms cause 1 to 5 % of the load. If a single source causes a third of it, it should be treated first. */
const LARGEST_SOURCE_SHARE = 1 / 3;
const LEAST_ALARMS = 10;
const deskRules: Readonly<Record<DeskAdvice, (desk: DeskFigures, largestSource: number) => boolean>> = {
  staff: ({ floodShare, mean }) => floodShare >= MOST_FLOOD_SHARE || mean > MOST_MANAGEABLE_MEAN,
  'first-source': ({ announced }, largest) => announced >= LEAST_ALARMS && largest >= announced * LARGEST_SOURCE_SHARE,
  fold: ({ announced, fires }) => announced >= LEAST_ALARMS && announced >= 2 * fires,
  clear: ({ stale }) => stale > 0,
};

// Counting.

interface Question {
  /** The requested desk. */
  readonly gridNo: GridNo;
  readonly span: Span;
  /** The current time, to decide which alarms are stale. */
  readonly now: Date;
  /** The desk below at which an alarm of this grid is also announced; null: there is none. */
  readonly deskBelow: (gridNo: GridNo) => GridNo | null;
}

/** @param alarms those inside the grid that arrived in the span, in any order */
export function alarmLoadOf(alarms: readonly LoadAlarm[], { gridNo, span, now, deskBelow }: Question): AlarmLoad {
  const own = new DeskCount(gridNo, span, now);
  const below = new Map<GridNo, DeskCount>();
  const sources = new Map<string, SourceCount>();
  const hot = recurringPlaces(alarms, span.begin);
  const deskOf = new Map<GridNo, GridNo | null>();
  for (const alarm of alarms) {
    const key = alarm.source === null ? alarm.kind : `${alarm.kind} ${alarm.source}`;
    own.add(alarm, key);
    const desk = getOrCreate(deskOf, alarm.gridNo, () => deskBelow(alarm.gridNo));
    if (desk !== null) getOrCreate(below, desk, () => new DeskCount(desk, span, now)).add(alarm, key);
    getOrCreate(sources, key, () => new SourceCount(alarm.kind, alarm.source, now)).add(
      alarm,
      SEES_HEAT.has(alarm.kind) && hot.has(cellOf(alarm)),
    );
  }
  const desk = own.load();
  return {
    ...span,
    desk,
    hours: own.hours(),
    desks: [...below.values()].map((one) => one.load()).sort((a, b) => b.announced - a.announced || (a.gridNo < b.gridNo ? -1 : 1)),
    sources: [...sources.values()]
      .map((one) => one.load(desk.announced))
      .sort((a, b) => b.share - a.share || b.total - a.total || (`${a.kind} ${a.source}` < `${b.kind} ${b.source}` ? -1 : 1)),
  };
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

const isStale = ({ isOpen, arrivedAt }: LoadAlarm, now: Date): boolean => isOpen && now.getTime() - arrivedAt > STALE_AFTER_MS;

class DeskCount {
  readonly #gridNo: GridNo;
  readonly #span: Span;
  readonly #now: Date;
  readonly #first: number;
  readonly #counts: Uint32Array;
  readonly #fires = new Set<string>();
  readonly #bySource = new Map<string, number>();
  #announced = 0;
  #silent = 0;
  #unjoined = 0;
  #standing = 0;
  #stale = 0;

  constructor(gridNo: GridNo, span: Span, now: Date) {
    this.#gridNo = gridNo;
    this.#span = span;
    this.#now = now;
    this.#first = Math.floor(span.begin.getTime() / LOAD_SLOT_MS);
    this.#counts = new Uint32Array(Math.max(1, Math.ceil(span.end.getTime() / LOAD_SLOT_MS) - this.#first));
  }

  add(alarm: LoadAlarm, source: string): void {
    if (alarm.isOpen && !alarm.isAcknowledged) this.#standing++;
    if (isStale(alarm, this.#now)) this.#stale++;
    if (alarm.isSilent) {
      this.#silent++;
      return;
    }
    this.#announced++;
    const slot = Math.floor(alarm.arrivedAt / LOAD_SLOT_MS) - this.#first;
    this.#counts[slot] = (this.#counts[slot] ?? 0) + 1;
    // Alarms reported by people, or without a device, do not have a single source.
    if (alarm.source !== null) this.#bySource.set(source, (this.#bySource.get(source) ?? 0) + 1);
    if (alarm.incidentId === null) this.#unjoined++;
    else this.#fires.add(alarm.incidentId);
  }

  hours(): (HourLoad & { readonly begin: Date })[] {
    const byHour = new Map<number, HourCount>();
    for (const [slot, count] of this.#counts.entries()) {
      const hour = Math.floor((this.#first + slot) / SLOTS_OF_HOUR);
      getOrCreate(byHour, hour, () => new HourCount()).add(count);
    }
    return [...byHour].map(([hour, count]) => ({ begin: new Date(hour * HOUR_MS), ...count.load() }));
  }

  load(): DeskLoad {
    const slots = { acceptable: 0, manageable: 0, 'over-demanding': 0, flood: 0 };
    let [peak, peakSlot] = [0, -1];
    for (const [slot, count] of this.#counts.entries()) {
      slots[loadClassOf(count)]++;
      if (count > peak) [peak, peakSlot] = [count, slot];
    }
    const floods = this.#floods();
    const spanMs = Math.max(1, this.#span.end.getTime() - this.#span.begin.getTime());
    const flooded = floods.reduce((sum, { begin, end }) => sum + (end ?? this.#span.end).getTime() - begin.getTime(), 0);
    const figures: DeskFigures = {
      gridNo: this.#gridNo,
      announced: this.#announced,
      silent: this.#silent,
      fires: this.#fires.size + this.#unjoined,
      mean: (this.#announced * LOAD_SLOT_MS) / spanMs,
      peak,
      peakAt: peakSlot < 0 ? null : this.#beginOf(peakSlot),
      slots,
      standing: this.#standing,
      stale: this.#stale,
      floods,
      floodShare: Math.min(1, flooded / spanMs),
      hoursOfDay: this.#hoursOfDay(),
    };
    const largest = Math.max(0, ...this.#bySource.values());
    return { ...figures, advice: DESK_ADVICE.filter((one) => deskRules[one](figures, largest)) };
  }

  #beginOf(slot: number): Date {
    return new Date((this.#first + slot) * LOAD_SLOT_MS);
  }

  #floods(): FloodEpisode[] {
    const floods: { begin: Date; end: Date | null; alarms: number; peak: number }[] = [];
    let current: (typeof floods)[number] | null = null;
    for (const [slot, count] of this.#counts.entries()) {
      if (current !== null && count < FLOOD_ENDS_BELOW) {
        current.end = this.#beginOf(slot);
        current = null;
      } else if (current === null && count > FLOOD_BEGINS_ABOVE) {
        current = { begin: this.#beginOf(slot), end: null, alarms: 0, peak: 0 };
        floods.push(current);
      }
      if (current === null) continue;
      current.alarms += count;
      current.peak = Math.max(current.peak, count);
    }
    return floods;
  }

  #hoursOfDay(): HourLoad[] {
    const hours = Array.from({ length: HOURS_OF_DAY }, () => new HourCount());
    for (const [slot, count] of this.#counts.entries()) {
      hours[Math.floor((this.#first + slot) / SLOTS_OF_HOUR + BEIJING_HOURS) % HOURS_OF_DAY]?.add(count);
    }
    return hours.map((hour) => hour.load());
  }
}

const HOURS_OF_DAY = 24;
const BEIJING_HOURS = 8;

class HourCount {
  #slots = 0;
  #announced = 0;
  #peak = 0;

  /** @param alarms the number of alarms in a ten-minute interval */
  add(alarms: number): void {
    this.#slots++;
    this.#announced += alarms;
    this.#peak = Math.max(this.#peak, alarms);
  }

  load(): HourLoad {
    return { announced: this.#announced, peak: this.#peak, mean: this.#slots === 0 ? 0 : this.#announced / this.#slots };
  }
}

/** Kinds whose source is one device, which alone can chatter. A satellite's pass reports many places at once. */
const DEVICES: ReadonlySet<AlarmKind> = new Set(['camera', 'smoke']);

class SourceCount {
  readonly #kind: AlarmKind;
  readonly #source: string | null;
  readonly #now: Date;
  readonly #verdicts: Record<Verdict, number> = { unjudged: 0, false: 0, real: 0 };
  readonly #fires = new Set<string>();
  readonly #arrivals: number[] = [];
  #joined = 0;
  #silent = 0;
  #recurring = 0;
  #lowConfidence = 0;
  #stale = 0;

  constructor(kind: AlarmKind, source: string | null, now: Date) {
    this.#kind = kind;
    this.#source = source;
    this.#now = now;
  }

  add(alarm: LoadAlarm, isRecurring: boolean): void {
    if (isStale(alarm, this.#now)) this.#stale++;
    // A silent alarm is already dealt with.
    if (alarm.isSilent) {
      this.#silent++;
      return;
    }
    this.#verdicts[alarm.verdict]++;
    if (isRecurring) this.#recurring++;
    if (alarm.credibility !== null && alarm.credibility <= LOW_CREDIBILITY_PERCENT) this.#lowConfidence++;
    if (alarm.incidentId !== null) {
      this.#joined++;
      this.#fires.add(alarm.incidentId);
    }
    if (this.#source !== null && DEVICES.has(this.#kind)) this.#arrivals.push(alarm.arrivedAt);
  }

  /** @param announced alarms that sounded at the desk */
  load(announced: number): SourceLoad {
    const { unjudged, false: wrong, real } = this.#verdicts;
    const total = unjudged + wrong + real;
    const figures: SourceFigures = {
      kind: this.#kind,
      source: this.#source,
      total,
      real,
      false: wrong,
      unjudged,
      silent: this.#silent,
      share: announced === 0 ? 0 : total / announced,
      // Alarms without a device or satellite are not repetitions: two people who report a fire are two witnesses.
      repeated: this.#source === null ? 0 : this.#joined - this.#fires.size,
      chattering: chatteringOf(this.#arrivals),
      recurring: this.#recurring,
      lowConfidence: this.#lowConfidence,
      stale: this.#stale,
    };
    return { ...figures, advice: NUISANCE_ADVICE.filter((one) => sourceRules[one](figures)) };
  }
}

/** The number of arrivals of one device that lie in bursts. Sorts them. @param arrivals epoch milliseconds */
function chatteringOf(arrivals: number[]): number {
  arrivals.sort((a, b) => a - b);
  let [chattering, counted] = [0, 0];
  for (let last = CHATTER.alarms - 1; last < arrivals.length; last++) {
    const first = last - CHATTER.alarms + 1;
    if ((arrivals[last] as number) - (arrivals[first] as number) >= CHATTER.withinMs) continue;
    // Only arrivals of the burst that were not counted with an earlier one.
    chattering += last + 1 - Math.max(first, counted);
    counted = last + 1;
  }
  return chattering;
}

/** Machines detect heat; a person's report does not identify a heat source. */
const SEES_HEAT: ReadonlySet<AlarmKind> = new Set(['satellite', 'camera']);
/** Multiplier that numbers the rows of cells; larger than the number of cells around the globe. */
const ROW_OF_CELLS = 1 << 20;
const cellOf = ({ lng, lat }: Position): number =>
  Math.floor(lat / RECURRING.cellDegrees) * ROW_OF_CELLS + Math.floor(lng / RECURRING.cellDegrees);

/** The cells that machines detected as hot on several days, without any real fire. */
function recurringPlaces(alarms: readonly LoadAlarm[], begin: Date): ReadonlySet<number> {
  const firstDay = beijingDayOf(begin.getTime());
  // The days of each cell as bits: a window has at most 32 calendar days.
  const daysOf = new Map<number, number>();
  const burned = new Set<number>();
  for (const alarm of alarms) {
    if (!SEES_HEAT.has(alarm.kind)) continue;
    const cell = cellOf(alarm);
    daysOf.set(cell, (daysOf.get(cell) ?? 0) | (1 << (beijingDayOf(alarm.arrivedAt) - firstDay)));
    if (alarm.verdict === 'real') burned.add(cell);
  }
  const recurring = new Set<number>();
  for (const [cell, days] of daysOf) if (countBits(days) >= RECURRING.days && !burned.has(cell)) recurring.add(cell);
  return recurring;
}

function countBits(bits: number): number {
  let count = 0;
  // Each step clears the lowest set bit.
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}
