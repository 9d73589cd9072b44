// When a fire comes to each cell: the least travel time from where it was lit (M. A. Finney, Fire growth using minimum travel time methods, Canadian Journal
// of Forest Research 32, 2002), with ways in every direction.
//
// Finney searches the ways over straight links to some dozens of cells around. With a fixed set of directions a fire in a wind that blows between two of them is
// late: with 32 neighbours and an ellipse twice as long as wide by up to 10 % at the head. Here a cell is reached from any place between two neighbours
// instead (the ordered upwind methods of J. A. Sethian and A. Vladimirsky, PNAS 98, 2001): eight neighbours are enough, ways have all directions, and finer
// cells converge. Two things are added:
// - A front from a place is round, not straight: between two cells lit from the same place it is before the line that joins them by A λ (1 − λ) s² / 2ρ (A the
//   minutes a metre by length, s the width of a cell across the way, ρ the distance from there). Without it a circle is late by about a cell in the first hundred.
// - With wind the fire may come to a cell before it has come to the neighbour it comes past. So a cell that is reached earlier than was thought is looked at
//   once more; in most there is nothing to change.

import { ok, type Result, refuse } from '@lookout/domain';
import { type BucketQueue, createBucketQueue } from '../bucket-queue.ts';
import { firelineIntensityOf } from '../intensity.ts';
import { compass } from '../units.ts';
import { FRONT_TIMES, type FrontTime } from './front-time.ts';
import type { CellGrid, Gradient } from './ground.ts';
import { cellsOf } from './ignition.ts';
import { CANCELLED, checkedRequest, type GrowthRefusal, type GrowthRequest, NOTHING_IS_LIT } from './request.ts';
import { fuelBurns, type Period, periodsOf } from './weather.ts';

/** Of the queue, over the hours of a run. */
const BUCKETS = 2 ** 15 - 1;

/** A model's word of when the fire comes, never an observation. */
export interface Growth {
  readonly grid: CellGrid;
  /** From the beginning; infinity: not within the hours. */
  readonly arrivalMinutes: Float32Array;
  readonly limitMinutes: number;
  /** How the front came, where it was asked for. */
  readonly front: Front | null;
  readonly cellsReached: number;
  /** Indexes of the ignitions that lit nothing. */
  readonly unlit: readonly number[];
}

/** Of the front at each cell when it came; NaN where it did not come or was lit. */
export interface Front {
  /** m/min. */
  readonly rateMetresPerMinute: Float32Array;
  /** Where it ran to, degrees clockwise from north. */
  readonly headingDegrees: Float32Array;
  /** Byram's; NaN for models that say nothing of heat. */
  readonly intensityKilowattsPerMetre: Float32Array;
}

export interface GrowthOptions {
  /** Also rate, heading and intensity of the front: 12 bytes a cell more. */
  readonly withFront?: boolean;
  /** An AbortSignal, or a flag in memory that is shared with a worker. */
  readonly signal?: { readonly aborted: boolean };
  /** The share of the hours that is done. */
  readonly onProgress?: (share: number) => void;
}

/** The signal is looked at and progress told every so many cells: some milliseconds. */
const CELLS_PER_LOOK = 8_192;
/** A cell is looked at again when it is reached earlier by more than this. */
const TOLERANCE_MINUTES = 5e-4;

/** The eight neighbours, counterclockwise from the east. */
const WAYS = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
].map(([east, north]) => ({ east: east as number, north: north as number }));

/**
 * A cell that is looked at, the neighbour `to` that may be reached (8), and one beside both (2) between which a way may begin: the line between the two lies one
 * cell from `to` in the direction n, and `to` is `along` cells of w further. In flat arrays: the innermost loop reads them.
 */
const TRIANGLES = WAYS.flatMap((way, index) => {
  const isStraight = index % 2 === 0;
  return (isStraight ? [-2, 2] : [-1, 1]).map((turn) => {
    const w = WAYS[(index + turn + WAYS.length) % WAYS.length] as (typeof WAYS)[number];
    return { w, n: isStraight ? way : { east: way.east - w.east, north: way.north - w.north }, along: isStraight ? 0 : 1 };
  });
});
const W_EAST = Int8Array.from(TRIANGLES, ({ w }) => w.east);
const W_NORTH = Int8Array.from(TRIANGLES, ({ w }) => w.north);
const N_EAST = Int8Array.from(TRIANGLES, ({ n }) => n.east);
const N_NORTH = Int8Array.from(TRIANGLES, ({ n }) => n.north);
const WAY_EAST = Int8Array.from(WAYS, ({ east }) => east);
const WAY_NORTH = Int8Array.from(WAYS, ({ north }) => north);

