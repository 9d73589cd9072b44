// 森林火险天气等级, LY/T 1172-95: HTZ = A + B + C + D − E, that is points for heat, dry air, days without rain and wind, minus points for green or
// snow-covered ground. The table is a value, so that a deployment can replace it. Each part states the source of its numbers, and whether
// they still have to be confirmed against the standard (待核对).

export const RATING_PARTS = ['temperature', 'humidity', 'dryDays', 'wind', 'season'] as const;
export type RatingPart = (typeof RATING_PARTS)[number];

interface Sourced {
  /** The source of the numbers. */
  readonly source: string;
  /** 待核对: the numbers still have to be confirmed. */
  readonly toConfirm: boolean;
}

/**
 * Points by steps: a value up to `upTo[i]` has `points[i]`, and a value above the last step has the last points. `points` has one more
 * entry than `upTo`.
 */
export interface RatingSteps extends Sourced {
  /** Ascending. */
  readonly upTo: readonly number[];
  readonly points: readonly number[];
}

export interface RatingTable {
  /** A, by the day's highest temperature, °C. */
  readonly temperature: RatingSteps;
  /** B, by the day's lowest relative humidity, %. */
  readonly humidity: RatingSteps;
  /** C, by days without rain, including the day itself. */
  readonly dryDays: RatingSteps;
  /** D, by the day's strongest wind, Beaufort. */
  readonly wind: RatingSteps;
  /** E, by month, January first. Subtracted. */
  readonly season: Sourced & { readonly points: readonly number[] };
  /** Upper ends of levels 1 to 4; values above the last are level 5. */
  readonly levels: Sourced & { readonly upTo: readonly number[] };
}

const STANDARD = 'LY/T 1172-95';
const MONTHS = 12;

/** The table as far as it is published. Numbers quoted from memory or interpreted here are marked for confirmation. */
export const RATING_TABLE: RatingTable = {
  temperature: { upTo: [5, 10, 15, 20, 25], points: [0, 4, 8, 12, 16, 20], source: STANDARD, toConfirm: false },
  humidity: { upTo: [30, 40, 50, 60, 70], points: [20, 16, 12, 8, 4, 0], source: `${STANDARD}；分值未见原文，假定如此`, toConfirm: true },
  dryDays: {
    upTo: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    points: [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50],
    source: `${STANDARD} 的一种通行写法；原文还分末次雨量，假定不分`,
    toConfirm: true,
  },
  wind: { upTo: [0, 1, 2, 3, 4, 5, 6, 7], points: [0, 5, 10, 15, 20, 25, 30, 35, 40], source: STANDARD, toConfirm: false },
  season: {
    points: [0, 0, 0, 0, 5, 15, 20, 20, 15, 5, 0, 0],
    source: '假定：按西南山地的物候估计',
    toConfirm: true,
  },
  levels: { upTo: [25, 50, 72, 90], source: STANDARD, toConfirm: false },
};

/** The weather values by which the standard rates a day. */
export interface DayExtremes {
  readonly highestCelsius: number;
  /** 0–100. */
  readonly lowestHumidityPercent: number;
  /** The highest hourly wind speed, 10 m above the ground. */
  readonly strongestWindKilometresPerHour: number;
}

/** Days without rain up to a day, including the day itself; 0: it rained on that day. */
export interface DrySpell {
  readonly days: number;
  /** The days before were not observed, so the spell may be longer. */
  readonly isAtLeast: boolean;
}

/** Less than this is dew and does not count as rain (待核对). */
export const RAIN_DAY_MILLIMETRES = 0.3;

/**
 * The dry spell of a day, derived from that of the day before.
 * @param before null: the day before was not observed. Unknown rain does not count as no rain
 */
export function drySpellOf(before: DrySpell | null, rainMillimetres: number): DrySpell {
  if (rainMillimetres >= RAIN_DAY_MILLIMETRES) return { days: 0, isAtLeast: false };
  return before === null ? { days: 1, isAtLeast: true } : { days: before.days + 1, isAtLeast: before.isAtLeast };
}

/** 1 低 … 5 极高. */
export type RatingLevel = 1 | 2 | 3 | 4 | 5;

export interface DangerRating {
  readonly htz: number;
  readonly level: RatingLevel;
  /** The points of each part; `season` is subtracted. */
  readonly points: Readonly<Record<RatingPart, number>>;
  /** The dry spell may be longer, and therefore the index higher. */
  readonly isAtLeast: boolean;
}

