// Fire-danger rules of a deployment: the table of LY/T 1172, the days on which many people light fires, and whether these days and
// lightning raise the warned level. Rules set for a grid apply to all grids below it.

import { eventObject, type GridNo, lineage, type OccurrencesOf } from '@lookout/domain';
import { RATING_TABLE, type RatingTable } from './danger-rating.ts';

/**
 * Days on which people cause fires: graves are swept, fields are burnt, many people are outdoors. A holiday is shown in addition to the
 * level; it raises the warned level only if a rule says so.
 */
export interface Holiday {
  readonly name: string;
  /** `YYYY-MM-DD`, or `MM-DD` for every year. */
  readonly from: string;
  /** The last day of the holiday, in the same form. */
  readonly to: string;
  /** The source of the dates. */
  readonly source: string;
  /** 待核对: still to be confirmed. */
  readonly toConfirm: boolean;
}

/** 0: the level is not raised. */
export const LEVELS_RAISED = [0, 1, 2] as const;
export type LevelsRaised = (typeof LEVELS_RAISED)[number];

/** At most half a month before and after a holiday. */
export const MOST_DAYS_AROUND = 15;
export const MOST_STROKES = 100_000;

/**
 * By how many levels a holiday or lightning raises the danger level. No standard defines this, so each deployment sets it and states its
 * source.
 */
export interface DangerRaising {
  readonly holiday: {
    readonly levels: LevelsRaised;
    /** This many days before the first day of a holiday and after its last day count as holiday. */
    readonly daysBefore: number;
    readonly daysAfter: number;
  };
  readonly lightning: {
    readonly levels: LevelsRaised;
    /** Minimum number of strokes in the grid within the 24 h of the day (Beijing time). */
    readonly strokes: number;
  };
  /** The source of the rule. */
  readonly source: string;
  /** 待核对: still to be confirmed. */
  readonly toConfirm: boolean;
}

/** Applies until a deployment sets other values. */
export const NO_RAISING: DangerRaising = {
  holiday: { levels: 0, daysBefore: 0, daysAfter: 0 },
  lightning: { levels: 0, strokes: 1 },
  source: '产品自带：不抬高',
  toConfirm: false,
};

export interface DangerRules {
  readonly gridNo: GridNo;
  /** null: inherited from the nearest grid above. */
  readonly rating: RatingTable | null;
  /** null: inherited from the nearest grid above. */
  readonly holidays: readonly Holiday[] | null;
  /** null: inherited from the nearest grid above. */
  readonly raising: DangerRaising | null;
  /** Counts the changes from 1. A change states the version on which it is based (0: none). */
  readonly version: number;
  /** A full name. */
  readonly changedBy: string;
  readonly changedAt: Date;
}

export interface DangerRulesPayloads {
  /** The new state. */
  'danger-rules.saved': { readonly rules: DangerRules };
}

/** @returns the rules after the event; events that were saved before raising existed have none */
export const applyToDangerRules = (
  _rules: DangerRules | null,
  { payload: { rules } }: OccurrencesOf<DangerRulesPayloads>,
): DangerRules => ({
  ...rules,
  raising: rules.raising ?? null,
});

export const MOST_HOLIDAYS = 200;

const SOLAR = '公历固定';
const LUNAR = '农历推算';
const everyYear = (name: string, from: string, to: string): Holiday => ({ name, from, to, source: SOLAR, toConfirm: true });
const lunar = (name: string, from: string, to: string): Holiday => ({ name, from, to, source: LUNAR, toConfirm: true });

/** Contains only what the calendars themselves fix. To be completed with the State Council's yearly notice. */
export const HOLIDAYS: readonly Holiday[] = [
  everyYear('元旦', '01-01', '01-01'),
  everyYear('清明节', '04-03', '04-06'),
  everyYear('劳动节', '05-01', '05-05'),
  everyYear('国庆节', '10-01', '10-07'),
  lunar('春节', '2026-02-16', '2026-02-23'),
  lunar('元宵节', '2026-03-03', '2026-03-03'),
  lunar('中元节', '2026-08-25', '2026-08-27'),
  lunar('春节', '2027-02-05', '2027-02-12'),
  lunar('元宵节', '2027-02-20', '2027-02-20'),
  lunar('中元节', '2027-08-14', '2027-08-16'),
];

