// Observations of a forecast fire, and how well a member agrees with them. They change the weights of the members; the members themselves
// remain unchanged.
//
// Importance weights over members, tempered (P. Del Moral, A. Doucet and A. Jasra, On adaptive resampling strategies for sequential Monte
// Carlo methods, Bernoulli 18, 2012): the likelihood is raised to a power of at most 1 that leaves a stated effective number of members (L.
// Kish, Survey Sampling, 1965). A hundred members that differ in seven inputs are too few for many exact observations: one of them would
// take all the weight.
import { covarianceOfEllipse95, type Ellipse, type Offset } from '@lookout/geo';
import { maskOf } from '../growth/ignition.ts';
import { type MemberArrivals, QUARTERS_PER_MINUTE } from './arrivals.ts';
import { nearestSquared, squaredIn } from './nearest-cell.ts';

/** An observation at a minute of the growth, in the ground's plane. */
export type FireObservation =
  /** A place that burns: a hotspot, a fix by cameras or a person's report, with its 95 % ellipse. */
  | { readonly kind: 'burning'; readonly atMinutes: number; readonly point: Offset; readonly ellipse: Ellipse }
  /** A place that the fire has not reached yet. */
  | { readonly kind: 'unburnt'; readonly atMinutes: number; readonly point: Offset; readonly ellipse: Ellipse }
  /** All that has burned: outlines and the rings of holes. */
  | {
      readonly kind: 'perimeter';
      readonly atMinutes: number;
      readonly rings: readonly (readonly Offset[])[];
      readonly sigmaMetres: number;
    };

export interface AgreementOptions {
  /** Error of a member's front even with the right inputs: roads, gusts, the fuel of a slope. Standard error, metres; 待核对. */
  readonly frontSigmaMetres?: number;
  /** How long a place is observed burning after the front has reached it; 待核对. */
  readonly burningMinutes?: number;
}

const FRONT_SIGMA_METRES = 100;
const BURNING_MINUTES = 60;

/**
 * The log-likelihood of the observations given a member, up to a constant. Each observation has a normal distribution of one distance, with
 * its own error and the front's combined:
 * - burning: from the point to the nearest cell that the fire has reached within the last hour (in sigmas of its ellipse);
 * - unburnt: from the point to the nearest cell that the fire has not reached;
 * - perimeter: the mean distance of the two fronts, as the ground that only one of them has burned (the symmetric difference; J.-B.
 * Filippi, V. Mallet and B. Nader, Representation and evaluation of wildfire propagation simulations, International Journal of Wildland
 * Fire 23, 2014) divided by the length of the observed front. It counts as one observation, because errors along a front are correlated.
 * @returns ≤ 0, never infinite
 */
export function logLikelihoodOf(
  member: MemberArrivals,
  observations: readonly FireObservation[],
  { frontSigmaMetres = FRONT_SIGMA_METRES, burningMinutes = BURNING_MINUTES }: AgreementOptions = {},
): number {
  const { grid, quarters } = member;
  return observations.reduce((sum, observation) => {
    const at = observation.atMinutes * QUARTERS_PER_MINUTE;
    if (observation.kind === 'perimeter') {
      const distance = frontDistanceOf(member, observation);
      return sum - distance ** 2 / (2 * (observation.sigmaMetres ** 2 + frontSigmaMetres ** 2));
    }
    const own = covarianceOfEllipse95(observation.ellipse);
    const covariance = {
      ...own,
      eastEast: own.eastEast + frontSigmaMetres ** 2,
      northNorth: own.northNorth + frontSigmaMetres ** 2,
    };
    const earliest = at - burningMinutes * QUARTERS_PER_MINUTE;
    const isMeant =
      observation.kind === 'burning' ? (arrival: number) => arrival <= at && arrival >= earliest : (arrival: number) => arrival > at;
    // If no cell matches, the distance is the width of the ground.
    const width = { east: grid.columns * grid.cellMetres, north: grid.rows * grid.cellMetres };
    return sum - nearestSquared(grid, quarters, observation.point, covariance, isMeant, squaredIn(covariance, width)) / 2;
  }, 0);
}

function frontDistanceOf(
  { grid, quarters }: MemberArrivals,
  { atMinutes, rings }: Extract<FireObservation, { kind: 'perimeter' }>,
): number {
  const seen = maskOf(grid, rings);
  let differing = 0;
  for (let cell = 0; cell < seen.length; cell++)
    if ((quarters[cell] as number) <= atMinutes * QUARTERS_PER_MINUTE !== (seen[cell] !== 0)) differing += 1;
  return (differing * grid.cellMetres ** 2) / Math.max(lengthOf(rings), grid.cellMetres);
}

const lengthOf = (rings: readonly (readonly Offset[])[]): number =>
  rings.reduce(
    (sum, ring) =>
      sum +
      ring.reduce((length, from, i) => {
        const to = ring[(i + 1) % ring.length] as Offset;
        return length + Math.hypot(to.east - from.east, to.north - from.north);
      }, 0),
    0,
  );

/** How much each member counts. */
export interface MemberWeights {
  /** Their sum is 1. */
  readonly weights: readonly number[];
  /** The number of members of equal weight that would be as informative (Kish): 1 … their number. */
  readonly effectiveMembers: number;
  /** The power to which the likelihood is raised: 1 unless too few effective members would remain. */
  readonly temper: number;
}

/** Least effective number of members, as a share of all; fewer are not enough for quantiles. */
const LEAST_EFFECTIVE_SHARE = 0.2;
const HALVINGS = 40;

/**
 * @param logLikelihoods of each member, at least one
 * @param leastShare share of the members that must remain effective, 0 … 1
 */
export function memberWeights(logLikelihoods: readonly number[], leastShare = LEAST_EFFECTIVE_SHARE): MemberWeights {
  const least = leastShare * logLikelihoods.length;
  const whole = temperedBy(logLikelihoods, 1);
  if (whole.effectiveMembers >= least) return whole;
  let [low, high] = [0, 1];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (temperedBy(logLikelihoods, middle).effectiveMembers >= least) low = middle;
    else high = middle;
  }
  return temperedBy(logLikelihoods, low);
}

function temperedBy(logLikelihoods: readonly number[], temper: number): MemberWeights {
  const greatest = logLikelihoods.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const raw = logLikelihoods.map((value) => Math.exp(temper * (value - greatest)));
  const sum = raw.reduce((total, value) => total + value, 0);
  const weights = raw.map((value) => value / sum);
  return { weights, effectiveMembers: 1 / weights.reduce((total, value) => total + value ** 2, 0), temper };
}

/** Sum of the integer weights of all members. */
const WHOLE_WEIGHT = 10_000;

/**
 * The weights as integers that add up to 10,000, for a tally: rounded down, and the remainder is given to the weights with the largest
 * fractions.
 */
export function wholeWeights(weights: readonly number[]): number[] {
  const whole = weights.map((weight) => Math.floor(weight * WHOLE_WEIGHT));
  const left = WHOLE_WEIGHT - whole.reduce((sum, weight) => sum + weight, 0);
  const byRest = weights
    .map((weight, index) => ({ index, rest: weight * WHOLE_WEIGHT - (whole[index] as number) }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index);
  for (const { index } of byRest.slice(0, left)) whole[index] = (whole[index] as number) + 1;
  return whole;
}
