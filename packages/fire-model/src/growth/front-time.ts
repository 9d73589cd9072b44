// How long a front takes over a short way between cells, by either model of the rate of spread.
//
// Rothermel with Anderson's ellipse about its focus, R(θ) = R (1 − e)/(1 − e cos θ), takes t = (|v| − e h·v) / (R (1 − e)) along a vector v with the heading h:
// a length and a drift. No angle is needed, and where a front that is straight between two cells reaches a third one first has a closed form. Wang's rate has
// no such form (and is not convex in strong wind: fires that zigzag are faster, which the search over the ways finds).
import type { SpreadModel } from '@lookout/domain';
import { eccentricityOf, lengthToWidthOf } from '../ellipse.ts';
import { slopeFactorOf, windFactorOf } from '../wang.ts';
import type { Gradient } from './ground.ts';
import { type BedInWind, bedInWind, type GroundFuel, type Period, stillRateOf, windVector } from './weather.ts';

/**
 * The time along ways that begin between the middles of a cell and one beside it (or in its own middle) and end in the middle of a third: half of a way lies in
 * the last, a quarter in each of the two others. Asked some ten times for each cell of a growth, so in steps small enough that the engine writes them out in the
 * loop that asks: a number handed from one function to another costs an object otherwise. Vectors in metres.
 */
export interface FrontTime {
  /** From now on ways begin at this cell, in this period. */
  from(cell: number, period: number): void;
  /** From now on they end in this one, and begin in the middle of the first. */
  to(cell: number): void;
  /** From now on they begin between the first and this one. */
  beside(cell: number): void;
  /** Minutes along a vector; infinity: it does not burn. */
  minutes(east: number, north: number): number;
  /**
   * A front goes from the first cell to the one beside it, which lies along the unit vector w, and reaches it `later` minutes a metre after the first; the cell
   * that ways end in lies at n (1 cell) + `along` cells of w (0 or 1) from the first. The quickest way there begins at 0 < share < 1 from the first to the
   * second.
   * @returns the share; NaN: from one of the ends, or never
   */
  crossing(later: number, nEast: number, nNorth: number, wEast: number, wNorth: number, along: number): number;
  /**
   * How much a front from one place is bent where it comes along a vector: the second derivative of its time across the vector, times the distance from the
   * place; minutes a metre.
   */
  bend(east: number, north: number): number;
  /** kJ/m² that the front releases; NaN: the model does not say. */
  heatOf(cell: number, period: number): number;
}

/** The ground as the front meets it: cells of any order. */
interface FrontGround {
  readonly fuel: Uint8Array;
  readonly slope: Gradient | null;
}

export const FRONT_TIMES: Readonly<
  Record<SpreadModel, (ground: FrontGround, fuels: readonly GroundFuel[], periods: readonly Period[], rateFactor: number) => FrontTime>
> = {
  rothermel: (...given) => new EllipseTime(...given),
  wang: (...given) => new WangTime(...given),
};

