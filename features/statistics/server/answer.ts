// Answers a question about the alarms from their columns. Pure. One pass over the rows of the window makes all counts, then one for each
// step of the response makes its times. A million rows take some tens of milliseconds.

import { beijingDayOf, covers, type GridLevel, type GridNo, levelOf, partOf, type Span } from '@lookout/domain';
import { ALARM_KINDS, type AlarmKind, REAL_FIRE_TYPES } from '../../alarm/alarm.ts';
import type { StatisticsQuestion } from '../statistics.calls.ts';
import {
  comparedSpans,
  type HeatMap,
  LEAST_CASES_OF_POST,
  RESPONSE_STEPS,
  type ResponseStep,
  rankOf,
  type SeriesStep,
  type StatisticsFilter,
  type StatisticsWindow,
  type StepTime,
  seriesBegins,
  seriesStepOf,
  type Tally,
  WEATHER_CLASSES,
} from '../statistics.ts';
import { type FireDays, levelOfCode, weatherOfCode } from './fire-days.ts';
import { GONE, NOT_YET, type Projection, VERDICTS } from './projection.ts';
import { quantile } from './quantile.ts';

export interface Question {
  readonly scope: GridNo;
  readonly span: Span;
  /** null: a free span. */
  readonly window: StatisticsWindow | null;
  readonly filter: StatisticsFilter;
}

/** The filter of a question, whose empty fields do not filter. */
export const filterOf = ({ kind, verdict, realFireType, dangerLevel, weather, deviceId }: StatisticsQuestion): StatisticsFilter => ({
  kind: kind ?? undefined,
  verdict: verdict ?? undefined,
  realFireType,
  dangerLevel,
  weather,
  deviceId: deviceId || undefined,
});

type Period = { readonly span: Span; readonly tally: Tally; readonly times: readonly StepTime[] };

/** The report without names. */
export interface Answer {
  readonly step: SeriesStep;
  readonly now: Period;
  readonly before: Period;
  readonly yearBefore: Period;
  readonly series: readonly (Tally & Span & { readonly byKind: Readonly<Record<AlarmKind, number>> })[];
  readonly grids: readonly (Tally & { readonly gridNo: GridNo })[];
  readonly kinds: readonly (Tally & { readonly kind: AlarmKind })[];
  readonly fireTypes: readonly { readonly realFireType: (typeof REAL_FIRE_TYPES)[number] | null; readonly total: number }[];
  readonly dangerLevels: readonly (Tally & { readonly dangerLevel: ReturnType<typeof levelOfCode> })[];
  readonly weathers: readonly (Tally & { readonly weather: ReturnType<typeof weatherOfCode> })[];
  readonly posts: readonly (StepTime & { readonly post: string | null })[];
  readonly cameras: readonly (Tally & { readonly deviceId: string | null })[];
  readonly camerasLeftOut: number;
}

/** Maximum number of cameras in an answer. */
const MOST_CAMERAS = 20;

export function answer(projection: Projection, fireDays: FireDays, question: Question): Answer {
  const { span, window } = question;
  const rows = matching(projection, fireDays, question);
  const compared = comparedSpans(span, window);
  const period = (other: Span): Period => periodOf(projection, other, matching(projection, fireDays, { ...question, span: other }));
  return {
    ...countsOf(projection, fireDays, question, rows),
    now: periodOf(projection, span, rows),
    before: period(compared.before),
    yearBefore: period(compared.yearBefore),
    posts: RESPONSE_STEPS.flatMap((step) => timesByPost(projection, rows, step)),
  };
}

// Selecting the rows of a question.

const ALL_BUT_GONE = -1;

