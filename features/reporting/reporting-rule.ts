// The clock of duty (报送时限): which report of a fire is due by when, to whom and why. The rules are data of a region (packages/region) that administrators
// edit and confirm; here are the conditions, deadlines and recipients that a rule may name, and how a fire is held against them. Pure.
import {
  ancestorAt,
  type BorderLevel,
  beginOfBeijingDay,
  beijingDayOf,
  eventObject,
  type GridNo,
  HOUR_MS,
  type HolidayCalendar,
  holidayOn,
  MINUTE_MS,
  parentOf,
} from '@lookout/domain';

/** 普通林地, 自然保护区等, 原始林. */
export const FOREST_KINDS = ['ordinary', 'reserve', 'primeval'] as const;
export type ForestKind = (typeof FOREST_KINDS)[number];

export type ReportCondition =
  /** Burned area of at least so many hectares. */
  | { readonly kind: 'area'; readonly hectares: number }
  /** Hotspot pixels of one satellite pass. */
  | { readonly kind: 'pixels'; readonly count: number }
  | { readonly kind: 'burning'; readonly hours: number }
  /** Within so many metres of the border of its province, prefecture or county. */
  | { readonly kind: 'border'; readonly level: BorderLevel; readonly metres: number }
  /** So many dead, or so many badly hurt. */
  | { readonly kind: 'casualties'; readonly dead: number; readonly badlyHurt: number }
  /** Homes or key facilities are threatened: as an officer says, or key facilities on record within so many metres. */
  | { readonly kind: 'threat'; readonly metres: number }
  /** Primeval forest or a reserve. */
  | { readonly kind: 'forest' }
  | { readonly kind: 'holiday' }
  /** The media ask. */
  | { readonly kind: 'media' }
  /** Help from the province is needed. */
  | { readonly kind: 'help' }
  /** Every fire that was judged real. */
  | { readonly kind: 'every-fire' };
export type ConditionKind = ReportCondition['kind'];

/**
 * By when. `at-once`: 立即 has no number in the sources; 15 minutes are this project's own assumption (待核对). `half-hour` and `hour-after-out` are one
 * city's rule, `two-hours` the revision of 2017 (domain notes, "Reporting at once").
 */
export const REPORT_DEADLINES = {
  'at-once': { minutes: 15, from: 'known' },
  'half-hour': { minutes: 30, from: 'known' },
  'two-hours': { minutes: 120, from: 'known' },
  'hour-after-out': { minutes: 60, from: 'out' },
} as const satisfies Record<string, { readonly minutes: number; readonly from: 'known' | 'out' }>;
export type ReportDeadline = keyof typeof REPORT_DEADLINES;
export const REPORT_DEADLINE_NAMES = Object.keys(REPORT_DEADLINES) as ReportDeadline[];

/** To whom: the grid above the reporting one, its prefecture, its province, or both. */
export const REPORT_RECIPIENTS = ['next', 'prefecture', 'province', 'prefecture-and-province'] as const;
export type ReportRecipient = (typeof REPORT_RECIPIENTS)[number];

/** 火情快报. */
export const REPORT_FORMS = ['bulletin'] as const;
export type ReportForm = (typeof REPORT_FORMS)[number];

/** Where a rule comes from, as its region says. */
export interface RuleSource {
  readonly document: string;
  /** The line of the domain notes, or what of it is assumed. */
  readonly line: string;
  /** A number of the rule that no source has: it is this project's. null: none. */
  readonly assumed: string | null;
}

/** What of a rule an administrator may change. */
export interface RuleTerms {
  readonly condition: ReportCondition;
  readonly deadline: ReportDeadline;
  readonly to: ReportRecipient;
  readonly form: ReportForm;
  /** Unread for so long, a sent report goes to the grid above its highest recipient too. */
  readonly escalateAfterMinutes: number;
  readonly enabled: boolean;
}

export interface ReportingRule extends RuleTerms {
  readonly id: string;
  /** The fires of this grid and below come under it. */
  readonly gridNo: GridNo;
  readonly source: RuleSource;
  /** Incremented by each change; 0: as its region has it. */
  readonly revision: number;
  readonly changed: { readonly by: string; readonly at: Date } | null;
  /** null: 待核对. A change takes it back. */
  readonly confirmed: { readonly by: string; readonly at: Date } | null;
}

export interface ReportingRulePayloads {
  /** Changed or confirmed: the whole rule as it is now. */
  'reporting-rule.saved': { readonly rule: ReportingRule; readonly isConfirmation: boolean };
}

/** A fact with the moment from which it was known. */
export interface Known<T> {
  readonly value: T;
  readonly at: Date;
}

