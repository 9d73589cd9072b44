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
import type { CellGrid, Gradient } from './ground.ts';
import { cellsOf } from './ignition.ts';
import { CANCELLED, checkedRequest, type GrowthRefusal, type GrowthRequest, NOTHING_IS_LIT } from './request.ts';
import { TRAVELS, type Travel } from './travel.ts';
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
type Way = (typeof WAYS)[number];
const wayOf = (index: number): Way => WAYS[(index + WAYS.length) % WAYS.length] as Way;

/**
 * A cell that is looked at, the neighbour `to` that may be reached, and one beside both between which a way may begin: the line between the two lies one cell
 * from `to` in the direction n, and `to` is `along` cells of w further.
 */
const TRIANGLES = WAYS.map((way, index) => {
  const isStraight = index % 2 === 0;
  return (isStraight ? [index - 2, index + 2] : [index - 1, index + 1]).map((beside) => {
    const w = wayOf(beside);
    return { w, n: isStraight ? way : { east: way.east - w.east, north: way.north - w.north }, along: isStraight ? 0 : 1 };
  });
});

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
  readonly #burns: Uint8Array;
  /** By a barrier or its fuel, for cells without the rim. */
  readonly #isHeld: (cell: number) => boolean;
  readonly #arrival: Float32Array;
  /** Cells of way since the place it was lit, and which. */
  readonly #distance: Float32Array;
  readonly #origin: Int32Array;
  readonly #waiting: BucketQueue;
  readonly #travel: Travel;
  readonly #periods: readonly Period[];
  readonly #offsets: readonly number[];
  readonly #slope: Gradient | null;
  readonly #fuel: Uint8Array;
  readonly #front: { readonly rate: Float32Array; readonly east: Float32Array; readonly north: Float32Array } | null;

  constructor(request: GrowthRequest, options: GrowthOptions) {
    const { ground, fuels, model, weather, beginMs, hours, burnt } = request;
    this.#request = request;
    this.#options = options;
    this.#limit = hours * 60;
    this.#width = ground.columns + 2;
    const cells = this.#width * (ground.rows + 2);
    this.#fuel = this.#rimmed(ground.fuel, new Uint8Array(cells));
    this.#slope = ground.slope && {
      east: this.#rimmed(ground.slope.east, new Float32Array(cells)),
      north: this.#rimmed(ground.slope.north, new Float32Array(cells)),
    };
    const burnsBy = fuels.map((fuel) => fuelBurns(fuel, model));
    const isHeld = (cell: number): boolean => (ground.barrier?.[cell] ?? 0) !== 0 || !burnsBy[ground.fuel[cell] as number];
    this.#burns = this.#rimmed(
      ground.fuel.map((_, cell) => Number(!isHeld(cell) && (burnt?.[cell] ?? 0) === 0)),
      new Uint8Array(cells),
    );
    this.#arrival = new Float32Array(cells).fill(Number.POSITIVE_INFINITY);
    this.#distance = new Float32Array(cells);
    this.#origin = new Int32Array(cells).fill(-1);
    this.#waiting = createBucketQueue(cells, this.#limit, this.#limit / BUCKETS);
    this.#periods = periodsOf(weather, beginMs);
    this.#travel = TRAVELS[model]({ fuel: this.#fuel, slope: this.#slope }, fuels, this.#periods);
    this.#offsets = WAYS.map(({ east, north }) => east - north * this.#width);
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
    const travel = this.#travel;
    const here = arrival[cell] as number;
    const { cellMetres } = this.#request.ground;
    travel.prepare(cell, period);
    for (let index = 0; index < WAYS.length; index++) {
      const to = cell + (this.#offsets[index] as number);
      if (this.#burns[to] === 0) continue;
      const way = WAYS[index] as Way;
      const isStraight = index % 2 === 0;
      travel.prepare(to, period);
      // Past one corner that holds the fire it may go, between two it may not: a barrier of cells that touch by their corners has no gap.
      const isOpen = isStraight || this.#burns[cell + way.east] !== 0 || this.#burns[cell - way.north * this.#width] !== 0;
      if (!isOpen) continue;
      if (here < (arrival[to] as number)) this.#go(cell, cell, 0, to, way.east, way.north, here, period);
      const triangles = TRIANGLES[index] as (typeof TRIANGLES)[number];
      for (let side = 0; side < triangles.length; side++) {
        const { w, n, along } = triangles[side] as (typeof triangles)[number];
        const beside = cell + w.east - w.north * this.#width;
        const there = arrival[beside] as number;
        const known = arrival[to] as number;
        // Infinity as well: not reached yet, or never.
        if (!(there < known || (here < known && there < Number.POSITIVE_INFINITY))) continue;
        travel.prepare(beside, period);
        const share = travel.crossing(cell, beside, to, (there - here) / cellMetres, n, w, along);
        if (!(share > 0 && share < 1)) continue;
        const east = n.east + (along - share) * w.east;
        const north = n.north + (along - share) * w.north;
        let from = here + share * (there - here);
        if (this.#origin[cell] === this.#origin[beside]) {
          const distance = (1 - share) * (this.#distance[cell] as number) + share * (this.#distance[beside] as number);
          const squared = east * east + north * north;
          from -= (travel.bend(cell, beside, to, east, north) * cellMetres * share * (1 - share)) / (2 * distance * squared);
        }
        this.#go(cell, beside, share, to, east, north, from, period);
      }
    }
  }

  /** One way to a cell: from a place between two others, at a time, along a vector in cells. */
  #go(a: number, b: number, share: number, to: number, eastCells: number, northCells: number, from: number, period: number): void {
    const { cellMetres } = this.#request.ground;
    const east = eastCells * cellMetres;
    const north = northCells * cellMetres;
    const { beginsMinutes, endsMinutes } = this.#periods[period] as Period;
    let at = from + this.#travel.minutes(a, b, to, east, north);
    if (!(from >= beginsMinutes && at <= endsMinutes)) at = this.#overEdges(a, b, to, east, north, from, period);
    if (!(at < (this.#arrival[to] as number) - TOLERANCE_MINUTES && at <= this.#limit)) return;
    this.#arrival[to] = at;
    this.#origin[to] = this.#origin[a] as number;
    this.#distance[to] =
      (1 - share) * (this.#distance[a] as number) +
      share * (this.#distance[b] as number) +
      Math.sqrt(eastCells * eastCells + northCells * northCells);
    this.#waiting.put(to, at);
    if (this.#front === null) return;
    this.#front.rate[to] = Math.sqrt(east * east + north * north) / (at - from);
    this.#front.east[to] = east;
    this.#front.north[to] = north;
  }

  /** The weather changes while the front is under way: what is left of the way goes at the new rate. */
  #overEdges(a: number, b: number, to: number, east: number, north: number, from: number, prepared: number): number {
    const travel = this.#travel;
    const prepare = (period: number): void => {
      travel.prepare(a, period);
      travel.prepare(b, period);
      travel.prepare(to, period);
    };
    let [at, left] = [from, 1];
    for (let period = this.#periodAt(from, prepared); at <= this.#limit; period++) {
      const { endsMinutes } = this.#periods[period] as Period;
      prepare(period);
      const minutes = left * travel.minutes(a, b, to, east, north);
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
      cellsReached: arrivalMinutes.reduce((count, minutes) => count + (minutes < Number.POSITIVE_INFINITY ? 1 : 0), 0),
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
        const heatPerUnitAreaKilojoulesPerSquareMetre = this.#travel.heatOf(
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
