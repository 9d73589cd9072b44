import type { Offset } from '@lookout/geo';
import { describe, expect, it } from 'vitest';
import { centreOf } from '../growth/ground.ts';
import { grow } from '../growth/grow.ts';
import { isochronesOf } from '../growth/isochrones.ts';
import type { MemberArrivals } from './arrivals.ts';
import { DEFAULT_ENSEMBLE_ERRORS, memberRequest } from './members.ts';
import { type FireObservation, logLikelihoodOf, memberWeights, wholeWeights } from './observations.ts';
import { aBox, aFire, arrivalsOf } from './testing/square-fire.ts';

const round = (sigma: number) => ({ semiMajorMetres: 2.448 * sigma, semiMinorMetres: 2.448 * sigma, azimuthDegrees: 0 });

/** A fire that spreads 10 m/min to the east, from a front at 0. */
const eastwards: MemberArrivals = (() => {
  const grid = { columns: 200, rows: 40, cellMetres: 10, westMetres: 0, northMetres: 400 };
  const quarters = Uint16Array.from({ length: 8_000 }, (_, cell) => 4 * (centreOf(grid, cell).east / 10));
  return { grid, limitMinutes: 200, quarters };
})();

describe('the agreement of a member with an observation', () => {
  const at = (east: number): Offset => ({ east, north: 205 });
  const of = (observation: FireObservation) => logLikelihoodOf(eastwards, [observation], { frontSigmaMetres: 40, burningMinutes: 30 });
  const burning = (east: number) => of({ kind: 'burning', atMinutes: 100, point: at(east), ellipse: round(30) });
  const unburnt = (east: number) => of({ kind: 'unburnt', atMinutes: 100, point: at(east), ellipse: round(30) });

  it('a burning place costs nothing where the front is or was half an hour ago; before and behind it the distance in sigmas', () => {
    expect(burning(990)).toBeCloseTo(0, 9);
    expect(burning(750)).toBeCloseTo(0, 9);
    expect(burning(1_100)).toBeCloseTo(-(100 ** 2) / (2 * 50 ** 2), 6);
    expect(burning(600)).toBeCloseTo(-(100 ** 2) / (2 * 50 ** 2), 6);
  });

  it('an unburnt place costs nothing beyond the front, and inside it the depth', () => {
    expect(unburnt(1_100)).toBeCloseTo(0, 9);
    expect(unburnt(900)).toBeCloseTo(-(100 ** 2) / (2 * 50 ** 2), 6);
  });

  it('a perimeter costs the mean distance of the fronts', () => {
    const rings = [
      [
        { east: 0, north: 0 },
        { east: 1_100, north: 0 },
        { east: 1_100, north: 400 },
        { east: 0, north: 400 },
      ],
    ];
    const mean = (100 * 400) / 3_000;
    expect(of({ kind: 'perimeter', atMinutes: 100, rings, sigmaMetres: 30 })).toBeCloseTo(-(mean ** 2) / (2 * 50 ** 2), 1);
  });

  it('several observations add up; the result is never infinite, even for a member that burns nothing', () => {
    const both: readonly FireObservation[] = [
      { kind: 'burning', atMinutes: 100, point: at(1_100), ellipse: round(30) },
      { kind: 'unburnt', atMinutes: 100, point: at(900), ellipse: round(30) },
    ];
    expect(logLikelihoodOf(eastwards, both, { frontSigmaMetres: 40, burningMinutes: 30 })).toBeCloseTo(burning(1_100) + unburnt(900), 9);
    expect(of({ kind: 'burning', atMinutes: 1_000, point: at(0), ellipse: round(30) })).toBeGreaterThan(Number.NEGATIVE_INFINITY);
  });
});