/** What no data tells: entered by officers, each by itself. */
export interface NotedFacts {
  readonly areaHectares: number;
  readonly dead: number;
  readonly badlyHurt: number;
  readonly threat: boolean;
  readonly forest: ForestKind;
  /** Whether it is a holiday: for years and places that the calendar does not know. */
  readonly holiday: boolean;
  readonly media: boolean;
  readonly help: boolean;
}
export type NotedFact = keyof NotedFacts;
export const NOTED_FACTS = [
  'areaHectares',
  'dead',
  'badlyHurt',
  'threat',
  'forest',
  'holiday',
  'media',
  'help',
] as const satisfies readonly NotedFact[];

const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
const isYesNo = (value: unknown): boolean => typeof value === 'boolean';
const fits: { readonly [F in NotedFact]: (value: unknown) => boolean } = {
  areaHectares: (value) => typeof value === 'number' && value >= 0,
  dead: isCount,
  badlyHurt: isCount,
  threat: isYesNo,
  forest: (value) => FOREST_KINDS.some((kind) => kind === value),
  holiday: isYesNo,
  media: isYesNo,
  help: isYesNo,
};

/** Can the fact have this value? */
export const fitsFact = (fact: NotedFact, value: unknown): value is NotedFacts[NotedFact] => fits[fact](value);

/** A fire, or the part of it in one county, as the rules see it. */
export interface ReportingFacts {
  readonly gridNo: GridNo;
  /** When it was first judged real: nothing is due before. */
  readonly judgedAt: Date;
  readonly burningSince: Date;
  /** null: it burns. */
  readonly outAt: Date | null;
  /** Hectares, drawn or imported; null: nobody has. */
  readonly area: Known<number> | null;
  /** Hotspot pixels of one satellite pass each: the count as it rose, with the arrival that made it so. */
  readonly pixels: readonly Known<number>[];
  /** Metres to the border of its grids; a level is absent where no boundary is known. */
  readonly borders: { readonly [L in BorderLevel]?: number };
  /** Key facilities on record, nearest first. */
  readonly facilities: readonly { readonly name: string; readonly metres: number }[];
  readonly noted: { readonly [F in NotedFact]?: Known<NotedFacts[F]> };
  readonly holidays: HolidayCalendar;
}

/** Why a report is due, with the values that say so. */
export type ReportReason =
  | { readonly kind: 'area'; readonly hectares: number; readonly least: number }
  | { readonly kind: 'pixels'; readonly count: number; readonly least: number }
  | { readonly kind: 'burning'; readonly hours: number }
  | { readonly kind: 'border'; readonly level: BorderLevel; readonly metres: number; readonly within: number }
  | { readonly kind: 'casualties'; readonly dead: number; readonly badlyHurt: number }
  /** `facility` null: an officer says so. */
  | { readonly kind: 'threat'; readonly facility: string | null; readonly metres: number | null }
  | { readonly kind: 'forest'; readonly forest: ForestKind }
  /** `name` null: an officer says so. */
  | { readonly kind: 'holiday'; readonly name: string | null }
  | { readonly kind: 'media' }
  | { readonly kind: 'help' }
  | { readonly kind: 'every-fire' };

interface Met {
  readonly reason: ReportReason;
  /** From when it was so, as far as anybody knew. */
  readonly since: Date;
}

type Meets<K extends ConditionKind> = (condition: Extract<ReportCondition, { kind: K }>, facts: ReportingFacts, now: Date) => Met | null;

const isNoted = (fact: Known<boolean> | undefined): fact is Known<true> => fact?.value === true;

const meets: { readonly [K in ConditionKind]: Meets<K> } = {
  // The larger of what was drawn and what an officer wrote: neither takes the other back.
  area: ({ hectares: least }, { area, noted: { areaHectares } }) => {
    const reached = [area, areaHectares ?? null].flatMap((known) => (known !== null && known.value >= least ? [known] : []));
    const first = earliest(reached);
    return first && { reason: { kind: 'area', hectares: Math.max(...reached.map(({ value }) => value)), least }, since: first.at };
  },
  pixels: ({ count: least }, { pixels }) => {
    const first = earliest(pixels.filter(({ value }) => value >= least));
    return first && { reason: { kind: 'pixels', count: first.value, least }, since: first.at };
  },
  burning: ({ hours }, { burningSince, outAt }, now) => {
    const since = new Date(burningSince.getTime() + hours * HOUR_MS);
    return since <= (outAt ?? now) ? { reason: { kind: 'burning', hours }, since } : null;
  },
  border: ({ level, metres: within }, { borders, judgedAt }) => {
    const metres = borders[level];
    return metres === undefined || metres > within ? null : { reason: { kind: 'border', level, metres, within }, since: judgedAt };
  },
  casualties: (least, { noted: { dead, badlyHurt } }) => {
    const first = earliest([
      ...(dead !== undefined && dead.value >= least.dead ? [dead] : []),
      ...(badlyHurt !== undefined && badlyHurt.value >= least.badlyHurt ? [badlyHurt] : []),
    ]);
    return first && { reason: { kind: 'casualties', dead: dead?.value ?? 0, badlyHurt: badlyHurt?.value ?? 0 }, since: first.at };
  },
  threat: ({ metres: within }, { noted: { threat }, facilities, judgedAt }) => {
    const [nearest] = facilities;
    // What an officer on the spot says stands above what a register makes likely.
    if (threat !== undefined) return threat.value ? { reason: { kind: 'threat', facility: null, metres: null }, since: threat.at } : null;
    if (nearest === undefined || nearest.metres > within) return null;
    return { reason: { kind: 'threat', facility: nearest.name, metres: nearest.metres }, since: judgedAt };
  },
  forest: (_, { noted: { forest } }) =>
    forest === undefined || forest.value === 'ordinary' ? null : { reason: { kind: 'forest', forest: forest.value }, since: forest.at },
  holiday: (_, { noted: { holiday }, holidays, judgedAt, outAt }, now) => {
    if (holiday !== undefined) return holiday.value ? { reason: { kind: 'holiday', name: null }, since: holiday.at } : null;
    const day = outAt ?? now;
    const name = holidayOn(holidays, day);
    // A fire that burns into a holiday is due from its first day on.
    const since = holidayOn(holidays, judgedAt)
      ? judgedAt
      : new Date(Math.max(judgedAt.getTime(), beginOfBeijingDay(beijingDayOf(day.getTime()))));
    return typeof name === 'string' ? { reason: { kind: 'holiday', name }, since } : null;
  },
  media: (_, { noted: { media } }) => (isNoted(media) ? { reason: { kind: 'media' }, since: media.at } : null),
  help: (_, { noted: { help } }) => (isNoted(help) ? { reason: { kind: 'help' }, since: help.at } : null),
  'every-fire': (_, { judgedAt }) => ({ reason: { kind: 'every-fire' }, since: judgedAt }),
};

