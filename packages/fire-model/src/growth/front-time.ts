// How long a front takes along a short path between cells, by either model of the rate of spread.
//
// Rothermel with Anderson's ellipse about its focus, R(θ) = R (1 − e)/(1 − e cos θ), takes t = (|v| − e h·v) / (R (1 − e)) along a vector v
// with the heading h: a length and a drift. No angle is needed, and there is a closed form for where a straight front between two cells
// first reaches a third one. Wang's rate has no such form, and it is not convex in strong wind: fires that zigzag are faster, which the
// path search finds.
import type { SpreadModel } from '@lookout/features/spread/spread-inputs.ts';
import { headToSideOf } from '../ellipse.ts';
import { slopeFactorOf, windFactorOf } from '../wang.ts';
import { type Cells, DRIFT_EAST, DRIFT_NORTH, LENGTH, NUMBERS, PERIOD, SLOPE_EAST, SLOPE_NORTH, WAYS } from './cells.ts';
import { type BedInWind, bedInWind, type GroundFuel, type Period, stillRateOf, windVector } from './weather.ts';

/** A path to a cell. It is stored in an array, because a number returned from a function costs an object. */
export const WAY_NUMBERS = 4;
/** Where the path begins: 0 in the middle of the first cell, 1 in the middle of the adjacent one. */
export const SHARE = 0;
/** Vector of the path, in cells. */
export const EAST = 1;
export const NORTH = 2;
/**
 * Curvature of a front from one place where it arrives along the path: the second derivative of its time across the path, times the
 * distance from the place, divided by the length of the path squared; minutes a metre.
 */
export const BEND = 3;

/**
 * The time along paths that begin in the middle of a cell, or between it and an adjacent one, and end in the middle of a common neighbour.
 * Cells are identified by the index of their first number.
 */
export interface FrontTime {
  /** Selects the period for all later calls. */
  in(period: number): void;
  /** Computes the numbers of a cell that depend on the period. */
  prepare(cell: number, period: number): void;
  /** Minutes along a vector in cells, per metre of the cells' width; infinity: it does not burn. */
  minutes(from: number, beside: number, to: number, east: number, north: number): number;
  /**
   * null: the time is a length and a drift, so that the quickest path has a closed form, which the growth computes itself for each of some
   * ten paths a cell.
   */
  readonly quickest: QuickestWay | null;
  /** Heat released by the front, kJ/m²; NaN: the model does not give it. */
  heatOf(cell: number, period: number): number;
}

/**
 * Writes the quickest path that begins between a cell and an adjacent one into `way`.
 * @param triangle of the tables below @param later delay of the front in the adjacent cell after the first cell, minutes a metre
 * @returns minutes per metre of the cells' width; NaN: the quickest path begins at one of the ends, or there is none
 */
type QuickestWay = (way: Float64Array, from: number, beside: number, to: number, triangle: number, later: number) => number;

/**
 * For each of the eight directions from a cell to a neighbour, the two cells adjacent to both; a path may begin between the cell and either
 * of them. The line between the two starting cells is one cell from the neighbour in the direction n, and the neighbour is `along` cells of
 * w further. Flat arrays, because the innermost loop reads them.
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
  /** The numbers of each period's fuels, consecutive. */
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
    // Everything that depends on the period is prepared in the cells.
  }

  prepare(cell: number, period: number): void {
    const { numbers } = this.#cells;
    const at = NUMBERS * cell;
    numbers[at + PERIOD] = period + 1;
    const bed = this.#bedAt(cell, period);
    const beds = this.#beds;
    // Same as `headFireOf`, without the angles.
    const east = numbers[at + SLOPE_EAST] as number;
    const north = numbers[at + SLOPE_NORTH] as number;
    const slopeFactor = (beds[bed + 3] as number) * Math.sqrt(east * east + north * north);
    const factorEast = (beds[bed + 1] as number) + slopeFactor * east;
    const factorNorth = (beds[bed + 2] as number) + slopeFactor * north;
    const factor = Math.sqrt(factorEast * factorEast + factorNorth * factorNorth);
    const minutesAtHead = 1 / ((beds[bed] as number) * (1 + factor));
    const headToSide = headToSideOf((Math.log(factor) - (beds[bed + 4] as number)) * (beds[bed + 5] as number));
    numbers[at + LENGTH] = minutesAtHead * headToSide;
    // e / (1 − e); 0 for a circle, or where nothing burns (infinity).
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

/**
 * Half of a path is in the cell where it ends, and a quarter in each of the two between which it begins. @param which number of the cells
 */
const alongWay = (numbers: Float32Array, which: number, from: number, beside: number, to: number): number =>
  0.25 * ((numbers[from + which] as number) + (numbers[beside + which] as number)) + 0.5 * (numbers[to + which] as number);

const riseAlong = (numbers: Float32Array, from: number, beside: number, to: number, east: number, north: number): number =>
  alongWay(numbers, SLOPE_EAST, from, beside, to) * east + alongWay(numbers, SLOPE_NORTH, from, beside, to) * north;

/** A path over a slope is longer than on the map, by its rise along the path. @param tangent rise over run */
export const stretch = (tangent: number): number => Math.sqrt(1 + tangent * tangent);

interface Vector {
  readonly east: number;
  readonly north: number;
}

/** k of Kw = exp(k v). */
const WIND_COEFFICIENT = Math.log(windFactorOf(1));
/** Starting points of paths that are tried between two cells, because there is no closed form. */
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
    // Fits a parabola through the best point and its neighbours.
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

  /** s + s″ of s(θ) = exp(−k v cos θ), without slopes. Where the rate is not convex (against a strong wind) the front is straight. */
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