/** The matching rows, in the order of the log. */
export function matching(projection: Projection, fireDays: FireDays, { scope, span, filter }: Omit<Question, 'window'>): Int32Array {
  const { values, grids } = projection;
  const [begin, end] = [span.begin.getTime(), span.end.getTime()];
  const { arrivedAt, grid, kind, verdict, fireType, camera } = values;
  const inScope = Uint8Array.from(grids.texts, (no) => (no !== '' && covers(scope, no as GridNo) ? 1 : 0));
  const wantedKind = filter.kind === undefined ? ALL_BUT_GONE : ALARM_KINDS.indexOf(filter.kind);
  const wantedVerdict = filter.verdict === undefined ? null : VERDICTS.indexOf(filter.verdict);
  const stretches = projection.stretchesOf(begin, end);
  const found = new Int32Array(stretches.reduce((sum, stretch) => sum + stretch.end - stretch.first, 0));
  let count = 0;
  for (const stretch of stretches) {
    for (let row = stretch.first; row < stretch.end; row++) {
      const at = arrivedAt[row] as number;
      if (at < begin || at >= end || inScope[grid[row] as number] === 0) continue;
      const rowKind = kind[row];
      if (rowKind === GONE || (wantedKind !== ALL_BUT_GONE && rowKind !== wantedKind)) continue;
      if (wantedVerdict !== null && verdict[row] !== wantedVerdict) continue;
      found[count++] = row;
    }
  }
  let rows = found.subarray(0, count);
  const { realFireType: type, deviceId, dangerLevel, weather } = filter;
  if (type !== undefined) {
    const wanted = type === null ? 0 : REAL_FIRE_TYPES.indexOf(type) + 1;
    rows = rows.filter((row) => VERDICTS[verdict[row] as number] === 'real' && fireType[row] === wanted);
  }
  if (deviceId !== undefined) {
    const wanted = projection.cameras.find(deviceId);
    rows = rows.filter((row) => camera[row] === wanted);
  }
  if (dangerLevel !== undefined || weather !== undefined) {
    const dayCode = dayCodesOf(projection, fireDays);
    rows = rows.filter((row) => {
      const code = dayCode(row);
      return (dangerLevel === undefined || levelOfCode(code) === dangerLevel) && (weather === undefined || weatherOfCode(code) === weather);
    });
  }
  return rows;
}

/** The code of each row's grid and day (fire-days.ts). */
function dayCodesOf(projection: Projection, fireDays: FireDays): (row: number) => number {
  const { grids, values } = projection;
  const { arrivedAt, grid } = values;
  const byGrid = grids.texts.map((no) => (no === '' ? null : fireDays.of(no as GridNo)));
  return (row) => {
    const days = byGrid[grid[row] as number];
    return days?.codes[beijingDayOf(arrivedAt[row] as number) - days.firstDay] ?? 0;
  };
}

// Counts: a table of three numbers for each key, by verdict.

const WIDTH = VERDICTS.length;

class Tallies {
  readonly counts: Uint32Array;

  constructor(size: number) {
    this.counts = new Uint32Array(size * WIDTH);
  }

  of(key: number): Tally {
    const [unjudged = 0, no = 0, real = 0] = this.counts.subarray(key * WIDTH, (key + 1) * WIDTH);
    return { total: unjudged + no + real, real, false: no, unjudged };
  }
}

/** Number of day codes: five levels and four classes of weather, three bits each. */
const DAY_CODES = 64;

