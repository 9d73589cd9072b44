// Alarm load (告警负荷): how many alarms a desk is given in ten minutes, which sources make them, and what to do about each. After the standards of alarm
// management of the process industries:
//  - ANSI/ISA-18.2-2016 (IEC 62682), 16.5: about 1 alarm in 10 minutes is very likely acceptable, about 2 the most that is manageable; a flood begins with more
//    than 10 in a 10-minute interval and ends with fewer than 5; less than 1 % of the time in flood; no chattering and few stale alarms.
//  - EEMUA Publication 191: 1 in 10 minutes is acceptable, 10 in 10 minutes a flood; between them it speaks of a rate that is likely over-demanding.
// 待核对: both standards are sold, and were read through those who quote them (ISA's flood: ProSys; the targets: alarmkpi; EEMUA's: PAS, after I. Nimmo). That
// all from 3 to 9 is one class "over-demanding" is ours.

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

/** Up to the end of the current minute, so that desks that ask in one minute ask the same. */
export function spanOfLoadWindow(hours: LoadWindow, now: Date): Span {
  const end = (Math.floor(now.getTime() / MINUTE_MS) + 1) * MINUTE_MS;
  return { begin: new Date(end - hours * HOUR_MS), end: new Date(end) };
}

/** From the lightest on, each with the fewest alarms in ten minutes that make it. */
export const LOAD_CLASSES = ['acceptable', 'manageable', 'over-demanding', 'flood'] as const;
export type LoadClass = (typeof LOAD_CLASSES)[number];
export const LOAD_CLASS_FROM: Readonly<Record<LoadClass, number>> = { acceptable: 0, manageable: 2, 'over-demanding': 3, flood: 10 };

/** @param alarms at one desk in ten minutes */
export const loadClassOf = (alarms: number): LoadClass => LOAD_CLASSES.findLast((one) => alarms >= LOAD_CLASS_FROM[one]) ?? 'acceptable';

const FLOOD_BEGINS_ABOVE = 10;
export const FLOOD_ENDS_BELOW = 5;
/** A source chatters that raises so many alarms within so long. */
const CHATTER = { alarms: 3, withinMs: MINUTE_MS } as const;
/** Open for longer. */
const STALE_AFTER_MS = DAY_MS;
/** A place whose heat comes back: the same cell, hot on so many days of the window and never judged real. Cells and days as for 已知热源. */
const RECURRING = { cellDegrees: 0.007, days: 4 } as const;
/** What a satellite's product itself calls low confidence (VIIRS `low`; MODIS below 30 is `low` too), percent. */
const LOW_CREDIBILITY_PERCENT = 30;

/** An alarm as its load is counted; exercises and deleted alarms are none. */
export interface LoadAlarm extends Position {
  /** Epoch milliseconds. */
  readonly arrivedAt: number;
  readonly gridNo: GridNo;
  readonly kind: AlarmKind;
  /** A camera or sensor by its device, a satellite by its name; null: not named. */
  readonly source: string | null;
  /** Of satellites, percent; null: not told. */
  readonly credibility: number | null;
  readonly verdict: Verdict;
  /** In the queue: neither judged nor handled. */
  readonly isOpen: boolean;
  /** Somebody said "I have it". */
  readonly isAcknowledged: boolean;
  /** It made no sound: in a mask, or calmed by what is known of its place. */
  readonly isSilent: boolean;
  /** The fire it is of; null: none was found. */
  readonly incidentId: string | null;
}

/** An hour of a desk, or the same hour of all days. */
export interface HourLoad {
  /** Alarms that sounded. */
  readonly announced: number;
  /** The most of them in ten minutes. */
  readonly peak: number;
  /** Of its ten minutes that lie in the window. */
  readonly mean: number;
}

/** Too many alarms at once. Its end is the beginning of the first ten minutes with few; null: it goes on at the window's end. */
export interface FloodEpisode {
  readonly begin: Date;
  readonly end: Date | null;
  readonly alarms: number;
  /** In ten minutes. */
  readonly peak: number;
}

