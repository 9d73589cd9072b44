// How long a front takes over a short way between cells, by either model of the rate of spread.
//
// Rothermel with Anderson's ellipse about its focus, R(θ) = R (1 − e)/(1 − e cos θ), takes t = (|v| − e h·v) / (R (1 − e)) along a vector v with the heading h:
// a length and a drift. No angle is needed, and where a front that is straight between two cells reaches a third one first has a closed form. Wang's rate has
// no such form (and is not convex in strong wind: fires that zigzag are faster, which the search over the ways finds).
import type { SpreadModel } from '@lookout/features/spread/spread.ts';
import { headToSideOf } from '../ellipse.ts';
import { slopeFactorOf, windFactorOf } from '../wang.ts';
import { type Cells, DRIFT_EAST, DRIFT_NORTH, LENGTH, NUMBERS, PERIOD, SLOPE_EAST, SLOPE_NORTH, WAYS } from './cells.ts';
import { type BedInWind, bedInWind, type GroundFuel, type Period, stillRateOf, windVector } from './weather.ts';

/** A way to a cell. In an array, because a number handed from one function to another costs an object. */
export const WAY_NUMBERS = 4;
/** Where it begins: 0 in the middle of the first cell, 1 of the one beside it. */
export const SHARE = 0;
/** Its vector, in cells. */
export const EAST = 1;
export const NORTH = 2;
/**
 * How much a front from one place is bent where it comes along the way: the second derivative of its time across the way, times the distance from the place, over
 * the length of the way squared; minutes a metre.
 */
export const BEND = 3;

/** The time along ways that begin in the middle of a cell, or between it and one beside it, and end in the middle of a neighbour of both. Cells are named by where their numbers begin. */
export interface FrontTime {
  /** From now on ways are taken in this period. */
  in(period: number): void;
  /** Works out the numbers of a cell that are the period's. */
  prepare(cell: number, period: number): void;
  /** Minutes along a vector in cells, by a metre of the cells' width; infinity: it does not burn. */
  minutes(from: number, beside: number, to: number, east: number, north: number): number;
  /** null: the time is a length and a drift, so that the quickest way has a closed form, which the growth works out itself for each of some ten ways a cell. */
  readonly quickest: QuickestWay | null;
  /** kJ/m² that the front releases; NaN: the model does not say. */
  heatOf(cell: number, period: number): number;
}

/**
 * Puts the quickest way that begins between a cell and one beside it into `way`.
 * @param triangle of the tables below @param later minutes a metre after the front is in the cell it is in the one beside it
 * @returns minutes by a metre of the cells' width; NaN: the quickest begins at one of the ends, or there is none
 */
type QuickestWay = (way: Float64Array, from: number, beside: number, to: number, triangle: number, later: number) => number;

/**
 * For each of the eight ways from a cell to a neighbour, the two cells beside both between which and the cell a way may begin: the line between the two lies one cell
 * from the neighbour in the direction n, and the neighbour is `along` cells of w further. In flat arrays: the innermost loop reads them.
 */
const TRIANGLES = WAYS.flatMap((way, index) => {
  const isStraight = index % 2 === 0;
  return (isStraight ? [-2, 2] : [-1, 1]).map((turn) => {
    const w = WAYS[(index + turn + WAYS.length) % WAYS.length] as (typeof WAYS)[number];
    return { w, n: isStraight ? way : { east: way.east - w.east, north: way.north - w.north }, along: isStraight ? 0 : 1 };
  });
});
export const W_EAST = Float64Array.from(TRIANGLES, ({ w }) => w.east);
export const W_NORTH = Float64Array.from(TRIANGLES, ({ w }) => w.north);
export const N_EAST = Float64Array.from(TRIANGLES, ({ n }) => n.east);
export const N_NORTH = Float64Array.from(TRIANGLES, ({ n }) => n.north);
export const ALONG = Float64Array.from(TRIANGLES, ({ along }) => along);
export const WAY_EAST = Float64Array.from(WAYS, ({ east }) => east);
export const WAY_NORTH = Float64Array.from(WAYS, ({ north }) => north);

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
  Math.log(bed.windCoefficient),
  1 / bed.windExponent,
  bed.heatPerUnitAreaKilojoulesPerSquareMetre,
];

