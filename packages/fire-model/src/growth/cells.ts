// The cells of a growth as they lie in memory.
//
// The front is at some thousands of cells far from each other, and at each the eight around it are looked at: half of the time went into waiting for memory. So what
// is asked of a cell lies together, half a line of the cache, and cells lie in squares of eight by eight, half a page. Squares are made when the
// fire comes to them or beside them: a small fire on a large ground needs the memory and the time of a small fire.
import { moved } from '../more-room.ts';
import type { Ground } from './ground.ts';

/** The eight neighbours, counterclockwise from the east. */
export const WAYS = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
].map(([east, north]) => ({ east: east as number, north: north as number }));

/** Of a cell, one after the other in `numbers`, where they begin at so many times the cell. The first is when the fire comes. */
const NUMBER_BITS = 3;
export const NUMBERS = 1 << NUMBER_BITS;
/** Cells of way since the place it was lit. */
export const DISTANCE = 1;
/** One more than the index of the period that the next three are of; 0: none yet. */
export const PERIOD = 2;
/** Minutes a metre of way, and the drift to be taken off, east and north. */
export const LENGTH = 3;
export const DRIFT_EAST = 4;
export const DRIFT_NORTH = 5;
/** The gradient of the ground. */
export const SLOPE_EAST = 6;
export const SLOPE_NORTH = 7;

export const cellAtNumber = (at: number): number => at >> NUMBER_BITS;

const SIDE_BITS = 3;
const SIDE = 1 << SIDE_BITS;
const SQUARE_BITS = 2 * SIDE_BITS;
const SQUARE = 1 << SQUARE_BITS;
const NUMBERS_OF_SQUARE = NUMBERS * SQUARE;
/** A square and the eight around it, row by row from the north-west. */
const BLOCK = 9;
const MIDDLE_OF_BLOCK = 4;
/** Memory of squares that are never made is never touched, and so costs nothing; what is moved to more room does. */
const FEWEST_SQUARES = 1024;
const TIMES_AS_MANY = 4;

/** For each place in a square and each way from it: the square of the block that the neighbour is in, and where its numbers are in there. */
const NEIGHBOURS = Array.from({ length: SQUARE * WAYS.length }, (_, i) => {
  const [place, { east, north }] = [Math.floor(i / WAYS.length), WAYS[i % WAYS.length] as (typeof WAYS)[number]];
  const [column, row] = [SIDE + (place % SIDE) + east, SIDE + Math.floor(place / SIDE) - north];
  return {
    square: 3 * Math.floor(row / SIDE) + Math.floor(column / SIDE),
    at: NUMBERS * (SIDE * (row % SIDE) + (column % SIDE)),
  };
});
const SQUARE_OF_NEIGHBOUR = Uint8Array.from(NEIGHBOURS, ({ square }) => square);
const AT_OF_NEIGHBOUR = Int32Array.from(NEIGHBOURS, ({ at }) => at);

/** What the cells of a run lie in. */
interface Room {
  readonly numbers: Float32Array;
  readonly origin: Int32Array;
  readonly fuel: Uint8Array;
  /** Of each square that is made: which of the ground it is, and where the numbers of its block begin (the middle −1: not all of it made yet). */
  readonly squareOf: Int32Array;
  readonly blocks: Int32Array;
}

const NO_ROOM: Room = {
  numbers: new Float32Array(0),
  origin: new Int32Array(0),
  fuel: new Uint8Array(0),
  squareOf: new Int32Array(0),
  blocks: new Int32Array(0),
};

/** A million cells, 40 MB. */
const MOST_KEPT_SQUARES = 2 ** 14;
/**
 * Of the last run of this thread, for the next: to touch memory for the first time takes as long as all that is worked out in it (half of a large run on the machines
 * of `bench/README.md`). Whoever takes it leaves none, so that two never share it.
 */
let kept = NO_ROOM;

function takeKept(): Room {
  const room = kept;
  kept = NO_ROOM;
  return room;
}

/** Cells are numbered as they are made. The ground has a rim that does not burn, so that no neighbour is outside. */
export class Cells {
  readonly #ground: Ground;
  readonly #fuelBurns: readonly boolean[];
  readonly #burnt: Uint8Array | null;
  readonly #across: number;
  /** One more than the square made for each square of the ground; 0: none yet. */
  readonly #made: Int32Array;
  #count = 0;
  #room = takeKept();

  /** @param fuelBurns of each fuel of the ground @param burnt not 0: burnt ground; null: none */
  constructor(ground: Ground, fuelBurns: readonly boolean[], burnt: Uint8Array | null) {
    this.#ground = ground;
    this.#fuelBurns = fuelBurns;
    this.#burnt = burnt;
    this.#across = Math.ceil((ground.columns + 2) / SIDE);
    this.#made = new Int32Array(this.#across * Math.ceil((ground.rows + 2) / SIDE));
  }

  /** When the fire comes to a cell: minutes; infinity: not yet; NaN: it does not burn, so that comparisons say no. The others: above. */
  get numbers(): Float32Array {
    return this.#room.numbers;
  }

  /** The lit cell that the fire came from. */
  get origin(): Int32Array {
    return this.#room.origin;
  }

  get fuel(): Uint8Array {
    return this.#room.fuel;
  }

