// How long a front takes over a short way between cells, by either model of the rate of spread.
//
// Rothermel with Anderson's ellipse about its focus, R(θ) = R (1 − e)/(1 − e cos θ), takes t = (|v| − e h·v) / (R (1 − e)) along a vector v with the heading h:
// a length and a drift. No angle is needed, and where a front that is straight between two cells reaches a third one first has a closed form. Wang's rate has
// no such form (and is not convex in strong wind: fires that zigzag are faster, which the search over the ways finds).
import type { SpreadModel } from '@lookout/domain';
import { eccentricityOf, lengthToWidthOf } from '../ellipse.ts';
import { slopeFactorOf, windFactorOf } from '../wang.ts';
import { type Cells, DRIFT_EAST, DRIFT_NORTH, LENGTH, NUMBERS, PERIOD, SLOPE_EAST, SLOPE_NORTH } from './cells.ts';
import { type BedInWind, bedInWind, type GroundFuel, type Period, stillRateOf, windVector } from './weather.ts';

/**
 * Of a way, one after the other: `LENGTH`, `DRIFT_EAST` … `SLOPE_NORTH` of the cells that it lies in, half of the one it ends in and a quarter of each of the two it
 * begins between; then where it begins and its vector. In an array of its own, because a number handed from one function to another costs an object.
 */
export const WAY_NUMBERS = 8;
export const WAY_LENGTH = 0;
export const WAY_DRIFT_EAST = 1;
export const WAY_DRIFT_NORTH = 2;
export const WAY_SLOPE_EAST = 3;
export const WAY_SLOPE_NORTH = 4;
/** 0: in the middle of the first cell, 1: of the one beside it. */
export const SHARE = 5;
/** In cells. */
export const EAST = 6;
export const NORTH = 7;

/** The time along ways that begin between the middles of a cell and one beside it (or in its own middle) and end in the middle of a third. Asked some ten times for each cell of a growth. */
export interface FrontTime {
  /** From now on ways are taken in this period. */
  in(period: number): void;
  /** Works out the numbers of a cell that are the period's. */
  prepare(cell: number, period: number): void;
  /** Minutes along the vector of a way, by a metre of the cells' width; infinity: it does not burn. */
  minutes(way: Float64Array): number;
  /**
   * A front goes from the first cell to the one beside it, which lies along the unit vector w, and reaches it `later` minutes a metre after the first; the cell
   * that ways end in lies at n (1 cell) + `along` cells of w (0 or 1) from the first. Puts the quickest way there into `way`.
   * @returns whether there is one that begins between the two; otherwise the quickest begins at one of the ends, or there is none
   */
  crosses(way: Float64Array, later: number, nEast: number, nNorth: number, wEast: number, wNorth: number, along: number): boolean;
  /**
   * How much a front from one place is bent where it comes along a way: the second derivative of its time across the way, times the distance from the place;
   * minutes a metre.
   */
  bend(way: Float64Array): number;
  /** kJ/m² that the front releases; NaN: the model does not say. */
  heatOf(cell: number, period: number): number;
}

export const FRONT_TIMES: Readonly<
  Record<SpreadModel, (cells: Cells, fuels: readonly GroundFuel[], periods: readonly Period[], rateFactor: number) => FrontTime>
> = {
  rothermel: (...given) => new EllipseTime(...given),
  wang: (...given) => new WangTime(...given),
};

const BED_NUMBERS = 7;
const numbersOf = ({ bed, windFactorEast, windFactorNorth }: BedInWind, rateFactor: number): number[] => [
  bed.noWindRateMetresPerMinute * rateFactor,
  windFactorEast,
  windFactorNorth,
  bed.slopeCoefficient,
  1 / bed.windCoefficient,
  1 / bed.windExponent,
  bed.heatPerUnitAreaKilojoulesPerSquareMetre,
];

class EllipseTime implements FrontTime {
  readonly #cells: Cells;
  /** The numbers of each period's fuels, one after the other. */
  readonly #beds: Float64Array;
  readonly #fuels: number;

