// The probability that a fire is burning, from the reliability of each source, given its history, and from what is known of the place.
// The result orders fires and decides how an alarm sounds. It never closes or hides anything.

import type { FireLevel } from '../danger/fire-level.ts';
import type { Alarm, AlarmFacts } from './alarm.ts';

/** How many of a source's alarms officers judged real or false. */
export interface VerdictHistory {
  readonly real: number;
  readonly false: number;
}

/** What makes a single alarm less likely to be a fire: 屏蔽区, 已知热源 in its usual strength, 已批准用火. */
export const CALMING_REASONS = ['mask', 'known-heat', 'burning'] as const;
export type CalmingReason = (typeof CALMING_REASONS)[number];

/** The evidence of one alarm for a fire. */
export interface Evidence {
  /** The viewpoint. Alarms of the same look, such as those of one camera, are not independent: only the strongest counts. */
  readonly look: string;
  /** Probability that the alarm is a fire, 0–1, by the source and its history alone. */
  readonly probability: number;
  readonly calmedBy: readonly CalmingReason[];
}

/** What is known of the place of a fire. */
export interface CertaintySurroundings {
  /** The level of the fire's county today; null: not known. */
  readonly fireLevel: FireLevel | null;
  /** Share of forest at the place, 0–1; null: not known. */
  readonly forestShare: number | null;
}

/** What is known of the place: 火险等级, 林地. */
export const CERTAINTY_FACTORS = ['fire-level', 'forest'] as const;

/** A factor as shown: the odds are multiplied by it. */
export interface CertaintyFactor {
  readonly kind: (typeof CERTAINTY_FACTORS)[number];
  readonly odds: number;
}

/** The strongest alarm of one look, with its probability after the factors that make it less likely. */
export interface CertaintyLook {
  readonly look: string;
  readonly probability: number;
  readonly calmedBy: readonly CalmingReason[];
}

export interface Certainty {
  /** 0–1. */
  readonly probability: number;
  readonly looks: readonly CertaintyLook[];
  readonly factors: readonly CertaintyFactor[];
}

/** The prior probability of a source, 0–1. A report was seen by a person; a danger check is not a fire yet. */
export function believedAtFirst({ facts }: Pick<Alarm, 'facts'>): number {
  return facts.kind === 'satellite' ? facts.credibility / 100 : BELIEVED[facts.kind];
}
const BELIEVED = { camera: 0.7, report: 0.9, smoke: 0.6, danger: 0.2 } as const satisfies Record<
  Exclude<AlarmFacts['kind'], 'satellite'>,
  number
>;

/** The prior weighs as much as this many verdicts. */
const FIRST_BELIEF_VERDICTS = 10;

/** The mean of a beta distribution whose prior is the first belief (conjugate prior of the binomial; Gelman et al., Bayesian Data Analysis, 2.4). */
export const believedByHistory = (first: number, { real, false: wrong }: VerdictHistory): number =>
  (first * FIRST_BELIEF_VERDICTS + real) / (FIRST_BELIEF_VERDICTS + real + wrong);

const CALMING_ODDS: Readonly<Record<CalmingReason, number>> = { mask: 0.2, 'known-heat': 0.05, burning: 0.2 };
/** By the level of fire danger, 1–5. Level 3 changes nothing. */
const FIRE_LEVEL_ODDS: Readonly<Record<FireLevel, number>> = { 1: 0.5, 2: 0.7, 3: 1, 4: 1.5, 5: 2 };
/** From no forest to complete forest. */
const FOREST_ODDS = { none: 0.5, all: 2 } as const;

/** No number of sources gives certainty, and no reason makes a fire impossible. */
const [LEAST, MOST] = [0.01, 0.99];

/**
 * Noisy-or of the independent looks (J. Pearl, Probabilistic Reasoning in Intelligent Systems, 4.3.2): a fire is burning unless all looks
 * are wrong. The odds are then multiplied by the factors of the place.
 * @param evidence at least one
 */
export function certaintyOf(evidence: readonly Evidence[], { fireLevel, forestShare }: CertaintySurroundings): Certainty {
  const looks = [...Map.groupBy(evidence, ({ look }) => look)].map(([look, together]): CertaintyLook => {
    const calmed = together.map(({ probability, calmedBy }) => ({
      probability: calmedBy.reduce((before, reason) => withOdds(before, CALMING_ODDS[reason]), probability),
      calmedBy,
    }));
    return { look, ...calmed.reduce((strongest, one) => (one.probability > strongest.probability ? one : strongest)) };
  });
  const factors: CertaintyFactor[] = [];
  if (fireLevel !== null) factors.push({ kind: 'fire-level', odds: FIRE_LEVEL_ODDS[fireLevel] });
  if (forestShare !== null) factors.push({ kind: 'forest', odds: FOREST_ODDS.none * (FOREST_ODDS.all / FOREST_ODDS.none) ** forestShare });
  const burning = 1 - looks.reduce((wrong, { probability }) => wrong * (1 - probability), 1);
  return { probability: bounded(factors.reduce((sure, { odds }) => withOdds(sure, odds), bounded(burning))), looks, factors };
}

const withOdds = (probability: number, factor: number): number => (probability * factor) / (1 - probability + probability * factor);
const bounded = (probability: number): number => Math.min(MOST, Math.max(LEAST, probability));
