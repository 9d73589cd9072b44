// How long a front takes over a short way between cells, by either model of the rate of spread.
//
// Rothermel with Anderson's ellipse about its focus, R(θ) = R (1 − e)/(1 − e cos θ), takes t = (|v| − e h·v) / (R (1 − e)) along a vector v with the heading h:
// a length and a drift. No angle is needed, and where a front that is straight between two cells reaches a third one first has a closed form. Wang's rate has
// no such form (and is not convex in strong wind: fires that zigzag are faster, which the search over the ways finds).
import { eccentricityOf, lengthToWidthOf } from '../ellipse.ts';
import { slopeFactorOf, windFactorOf } from '../wang.ts';
import type { Gradient } from './ground.ts';
import { type BedInWind, bedInWind, type GroundFuel, type Period, type SpreadModel, stillRateOf, windVector } from './weather.ts';

/**
 * A way that begins between the middles of the cells `a` and `b` (the same cell: in its middle) and ends in the middle of `to`; half of it lies in `to`, a
 * quarter in `a` and in `b`. Vectors in metres.
 */
export interface Travel {
  /** Must be called for each of the cells before the others are asked about a period. */
  prepare(cell: number, period: number): void;
  /** Minutes along a vector in the prepared period; infinity: it does not burn. */
  minutes(a: number, b: number, to: number, east: number, north: number): number;
  /**
   * A front goes from `a` to `b`, which lie along the unit vector w, and reaches b `later` minutes a metre after a; the cell `to` lies at n (1 cell) + `along`
   * cells of w from a. The quickest way there begins at 0 < share < 1 from a to b.
   * @returns the share; NaN: from one of the ends, or never
   */
  crossing(a: number, b: number, to: number, later: number, n: Unit, w: Unit, along: number): number;
  /**
   * How much a front from one place is bent where it comes along a vector: the second derivative of its time across the vector, times the distance from the
   * place; minutes a metre.
   */
  bend(a: number, b: number, to: number, east: number, north: number): number;
  /** kJ/m² that the front releases; NaN: the model does not say. */
  heatOf(cell: number, period: number): number;
}

interface Unit {
  readonly east: number;
  readonly north: number;
}

/** The ground as the travel reads it: cells of any order. */
interface TravelGround {
  readonly fuel: Uint8Array;
  readonly slope: Gradient | null;
}

/** The way over a slope is longer than on the map: by its rise along the way. */
function stretch(slope: Gradient, a: number, b: number, to: number, east: number, north: number): number {
  const riseEast = 0.5 * (slope.east[to] as number) + 0.25 * ((slope.east[a] as number) + (slope.east[b] as number));
  const riseNorth = 0.5 * (slope.north[to] as number) + 0.25 * ((slope.north[a] as number) + (slope.north[b] as number));
  const rise = riseEast * east + riseNorth * north;
  return Math.sqrt(1 + (rise * rise) / (east * east + north * north));
}

export const TRAVELS: Readonly<
  Record<SpreadModel, (ground: TravelGround, fuels: readonly GroundFuel[], periods: readonly Period[]) => Travel>
> = {
  rothermel: (ground, fuels, periods) => new EllipseTravel(ground, fuels, periods),
  wang: (ground, fuels, periods) => new WangTravel(ground, fuels, periods),
};

class EllipseTravel implements Travel {
  readonly #ground: TravelGround;
  readonly #beds: readonly (readonly BedInWind[])[];
  /** Of each cell in the period it was last prepared for: minutes a metre of way, and the drift to be taken off. */
  readonly #length: Float32Array;
  readonly #driftEast: Float32Array;
  readonly #driftNorth: Float32Array;
  readonly #period: Int16Array;

  constructor(ground: TravelGround, fuels: readonly GroundFuel[], periods: readonly Period[]) {
    const cells = ground.fuel.length;
    this.#ground = ground;
    this.#beds = periods.map(({ weather }) => fuels.map((fuel) => bedInWind(fuel, weather)));
    this.#length = new Float32Array(cells);
    this.#driftEast = new Float32Array(cells);
    this.#driftNorth = new Float32Array(cells);
    this.#period = new Int16Array(cells).fill(-1);
  }