  /** Leaves the room to the next run of this thread; nothing is asked afterwards. */
  release(): void {
    if (this.#room.squareOf.length <= MOST_KEPT_SQUARES) kept = this.#room;
    this.#room = NO_ROOM;
  }

  /** Whether a cell of the ground is held by a barrier or its fuel. */
  isHeld(plain: number): boolean {
    const { barrier, fuel } = this.#ground;
    return (barrier?.[plain] ?? 0) !== 0 || !this.#fuelBurns[fuel[plain] as number];
  }

  /** The cell of a cell of the ground; it is made if need be, and then as `around`. */
  of(plain: number): number {
    const { columns } = this.#ground;
    const [column, row] = [(plain % columns) + 1, Math.floor(plain / columns) + 1];
    const square = (row >> SIDE_BITS) * this.#across + (column >> SIDE_BITS);
    return SQUARE * this.#square(square) + SIDE * (row % SIDE) + (column % SIDE);
  }

  /** The cell of the ground that a cell is. */
  plainOf(cell: number): number {
    const { left, top } = this.#cornerOf(cell >> SQUARE_BITS);
    const place = cell % SQUARE;
    return (top + (place >> SIDE_BITS)) * this.#ground.columns + left + (place % SIDE);
  }

  /** Where the numbers of the neighbours of a cell begin, by way. It may put other arrays in place of `numbers`, `origin` and `fuel`. */
  around(cell: number, into: Int32Array): void {
    const block = BLOCK * (cell >> SQUARE_BITS);
    if ((this.#room.blocks[block + MIDDLE_OF_BLOCK] as number) < 0) this.#surround(cell >> SQUARE_BITS);
    const { blocks } = this.#room;
    const first = (cell % SQUARE) * WAYS.length;
    for (let way = 0; way < 8; way++)
      into[way] = (blocks[block + (SQUARE_OF_NEIGHBOUR[first + way] as number)] as number) + (AT_OF_NEIGHBOUR[first + way] as number);
  }

  /** When the fire comes to each cell of the ground, and how many it comes to. */
  arrivals(): { readonly arrivalMinutes: Float32Array; readonly cellsReached: number } {
    const { columns, rows } = this.#ground;
    const arrivalMinutes = new Float32Array(columns * rows).fill(Number.POSITIVE_INFINITY);
    let cellsReached = 0;
    for (let made = 0; made < this.#count; made++) {
      const { left, top } = this.#cornerOf(made);
      for (let row = Math.max(top, 0); row < Math.min(top + SIDE, rows); row++)
        for (let column = Math.max(left, 0); column < Math.min(left + SIDE, columns); column++) {
          const minutes = this.numbers[NUMBERS * (SQUARE * made + SIDE * (row - top) + column - left)] as number;
          // Not a number: it does not burn.
          if (!(minutes < Number.POSITIVE_INFINITY)) continue;
          arrivalMinutes[row * columns + column] = minutes;
          cellsReached += 1;
        }
    }
    return { arrivalMinutes, cellsReached };
  }

  #surround(made: number): void {
    const square = this.#room.squareOf[made] as number;
    for (let near = 0; near < BLOCK; near++) {
      const beside = square + (Math.floor(near / 3) - 1) * this.#across + (near % 3) - 1;
      // Beyond the rim nothing is asked for.
      const at = beside < 0 || beside >= this.#made.length ? 0 : NUMBERS_OF_SQUARE * this.#square(beside);
      this.#room.blocks[BLOCK * made + near] = at;
    }
  }

  #square(square: number): number {
    const already = this.#made[square] as number;
    if (already > 0) return already - 1;
    const made = this.#count;
    this.#count += 1;
    this.#made[square] = this.#count;
    if (made >= this.#room.squareOf.length) this.#makeRoom(Math.min(Math.max(TIMES_AS_MANY * made, FEWEST_SQUARES), this.#made.length));
    this.#room.squareOf[made] = square;
    this.#room.blocks[BLOCK * made + MIDDLE_OF_BLOCK] = -1;
    this.#fill(made);
    return made;
  }

  #makeRoom(squares: number): void {
    const { numbers, origin, fuel, squareOf, blocks } = this.#room;
    this.#room = {
      numbers: moved(numbers, new Float32Array(NUMBERS_OF_SQUARE * squares)),
      origin: moved(origin, new Int32Array(SQUARE * squares)),
      fuel: moved(fuel, new Uint8Array(SQUARE * squares)),
      squareOf: moved(squareOf, new Int32Array(squares)),
      blocks: moved(blocks, new Int32Array(BLOCK * squares)),
    };
  }

  #fill(made: number): void {
    const { columns, rows, fuel, slope } = this.#ground;
    const burnt = this.#burnt;
    const room = this.#room;
    const { numbers } = room;
    const { left, top } = this.#cornerOf(made);
    for (let place = 0; place < SQUARE; place++) {
      const column = left + (place % SIDE);
      const row = top + (place >> SIDE_BITS);
      const cell = SQUARE * made + place;
      const at = NUMBERS * cell;
      // What another run has left is overwritten.
      numbers[at] = Number.NaN;
      numbers[at + DISTANCE] = 0;
      numbers[at + PERIOD] = 0;
      if (column < 0 || row < 0 || column >= columns || row >= rows) continue;
      const plain = row * columns + column;
      if (!this.isHeld(plain) && (burnt === null || burnt[plain] === 0)) numbers[at] = Number.POSITIVE_INFINITY;
      room.fuel[cell] = fuel[plain] as number;
      numbers[at + SLOPE_EAST] = slope === null ? 0 : (slope.east[plain] as number);
      numbers[at + SLOPE_NORTH] = slope === null ? 0 : (slope.north[plain] as number);
    }
  }

  /** Its first cell on the ground. */
  #cornerOf(made: number): { readonly left: number; readonly top: number } {
    const square = this.#room.squareOf[made] as number;
    return { left: (square % this.#across) * SIDE - 1, top: Math.floor(square / this.#across) * SIDE - 1 };
  }
}
