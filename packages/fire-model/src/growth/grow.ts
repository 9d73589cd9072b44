// When a fire reaches each cell: the minimum travel time from the ignition (M. A. Finney, Fire growth using minimum travel time methods,
// Canadian Journal of Forest Research 32, 2002), with paths in every direction.
//
// Finney searches the paths over straight links to some dozens of cells around. With a fixed set of directions a fire in a wind that blows
// between two of them is late: with 32 neighbours and an ellipse twice as long as wide by up to 10 % at the head. Here a cell is reached
// from any point between two neighbours instead (the ordered upwind methods of J. A. Sethian and A. Vladimirsky, PNAS 98, 2001): eight
// neighbours are enough, paths have all directions, and finer cells converge. Two things are added:
// - A front from a place is round, not straight: between two cells ignited from the same place it is ahead of the line that joins them by A
// λ (1 − λ) s² / 2ρ (A the minutes a metre by length, s the width of a cell across the path, ρ the distance from the place). Without this a
// circle is late by about a cell in the first hundred.
// - With wind the fire may reach a cell before it has reached the neighbour that it passes. Therefore a cell that is reached earlier than
// previously computed is processed again; in most such cells nothing changes.

import { ok, type Result, refuse } from '@lookout/domain';
import { FrontQueue } from '../bucket-queue.ts';
import { firelineIntensityOf } from '../intensity.ts';
import { compass } from '../units.ts';
import { Cells, cellAtNumber, DISTANCE, DRIFT_EAST, DRIFT_NORTH, LENGTH, NUMBERS, PERIOD, SLOPE_EAST, SLOPE_NORTH, WAYS } from './cells.ts';
import {
  ALONG,
  BEND,
  EAST,
  FRONT_TIMES,
  type FrontTime,
  N_EAST,
  N_NORTH,
  NORTH,
  SHARE,
  stretch,
  W_EAST,
  W_NORTH,
  WAY_EAST,
  WAY_NORTH,
  WAY_NUMBERS,
} from './front-time.ts';
import type { CellGrid } from './ground.ts';
import { cellsOf } from './ignition.ts';
import { CANCELLED, checkedRequest, type GrowthRefusal, type GrowthRequest, NOTHING_IS_LIT } from './request.ts';
import { fuelBurns, type Period, periodsOf } from './weather.ts';

/** Number of buckets of the queue, over the hours of a run. */
const BUCKETS = 2 ** 15 - 1;

/** A model's arrival times, never an observation. */
export interface Growth {
  readonly grid: CellGrid;
  /** Minutes from the beginning; infinity: not within the hours. */
  readonly arrivalMinutes: Float32Array;
  readonly limitMinutes: number;
  /** The front at each cell, if requested. */
  readonly front: Front | null;
  readonly cellsReached: number;
  /** Indexes of the ignitions that ignited nothing. */
  readonly unlit: readonly number[];
}

/** The front at each cell at its arrival; NaN where the fire did not arrive or was ignited. */
export interface Front {
  /** m/min. */
  readonly rateMetresPerMinute: Float32Array;
  /** The direction of spread, degrees clockwise from north. */
  readonly headingDegrees: Float32Array;
  /** Byram's intensity; NaN for models that do not give heat. */
  readonly intensityKilowattsPerMetre: Float32Array;
}

export interface GrowthOptions {
  /** Whether to return rate, heading and intensity of the front too: 12 bytes a cell more. */
  readonly withFront?: boolean;
  /** An AbortSignal, or a flag in memory shared with a worker. */
  readonly signal?: { readonly aborted: boolean };
  /** Receives the share of the hours that is done. */
  readonly onProgress?: (share: number) => void;
}

/** Number of cells between two checks of the signal and progress reports: a millisecond or two. */
const CELLS_PER_LOOK = 1_024;
/** A cell is processed again when it is reached earlier by more than this. */
const TOLERANCE_MINUTES = 5e-4;

/** @returns refused: an invalid request, a request that ignites nothing, or a cancelled run */
export function grow(request: GrowthRequest, options: GrowthOptions = {}): Result<Growth, GrowthRefusal> {
  const checked = checkedRequest(request);
  if (!checked.ok) return checked;
  const spreading = new Spreading(request, options);
  try {
    return spreading.run();
  } finally {
    spreading.end();
  }
}

/** One run. */
class Spreading {
  readonly #request: GrowthRequest;
  readonly #options: GrowthOptions;
  readonly #limit: number;
  readonly #cellMetres: number;
  readonly #cells: Cells;
  readonly #waiting: FrontQueue;
  readonly #time: FrontTime;
  readonly #periods: readonly Period[];
  readonly #around = new Int32Array(WAYS.length);
  readonly #way = new Float64Array(WAY_NUMBERS);
  readonly #front: { readonly rate: Float32Array; readonly east: Float32Array; readonly north: Float32Array } | null;

