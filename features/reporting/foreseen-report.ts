// Reports that rules will ask for if a fire goes on as a forecast says (预计报送). A proposal for who is on duty: nothing is owed by it, no deadline runs, nobody is
// called. What is owed goes by what is observed (`dueReports`). Pure.
import { type BorderLevel, type GridNo, MINUTE_MS } from '@lookout/domain';
import {
  crossesBorder,
  type ImpactKind,
  likelyAreas,
  likelyImpacts,
  type SpreadArea,
  type SpreadImpact,
  type SpreadInputs,
  type SpreadRun,
} from '../spread/spread.ts';
import { dueReports, REPORT_DEADLINES, type ReportCondition, type ReportingFacts, type ReportingRule } from './reporting-rule.ts';

/** Why a rule will ask for a report, with the values that say so. */
export type ForeseenReason =
  | { readonly kind: 'area'; readonly hectares: number; readonly least: number }
  /** `name`: of the grid that it comes into. */
  | { readonly kind: 'border'; readonly level: BorderLevel; readonly name: string }
  /** `name`: of the homes or the key facility. */
  | { readonly kind: 'threat'; readonly name: string };

export interface ForeseenReport {
  readonly rule: ReportingRule;
  readonly reason: ForeseenReason;
  /** When the forecast says that the rule's condition will be met. */
  readonly expectedAt: Date;
  /** When its report would be due then. */
  readonly dueAt: Date;
}

/** A forecast as a desk may read it. */
export interface KnownForecast {
  readonly run: SpreadRun;
  /** Of those of the run what the desk may be told of. */
  readonly impacts: readonly SpreadImpact[];
}

/** What of a forecast says which reports to expect. */
export interface ForecastGist {
  readonly run: {
    readonly inputs: Pick<SpreadInputs, 'beginMs'>;
    readonly result: { readonly isochrones: readonly SpreadArea[] } | null;
  };
  readonly impacts: readonly SpreadImpact[];
}

interface Expected {
  readonly reason: ForeseenReason;
  readonly minutes: number;
}

/** Homes, and what the rules of a region call key facilities on its register. */
const THREATENED: ReadonlySet<ImpactKind> = new Set<ImpactKind>(['village', 'DangerSource']);

type Foresees<K extends ReportCondition['kind']> = (
  condition: Extract<ReportCondition, { kind: K }>,
  forecast: ForecastGist,
  gridNo: GridNo,
) => readonly Expected[];

/** The conditions that can be looked ahead to. What officers say, what satellites count and what the calendar says, no forecast knows. */
const foresees: { readonly [K in ReportCondition['kind']]?: Foresees<K> } = {
  area: ({ hectares: least }, { run: { result } }) =>
    (result === null ? [] : likelyAreas(result))
      .filter(({ areaHectares }) => areaHectares >= least)
      .map(({ minutes, areaHectares: hectares }) => ({ reason: { kind: 'area', hectares, least }, minutes })),
  // That it comes over the border, not near to it: what is near now is known without a forecast.
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
 * Which reports a forecast lets expect, each once, the soonest first. Left out: rules that are met already, those whose time counts from when the fire is out, and
 * what should have come to pass by now: it is observed, or the forecast was wrong.
 * @param forecast finished, of this fire
 */
export function foreseenReports(
  facts: ReportingFacts,
  rules: readonly ReportingRule[],
  forecast: ForecastGist,
  now: Date,
): ForeseenReport[] {
  if (facts.outAt !== null) return [];
  const met = new Set(dueReports(facts, rules, now).map(({ rule }) => rule.id));
  const { beginMs } = forecast.run.inputs;
  return rules
    .flatMap((rule): ForeseenReport[] => {
      const { minutes: limit, from } = REPORT_DEADLINES[rule.deadline];
      if (!rule.enabled || met.has(rule.id) || from === 'out') return [];
      // The table is keyed by the condition's own kind; TypeScript cannot follow the pair through the lookup.
      const foresee = foresees[rule.condition.kind] as Foresees<ReportCondition['kind']> | undefined;
      const [first] = foresee?.(rule.condition as never, forecast, facts.gridNo) ?? [];
      if (first === undefined) return [];
      const expectedAt = new Date(beginMs + first.minutes * MINUTE_MS);
      return expectedAt <= now
        ? []
        : [{ rule, reason: first.reason, expectedAt, dueAt: new Date(expectedAt.getTime() + limit * MINUTE_MS) }];
    })
    .toSorted((a, b) => a.expectedAt.getTime() - b.expectedAt.getTime());
}
