// Weights the members of an ensemble by the observations since its start, in worker threads. Each member is grown until the last
// observation, and its agreement is calculated. Then all members are grown fully and counted by their weights. Growing the first hours
// twice costs little, and no member has to remain in memory. Decision 0073.
import { HOUR_MS, ok, type Result } from '@lookout/domain';
import { logLikelihoodOf, memberArrivals, memberWeights, wholeWeights } from '@lookout/fire-model';
import { OBSERVATION_KINDS, type SpreadObservation } from '../spread-inputs.ts';
import type { SpreadWeighing } from '../spread-result.ts';
import { growMember } from './growth.ts';
import { type Agreement, type ForecastRefusal, type MembersToWeigh, reportProgress, weighingObservations } from './job.ts';
import { inThePlane } from './observations.ts';

/** The agreement of each member, in their order. */
export function agreementsOf({ job, members, progress }: MembersToWeigh): Result<readonly Agreement[], ForecastRefusal> {
  const { window, request, inputs } = job;
  const observations = weighingObservations(job);
  const beginMs = inputs.begin.getTime();
  const lastMs = observations.reduce((last, { time }) => Math.max(last, time.getTime()), beginMs);
  const hours = Math.min(Math.max(Math.ceil((lastMs - beginMs) / HOUR_MS), 1), inputs.hours);
  const base = { ...request, hours };
  const byKind = OBSERVATION_KINDS.flatMap((kind) => {
    const ofKind = observations.filter((one) => one.kind === kind);
    return ofKind.length === 0 ? [] : [{ kind, observations: inThePlane(window, ofKind, inputs.begin) }];
  });
  const agreements: Agreement[] = [];
  for (const [i, index] of members.entries()) {
    const growth = growMember(job, base, index, () => undefined);
    if (!growth.ok) return growth;
    const member = memberArrivals(growth.value);
    agreements.push(Object.fromEntries(byKind.map((one) => [one.kind, logLikelihoodOf(member, one.observations)])));
    reportProgress(job, progress.lane, (progress.from + i + 1) / progress.of);
  }
  return ok(agreements);
}

export interface WeighedMembers {
  /** Integers, by the member's index. Their sum is the same for any number of members. */
  readonly weights: readonly number[];
  readonly weighing: SpreadWeighing;
}

/** The weights by all agreements together. @param agreements by the member's index */
export function weighed(agreements: readonly Agreement[], observations: readonly SpreadObservation[]): WeighedMembers {
  const sumOf = (agreement: Agreement): number => Object.values(agreement).reduce((sum, one) => sum + one, 0);
  const { weights, effectiveMembers, temper } = memberWeights(agreements.map(sumOf));
  return {
    weights: wholeWeights(weights),
    weighing: {
      effectiveMembers,
      temper,
      kinds: OBSERVATION_KINDS.flatMap((kind) => {
        const count = observations.filter((one) => one.kind === kind).length;
        if (count === 0) return [];
        return [{ kind, count, effectiveMembers: memberWeights(agreements.map((agreement) => agreement[kind] ?? 0)).effectiveMembers }];
      }),
    },
  };
}
