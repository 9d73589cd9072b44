// 森林火险天气等级, LY/T 1172-95: HTZ = A + B + C + D − E, points for heat, dry air, days without rain and wind, less those for green or snow-covered ground.
//
// The table is a value, so that a deployment can put its own in its place. Each part says whose numbers it has, and whether somebody with the standard in hand
// still has to confirm them (待核对).

export const RATING_PARTS = ['temperature', 'humidity', 'dryDays', 'wind', 'season'] as const;
export type RatingPart = (typeof RATING_PARTS)[number];

interface Sourced {
  /** Whose numbers. */
  readonly source: string;
  /** 待核对. */
  readonly toConfirm: boolean;
}

/** Points by steps: a value up to `upTo[i]` has `points[i]`, one above the last has the last points. One more of points than of steps. */
export interface RatingSteps extends Sourced {
  /** Ascending. */
  readonly upTo: readonly number[];
  readonly points: readonly number[];
}

export interface RatingTable {
  /** A, by the day's highest temperature, °C. */
  readonly temperature: RatingSteps;
  /** B, by its lowest relative humidity, %. */
  readonly humidity: RatingSteps;
  /** C, by days without rain, the day itself included. */
  readonly dryDays: RatingSteps;
  /** D, by its strongest wind, Beaufort. */
  readonly wind: RatingSteps;
  /** E, by month, January first: taken off. */
  readonly season: Sourced & { readonly points: readonly number[] };
  /** Where levels 1 to 4 end; above the last is level 5. */
  readonly levels: Sourced & { readonly upTo: readonly number[] };
}

const STANDARD = 'LY/T 1172-95';
const MONTHS = 12;

/** As far as it is published; what is from memory or our own reading is to be confirmed. */
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

/** What the standard rates a day by. */
export interface DayExtremes {
  readonly highestCelsius: number;
  /** 0–100. */
  readonly lowestHumidityPercent: number;
  /** At 10 m, of the hours. */
  readonly strongestWindKilometresPerHour: number;
}

/** Days without rain up to a day, the day itself included; 0: it rained. */
export interface DrySpell {
  readonly days: number;
  /** Nobody observed the days before: it may be longer. */
  readonly isAtLeast: boolean;
}

/** Less is dew, and wets nothing (待核对). */
export const RAIN_DAY_MILLIMETRES = 0.3;

/**
 * The dry spell of a day, from that of the day before.
 * @param before null: the day before was not observed. Unknown rain does not count as none
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
  /** What each part gave; `season` is taken off. */
  readonly points: Readonly<Record<RatingPart, number>>;
  /** The dry spell may be longer, and the index higher. */
  readonly isAtLeast: boolean;
}

/**
 * What each part of the table is looked up by: °C, whole per cents as the standard's steps are, days, Beaufort, and the month.
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
 * Lowest humidity of a day from its mean one: the air holds the same vapour at its hottest hour as at its mean temperature (Magnus, with the constants of
 * Alduchov and Eskridge, J. Appl. Meteor. 35, 1996).
 * @returns percent
 */
export function lowestHumidityOf(meanPercent: number, lowCelsius: number, highCelsius: number): number {
  return humidityAt(meanPercent, (lowCelsius + highCelsius) / 2, highCelsius);
}

/** The humidity of air that is warmed or cooled without gaining or losing vapour, percent, at most 100. */
export const humidityAt = (percent: number, fromCelsius: number, toCelsius: number): number =>
  Math.min(100, (percent * saturation(fromCelsius)) / saturation(toCelsius));

/** Vapour pressure at saturation, in units of that at 0 °C. */
const saturation = (celsius: number): number => Math.exp((17.625 * celsius) / (243.04 + celsius));

/** All of a table. */
export const RATING_TABLE_PARTS = [...RATING_PARTS, 'levels'] as const;
export type RatingTablePart = (typeof RATING_TABLE_PARTS)[number];

/** The parts whose numbers nobody has confirmed yet (待核对). */
export const partsToConfirm = (table: RatingTable): readonly RatingTablePart[] =>
  RATING_TABLE_PARTS.filter((part) => table[part].toConfirm);

/** What may be wrong with a table that somebody edited. */
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
