// Weights the members of an ensemble by the observations since its start, in worker threads. Each member is grown until the last
// observation, and its agreement is calculated. Then all members are grown fully and counted by their weights. Growing the first hours
// twice costs little, and no member has to remain in memory. Decision 0073.
import { HOUR_MS, ok, type Result } from '@lookout/domain';
import { logLikelihoodOf, memberArrivals, memberWeights, wholeWeights } from '@lookout/fire-model';
import { SEEN_KINDS, type SeenOfFire, type SpreadWeighing } from '../spread.ts';
import { type Agreement, type ForecastRefusal, grownMember, reported, type WeighQuestion } from './forecast.ts';
import { observationsOf } from './observations.ts';

/** The agreement of each member, in their order. */
export function agreementsOf({ question, members, progress }: WeighQuestion): Result<readonly Agreement[], ForecastRefusal> {
  const { window, request, seen, beginMs } = question;
  const lastMs = seen.reduce((last, { atMs }) => Math.max(last, atMs), beginMs);
  const hours = Math.min(Math.max(Math.ceil((lastMs - beginMs) / HOUR_MS), 1), question.hours);
  const base = { ...request, hours };
  const byKind = SEEN_KINDS.flatMap((kind) => {
    const ofKind = seen.filter((one) => one.kind === kind);
    return ofKind.length === 0 ? [] : [{ kind, observations: observationsOf(window, ofKind, beginMs) }];
  });
  const agreements: Agreement[] = [];
  for (const [i, index] of members.entries()) {
    const growth = grownMember(question, base, index, () => undefined);
    if (!growth.ok) return growth;
    const member = memberArrivals(growth.value);
    agreements.push(Object.fromEntries(byKind.map(({ kind, observations }) => [kind, logLikelihoodOf(member, observations)])));
    reported(question, progress.lane, (progress.from + i + 1) / progress.of);
  }
  return ok(agreements);
}

export interface WeighedMembers {
  /** Integers, by the member's index. Their sum is the same for any number of members. */
  readonly weights: readonly number[];
  readonly weighing: SpreadWeighing;
}

/** The weights by all agreements together. @param agreements by the member's index */
export function weighed(agreements: readonly Agreement[], seen: readonly SeenOfFire[]): WeighedMembers {
  const sumOf = (agreement: Agreement): number => Object.values(agreement).reduce((sum, one) => sum + one, 0);
  const { weights, effectiveMembers, temper } = memberWeights(agreements.map(sumOf));
  return {
    weights: wholeWeights(weights),
    weighing: {
      effectiveMembers,
      temper,
      kinds: SEEN_KINDS.flatMap((kind) => {
        const count = seen.filter((one) => one.kind === kind).length;
        if (count === 0) return [];
        return [{ kind, count, effectiveMembers: memberWeights(agreements.map((agreement) => agreement[kind] ?? 0)).effectiveMembers }];
      }),
    },
  };
}