  constructor(request: GrowthRequest, options: GrowthOptions) {
    const { ground, fuels, model, weather, beginMs, hours, burnt, rateFactor = 1 } = request;
    this.#request = request;
    this.#options = options;
    this.#limit = hours * 60;
    this.#cellMetres = ground.cellMetres;
    this.#cells = new Cells(
      ground,
      fuels.map((fuel) => fuelBurns(fuel, model)),
      burnt,
    );
    this.#waiting = new FrontQueue(this.#limit, this.#limit / BUCKETS);
    this.#periods = periodsOf(weather, beginMs);
    this.#time = FRONT_TIMES[model](this.#cells, fuels, this.#periods, rateFactor);
    const layer = (): Float32Array => new Float32Array(ground.columns * ground.rows).fill(Number.NaN);
    this.#front = options.withFront === true ? { rate: layer(), east: layer(), north: layer() } : null;
  }

  run(): Result<Growth, GrowthRefusal> {
    const unlit = this.#light();
    if (unlit.length === this.#request.ignitions.length) return refuse(NOTHING_IS_LIT);
    let period = 0;
    for (let count = 1; ; count++) {
      const cell = this.#waiting.take();
      if (cell < 0) break;
      const at = this.#cells.numbers[NUMBERS * cell] as number;
      // The cell has been reached earlier since, and is already processed.
      if (this.#waiting.time() !== at) continue;
      if (count % CELLS_PER_LOOK === 0) {
        if (this.#options.signal?.aborted === true) return refuse(CANCELLED);
        this.#options.onProgress?.(at / this.#limit);
      }
      period = this.#periodAt(at, period);
      this.#spreadFrom(cell, period);
    }
    this.#options.onProgress?.(1);
    return ok(this.#growth(unlit));
  }

  /** The object must not be used afterwards. */
  end(): void {
    this.#cells.release();
  }

  /** @returns indexes of the ignitions that ignite nothing */
  #light(): number[] {
    const { ground, ignitions } = this.#request;
    const ignited: number[] = [];
    const unlit: number[] = [];
    for (const [index, ignition] of ignitions.entries()) {
      const cells = cellsOf(ground, ignition).filter((cell) => !this.#cells.isSuppressed(cell));
      if (cells.length === 0) unlit.push(index);
      for (const plain of cells) {
        const cell = this.#cells.of(plain);
        // NaN: burnt ground, which burns all the same where it is ignited.
        if (ignition.atMinutes >= (this.#cells.numbers[NUMBERS * cell] as number)) continue;
        this.#cells.numbers[NUMBERS * cell] = ignition.atMinutes;
        this.#cells.origin[cell] = cell;
        ignited.push(cell);
      }
    }
    for (const cell of ignited) this.#waiting.put(cell, this.#cells.numbers[NUMBERS * cell] as number);
    return unlit;
  }

  #periodAt(minutes: number, from: number): number {
    let period = from;
    while (period > 0 && minutes < (this.#periods[period] as Period).beginsMinutes) period -= 1;
    while (minutes >= (this.#periods[period] as Period).endsMinutes) period += 1;
    return period;
  }

  #spreadFrom(cell: number, period: number): void {
    const around = this.#around;
    this.#cells.around(cell, around);
    const { numbers, origin } = this.#cells;
    const time = this.#time;
    const way = this.#way;
    const cellMetres = this.#cellMetres;
    const at = NUMBERS * cell;
    const here = numbers[at] as number;
    const { beginsMinutes, endsMinutes } = this.#periods[period] as Period;
    time.in(period);
    const { quickest } = time;
    const mark = period + 1;
    const perCell = 1 / cellMetres;
    if (numbers[at + PERIOD] !== mark) time.prepare(cell, period);
    // A quarter of a path is in each of the two cells between which it begins, and half in the cell where it ends.
    const length = 0.25 * (numbers[at + LENGTH] as number);
    const driftEast = 0.25 * (numbers[at + DRIFT_EAST] as number);
    const driftNorth = 0.25 * (numbers[at + DRIFT_NORTH] as number);
    const slopeEast = 0.25 * (numbers[at + SLOPE_EAST] as number);
    const slopeNorth = 0.25 * (numbers[at + SLOPE_NORTH] as number);
    for (let index = 0; index < 8; index++) {
      const to = around[index] as number;
      const known = numbers[to] as number;
      // The cell does not burn.
      if (Number.isNaN(known)) continue;
      const isDiagonal = (index & 1) === 1;
      const turn = isDiagonal ? 1 : 2;
      const one = around[(index - turn) & 7] as number;
      const other = around[(index + turn) & 7] as number;
      const oneAt = numbers[one] as number;
      const otherAt = numbers[other] as number;
      // The fire may pass one blocked corner, but not between two: a barrier of cells that touch by their corners has no gap.
      if (isDiagonal && Number.isNaN(oneAt) && Number.isNaN(otherAt)) continue;
      // The front has passed the neighbour already: an earlier path can only begin at a cell reached before it, where wind carries the fire
      // past.
      const isPassed = here >= known;
      if (isPassed && !(oneAt < known) && !(otherAt < known)) continue;
      if (numbers[to + PERIOD] !== mark) time.prepare(cellAtNumber(to), period);
      const mostLength = length + 0.5 * (numbers[to + LENGTH] as number);
      const mostDriftEast = driftEast + 0.5 * (numbers[to + DRIFT_EAST] as number);
      const mostDriftNorth = driftNorth + 0.5 * (numbers[to + DRIFT_NORTH] as number);
      const mostSlopeEast = slopeEast + 0.5 * (numbers[to + SLOPE_EAST] as number);
      const mostSlopeNorth = slopeNorth + 0.5 * (numbers[to + SLOPE_NORTH] as number);
      // The best of the paths (no lists in this loop: they would be allocated each time).
      let best = known - TOLERANCE_MINUTES;
      let bestFrom = here;
      let bestShare = 0;
      let bestBeside = -1;
      let bestEast = 0;
      let bestNorth = 0;
      if (!isPassed) {
        const east = WAY_EAST[index] as number;
        const north = WAY_NORTH[index] as number;
        let minutes: number;
        if (quickest === null) {
          const rise = (mostSlopeEast + slopeEast) * east + (mostSlopeNorth + slopeNorth) * north;
          minutes =
            ((mostLength + length) * (isDiagonal ? Math.SQRT2 : 1) -
              (mostDriftEast + driftEast) * east -
              (mostDriftNorth + driftNorth) * north) *
            stretch(isDiagonal ? rise * Math.SQRT1_2 : rise);
        } else minutes = time.minutes(at, at, to, east, north);
        let reached = here + cellMetres * minutes;
        if (!(reached <= endsMinutes) && endsMinutes < best) reached = this.#overEdges(at, at, to, east, north, here, period);
        if (reached < best) {
          best = reached;
          bestBeside = at;
          bestEast = east;
          bestNorth = north;
        }
      }
      // Paths from between the cell and either of the two adjacent to both.
      let beside = one;
      let there = oneAt;
      for (let triangle = 2 * index; triangle < 2 * index + 2; triangle++, beside = other, there = otherAt) {
        // Also skips infinity: not reached yet, or never.
        if (!(there < known || (!isPassed && there < Number.POSITIVE_INFINITY))) continue;
        if (numbers[beside + PERIOD] !== mark) time.prepare(cellAtNumber(beside), period);
        const later = (there - here) * perCell;
        let minutes: number;
        let share: number;
        let east: number;
        let north: number;
        let bend: number;
        if (quickest === null) {
          const wEast = W_EAST[triangle] as number;
          const wNorth = W_NORTH[triangle] as number;
          const wayLength = mostLength + 0.25 * (numbers[beside + LENGTH] as number);
          const wayDriftEast = mostDriftEast + 0.25 * (numbers[beside + DRIFT_EAST] as number);
          const wayDriftNorth = mostDriftNorth + 0.25 * (numbers[beside + DRIFT_NORTH] as number);
          // The minimum of the sum of the front's delay, the length and the drift: sine and cosine of the angle between the path and n,
          // times the length.
          const sine = later + wayDriftEast * wEast + wayDriftNorth * wNorth;
          const sineSquared = sine * sine;
          const cosineSquared = wayLength * wayLength - sineSquared;
          // Beyond 45° the path begins outside the two cells.
          if (!(sineSquared < cosineSquared) || (isDiagonal ? sine <= 0 : sine >= 0)) continue;
          const perCosine = 1 / Math.sqrt(cosineSquared);
          const tangent = sine * perCosine;
          share = (ALONG[triangle] as number) - tangent;
          if (!(share > 0 && share < 1)) continue;
          east = (N_EAST[triangle] as number) + tangent * wEast;
          north = (N_NORTH[triangle] as number) + tangent * wNorth;
          const cells = wayLength * perCosine;
          const perCellOfWay = 1 / cells;
          // The drift is linear: only the length is curved, equally in all directions.
          bend = wayLength * perCellOfWay * perCellOfWay;
          const rise =
            (mostSlopeEast + 0.25 * (numbers[beside + SLOPE_EAST] as number)) * east +
            (mostSlopeNorth + 0.25 * (numbers[beside + SLOPE_NORTH] as number)) * north;
          minutes = (wayLength * cells - wayDriftEast * east - wayDriftNorth * north) * stretch(rise * perCellOfWay);
        } else {
          minutes = quickest(way, at, beside, to, triangle, later);
          if (Number.isNaN(minutes)) continue;
          share = way[SHARE] as number;
          east = way[EAST] as number;
          north = way[NORTH] as number;
          bend = way[BEND] as number;
        }
        let from = here + share * (there - here);
        if (origin[cell] === origin[cellAtNumber(beside)]) {
          const distance = (1 - share) * (numbers[at + DISTANCE] as number) + share * (numbers[beside + DISTANCE] as number);
          from -= (bend * cellMetres * share * (1 - share)) / (2 * distance);
        }
        let reached = from + cellMetres * minutes;
        if ((!(reached <= endsMinutes) && endsMinutes < best) || from < beginsMinutes)
          reached = this.#overEdges(at, beside, to, east, north, from, period);
        if (!(reached < best)) continue;
        best = reached;
        bestFrom = from;
        bestShare = share;
        bestBeside = beside;
        bestEast = east;
        bestNorth = north;
      }
      if (bestBeside !== -1 && best <= this.#limit) this.#reach(at, bestBeside, bestShare, to, bestEast, bestNorth, bestFrom, best);
    }
  }

  /** Stores an earlier path to a cell: from a place between two others, at a time, along a vector in cells. */
  #reach(a: number, b: number, share: number, to: number, east: number, north: number, from: number, at: number): void {
    const { numbers, origin } = this.#cells;
    const length = Math.sqrt(east * east + north * north);
    const cell = cellAtNumber(to);
    numbers[to] = at;
    origin[cell] = origin[cellAtNumber(a)] as number;
    numbers[to + DISTANCE] = (1 - share) * (numbers[a + DISTANCE] as number) + share * (numbers[b + DISTANCE] as number) + length;
    this.#waiting.put(cell, at);
    if (this.#front === null) return;
    const plain = this.#cells.plainOf(cell);
    this.#front.rate[plain] = (length * this.#cellMetres) / (at - from);
    this.#front.east[plain] = east;
    this.#front.north[plain] = north;
  }

  /** The weather changes while the front is under way: the rest of the path is travelled at the new rate. */
  #overEdges(a: number, b: number, to: number, east: number, north: number, from: number, prepared: number): number {
    const time = this.#time;
    let [at, left] = [from, 1];
    for (let period = this.#periodAt(from, prepared); at <= this.#limit; period++) {
      const { endsMinutes } = this.#periods[period] as Period;
      this.#take(a, b, to, period);
      const minutes = left * this.#cellMetres * time.minutes(a, b, to, east, north);
      if (at + minutes <= endsMinutes || endsMinutes === Number.POSITIVE_INFINITY) {
        at += minutes;
        break;
      }
      left *= 1 - (endsMinutes - at) / minutes;
      at = endsMinutes;
    }
    this.#take(a, b, to, prepared);
    return at;
  }

  #take(a: number, b: number, to: number, period: number): void {
    this.#prepare(a, period);
    this.#prepare(b, period);
    this.#prepare(to, period);
    this.#time.in(period);
  }

  #prepare(at: number, period: number): void {
    if (this.#cells.numbers[at + PERIOD] !== period + 1) this.#time.prepare(cellAtNumber(at), period);
  }

  #growth(unlit: readonly number[]): Growth {
    const { columns, rows, cellMetres, westMetres, northMetres } = this.#request.ground;
    const { arrivalMinutes, cellsReached } = this.#cells.arrivals();
    return {
      grid: { columns, rows, cellMetres, westMetres, northMetres },
      arrivalMinutes,
      limitMinutes: this.#limit,
      front: this.#frontOf(arrivalMinutes),
      cellsReached,
      unlit,
    };
  }

  #frontOf(arrivalMinutes: Float32Array): Front | null {
    if (this.#front === null) return null;
    const { rate: rateMetresPerMinute, east: eastwards, north } = this.#front;
    return {
      rateMetresPerMinute,
      headingDegrees: eastwards.map((east, cell) => compass((Math.atan2(east, north[cell] as number) * 180) / Math.PI)),
      intensityKilowattsPerMetre: rateMetresPerMinute.map((rate, cell) => {
        if (Number.isNaN(rate)) return Number.NaN;
        const heatPerUnitAreaKilojoulesPerSquareMetre = this.#time.heatOf(
          this.#cells.of(cell),
          this.#periodAt(arrivalMinutes[cell] as number, 0),
        );
        return firelineIntensityOf({ heatPerUnitAreaKilojoulesPerSquareMetre }, rate);
      }),
    };
  }
}
