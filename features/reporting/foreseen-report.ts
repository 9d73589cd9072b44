// Reports that rules will require if a fire develops as a forecast predicts (预计报送). A proposal for the officer on duty: it makes nothing
// owed, starts no deadline and notifies no one. What is owed depends on observations (`dueReports`). Pure.
import { type BorderLevel, type GridNo, MINUTE_MS } from '@lookout/domain';
import type { SpreadRun } from '../spread/spread.ts';
import type { SpreadInputs } from '../spread/spread-inputs.ts';
import { crossesBorder, type ImpactKind, likelyAreas, likelyImpacts, type SpreadArea, type SpreadImpact } from '../spread/spread-result.ts';
import type { DueReport } from './due-report.ts';
import { dueReports, REPORT_DEADLINES, type ReportCondition, type ReportingFacts, type ReportingRule } from './reporting-rule.ts';

/** Why a rule will require a report, with the values behind it. */
export type ForeseenReason =
  | { readonly kind: 'area'; readonly hectares: number; readonly least: number }
  /** `name`: the grid that the fire will enter. */
  | { readonly kind: 'border'; readonly level: BorderLevel; readonly name: string }
  /** `name`: the homes or the key facility. */
  | { readonly kind: 'threat'; readonly name: string };

export interface ForeseenReport {
  readonly rule: Pick<DueReport['rule'], 'id' | 'source' | 'isConfirmed'>;
  readonly reason: ForeseenReason;
  /** When the rule's condition will be met, by the forecast. */
  readonly expectedAt: Date;
  /** When the report would then be due. */
  readonly dueAt: Date;
}

/** A foreseen report with the fire that it would be about. */
export interface ForeseenOfFire extends ForeseenReport {
  /** The alarm of the fire that was judged first. */
  readonly alarmId: string;
  readonly gridNo: GridNo;
  readonly address: string;
  /** When the forecast begins. */
  readonly forecastAt: Date;
}

/** A forecast as visible to a desk. */
export interface KnownForecast {
  readonly run: SpreadRun;
  /** The impacts of the run that are visible to the desk. */
  readonly impacts: readonly SpreadImpact[];
}

/** The parts of a forecast from which reports are foreseen. */
export interface ForecastSummary {
  readonly run: {
    readonly inputs: Pick<SpreadInputs, 'begin'>;
    readonly result: { readonly isochrones: readonly SpreadArea[] } | null;
  };
  readonly impacts: readonly SpreadImpact[];
}

interface Expected {
  readonly reason: ForeseenReason;
  readonly minutes: number;
}

/** Homes, and the key facilities on a region's register as defined by its rules. */
const THREATENED: ReadonlySet<ImpactKind> = new Set<ImpactKind>(['village', 'DangerSource']);

type Foresees<K extends ReportCondition['kind']> = (
  condition: Extract<ReportCondition, { kind: K }>,
  forecast: ForecastSummary,
  gridNo: GridNo,
) => readonly Expected[];

/** The conditions that can be foreseen. A forecast does not cover what officers note, satellites count and the calendar determines. */
const foresees: { readonly [K in ReportCondition['kind']]?: Foresees<K> } = {
  area: ({ hectares: least }, { run: { result } }) =>
    (result === null ? [] : likelyAreas(result))
      .filter(({ areaHectares }) => areaHectares >= least)
      .map(({ minutes, areaHectares: hectares }) => ({ reason: { kind: 'area', hectares, least }, minutes })),
  // Only crossing the border is foreseen, not coming near it: what is near now is known without a forecast.
  border: ({ level }, { impacts }, from) =>
    likelyImpacts(impacts)
      .filter(({ kind, gridNo }) => kind === 'border' && crossesBorder(from, gridNo, level))
      .map(({ name, atMinutes }) => ({ reason: { kind: 'border', level, name }, minutes: atMinutes })),
  threat: (_, { impacts }) =>
    likelyImpacts(impacts)
      .filter(({ kind }) => THREATENED.has(kind))
      .map(({ name, atMinutes }) => ({ reason: { kind: 'threat', name }, minutes: atMinutes })),
};

/**
 * The reports that a forecast foresees, each once, the soonest first. Left out: rules that are already met, those whose time counts from
 * when the fire is out, and events that should already have happened, because they were observed or the forecast was wrong.
 * @param forecast finished, of this fire
 */
export function foreseenReports(
  facts: ReportingFacts,
  rules: readonly ReportingRule[],
  forecast: ForecastSummary,
  now: Date,
): ForeseenReport[] {
  if (facts.outAt !== null) return [];
  const met = new Set(dueReports(facts, rules, now).map(({ rule }) => rule.id));
  const { begin } = forecast.run.inputs;
  return rules
    .flatMap((rule): ForeseenReport[] => {
      const { minutes: limit, from } = REPORT_DEADLINES[rule.deadline];
      if (!rule.enabled || met.has(rule.id) || from === 'out') return [];
      // The table is keyed by the condition's own kind; TypeScript cannot follow the pair through the lookup.
      const foresee = foresees[rule.condition.kind] as Foresees<ReportCondition['kind']> | undefined;
      const [first] = foresee?.(rule.condition as never, forecast, facts.gridNo) ?? [];
      if (first === undefined) return [];
      const expectedAt = new Date(begin.getTime() + first.minutes * MINUTE_MS);
      if (expectedAt <= now) return [];
      const { id, source, confirmed } = rule;
      const dueAt = new Date(expectedAt.getTime() + limit * MINUTE_MS);
      return [{ rule: { id, source, isConfirmed: confirmed !== null }, reason: first.reason, expectedAt, dueAt }];
    })
    .toSorted((a, b) => a.expectedAt.getTime() - b.expectedAt.getTime());
}