function earliest<T>(known: readonly Known<T>[]): Known<T> | null {
  return known.reduce<Known<T> | null>((first, one) => (first === null || one.at < first.at ? one : first), null);
}

/** A report that is due by a rule. */
export interface RequiredReport {
  readonly rule: ReportingRule;
  readonly reason: ReportReason;
  /** From when it is owed. */
  readonly owedAt: Date;
  readonly dueAt: Date;
}

/**
 * Which reports of a fire are owed, each once, in the order of the rules. A condition that was met before anybody judged the fire counts from the judgement.
 * What becomes known only after the fire is out is told with the report after it.
 */
export function dueReports(facts: ReportingFacts, rules: readonly ReportingRule[], now: Date): RequiredReport[] {
  return rules.flatMap((rule): RequiredReport[] => {
    if (!rule.enabled) return [];
    // The table is keyed by the condition's own kind; TypeScript cannot follow the pair through the lookup.
    const met = (meets[rule.condition.kind] as Meets<ConditionKind>)(rule.condition as never, facts, now);
    if (met === null) return [];
    const { minutes, from } = REPORT_DEADLINES[rule.deadline];
    const known = new Date(Math.max(met.since.getTime(), facts.judgedAt.getTime()));
    const owedAt = from === 'out' ? facts.outAt : known;
    if (owedAt === null || (from === 'known' && facts.outAt !== null && owedAt > facts.outAt)) return [];
    return [{ rule, reason: met.reason, owedAt, dueAt: new Date(owedAt.getTime() + minutes * MINUTE_MS) }];
  });
}

/** The grids that a report of this grid goes to, lowest first; never its own. Where a grid has no prefecture or province above it, the next one. */
export function recipientGrids(gridNo: GridNo, to: ReportRecipient): GridNo[] {
  const next = parentOf(gridNo);
  if (next === null) return [];
  const above = (level: 'prefecture' | 'province') => {
    const grid = ancestorAt(gridNo, level);
    return grid === null || grid === gridNo ? next : grid;
  };
  const grids = {
    next: [next],
    prefecture: [above('prefecture')],
    province: [above('province')],
    'prefecture-and-province': [above('prefecture'), above('province')],
  } satisfies Record<ReportRecipient, GridNo[]>;
  return [...new Set(grids[to])];
}

/** A rule with new terms: it waits to be confirmed again. */
export const revisedRule = (rule: ReportingRule, terms: RuleTerms, by: string, at: Date): ReportingRule => ({
  ...rule,
  ...terms,
  revision: rule.revision + 1,
  changed: { by, at },
  confirmed: null,
});

export const confirmedRule = (rule: ReportingRule, by: string, at: Date): ReportingRule => ({
  ...rule,
  revision: rule.revision + 1,
  confirmed: { by, at },
});

export const reportingRuleObject = eventObject<ReportingRulePayloads, ReportingRule>()({
  apply: (_rule, event) => event.payload.rule,
  keeping: {
    'reporting-rule.saved': 'until-next-state',
  },
  summaries: {
    'reporting-rule.saved': ({
      rule: { source: _source, changed: _changed, confirmed: _confirmed, gridNo: _gridNo, ...terms },
      isConfirmation,
    }) => ({
      ...terms,
      isConfirmation,
    }),
  },
});