  constructor(cells: Cells, fuels: readonly GroundFuel[], periods: readonly Period[], rateFactor: number) {
    this.#cells = cells;
    this.#fuels = fuels.length;
    this.#beds = Float64Array.from(
      periods.flatMap(({ weather }) => fuels.flatMap((fuelOf) => numbersOf(bedInWind(fuelOf, weather), rateFactor))),
    );
  }

  in(): void {
    // All that depends on the period is prepared in the cells.
  }

  prepare(cell: number, period: number): void {
    const { numbers } = this.#cells;
    const at = NUMBERS * cell;
    numbers[at + PERIOD] = period + 1;
    const bed = this.#bedAt(cell, period);
    const beds = this.#beds;
    // As `headFireOf`, without the angles.
    const east = numbers[at + SLOPE_EAST] as number;
    const north = numbers[at + SLOPE_NORTH] as number;
    const slopeFactor = (beds[bed + 3] as number) * Math.sqrt(east * east + north * north);
    const factorEast = (beds[bed + 1] as number) + slopeFactor * east;
    const factorNorth = (beds[bed + 2] as number) + slopeFactor * north;
    const factor = Math.sqrt(factorEast * factorEast + factorNorth * factorNorth);
    const rate = (beds[bed] as number) * (1 + factor);
    if (rate === 0 || factor === 0) {
      numbers[at + LENGTH] = 1 / rate;
      numbers[at + DRIFT_EAST] = 0;
      numbers[at + DRIFT_NORTH] = 0;
      return;
    }
    const effectiveWind = (factor * (beds[bed + 4] as number)) ** (beds[bed + 5] as number);
    const eccentricity = eccentricityOf(lengthToWidthOf(effectiveWind));
    const length = 1 / (rate * (1 - eccentricity));
    numbers[at + LENGTH] = length;
    numbers[at + DRIFT_EAST] = (length * eccentricity * factorEast) / factor;
    numbers[at + DRIFT_NORTH] = (length * eccentricity * factorNorth) / factor;
  }

  minutes(way: Float64Array): number {
    const east = way[EAST] as number;
    const north = way[NORTH] as number;
    const squared = east * east + north * north;
    const flat =
      (way[WAY_LENGTH] as number) * Math.sqrt(squared) - (way[WAY_DRIFT_EAST] as number) * east - (way[WAY_DRIFT_NORTH] as number) * north;
    const rise = (way[WAY_SLOPE_EAST] as number) * east + (way[WAY_SLOPE_NORTH] as number) * north;
    return rise === 0 ? flat : flat * stretch(rise, squared);
  }

  crosses(way: Float64Array, later: number, nEast: number, nNorth: number, wEast: number, wNorth: number, along: number): boolean {
    // Where the sum of the front's delay, the length and the drift is least: sine of the angle between the way and n, times the length.
    const sine = later + (way[WAY_DRIFT_EAST] as number) * wEast + (way[WAY_DRIFT_NORTH] as number) * wNorth;
    const squared = sine * sine;
    const whole = (way[WAY_LENGTH] as number) * (way[WAY_LENGTH] as number);
    // Beyond 45° it begins outside of the two cells.
    if (2 * squared >= whole || (along === 0 ? sine >= 0 : sine <= 0)) return false;
    const share = along - sine / Math.sqrt(whole - squared);
    way[SHARE] = share;
    way[EAST] = nEast + (along - share) * wEast;
    way[NORTH] = nNorth + (along - share) * wNorth;
    return share > 0 && share < 1;
  }

  /** The drift is straight: only the length is bent, the same in all directions. */
  bend(way: Float64Array): number {
    return way[WAY_LENGTH] as number;
  }

  heatOf(cell: number, period: number): number {
    return this.#beds[this.#bedAt(cell, period) + 6] as number;
  }

  #bedAt(cell: number, period: number): number {
    return BED_NUMBERS * (period * this.#fuels + (this.#cells.fuel[cell] as number));
  }
}