describe('weights', () => {
  it('weights follow the likelihood while enough members remain', () => {
    const { weights, effectiveMembers, temper } = memberWeights([Math.log(0.1), Math.log(0.2), Math.log(0.4), Math.log(0.3)]);
    weights.forEach((weight, i) => {
      expect(weight).toBeCloseTo([0.1, 0.2, 0.4, 0.3][i] ?? 0, 12);
    });
    expect(effectiveMembers).toBeCloseTo(1 / 0.3, 9);
    expect(temper).toBe(1);
  });

  it('weights do not collapse to one member: the likelihood is tempered until a fifth of them remain', () => {
    const { weights, effectiveMembers, temper } = memberWeights(Array.from({ length: 100 }, (_, i) => -1_000 * i));
    expect(effectiveMembers).toBeCloseTo(20, 3);
    expect(temper).toBeGreaterThan(0);
    expect(temper).toBeLessThan(0.01);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
    expect(weights.every((weight, i) => i === 0 || weight <= (weights[i - 1] ?? 0))).toBe(true);
  });

  it('integer weights add up to 10,000', () => {
    expect(wholeWeights([1 / 3, 1 / 3, 1 / 3])).toEqual([3_334, 3_333, 3_333]);
    expect(wholeWeights([0.5, 0.25, 0.25])).toEqual([5_000, 2_500, 2_500]);
    expect(wholeWeights(Array.from({ length: 99 }, () => 1 / 99)).reduce((sum, weight) => sum + weight, 0)).toBe(10_000);
  });
});

describe('an ensemble with observations of its fire', () => {
  // The seeds of the true fires are not those of members.
  const TRUTHS = 8;
  const members = Array.from({ length: 60 }, (_, index) => arrivalsOf(memberRequest(aFire(), DEFAULT_ENSEMBLE_ERRORS, 1, index)));

  it('an ensemble with observations is nearer to the truth an hour later than one without', () => {
    let [blind, seen] = [0, 0];
    for (let index = 0; index < TRUTHS; index++) {
      const truth = memberRequest(aFire(), DEFAULT_ENSEMBLE_ERRORS, 777, index);
      const growth = grow(truth);
      if (!growth.ok) expect.fail(growth.error.en);
      const rings = (isochronesOf(growth.value, [60])[0]?.polygons ?? []).flat();
      const observations: readonly FireObservation[] = [{ kind: 'perimeter', atMinutes: 60, rings, sigmaMetres: 15 }];
      const logs = members.map((member) => logLikelihoodOf(member, observations, { frontSigmaMetres: 20 }));
      const { weights, effectiveMembers } = memberWeights(logs);
      expect(effectiveMembers).toBeGreaterThanOrEqual(11.99);
      // Brier score of the forecast for minute 120.
      const really = arrivalsOf(truth);
      const score = (weightOf: (i: number) => number) =>
        really.quarters.reduce((sum, arrival, cell) => {
          const probability = members.reduce((p, member, i) => p + ((member.quarters[cell] ?? 0) <= 480 ? weightOf(i) : 0), 0);
          return sum + (probability - Number(arrival <= 480)) ** 2;
        }, 0);
      blind += score(() => 1 / members.length);
      seen += score((i) => weights[i] ?? 0);
    }
    expect(seen).toBeLessThan(0.5 * blind);
  });

  it('an ensemble prefers the members that have burned where a hotspot burns', () => {
    const hotspot: FireObservation = { kind: 'burning', atMinutes: 60, point: { east: 500, north: 0 }, ellipse: round(60) };
    const { weights } = memberWeights(members.map((member) => logLikelihoodOf(member, [hotspot])));
    const nearest = (member: MemberArrivals) =>
      Math.min(
        ...[...member.quarters.keys()]
          .filter((cell) => (member.quarters[cell] ?? 0) <= 240)
          .map((cell) => {
            const { east, north } = centreOf(member.grid, cell);
            return Math.hypot(east - 500, north);
          }),
      );
    const byWeight = members
      .map((member, i) => ({ distance: nearest(member), weight: weights[i] ?? 0 }))
      .sort((a, b) => b.weight - a.weight);
    const mean = (part: typeof byWeight) => part.reduce((sum, { distance }) => sum + distance, 0) / part.length;
    expect(mean(byWeight.slice(0, 15))).toBeLessThan(mean(byWeight.slice(45)));
  });

  it('an observed ring with one corner more is used as it is', () => {
    const [member] = members;
    if (member === undefined) expect.fail('no members');
    const ring = aBox({ east: 0, north: 0 }, 300);
    const of = (rings: readonly (readonly Offset[])[]) =>
      logLikelihoodOf(member, [{ kind: 'perimeter', atMinutes: 40, rings, sigmaMetres: 30 }]);
    expect(of([[...ring, ...ring.slice(0, 1)]])).toBeCloseTo(of([ring]), 12);
  });
});