export interface DeskLoad {
  readonly gridNo: GridNo;
  /** Alarms that sounded at this desk. Rates count these. */
  readonly announced: number;
  readonly silent: number;
  /** The fires that those which sounded are of; an alarm of no fire is one of its own. */
  readonly fires: number;
  /** Alarms in ten minutes. */
  readonly mean: number;
  readonly peak: number;
  /** When the ten minutes of the peak began; null: there was no alarm. */
  readonly peakAt: Date | null;
  /** Intervals of ten minutes in each class; all together the window. */
  readonly slots: Readonly<Record<LoadClass, number>>;
  /** Open, and nobody has acknowledged them. */
  readonly standing: number;
  /** Open for more than a day. */
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
  /** Alarms of it that made no sound, beside the others. */
  readonly silent: number;
  /** Of all alarms that sounded at the desk, 0–1. */
  readonly share: number;
  /** Alarms that told of a fire that the same source had told of before. */
  readonly repeated: number;
  /** Alarms within bursts of three or more in a minute. */
  readonly chattering: number;
  /** Alarms of places that are hot again and again, and were never a fire. */
  readonly recurring: number;
  /** Satellite detections that their product itself doubts. */
  readonly lowConfidence: number;
  /** Open for more than a day, silent ones too. */
  readonly stale: number;
  readonly advice: readonly NuisanceAdvice[];
}

export interface AlarmLoad extends Span {
  /** The desk that was asked for. */
  readonly desk: DeskLoad;
  /** Its hours, by the clock; the first and the last may be cut off. */
  readonly hours: readonly (HourLoad & { readonly begin: Date })[];
  /** The desks below it that had alarms, the heaviest load first. */
  readonly desks: readonly DeskLoad[];
  /** The most alarms that sounded first. */
  readonly sources: readonly SourceLoad[];
}

/** As shown: with the names of desks and of cameras. */
export interface AlarmLoadReport extends Omit<AlarmLoad, 'desk' | 'desks' | 'sources'> {
  readonly desk: Named<DeskLoad>;
  readonly desks: readonly Named<DeskLoad>[];
  readonly sources: readonly NamedSourceLoad[];
  /** How many more sources there are. */
  readonly sourcesLeftOut: number;
}

export interface NamedSourceLoad extends SourceLoad {
  /** Of a camera that is registered; null: none is, or its kind has no names. */
  readonly cameraName: string | null;
  /** Of the monitoring point of that camera, under which its settings are found. */
  readonly pointName: string | null;
}

// What to do: tables of a condition each, with what it leads to. All that apply are told, in this order.

/** 设屏蔽区, 登记已知热源, 检修设备, 核对置信度, 合并看火情, 清理积压. */
export const NUISANCE_ADVICE = ['mask', 'known-heat', 'repair', 'confidence', 'fold', 'clear'] as const;
export type NuisanceAdvice = (typeof NUISANCE_ADVICE)[number];
/** 增派席位或上级分担, 先治一个来源, 合并看火情, 清理积压. */
export const DESK_ADVICE = ['staff', 'first-source', 'fold', 'clear'] as const;
export type DeskAdvice = (typeof DESK_ADVICE)[number];

/** With fewer verdicts a share of false alarms says little. */
const LEAST_JUDGED = 5;
const MOSTLY_FALSE = 0.5;
const isMostlyFalse = (tally: Pick<Tally, 'real' | 'false'>): boolean =>
  tally.real + tally.false >= LEAST_JUDGED && (falseShareOf(tally) ?? 0) >= MOSTLY_FALSE;

type SourceFigures = Omit<SourceLoad, 'advice'>;
const sourceRules: Readonly<Record<NuisanceAdvice, (source: SourceFigures) => boolean>> = {
  // A camera that is wrong most of the time looks at something that is no fire: a chimney, a road, a lamp.
  mask: (source) => source.kind === 'camera' && isMostlyFalse(source),
  'known-heat': ({ recurring }) => recurring > 0,
  repair: ({ chattering }) => chattering > 0,
  confidence: (source) =>
    source.kind === 'satellite' && (isMostlyFalse(source) || source.lowConfidence >= Math.max(LEAST_JUDGED, source.total / 2)),
  // Half of what it sounds tells nothing new.
  fold: ({ repeated, total }) => repeated >= LEAST_JUDGED && repeated >= total / 2,
  clear: ({ stale }) => stale > 0,
};