/** @returns refused: what is wrong with the request, that nothing was lit, or that it was cancelled */
export function grow(request: GrowthRequest, options: GrowthOptions = {}): Result<Growth, GrowthRefusal> {
  const checked = checkedRequest(request);
  return checked.ok ? new Spreading(request, options).run() : checked;
}

/** One run. All layers have a rim of cells that do not burn, so that no neighbour is outside. */
class Spreading {
  readonly #request: GrowthRequest;
  readonly #options: GrowthOptions;
  readonly #limit: number;
  /** Cells in a row, with the rim. */
  readonly #width: number;
  readonly #cellMetres: number;
  readonly #burns: Uint8Array;
  /** By a barrier or its fuel, for cells without the rim. */
  readonly #isHeld: (cell: number) => boolean;
  readonly #arrival: Float32Array;
  /** Cells of way since the place it was lit, and which. */
  readonly #distance: Float32Array;
  readonly #origin: Int32Array;
  readonly #waiting: BucketQueue;
  readonly #time: FrontTime;
  readonly #periods: readonly Period[];
  readonly #slope: Gradient | null;
  readonly #fuel: Uint8Array;
  readonly #front: { readonly rate: Float32Array; readonly east: Float32Array; readonly north: Float32Array } | null;

  constructor(request: GrowthRequest, options: GrowthOptions) {
    const { ground, fuels, model, weather, beginMs, hours, burnt, rateFactor = 1 } = request;
    this.#request = request;
    this.#options = options;
    this.#limit = hours * 60;
    this.#width = ground.columns + 2;
    this.#cellMetres = ground.cellMetres;
    const cells = this.#width * (ground.rows + 2);
    this.#fuel = this.#rimmed(ground.fuel, new Uint8Array(cells));
    this.#slope = ground.slope && {
      east: this.#rimmed(ground.slope.east, new Float32Array(cells)),
      north: this.#rimmed(ground.slope.north, new Float32Array(cells)),
    };
    const burnsBy = fuels.map((fuel) => fuelBurns(fuel, model));
    const isHeld = (cell: number): boolean => (ground.barrier?.[cell] ?? 0) !== 0 || !burnsBy[ground.fuel[cell] as number];
    this.#burns = new Uint8Array(cells);
    for (let row = 0, cell = 0; row < ground.rows; row++)
      for (let at = (row + 1) * this.#width + 1; at < (row + 2) * this.#width - 1; at++, cell++)
        if (!isHeld(cell) && (burnt === null || burnt[cell] === 0)) this.#burns[at] = 1;
    this.#arrival = new Float32Array(cells).fill(Number.POSITIVE_INFINITY);
    this.#distance = new Float32Array(cells);
    this.#origin = new Int32Array(cells);
    this.#waiting = createBucketQueue(cells, this.#limit, this.#limit / BUCKETS);
    this.#periods = periodsOf(weather, beginMs);
    this.#time = FRONT_TIMES[model]({ fuel: this.#fuel, slope: this.#slope }, fuels, this.#periods, rateFactor);
    const layer = (): Float32Array => new Float32Array(cells).fill(Number.NaN);
    this.#front = options.withFront === true ? { rate: layer(), east: layer(), north: layer() } : null;
    this.#isHeld = isHeld;
  }