  prepare(cell: number, period: number): void {
    if (this.#period[cell] === period) return;
    this.#period[cell] = period;
    const { bed, windFactorEast, windFactorNorth } = this.#bedOf(cell, period);
    const { slope } = this.#ground;
    // As `headFireOf`, without the angles.
    let factorEast = windFactorEast;
    let factorNorth = windFactorNorth;
    if (slope !== null) {
      const east = slope.east[cell] as number;
      const north = slope.north[cell] as number;
      const slopeFactor = bed.slopeCoefficient * Math.sqrt(east * east + north * north);
      factorEast += slopeFactor * east;
      factorNorth += slopeFactor * north;
    }
    const factor = Math.sqrt(factorEast * factorEast + factorNorth * factorNorth);
    const rate = bed.noWindRateMetresPerMinute * (1 + factor);
    if (rate === 0 || factor === 0) {
      this.#length[cell] = 1 / rate;
      this.#driftEast[cell] = 0;
      this.#driftNorth[cell] = 0;
      return;
    }
    const effectiveWind = (factor / bed.windCoefficient) ** (1 / bed.windExponent);
    const eccentricity = eccentricityOf(lengthToWidthOf(effectiveWind));
    const length = 1 / (rate * (1 - eccentricity));
    this.#length[cell] = length;
    this.#driftEast[cell] = (length * eccentricity * factorEast) / factor;
    this.#driftNorth[cell] = (length * eccentricity * factorNorth) / factor;
  }

  minutes(a: number, b: number, to: number, east: number, north: number): number {
    const flat =
      mean(this.#length, a, b, to) * Math.sqrt(east * east + north * north) -
      mean(this.#driftEast, a, b, to) * east -
      mean(this.#driftNorth, a, b, to) * north;
    const { slope } = this.#ground;
    return slope === null ? flat : flat * stretch(slope, a, b, to, east, north);
  }

  crossing(a: number, b: number, to: number, later: number, _n: Unit, w: Unit, along: number): number {
    const drift = mean(this.#driftEast, a, b, to) * w.east + mean(this.#driftNorth, a, b, to) * w.north;
    // Where the sum of the front's delay, the length and the drift is least: sine of the angle between the way and n.
    const sine = (later + drift) / mean(this.#length, a, b, to);
    const share = along - sine / Math.sqrt(1 - sine * sine);
    return share > 0 && share < 1 ? share : Number.NaN;
  }

  /** The drift is straight: only the length is bent, the same in all directions. */
  bend(a: number, b: number, to: number): number {
    return mean(this.#length, a, b, to);
  }

  heatOf(cell: number, period: number): number {
    return this.#bedOf(cell, period).bed.heatPerUnitAreaKilojoulesPerSquareMetre;
  }

  #bedOf(cell: number, period: number): BedInWind {
    return (this.#beds[period] as readonly BedInWind[])[this.#ground.fuel[cell] as number] as BedInWind;
  }
}

const mean = (values: Float32Array, a: number, b: number, to: number): number =>
  0.5 * (values[to] as number) + 0.25 * ((values[a] as number) + (values[b] as number));

/** k of Kw = exp(k v). */
const WIND_COEFFICIENT = Math.log(windFactorOf(1));
/** Beginnings of ways that are tried between two cells, for want of a closed form. */
const TRIED_SHARES = [0.25, 0.5, 0.75] as const;

class WangTravel implements Travel {
  readonly #ground: TravelGround;
  readonly #winds: readonly Unit[];
  readonly #still: readonly (readonly number[])[];
  #current = 0;

  constructor(ground: TravelGround, fuels: readonly GroundFuel[], periods: readonly Period[]) {
    this.#ground = ground;
    this.#winds = periods.map(({ weather }) => windVector(weather.windSpeedMetresPerSecond, weather.windFromDegrees));
    this.#still = periods.map(({ weather }) => fuels.map((fuel) => stillRateOf(fuel, weather)));
  }

  prepare(_cell: number, period: number): void {
    this.#current = period;
  }

  minutes(a: number, b: number, to: number, east: number, north: number): number {
    const length = Math.sqrt(east * east + north * north);
    const wind = this.#winds[this.#current] as Unit;
    const still = this.#still[this.#current] as readonly number[];
    const { fuel, slope } = this.#ground;
    const minutesOf = (cell: number): number => 1 / (still[fuel[cell] as number] as number);
    const level = 0.5 * minutesOf(to) + 0.25 * (minutesOf(a) + minutesOf(b));
    const flat = (level * length) / windFactorOf((wind.east * east + wind.north * north) / length);
    if (slope === null) return flat;
    const rise = mean(slope.east, a, b, to) * east + mean(slope.north, a, b, to) * north;
    return (flat * stretch(slope, a, b, to, east, north)) / slopeFactorOf(rise / length);
  }

  crossing(a: number, b: number, to: number, later: number, n: Unit, w: Unit, along: number): number {
    const costAt = (share: number): number =>
      share * later + this.minutes(a, b, to, n.east + (along - share) * w.east, n.north + (along - share) * w.north);
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
  bend(a: number, b: number, to: number, east: number, north: number): number {
    const length = Math.sqrt(east * east + north * north);
    const wind = this.#winds[this.#current] as Unit;
    const along = (WIND_COEFFICIENT * (wind.east * east + wind.north * north)) / length;
    const across = (WIND_COEFFICIENT * (wind.east * north - wind.north * east)) / length;
    return (this.minutes(a, b, to, east, north) / length) * Math.max(1 + along + across * across, 0);
  }

  heatOf(): number {
    return Number.NaN;
  }
}