function countsOf(projection: Projection, fireDays: FireDays, { scope, span }: Question, rows: Int32Array) {
  const { arrivedAt, grid, kind, verdict, fireType, camera } = projection.values;
  const step = seriesStepOf(span);
  const begins = seriesBegins(span, step);
  const barOf = barFinder(begins, step);
  const parts = partsOf(projection, scope);
  const dayCode = dayCodesOf(projection, fireDays);
  const kindCount = ALARM_KINDS.length;
  const cameraKind = ALARM_KINDS.indexOf('camera');
  const byBar = new Tallies(begins.length * kindCount);
  const byPart = new Tallies(parts.gridNos.length);
  const byDay = new Tallies(DAY_CODES);
  const byCamera = new Tallies(projection.cameras.texts.length);
  const byType = new Uint32Array(REAL_FIRE_TYPES.length + 1);
  const real = VERDICTS.indexOf('real');
  const [bars, partCounts, days, cameras] = [byBar.counts, byPart.counts, byDay.counts, byCamera.counts];
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] as number;
    const [rowKind, rowVerdict] = [kind[row] as number, verdict[row] as number];
    bump(bars, (barOf(arrivedAt[row] as number) * kindCount + rowKind) * WIDTH + rowVerdict);
    bump(partCounts, (parts.of[grid[row] as number] as number) * WIDTH + rowVerdict);
    bump(days, dayCode(row) * WIDTH + rowVerdict);
    if (rowKind === cameraKind) bump(cameras, (camera[row] as number) * WIDTH + rowVerdict);
    if (rowVerdict === real) bump(byType, fireType[row] as number);
  }

  const kindsOfBar = (bar: number) => ALARM_KINDS.map((one, index) => [one, byBar.of(bar * kindCount + index)] as const);
  const series = begins.map((begin, bar) => ({
    begin: new Date(begin),
    end: new Date(begins[bar + 1] ?? span.end.getTime()),
    ...sumOf(kindsOfBar(bar).map(([, tally]) => tally)),
    byKind: Object.fromEntries(kindsOfBar(bar).map(([one, { total }]) => [one, total])) as Record<AlarmKind, number>,
  }));
  const kinds = ALARM_KINDS.map((one, index) => ({ kind: one, ...sumOf(begins.map((_, bar) => byBar.of(bar * kindCount + index))) }));
  const codes = Array.from({ length: DAY_CODES }, (_, code) => code);
  const byCode = (isOf: (code: number) => boolean) => sumOf(codes.filter(isOf).map((code) => byDay.of(code)));
  const cameraRows = projection.cameras.texts
    .map((deviceId, number) => ({ deviceId: number === 0 ? null : deviceId, ...byCamera.of(number) }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.false - a.false || b.total - a.total);
  return {
    step,
    series,
    grids: parts.gridNos
      .map((gridNo, part) => ({ gridNo, ...byPart.of(part) }))
      .filter(({ total }) => total > 0)
      .sort((a, b) => b.total - a.total || (a.gridNo < b.gridNo ? -1 : 1)),
    kinds,
    fireTypes: [...REAL_FIRE_TYPES, null].map((realFireType, index) => ({
      realFireType,
      total: byType[realFireType === null ? 0 : index + 1] as number,
    })),
    dangerLevels: ([1, 2, 3, 4, 5, null] as const).map((dangerLevel) => ({
      dangerLevel,
      ...byCode((code) => levelOfCode(code) === dangerLevel),
    })),
    weathers: [...WEATHER_CLASSES, null].map((weather) => ({ weather, ...byCode((code) => weatherOfCode(code) === weather) })),
    cameras: cameraRows.slice(0, MOST_CAMERAS),
    camerasLeftOut: Math.max(0, cameraRows.length - MOST_CAMERAS),
  };
}

const bump = (counts: Uint32Array, at: number): void => {
  counts[at] = (counts[at] as number) + 1;
};

const sumOf = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (sum, one) => ({
      total: sum.total + one.total,
      real: sum.real + one.real,
      false: sum.false + one.false,
      unjudged: sum.unjudged + one.unjudged,
    }),
    { total: 0, real: 0, false: 0, unjudged: 0 },
  );

/** Finds the bar of a time within the span. Hourly bars are searched, as there are few; all others are looked up by day. */
function barFinder(begins: readonly number[], step: SeriesStep): (at: number) => number {
  const [first = 0] = begins;
  if (step === 'hour') return (at) => begins.findLastIndex((begin) => begin <= at);
  const firstDay = beijingDayOf(first);
  // Bars longer than an hour begin at midnight, except the first.
  const days = begins.map((begin) => beijingDayOf(begin));
  const barOfDay: number[] = [];
  for (let bar = 0; bar < days.length; bar++) {
    const end = days[bar + 1] ?? (days[bar] as number) + DAYS_OF_LONGEST_BAR;
    for (let day = days[bar] as number; day < end; day++) barOfDay[day - firstDay] = bar;
  }
  return (at) => barOfDay[beijingDayOf(at) - firstDay] as number;
}

const DAYS_OF_LONGEST_BAR = 31;

/**
 * The parts of a grid that have alarms, and the part of each grid in the dictionary; the grid itself for a grid that lies in none of its
 * parts.
 */
function partsOf(projection: Projection, scope: GridNo): { readonly gridNos: readonly GridNo[]; readonly of: Uint16Array } {
  const numbers = new Map<GridNo, number>();
  const of = Uint16Array.from(projection.grids.texts, (text) => {
    const gridNo = text as GridNo;
    if (text === '' || !covers(scope, gridNo)) return 0;
    const part = partOf(scope, gridNo) ?? scope;
    const known = numbers.get(part) ?? numbers.size;
    numbers.set(part, known);
    return known;
  });
  return { gridNos: [...numbers.keys()], of };
}

// Times.

function periodOf(projection: Projection, span: Span, rows: Int32Array): Period {
  const counts = new Tallies(1);
  for (const row of rows) bump(counts.counts, projection.values.verdict[row] as number);
  return { span, tally: counts.of(0), times: RESPONSE_STEPS.map((step) => stepTime(step, waitsOf(projection, rows, step))) };
}

