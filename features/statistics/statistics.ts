// Statistics of alarms (统计分析): windows of time, what is counted, and what the answers mean. Days, weeks and months are Beijing's.

import {
  BEIJING_MS,
  beginOfBeijingDay,
  beijingDayOf,
  DAY_MS,
  type GridNo,
  HOUR_MS,
  MINUTE_MS,
  type Named,
  type Position,
  type Span,
} from '@lookout/domain';
import type { AlarmKind, RealFireType, Verdict } from '../alarm/alarm.ts';
import type { FireLevel } from '../danger/fire-level.ts';
import type { NoonWeather } from '../danger/fire-weather.ts';

/** The specification's windows (§9): 近半年 6, 近三个月 3, 当月 1, 近7天 0. */
export const STATISTICS_WINDOWS = [6, 3, 1, 0] as const;
export type StatisticsWindow = (typeof STATISTICS_WINDOWS)[number];

/** The longest window: five years with a leap day. */
export const MOST_STATISTICS_DAYS = 1_827;

/** The bars of a series. Weeks begin on Monday. */
export const SERIES_STEPS = ['hour', 'day', 'week', 'month'] as const;
export type SeriesStep = (typeof SERIES_STEPS)[number];

/** The same day and time a number of months later; the last day of a shorter month. */
function monthsOn(at: number, months: number): number {
  const local = new Date(at + BEIJING_MS);
  const [year, month] = [local.getUTCFullYear(), local.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Date.UTC(year, month, Math.min(local.getUTCDate(), lastDay));
  return day + ((at + BEIJING_MS) % DAY_MS) - BEIJING_MS;
}

/**
 * A window of the specification, up to the end of the current minute. 近7天: today and the six days before. 当月: from the first day of the
 * month. 近三个月 and 近半年: from the beginning of the same day three or six months ago.
 */
export function spanOfWindow(window: StatisticsWindow, now: Date): Span {
  const at = now.getTime();
  const end = new Date((Math.floor(at / MINUTE_MS) + 1) * MINUTE_MS);
  const today = beijingDayOf(at);
  if (window === 0) return { begin: new Date(beginOfBeijingDay(today - 6)), end };
  const firstOfMonth = today - new Date(at + BEIJING_MS).getUTCDate() + 1;
  const begin = window === 1 ? beginOfBeijingDay(firstOfMonth) : monthsOn(beginOfBeijingDay(today), -window);
  return { begin: new Date(begin), end };
}

/**
 * The spans with which a span is compared. `before`: the preceding one; for a window in months the same days that many months ago, and
 * never beyond the span's begin. `yearBefore`: the same days a year ago.
 */
export function comparedSpans({ begin, end }: Span, window: StatisticsWindow | null): { readonly before: Span; readonly yearBefore: Span } {
  const shifted = (by: (at: number) => number): Span => ({ begin: new Date(by(begin.getTime())), end: new Date(by(end.getTime())) });
  const length = window === 0 ? 7 * DAY_MS : end.getTime() - begin.getTime();
  const before = shifted((at) => (window === null || window === 0 ? at - length : monthsOn(at, -window)));
  return {
    before: { begin: before.begin, end: new Date(Math.min(before.end.getTime(), begin.getTime())) },
    yearBefore: shifted((at) => monthsOn(at, -12)),
  };
}

/** The longest spans shown by the hour, by the day and by the week; longer ones are shown by the month. */
const MOST_DAYS_OF_STEP = { hour: 3, day: 100, week: 732 } as const;

export function seriesStepOf({ begin, end }: Span): SeriesStep {
  const days = (end.getTime() - begin.getTime()) / DAY_MS;
  if (days <= MOST_DAYS_OF_STEP.hour) return 'hour';
  if (days <= MOST_DAYS_OF_STEP.day) return 'day';
  return days <= MOST_DAYS_OF_STEP.week ? 'week' : 'month';
}

/** The begins of the bars, epoch milliseconds, ascending. The first and the last bar are cut off where the span begins and ends. */
export function seriesBegins(span: Span, step: SeriesStep): number[] {
  const [first, end] = [span.begin.getTime(), span.end.getTime()];
  const begins = [first];
  for (let next = nextBegin(first, step); next < end; next = nextBegin(next, step)) begins.push(next);
  return begins;
}

/** The first begin of a bar after a given time. */
function nextBegin(at: number, step: SeriesStep): number {
  if (step === 'hour') return (Math.floor(at / HOUR_MS) + 1) * HOUR_MS;
  const day = beijingDayOf(at);
  if (step === 'day') return beginOfBeijingDay(day + 1);
  // 1970-01-01 was a Thursday.
  if (step === 'week') return beginOfBeijingDay(day + 7 - ((day + 3) % 7));
  const local = new Date(at + BEIJING_MS);
  return Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 1) - BEIJING_MS;
}

// What is counted.

export interface Tally {
  readonly total: number;
  readonly real: number;
  readonly false: number;
  readonly unjudged: number;
}