type DeskFigures = Omit<DeskLoad, 'advice'>;
/** ISA-18.2: less than 1 % of the time in flood. */
const MOST_FLOOD_SHARE = 0.01;
/** A mean above this is more than one person manages. */
const MOST_MANAGEABLE_MEAN = 2;
/** ISA-18.2 has the ten worst alarms make 1 to 5 % of the load; a single source with a third of it is where to begin. */
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
  /** The desk that is asked for. */
  readonly gridNo: GridNo;
  readonly span: Span;
  /** For what is stale. */
  readonly now: Date;
  /** The desk below it where an alarm of this grid is announced too; null: there is none. */
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
    const desk = heldIn(deskOf, alarm.gridNo, () => deskBelow(alarm.gridNo));
    if (desk !== null) heldIn(below, desk, () => new DeskCount(desk, span, now)).add(alarm, key);
    heldIn(sources, key, () => new SourceCount(alarm.kind, alarm.source, now)).add(
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

function heldIn<K, V>(map: Map<K, V>, key: K, make: () => V): V {
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
    // What people report, or names no device, is no one source.
    if (alarm.source !== null) this.#bySource.set(source, (this.#bySource.get(source) ?? 0) + 1);
    if (alarm.incidentId === null) this.#unjoined++;
    else this.#fires.add(alarm.incidentId);
  }

  hours(): (HourLoad & { readonly begin: Date })[] {
    const byHour = new Map<number, HourCount>();
    for (const [slot, count] of this.#counts.entries()) {
      const hour = Math.floor((this.#first + slot) / SLOTS_OF_HOUR);
      heldIn(byHour, hour, () => new HourCount()).add(count);
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

  /** @param alarms of ten minutes */
  add(alarms: number): void {
    this.#slots++;
    this.#announced += alarms;
    this.#peak = Math.max(this.#peak, alarms);
  }

  load(): HourLoad {
    return { announced: this.#announced, peak: this.#peak, mean: this.#slots === 0 ? 0 : this.#announced / this.#slots };
  }
}

/** Kinds of which a source is one device: only such a one can chatter. A satellite's pass tells of many places in one moment. */
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
    // What makes no sound is dealt with already.
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
      // What no single device or satellite raised does not repeat itself: two people who report a fire are two witnesses.
      repeated: this.#source === null ? 0 : this.#joined - this.#fires.size,
      chattering: chatteringOf(this.#arrivals),
      recurring: this.#recurring,
      lowConfidence: this.#lowConfidence,
      stale: this.#stale,
    };
    return { ...figures, advice: NUISANCE_ADVICE.filter((one) => sourceRules[one](figures)) };
  }
}

/** How many arrivals of one device lie in bursts. Sorts them. @param arrivals epoch milliseconds */
function chatteringOf(arrivals: number[]): number {
  arrivals.sort((a, b) => a - b);
  let [chattering, counted] = [0, 0];
  for (let last = CHATTER.alarms - 1; last < arrivals.length; last++) {
    const first = last - CHATTER.alarms + 1;
    if ((arrivals[last] as number) - (arrivals[first] as number) >= CHATTER.withinMs) continue;
    // Those of the burst that an earlier one has not counted.
    chattering += last + 1 - Math.max(first, counted);
    counted = last + 1;
  }
  return chattering;
}

/** A machine sees heat; what people report is not of a place in this sense. */
const SEES_HEAT: ReadonlySet<AlarmKind> = new Set(['satellite', 'camera']);
/** Numbers the rows of cells: more than fit round the globe. */
const ROW_OF_CELLS = 1 << 20;
const cellOf = ({ lng, lat }: Position): number =>
  Math.floor(lat / RECURRING.cellDegrees) * ROW_OF_CELLS + Math.floor(lng / RECURRING.cellDegrees);

/** The cells that machines saw hot on several days, none of it a fire. */
function recurringPlaces(alarms: readonly LoadAlarm[], begin: Date): ReadonlySet<number> {
  const firstDay = beijingDayOf(begin.getTime());
  // The days of each cell as bits: a window has at most 32 days of the calendar.
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
  // Each step clears the lowest one.
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}