/**
 * The lookup values of each part of the table: °C, whole per cents (as in the standard's steps), days, Beaufort, and the month.
 * @param month 1–12
 */
export const ratedValuesOf = (
  { highestCelsius, lowestHumidityPercent, strongestWindKilometresPerHour }: DayExtremes,
  { days }: DrySpell,
  month: number,
): Readonly<Record<RatingPart, number>> => ({
  temperature: highestCelsius,
  humidity: Math.round(lowestHumidityPercent),
  dryDays: days,
  wind: windForceOf(strongestWindKilometresPerHour),
  season: month,
});

/** A day's rating. @param month 1–12 */
export function dangerRatingOf(extremes: DayExtremes, drySpell: DrySpell, month: number, table: RatingTable = RATING_TABLE): DangerRating {
  const values = ratedValuesOf(extremes, drySpell, month);
  const points = {
    temperature: pointsOf(table.temperature, values.temperature),
    humidity: pointsOf(table.humidity, values.humidity),
    dryDays: pointsOf(table.dryDays, values.dryDays),
    wind: pointsOf(table.wind, values.wind),
    season: table.season.points[month - 1] ?? 0,
  };
  const htz = points.temperature + points.humidity + points.dryDays + points.wind - points.season;
  const level = (1 + table.levels.upTo.filter((end) => htz > end).length) as RatingLevel;
  return { htz, level, points, isAtLeast: drySpell.isAtLeast };
}

const pointsOf = ({ upTo, points }: RatingSteps, value: number): number => points[upTo.filter((end) => value > end).length] ?? 0;

/** Upper ends of Beaufort 0 to 11, km/h (GB/T 28591-2012). */
const FORCE_ENDS = [1, 6, 12, 20, 29, 39, 50, 62, 75, 89, 103, 118] as const;

/** Wind force, Beaufort 0–12. */
export const windForceOf = (kilometresPerHour: number): number => FORCE_ENDS.filter((end) => kilometresPerHour >= end).length;

/**
 * The lowest humidity of a day, from its mean humidity, on the assumption that the air contains the same vapour at its hottest hour as at
 * its mean temperature (Magnus, with the constants of Alduchov and Eskridge, J. Appl. Meteor. 35, 1996).
 * @returns percent
 */
export function lowestHumidityOf(meanPercent: number, lowCelsius: number, highCelsius: number): number {
  return humidityAt(meanPercent, (lowCelsius + highCelsius) / 2, highCelsius);
}

/** The relative humidity of air that is warmed or cooled without gaining or losing vapour; percent, at most 100. */
export const humidityAt = (percent: number, fromCelsius: number, toCelsius: number): number =>
  Math.min(100, (percent * saturation(fromCelsius)) / saturation(toCelsius));

/** Saturation vapour pressure, relative to its value at 0 °C. */
const saturation = (celsius: number): number => Math.exp((17.625 * celsius) / (243.04 + celsius));

/** All parts of a table. */
export const RATING_TABLE_PARTS = [...RATING_PARTS, 'levels'] as const;
export type RatingTablePart = (typeof RATING_TABLE_PARTS)[number];

/** The parts whose numbers have not been confirmed yet (待核对). */
export const partsToConfirm = (table: RatingTable): readonly RatingTablePart[] =>
  RATING_TABLE_PARTS.filter((part) => table[part].toConfirm);

/** Possible faults of an edited table. */
export type RatingFault = { readonly part: RatingTablePart; readonly why: 'not-ascending' | 'wrong-count' };

/** @returns the first fault; null: the table can be used */
export function ratingFault(table: RatingTable): RatingFault | null {
  for (const part of ['temperature', 'humidity', 'dryDays', 'wind'] as const) {
    const { upTo, points } = table[part];
    if (points.length !== upTo.length + 1) return { part, why: 'wrong-count' };
    if (!isAscending(upTo)) return { part, why: 'not-ascending' };
  }
  if (table.season.points.length !== MONTHS) return { part: 'season', why: 'wrong-count' };
  if (table.levels.upTo.length !== 4) return { part: 'levels', why: 'wrong-count' };
  return isAscending(table.levels.upTo) ? null : { part: 'levels', why: 'not-ascending' };
}

const isAscending = (values: readonly number[]): boolean => values.every((value, at) => at === 0 || value > (values[at - 1] as number));