/** The names of the holidays on a day. @param day `YYYY-MM-DD` */
export const holidaysOn = (day: string, holidays: readonly Holiday[]): readonly string[] => [
  ...new Set(holidays.filter((holiday) => isWithin(day, holiday)).map(({ name }) => name)),
];

const DAY_OF_YEAR = 'MM-DD'.length;

function isWithin(day: string, { from, to }: Pick<Holiday, 'from' | 'to'>): boolean {
  const own = from.length === DAY_OF_YEAR ? day.slice(-DAY_OF_YEAR) : day;
  // The range spans the end of the year.
  return from <= to ? from <= own && own <= to : own >= from || own <= to;
}

/** The index of the first holiday with impossible days; null: all are possible. */
export function wrongHoliday(holidays: readonly Pick<Holiday, 'from' | 'to'>[]): number | null {
  const at = holidays.findIndex(({ from, to }) => {
    const isYearly = from.length === DAY_OF_YEAR;
    if (!isDay(from) || !isDay(to) || isYearly !== (to.length === DAY_OF_YEAR)) return true;
    return !isYearly && to < from;
  });
  return at === -1 ? null : at;
}

/** A leap year, so that 02-29 counts as a day of every year. */
const SOME_YEAR = '2024';

function isDay(text: string): boolean {
  const whole = text.length === DAY_OF_YEAR ? `${SOME_YEAR}-${text}` : text;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(whole) ? Date.parse(`${whole}T00:00:00Z`) : Number.NaN;
  // `Date` reads 02-30 as 1 March.
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, whole.length) === whole;
}

/** The rules in force for a grid. */
export interface DangerRulesInForce {
  readonly rating: RatingTable;
  /** The grid that set the table; null: the built-in table. */
  readonly ratingFrom: GridNo | null;
  readonly holidays: readonly Holiday[];
  readonly holidaysFrom: GridNo | null;
  readonly raising: DangerRaising;
  /** null: nothing is raised. */
  readonly raisingFrom: GridNo | null;
}

export interface GridDangerRules extends DangerRulesInForce {
  readonly gridNo: GridNo;
  readonly gridName: string;
  /** The last change of the rules set for exactly this grid; null: none are set. */
  readonly own: Pick<DangerRules, 'version' | 'changedBy' | 'changedAt'> | null;
}

/**
 * The table, the holidays and the raising in force: each is the nearest that is set for the grid or above it. @param rulesOf returns the
 * rules of exactly this grid
 */
export function dangerRulesInForce(gridNo: GridNo, rulesOf: (no: GridNo) => DangerRules | null | undefined): DangerRulesInForce {
  const line = lineage(gridNo).flatMap((no) => rulesOf(no) ?? []);
  const rating = line.find((rules) => rules.rating !== null);
  const holidays = line.find((rules) => rules.holidays !== null);
  const raising = line.find((rules) => rules.raising !== null);
  return {
    rating: rating?.rating ?? RATING_TABLE,
    ratingFrom: rating?.gridNo ?? null,
    holidays: holidays?.holidays ?? HOLIDAYS,
    holidaysFrom: holidays?.gridNo ?? null,
    raising: raising?.raising ?? NO_RAISING,
    raisingFrom: raising?.gridNo ?? null,
  };
}

export const dangerRulesObject = eventObject<DangerRulesPayloads, DangerRules>()({
  apply: applyToDangerRules,
  keeping: {
    'danger-rules.saved': 'until-next-state',
  },
  summaries: {
    'danger-rules.saved': ({ rules: { version } }) => ({ version }),
  },
});