class EllipseTime implements FrontTime {
  readonly #cells: Cells;
  /** The numbers of each period's fuels, one after the other. */
  readonly #beds: Float64Array;
  readonly #fuels: number;
  readonly quickest = null;

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
    const minutesAtHead = 1 / ((beds[bed] as number) * (1 + factor));
    const headToSide = headToSideOf((Math.log(factor) - (beds[bed + 4] as number)) * (beds[bed + 5] as number));
    numbers[at + LENGTH] = minutesAtHead * headToSide;
    // e / (1 − e); of a circle, or where nothing burns (infinity), there is none.
    const drift = headToSide === 1 || minutesAtHead === Number.POSITIVE_INFINITY ? 0 : (minutesAtHead * (headToSide - 1)) / factor;
    numbers[at + DRIFT_EAST] = drift * factorEast;
    numbers[at + DRIFT_NORTH] = drift * factorNorth;
  }

  minutes(from: number, beside: number, to: number, east: number, north: number): number {
    const { numbers } = this.#cells;
    const length = Math.sqrt(east * east + north * north);
    const flat =
      alongWay(numbers, LENGTH, from, beside, to) * length -
      alongWay(numbers, DRIFT_EAST, from, beside, to) * east -
      alongWay(numbers, DRIFT_NORTH, from, beside, to) * north;
    return flat * stretch(riseAlong(numbers, from, beside, to, east, north) / length);
  }

  heatOf(cell: number, period: number): number {
    return this.#beds[this.#bedAt(cell, period) + 6] as number;
  }

  #bedAt(cell: number, period: number): number {
    return BED_NUMBERS * (period * this.#fuels + (this.#cells.fuel[cell] as number));
  }
}

/** A way lies half in the cell it ends in, and a quarter in each of the two it begins between. @param which number of the cells */
const alongWay = (numbers: Float32Array, which: number, from: number, beside: number, to: number): number =>
  0.25 * ((numbers[from + which] as number) + (numbers[beside + which] as number)) + 0.5 * (numbers[to + which] as number);

const riseAlong = (numbers: Float32Array, from: number, beside: number, to: number, east: number, north: number): number =>
  alongWay(numbers, SLOPE_EAST, from, beside, to) * east + alongWay(numbers, SLOPE_NORTH, from, beside, to) * north;

/** The way over a slope is longer than on the map: by its rise along the way. @param tangent rise over run */
export const stretch = (tangent: number): number => Math.sqrt(1 + tangent * tangent);

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

  readonly quickest: QuickestWay = (way, from, beside, to, triangle, later) => {
    const minutesAt = (share: number): number => {
      const further = (ALONG[triangle] as number) - share;
      const east = (N_EAST[triangle] as number) + further * (W_EAST[triangle] as number);
      const north = (N_NORTH[triangle] as number) + further * (W_NORTH[triangle] as number);
      [way[SHARE], way[EAST], way[NORTH]] = [share, east, north];
      return this.minutes(from, beside, to, east, north);
    };
    const costAt = (share: number): number => share * later + minutesAt(share);
    let [best, least] = [Number.NaN, Number.POSITIVE_INFINITY];
    for (const share of TRIED_SHARES) {
      const cost = costAt(share);
      if (cost < least) [best, least] = [share, cost];
    }
    // A parabola through the best and its neighbours.
    const [before, after] = [costAt(best - 0.25), costAt(best + 0.25)];
    const bend = before - 2 * least + after;
    const share = bend > 0 ? Math.min(Math.max(best + (0.125 * (before - after)) / bend, best - 0.25), best + 0.25) : best;
    if (!(share > 0 && share < 1)) return Number.NaN;
    const minutes = minutesAt(share);
    way[BEND] = this.#bend(way, minutes);
    return minutes;
  };

  minutes(from: number, beside: number, to: number, east: number, north: number): number {
    const { numbers } = this.#cells;
    const length = Math.sqrt(east * east + north * north);
    const tangent = riseAlong(numbers, from, beside, to, east, north) / length;
    const flat =
      (alongWay(numbers, LENGTH, from, beside, to) * length) / windFactorOf((this.#wind.east * east + this.#wind.north * north) / length);
    return tangent === 0 ? flat : (flat * stretch(tangent)) / slopeFactorOf(tangent);
  }

  /** s + s″ of s(θ) = exp(−k v cos θ), slopes left out. Where the rate is not convex (against a strong wind) the front is straight. */
  #bend(way: Float64Array, minutes: number): number {
    const [east, north] = [way[EAST] as number, way[NORTH] as number];
    const length = Math.sqrt(east * east + north * north);
    const along = (WIND_COEFFICIENT * (this.#wind.east * east + this.#wind.north * north)) / length;
    const across = (WIND_COEFFICIENT * (this.#wind.east * north - this.#wind.north * east)) / length;
    return (minutes * Math.max(1 + along + across * across, 0)) / length ** 3;
  }

  heatOf(): number {
    return Number.NaN;
  }
}
