// What the arrival times of a forecast mean: quantiles of the members, and the parts that are stored.

import { arrivalRasterOf, type Growth, type GrowthRequest, longestFlameMetres } from '@lookout/fire-model';
import { worstBehaviour } from '../spread-result.ts';
import { behaviourOf } from './behaviour.ts';
import type { ArrivalMinutes, Forecast, ForecastJob } from './job.ts';
import { unknownGroundOf } from './unknown-ground.ts';

/** Early (cautious), median, late. */
export const QUANTILES = { p10: 0.1, p50: 0.5, p90: 0.9 } as const;

/** Whole minutes; null: not within the hours. */
export const minutesOrNull = (minutes: number): number | null => (Number.isFinite(minutes) ? Math.round(minutes) : null);

/**
 * The times by which these shares of the members have arrived; null: fewer than a tenth arrive.
 * @param weights of the members, in the same order
 */
export function quantilesOf(minutes: readonly number[], weights: readonly number[]): ArrivalMinutes | null {
  const byTime = minutes.map((at, i) => ({ at, weight: weights[i] as number })).sort((a, b) => a.at - b.at);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  const until = byTime.map(({ weight }) => {
    sum += weight;
    return sum;
  });
  const by = (share: number): number | null =>
    minutesOrNull(byTime[until.findIndex((counted) => counted >= share * whole)]?.at ?? Number.POSITIVE_INFINITY);
  const p10 = by(QUANTILES.p10);
  return p10 === null ? null : { p10, p50: by(QUANTILES.p50), p90: by(QUANTILES.p90) };
}

/**
 * The early arrival for people is at most the arrival from the known ignition. Each member starts at another place in the ellipse, so in
 * its middle even the early tenth of them arrives late, and a way out could lead through it.
 */
export const earlierOf = (early: Float32Array, own: Float32Array): Float32Array =>
  early.map((minutes, cell) => Math.min(minutes, own[cell] as number));

/** At the known ignition, the fire burns from the first minute. */
export const fromIgnition = ({ arrivalMinutes }: Growth, minutes: Float32Array): Float32Array =>
  minutes.map((at, cell) => (arrivalMinutes[cell] === 0 ? 0 : at));

/**
 * The parts of a forecast that later questions need: the behaviour at the head, the arrival time at each place, the flame length, and the
 * unknown terrain. For surface fire the longest flame is an upper bound; crown fire at the head has longer flames. With Wang's model, the
 * length is also Rothermel's, because the safety distance must not be unknown.
 * @param growth of the given weather, with its front
 */
export function storedPartsOf(
  { window, inputs }: Pick<ForecastJob, 'window' | 'inputs'>,
  request: GrowthRequest,
  growth: Growth,
  early: Float32Array,
  middle: Float32Array,
): Pick<Forecast, 'behaviour' | 'raster' | 'flameLengthMetres' | 'unknownGround'> {
  const behaviour = behaviourOf(window, request, growth);
  const longest = longestFlameMetres(request.ground, request.fuels, request.weather, early);
  return {
    behaviour,
    raster: arrivalRasterOf(window.frame, inputs.hours, early, middle),
    flameLengthMetres: Math.max(longest, worstBehaviour(behaviour)?.flameLengthMetres ?? 0),
    unknownGround: unknownGroundOf(window, request),
  };
}