export const NO_ALARMS: Tally = { total: 0, real: 0, false: 0, unjudged: 0 };

/** The share of false alarms among the judged ones, 0–1; null: none is judged. */
export const falseShareOf = (tally: Pick<Tally, 'real' | 'false'>): number | null =>
  tally.real + tally.false === 0 ? null : tally.false / (tally.real + tally.false);

/** The weather of an alarm's day, by the noon observation of its grid. The first that applies: 有雨, 大风, 干燥, 一般. */
export const WEATHER_CLASSES = ['rain', 'gale', 'dry', 'ordinary'] as const;
export type WeatherClass = (typeof WEATHER_CLASSES)[number];

/** Less is only morning damp: the first half millimetre stays on the leaves (see fire-weather.ts). */
const RAIN_FROM_MILLIMETRES = 0.5;
/** Beaufort force 6, at which 大风 warnings begin. */
const GALE_FROM_KILOMETRES_PER_HOUR = 39;
const DRY_TO_PERCENT = 30;

export function weatherClassOf({ rainMillimetres, windKilometresPerHour, humidityPercent }: NoonWeather): WeatherClass {
  if (rainMillimetres > RAIN_FROM_MILLIMETRES) return 'rain';
  if (windKilometresPerHour >= GALE_FROM_KILOMETRES_PER_HOUR) return 'gale';
  return humidityPercent <= DRY_TO_PERCENT ? 'dry' : 'ordinary';
}

/** The steps of the response to an alarm, in order: 接警, 研判, 派遣, 到场, 关闭. */
export const RESPONSE_STEPS = ['acknowledge', 'judge', 'send', 'arrive', 'close'] as const;
export type ResponseStep = (typeof RESPONSE_STEPS)[number];

/** Whole seconds from an alarm's arrival to a step. A phone's clock may be ahead of the server's, but a step never precedes its alarm. */
export const waitSeconds = (arrivedAt: number, at: number): number => Math.max(0, Math.floor((at - arrivedAt) / 1000));

/** Times of fewer cases than this are not shown by post, because they would reveal one person's work. */
export const LEAST_CASES_OF_POST = 5;

/** The index of a quantile among a number of ascending values, from 0: the nearest rank, as in PostgreSQL's percentile_disc. */
export const rankOf = (share: number, count: number): number => Math.max(0, Math.ceil(share * count) - 1);

/** How long a step took, from the alarm's arrival. null: no case. */
export interface StepTime {
  readonly step: ResponseStep;
  readonly count: number;
  readonly medianSeconds: number | null;
  /** 90 % of the cases took at most this long. */
  readonly ninetiethSeconds: number | null;
}

// The question and its answer.

/** A filter; an absent field does not filter. `null` selects the alarms for which the value is unknown. */
export interface StatisticsFilter {
  readonly kind?: AlarmKind | undefined;
  readonly verdict?: Verdict | undefined;
  readonly realFireType?: RealFireType | null | undefined;
  readonly dangerLevel?: FireLevel | null | undefined;
  readonly weather?: WeatherClass | null | undefined;
  readonly deviceId?: string | undefined;
}

export interface PeriodFigures extends Span {
  readonly tally: Tally;
  readonly times: readonly StepTime[];
}

export interface SeriesBar extends Span, Tally {
  readonly byKind: Readonly<Record<AlarmKind, number>>;
}

export interface StatisticsReport {
  readonly gridNo: GridNo;
  readonly gridName: string;
  readonly step: SeriesStep;
  readonly now: PeriodFigures;
  readonly before: PeriodFigures;
  readonly yearBefore: PeriodFigures;
  readonly series: readonly SeriesBar[];
  /** The parts of the grid, the most alarms first; parts without alarms are left out. */
  readonly grids: readonly (Tally & Named<{ readonly gridNo: GridNo }> & { readonly centre: Position | null })[];
  readonly kinds: readonly (Tally & { readonly kind: AlarmKind })[];
  /** Types of the real fires. null: no type was chosen. */
  readonly fireTypes: readonly { readonly realFireType: RealFireType | null; readonly total: number }[];
  /** Counts by the danger level of the grid on the day; null: the level is not known. */
  readonly dangerLevels: readonly (Tally & { readonly dangerLevel: FireLevel | null })[];
  readonly weathers: readonly (Tally & { readonly weather: WeatherClass | null })[];
  /** Times by 岗位 of the officers who took the step; null: officers without a post, and posts with too few cases, taken together. */
  readonly posts: readonly (StepTime & { readonly post: string | null })[];
  /** The cameras with the most false alarms; null: alarms that name no camera. */
  readonly cameras: readonly (Tally & { readonly deviceId: string | null; readonly cameraName: string | null })[];
  /** How many more cameras there are. */
  readonly camerasLeftOut: number;
}

/** Positions of alarms for the heat map: counts by cells of this size. */
export interface HeatMap {
  readonly cellDegrees: number;
  /** Centres of the cells. */
  readonly cells: readonly (Position & { readonly count: number })[];
}