/** Level ground is read as slopes of 0 everywhere, without a layer of its own. */
const NO_SLOPE = new Float32Array(0);

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
  readonly #fuel: Uint8Array;
  readonly #isLevel: boolean;
  readonly #slopeEast: Float32Array;
  readonly #slopeNorth: Float32Array;
  /** The numbers of each period's fuels, one after the other. */
  readonly #beds: Float64Array;
  readonly #fuels: number;
  /** Four numbers a cell: one more than the index of the period they are of, minutes a metre of way, and the drift to be taken off, east and north. */
  readonly #cells: Float32Array;
  /** One more than its index: 0 is a cell of none yet. */
  #period = 0;
  // A quarter of the first cell's; the same with half of the last one's; of the ways.
  #quarterLength = Number.NaN;
  #quarterDriftEast = Number.NaN;
  #quarterDriftNorth = Number.NaN;
  #mostLength = Number.NaN;
  #mostDriftEast = Number.NaN;
  #mostDriftNorth = Number.NaN;
  #length = Number.NaN;
  #driftEast = Number.NaN;
  #driftNorth = Number.NaN;
  #first = 0;
  #last = 0;
  #beside = 0;

  constructor({ fuel, slope }: FrontGround, fuels: readonly GroundFuel[], periods: readonly Period[], rateFactor: number) {
    this.#fuel = fuel;
    this.#isLevel = slope === null;
    this.#slopeEast = slope?.east ?? NO_SLOPE;
    this.#slopeNorth = slope?.north ?? NO_SLOPE;
    this.#fuels = fuels.length;
    this.#beds = Float64Array.from(
      periods.flatMap(({ weather }) => fuels.flatMap((fuelOf) => numbersOf(bedInWind(fuelOf, weather), rateFactor))),
    );
    this.#cells = new Float32Array(4 * fuel.length);
  }

  from(cell: number, period: number): void {
    this.#period = period + 1;
    this.#first = cell;
    const cells = this.#cells;
    const at = 4 * cell;
    if (cells[at] !== this.#period) this.#prepare(cell);
    this.#quarterLength = 0.25 * (cells[at + 1] as number);
    this.#quarterDriftEast = 0.25 * (cells[at + 2] as number);
    this.#quarterDriftNorth = 0.25 * (cells[at + 3] as number);
  }

  to(cell: number): void {
    this.#last = cell;
    this.#beside = this.#first;
    const cells = this.#cells;
    const at = 4 * cell;
    if (cells[at] !== this.#period) this.#prepare(cell);
    this.#mostLength = this.#quarterLength + 0.5 * (cells[at + 1] as number);
    this.#mostDriftEast = this.#quarterDriftEast + 0.5 * (cells[at + 2] as number);
    this.#mostDriftNorth = this.#quarterDriftNorth + 0.5 * (cells[at + 3] as number);
    this.#length = this.#mostLength + this.#quarterLength;
    this.#driftEast = this.#mostDriftEast + this.#quarterDriftEast;
    this.#driftNorth = this.#mostDriftNorth + this.#quarterDriftNorth;
  }

  beside(cell: number): void {
    this.#beside = cell;
    const cells = this.#cells;
    const at = 4 * cell;
    if (cells[at] !== this.#period) this.#prepare(cell);
    this.#length = this.#mostLength + 0.25 * (cells[at + 1] as number);
    this.#driftEast = this.#mostDriftEast + 0.25 * (cells[at + 2] as number);
    this.#driftNorth = this.#mostDriftNorth + 0.25 * (cells[at + 3] as number);
  }

  #prepare(cell: number): void {
    const cells = this.#cells;
    const at = 4 * cell;
    cells[at] = this.#period;
    const bed = this.#bedAt(cell, this.#period - 1);
    const beds = this.#beds;
    // As `headFireOf`, without the angles.
    let factorEast = beds[bed + 1] as number;
    let factorNorth = beds[bed + 2] as number;
    if (!this.#isLevel) {
      const east = this.#slopeEast[cell] as number;
      const north = this.#slopeNorth[cell] as number;
      const slopeFactor = (beds[bed + 3] as number) * Math.sqrt(east * east + north * north);
      factorEast += slopeFactor * east;
      factorNorth += slopeFactor * north;
    }
    const factor = Math.sqrt(factorEast * factorEast + factorNorth * factorNorth);
    const rate = (beds[bed] as number) * (1 + factor);
    if (rate === 0 || factor === 0) {
      cells[at + 1] = 1 / rate;
      cells[at + 2] = 0;
      cells[at + 3] = 0;
      return;
    }
    const effectiveWind = (factor * (beds[bed + 4] as number)) ** (beds[bed + 5] as number);
    const eccentricity = eccentricityOf(lengthToWidthOf(effectiveWind));
    const length = 1 / (rate * (1 - eccentricity));
    cells[at + 1] = length;
    cells[at + 2] = (length * eccentricity * factorEast) / factor;
    cells[at + 3] = (length * eccentricity * factorNorth) / factor;
  }

  minutes(east: number, north: number): number {
    const squared = east * east + north * north;
    const flat = this.#length * Math.sqrt(squared) - this.#driftEast * east - this.#driftNorth * north;
    if (this.#isLevel) return flat;
    const rise =
      mean(this.#slopeEast, this.#first, this.#beside, this.#last) * east +
      mean(this.#slopeNorth, this.#first, this.#beside, this.#last) * north;
    return flat * stretch(rise, squared);
  }

  crossing(later: number, _nEast: number, _nNorth: number, wEast: number, wNorth: number, along: number): number {
    // Where the sum of the front's delay, the length and the drift is least: sine of the angle between the way and n, times the length.
    const sine = later + this.#driftEast * wEast + this.#driftNorth * wNorth;
    const squared = sine * sine;
    const whole = this.#length * this.#length;
    // Beyond 45° it begins outside of the two cells.
    if (2 * squared >= whole || (along === 0 ? sine >= 0 : sine <= 0)) return Number.NaN;
    return along - sine / Math.sqrt(whole - squared);
  }

  /** The drift is straight: only the length is bent, the same in all directions. */
  bend(): number {
    return this.#length;
  }

  heatOf(cell: number, period: number): number {
    return this.#beds[this.#bedAt(cell, period) + 6] as number;
  }

  #bedAt(cell: number, period: number): number {
    return BED_NUMBERS * (period * this.#fuels + (this.#fuel[cell] as number));
  }
}

const mean = (values: Float32Array, a: number, b: number, to: number): number =>
  0.5 * (values[to] as number) + 0.25 * ((values[a] as number) + (values[b] as number));

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
  readonly #fuel: Uint8Array;
  readonly #slope: Gradient | null;
  readonly #winds: readonly Vector[];
  readonly #still: readonly (readonly number[])[];
  #period = 0;
  #first = 0;
  #last = 0;
  // Of the ways.
  #level = Number.NaN;
  #riseEast = Number.NaN;
  #riseNorth = Number.NaN;

  constructor({ fuel, slope }: FrontGround, fuels: readonly GroundFuel[], periods: readonly Period[], rateFactor: number) {
    this.#fuel = fuel;
    this.#slope = slope;
    this.#winds = periods.map(({ weather }) => windVector(weather.windSpeedMetresPerSecond, weather.windFromDegrees));
    this.#still = periods.map(({ weather }) => fuels.map((fuelOf) => rateFactor * stillRateOf(fuelOf, weather)));
  }

  from(cell: number, period: number): void {
    this.#period = period;
    this.#first = cell;
  }

  to(cell: number): void {
    this.#last = cell;
    this.beside(this.#first);
  }

  beside(cell: number): void {
    const still = this.#still[this.#period] as readonly number[];
    const minutesOf = (of: number): number => 1 / (still[this.#fuel[of] as number] as number);
    this.#level = 0.5 * minutesOf(this.#last) + 0.25 * (minutesOf(this.#first) + minutesOf(cell));
    if (this.#slope === null) return;
    this.#riseEast = mean(this.#slope.east, this.#first, cell, this.#last);
    this.#riseNorth = mean(this.#slope.north, this.#first, cell, this.#last);
  }

  minutes(east: number, north: number): number {
    const squared = east * east + north * north;
    const length = Math.sqrt(squared);
    const wind = this.#winds[this.#period] as Vector;
    const flat = (this.#level * length) / windFactorOf((wind.east * east + wind.north * north) / length);
    if (this.#slope === null) return flat;
    const rise = this.#riseEast * east + this.#riseNorth * north;
    return (flat * stretch(rise, squared)) / slopeFactorOf(rise / length);
  }

  crossing(later: number, nEast: number, nNorth: number, wEast: number, wNorth: number, along: number): number {
    const costAt = (share: number): number =>
      share * later + this.minutes(nEast + (along - share) * wEast, nNorth + (along - share) * wNorth);
    let [best, least] = [Number.NaN, Number.POSITIVE_INFINITY];
    for (const share of TRIED_SHARES) {
      const cost = costAt(share);
      if (cost < least) [best, least] = [share, cost];
    }
    // A parabola through the best and its neighbours.
    const [before, after] = [costAt(best - 0.25), costAt(best + 0.25)];
    const bend = before - 2 * least + after;
    return bend > 0 ? Math.min(Math.max(best + (0.125 * (before - after)) / bend, best - 0.25), best + 0.25) : best;
  }

  /** s + s″ of s(θ) = exp(−k v cos θ), slopes left out. Where the rate is not convex (against a strong wind) the front is straight. */
  bend(east: number, north: number): number {
    const length = Math.sqrt(east * east + north * north);
    const wind = this.#winds[this.#period] as Vector;
    const along = (WIND_COEFFICIENT * (wind.east * east + wind.north * north)) / length;
    const across = (WIND_COEFFICIENT * (wind.east * north - wind.north * east)) / length;
    return (this.minutes(east, north) / length) * Math.max(1 + along + across * across, 0);
  }

  heatOf(): number {
    return Number.NaN;
  }
}