  run(): Result<Growth, GrowthRefusal> {
    const unlit = this.#light();
    if (unlit.length === this.#request.ignitions.length) return refuse(NOTHING_IS_LIT);
    let period = 0;
    for (let count = 1; ; count++) {
      const cell = this.#waiting.take();
      if (cell < 0) break;
      if (count % CELLS_PER_LOOK === 0) {
        if (this.#options.signal?.aborted === true) return refuse(CANCELLED);
        this.#options.onProgress?.((this.#arrival[cell] as number) / this.#limit);
      }
      period = this.#periodAt(this.#arrival[cell] as number, period);
      this.#spreadFrom(cell, period);
    }
    this.#options.onProgress?.(1);
    return ok(this.#growth(unlit));
  }

  /** @returns indexes of the ignitions that light nothing */
  #light(): number[] {
    const { ground, ignitions } = this.#request;
    const lit: number[] = [];
    const unlit: number[] = [];
    for (const [index, ignition] of ignitions.entries()) {
      const cells = cellsOf(ground, ignition).filter((cell) => !this.#isHeld(cell));
      if (cells.length === 0) unlit.push(index);
      for (const plain of cells) {
        const cell = this.#rimmedCell(plain);
        if (ignition.atMinutes >= (this.#arrival[cell] as number)) continue;
        this.#burns[cell] = 1;
        this.#arrival[cell] = ignition.atMinutes;
        this.#origin[cell] = cell;
        lit.push(cell);
      }
    }
    for (const cell of lit) this.#waiting.put(cell, this.#arrival[cell] as number);
    return unlit;
  }

  #periodAt(minutes: number, from: number): number {
    let period = from;
    while (period > 0 && minutes < (this.#periods[period] as Period).beginsMinutes) period -= 1;
    while (minutes >= (this.#periods[period] as Period).endsMinutes) period += 1;
    return period;
  }

  #spreadFrom(cell: number, period: number): void {
    const arrival = this.#arrival;
    const burns = this.#burns;
    const time = this.#time;
    const width = this.#width;
    const cellMetres = this.#cellMetres;
    const here = arrival[cell] as number;
    const { beginsMinutes, endsMinutes } = this.#periods[period] as Period;
    time.from(cell, period);
    for (let index = 0; index < 8; index++) {
      const wayEast = WAY_EAST[index] as number;
      const wayNorth = WAY_NORTH[index] as number;
      const to = cell + wayEast - wayNorth * width;
      if (burns[to] === 0) continue;
      // Past one corner that holds the fire it may go, between two it may not: a barrier of cells that touch by their corners has no gap.
      if ((index & 1) === 1 && burns[cell + wayEast] === 0 && burns[cell - wayNorth * width] === 0) continue;
      time.to(to);
      let known = arrival[to] as number;
      // The best of the ways (no lists in this loop: they would be made anew each time).
      let best = known - TOLERANCE_MINUTES;
      let bestFrom = here;
      let bestShare = 0;
      let bestBeside = -1;
      let bestEast = 0;
      let bestNorth = 0;
      // From the cell itself (-1), then from between it and either of the two beside both.
      for (let side = -1; side < 2; side++) {
        let beside = cell;
        let share = 0;
        let from = here;
        let east = wayEast;
        let north = wayNorth;
        if (side === -1) {
          if (here >= known) continue;
        } else {
          const triangle = 2 * index + side;
          const wEast = W_EAST[triangle] as number;
          const wNorth = W_NORTH[triangle] as number;
          beside = cell + wEast - wNorth * width;
          const there = arrival[beside] as number;
          // Infinity as well: not reached yet, or never.
          if (!(there < known || (here < known && there < Number.POSITIVE_INFINITY))) continue;
          time.beside(beside);
          const nEast = N_EAST[triangle] as number;
          const nNorth = N_NORTH[triangle] as number;
          const along = index & 1;
          share = time.crossing((there - here) / cellMetres, nEast, nNorth, wEast, wNorth, along);
          if (!(share > 0 && share < 1)) continue;
          east = nEast + (along - share) * wEast;
          north = nNorth + (along - share) * wNorth;
          from += share * (there - here);
          if (this.#origin[cell] === this.#origin[beside]) {
            const distance = (1 - share) * (this.#distance[cell] as number) + share * (this.#distance[beside] as number);
            from -= (time.bend(east, north) * cellMetres * share * (1 - share)) / (2 * distance * (east * east + north * north));
          }
        }
        let at = from + time.minutes(east * cellMetres, north * cellMetres);
        if (!(at <= endsMinutes && from >= beginsMinutes)) at = this.#overEdges(cell, beside, to, east, north, from, period);
        if (!(at < best)) continue;
        known = at;
        best = at;
        bestFrom = from;
        bestShare = share;
        bestBeside = beside;
        bestEast = east;
        bestNorth = north;
      }
      if (bestBeside !== -1 && best <= this.#limit) this.#reach(cell, bestBeside, bestShare, to, bestEast, bestNorth, bestFrom, best);
    }
  }

  /** A way to a cell that is earlier than was known: from a place between two others, at a time, along a vector in cells. */
  #reach(a: number, b: number, share: number, to: number, east: number, north: number, from: number, at: number): void {
    const length = Math.sqrt(east * east + north * north);
    this.#arrival[to] = at;
    this.#origin[to] = this.#origin[a] as number;
    this.#distance[to] = (1 - share) * (this.#distance[a] as number) + share * (this.#distance[b] as number) + length;
    this.#waiting.put(to, at);
    if (this.#front === null) return;
    this.#front.rate[to] = (length * this.#cellMetres) / (at - from);
    this.#front.east[to] = east;
    this.#front.north[to] = north;
  }

  /** The weather changes while the front is under way: what is left of the way goes at the new rate. */
  #overEdges(a: number, b: number, to: number, east: number, north: number, from: number, prepared: number): number {
    const time = this.#time;
    const prepare = (period: number): void => {
      time.from(a, period);
      time.to(to);
      time.beside(b);
    };
    let [at, left] = [from, 1];
    for (let period = this.#periodAt(from, prepared); at <= this.#limit; period++) {
      const { endsMinutes } = this.#periods[period] as Period;
      prepare(period);
      const minutes = left * time.minutes(east * this.#cellMetres, north * this.#cellMetres);
      if (at + minutes <= endsMinutes || endsMinutes === Number.POSITIVE_INFINITY) {
        at += minutes;
        break;
      }
      left *= 1 - (endsMinutes - at) / minutes;
      at = endsMinutes;
    }
    prepare(prepared);
    return at;
  }

  #growth(unlit: readonly number[]): Growth {
    const { columns, rows, cellMetres, westMetres, northMetres } = this.#request.ground;
    const arrivalMinutes = this.#plain(this.#arrival);
    return {
      grid: { columns, rows, cellMetres, westMetres, northMetres },
      arrivalMinutes,
      limitMinutes: this.#limit,
      front: this.#frontOf(arrivalMinutes),
      cellsReached: countOfFinite(arrivalMinutes),
      unlit,
    };
  }

  #frontOf(arrivalMinutes: Float32Array): Front | null {
    if (this.#front === null) return null;
    const rateMetresPerMinute = this.#plain(this.#front.rate);
    const north = this.#plain(this.#front.north);
    return {
      rateMetresPerMinute,
      headingDegrees: this.#plain(this.#front.east).map((east, cell) => compass((Math.atan2(east, north[cell] as number) * 180) / Math.PI)),
      intensityKilowattsPerMetre: rateMetresPerMinute.map((rate, cell) => {
        if (Number.isNaN(rate)) return Number.NaN;
        const heatPerUnitAreaKilojoulesPerSquareMetre = this.#time.heatOf(
          this.#rimmedCell(cell),
          this.#periodAt(arrivalMinutes[cell] as number, 0),
        );
        return firelineIntensityOf({ heatPerUnitAreaKilojoulesPerSquareMetre }, rate);
      }),
    };
  }

  #rimmedCell(cell: number): number {
    const { columns } = this.#request.ground;
    return (Math.floor(cell / columns) + 1) * this.#width + (cell % columns) + 1;
  }

  #rimmed<T extends Uint8Array | Float32Array>(plain: T, into: T): T {
    const { columns, rows } = this.#request.ground;
    for (let row = 0; row < rows; row++) into.set(plain.subarray(row * columns, (row + 1) * columns), (row + 1) * this.#width + 1);
    return into;
  }

  #plain(rimmed: Float32Array): Float32Array {
    const { columns, rows } = this.#request.ground;
    const plain = new Float32Array(columns * rows);
    for (let row = 0; row < rows; row++) {
      const begins = (row + 1) * this.#width + 1;
      plain.set(rimmed.subarray(begins, begins + columns), row * columns);
    }
    return plain;
  }
}

function countOfFinite(values: Float32Array): number {
  let count = 0;
  for (let i = 0; i < values.length; i++) if ((values[i] as number) < Number.POSITIVE_INFINITY) count++;
  return count;
}