function waitsOf(projection: Projection, rows: Int32Array, step: ResponseStep): Int32Array {
  const waits = projection.values[`${step}Wait`];
  const found = new Int32Array(rows.length);
  let count = 0;
  for (let index = 0; index < rows.length; index++) {
    const wait = waits[rows[index] as number] as number;
    if (wait !== NOT_YET) found[count++] = wait;
  }
  return found.subarray(0, count);
}

/** Reorders `waits`. */
function stepTime(step: ResponseStep, waits: Int32Array): StepTime {
  const count = waits.length;
  return {
    step,
    count,
    medianSeconds: count === 0 ? null : quantile(waits, rankOf(0.5, count)),
    ninetiethSeconds: count === 0 ? null : quantile(waits, rankOf(0.9, count)),
  };
}

/**
 * Times by post, the most cases first. Posts with few cases are merged into one row at the end, which has no times while it has few cases
 * itself.
 */
function timesByPost(projection: Projection, rows: Int32Array, step: ResponseStep): (StepTime & { readonly post: string | null })[] {
  const waits = projection.values[`${step}Wait`];
  const posts = projection.values[`${step}Post`];
  const { texts } = projection.posts;
  const counts = new Uint32Array(texts.length);
  let total = 0;
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] as number;
    if (waits[row] === NOT_YET) continue;
    bump(counts, posts[row] as number);
    total++;
  }
  if (total === 0) return [];
  // The waits of each post are contiguous, those of the merged posts first.
  const isMerged = (post: number): boolean => post === 0 || (counts[post] as number) < LEAST_CASES_OF_POST;
  const merged = counts.reduce((sum, count, post) => (isMerged(post) ? sum + count : sum), 0);
  const places = new Uint32Array(texts.length);
  let place = merged;
  for (let post = 0; post < texts.length; post++) {
    if (isMerged(post)) continue;
    places[post] = place;
    place += counts[post] as number;
  }
  const sorted = new Int32Array(total);
  let mergedPlace = 0;
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] as number;
    const wait = waits[row] as number;
    if (wait === NOT_YET) continue;
    const post = posts[row] as number;
    if (isMerged(post)) sorted[mergedPlace++] = wait;
    else {
      sorted[places[post] as number] = wait;
      bump(places, post);
    }
  }
  const named = texts.flatMap((post, number) => {
    if (isMerged(number)) return [];
    const end = places[number] as number;
    return [{ post, ...stepTime(step, sorted.subarray(end - (counts[number] as number), end)) }];
  });
  named.sort((a, b) => b.count - a.count || (a.post < b.post ? -1 : 1));
  if (merged === 0) return named;
  const others = stepTime(step, sorted.subarray(0, merged));
  const isFew = merged < LEAST_CASES_OF_POST;
  return [...named, { post: null, ...others, ...(isFew && { medianSeconds: null, ninetiethSeconds: null }) }];
}

// Positions.

/** Cells are finer for a smaller grid: some fifty cells across. */
const cellDegreesOf: Readonly<Record<GridLevel, number>> = {
  nation: 0.5,
  province: 0.1,
  prefecture: 0.05,
  county: 0.01,
  town: 0.005,
  village: 0.005,
};
const MOST_CELLS = 5_000;
/** Multiplier that numbers the rows of cells; larger than the number of cells around the globe. */
const ROW_OF_CELLS = 1 << 20;

/** Counts by cells of equal size in degrees. Cells are enlarged until there are at most 5,000. */
export function heatMapOf(projection: Projection, fireDays: FireDays, question: Omit<Question, 'window'>): HeatMap {
  const { lng, lat } = projection.values;
  const rows = matching(projection, fireDays, question);
  for (let cellDegrees = cellDegreesOf[levelOf(question.scope)]; ; cellDegrees *= 2) {
    const counts = new Map<number, number>();
    for (const row of rows) {
      const cell =
        Math.floor(((lat[row] as number) + 90) / cellDegrees) * ROW_OF_CELLS + Math.floor(((lng[row] as number) + 180) / cellDegrees);
      counts.set(cell, (counts.get(cell) ?? 0) + 1);
    }
    if (counts.size > MOST_CELLS) continue;
    const centre = (number: number, least: number): number => Math.round(((number + 0.5) * cellDegrees + least) * 1e5) / 1e5;
    const cells = [...counts].map(([cell, count]) => ({
      lng: centre(cell % ROW_OF_CELLS, -180),
      lat: centre(Math.floor(cell / ROW_OF_CELLS), -90),
      count,
    }));
    return { cellDegrees, cells };
  }
}