/** The way over a slope is longer than on the map: by its rise along the way. @param squared length of the way on the map, squared */
const stretch = (rise: number, squared: number): number => Math.sqrt(1 + (rise * rise) / squared);

interface Vector {
  readonly east: number;
  readonly north: number;
}

/** k of Kw = exp(k v). */
const WIND_COEFFICIENT = Math.log(windFactorOf(1));
/** Beginnings of ways that are tried between two cells, for want of a closed form. */
const TRIED_SHARES = [0.25, 0.5, 0.75] as const;

class WangTime implements FrontTime {
  readonly #cells: Cells;
  readonly #winds: readonly Vector[];
  readonly #still: readonly (readonly number[])[];
  #wind: Vector = { east: 0, north: 0 };

  constructor(cells: Cells, fuels: readonly GroundFuel[], periods: readonly Period[], rateFactor: number) {
    this.#cells = cells;
    this.#winds = periods.map(({ weather }) => windVector(weather.windSpeedMetresPerSecond, weather.windFromDegrees));
    this.#still = periods.map(({ weather }) => fuels.map((fuelOf) => rateFactor * stillRateOf(fuelOf, weather)));
  }

  in(period: number): void {
    this.#wind = this.#winds[period] as Vector;
  }

  prepare(cell: number, period: number): void {
    const { numbers, fuel } = this.#cells;
    const at = NUMBERS * cell;
    numbers[at + PERIOD] = period + 1;
    numbers[at + LENGTH] = 1 / ((this.#still[period] as readonly number[])[fuel[cell] as number] as number);
  }

  minutes(way: Float64Array): number {
    return this.#minutes(way, way[EAST] as number, way[NORTH] as number);
  }

  #minutes(way: Float64Array, east: number, north: number): number {
    const squared = east * east + north * north;
    const length = Math.sqrt(squared);
    const flat = ((way[WAY_LENGTH] as number) * length) / windFactorOf((this.#wind.east * east + this.#wind.north * north) / length);
    const rise = (way[WAY_SLOPE_EAST] as number) * east + (way[WAY_SLOPE_NORTH] as number) * north;
    return rise === 0 ? flat : (flat * stretch(rise, squared)) / slopeFactorOf(rise / length);
  }

  crosses(way: Float64Array, later: number, nEast: number, nNorth: number, wEast: number, wNorth: number, along: number): boolean {
    const costAt = (share: number): number =>
      share * later + this.#minutes(way, nEast + (along - share) * wEast, nNorth + (along - share) * wNorth);
    let [best, least] = [Number.NaN, Number.POSITIVE_INFINITY];
    for (const share of TRIED_SHARES) {
      const cost = costAt(share);
      if (cost < least) [best, least] = [share, cost];
    }
    // A parabola through the best and its neighbours.
    const [before, after] = [costAt(best - 0.25), costAt(best + 0.25)];
    const bend = before - 2 * least + after;
    const share = bend > 0 ? Math.min(Math.max(best + (0.125 * (before - after)) / bend, best - 0.25), best + 0.25) : best;
    way[SHARE] = share;
    way[EAST] = nEast + (along - share) * wEast;
    way[NORTH] = nNorth + (along - share) * wNorth;
    return share > 0 && share < 1;
  }

  /** s + s″ of s(θ) = exp(−k v cos θ), slopes left out. Where the rate is not convex (against a strong wind) the front is straight. */
  bend(way: Float64Array): number {
    const [east, north] = [way[EAST] as number, way[NORTH] as number];
    const length = Math.sqrt(east * east + north * north);
    const along = (WIND_COEFFICIENT * (this.#wind.east * east + this.#wind.north * north)) / length;
    const across = (WIND_COEFFICIENT * (this.#wind.east * north - this.#wind.north * east)) / length;
    return (this.minutes(way) / length) * Math.max(1 + along + across * across, 0);
  }

  heatOf(): number {
    return Number.NaN;
  }
}
