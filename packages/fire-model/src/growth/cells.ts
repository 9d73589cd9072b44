// The memory layout of the cells of a growth.
//
// The front consists of some thousands of cells far from each other, and for each the eight neighbours are read: half of the time was spent
// waiting for memory. Therefore the values of a cell are stored together, in half a cache line, and cells are stored in squares of eight by
// eight, half a page. A square is created when the fire reaches it or a neighbour of it: a small fire on a large ground needs the memory
// and the time of a small fire.
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

/**
 * The values of a cell are consecutive in `numbers`; the first index is the cell shifted left by this many bits. The first value is the
 * arrival time.
 */
const NUMBER_BITS = 3;
export const NUMBERS = 1 << NUMBER_BITS;
/** Distance from the ignition along the path, in cells. */
export const DISTANCE = 1;
/** Index plus one of the period for which the next three were computed; 0: none yet. */
export const PERIOD = 2;
/** Minutes a metre of path, and the drift to subtract, east and north. */
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
/** Memory of squares that are never created is never touched, and so costs nothing; copying to a larger array does. */
const FEWEST_SQUARES = 1024;
const TIMES_AS_MANY = 4;

/**
 * For each place in a square and each direction from it: the square of the block that contains the neighbour, and the offset of the
 * neighbour's numbers in it.
 */
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

/** The arrays that store the cells of a run. */
interface Room {
  readonly numbers: Float32Array;
  readonly origin: Int32Array;
  readonly fuel: Uint8Array;
  /**
   * For each created square: its index in the ground, and where the numbers of its block begin (the middle −1: the block is not complete
   * yet).
   */
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
const MOST_SPARE_SQUARES = 2 ** 14;
/**
 * Arrays of the last run of this thread, for reuse: touching memory for the first time takes as long as all the computation in it (half of
 * a large run on the machines of `bench/README.md`). Taking the arrays removes them from here, so that two runs never share them.
 */
let spare = NO_ROOM;

function takeSpare(): Room {
  const room = spare;
  spare = NO_ROOM;
  return room;
}

/** Cells are numbered in the order of their creation. The ground has a rim that does not burn, so that every neighbour exists. */
export class Cells {
  readonly #ground: Ground;
  readonly #fuelBurns: readonly boolean[];
  readonly #burnt: Uint8Array | null;
  readonly #across: number;
  /** For each square of the ground the index plus one of the created square; 0: none yet. */
  readonly #made: Int32Array;
  #count = 0;
  #room = takeSpare();

  /** @param fuelBurns whether each fuel of the ground burns @param burnt not 0: burnt ground; null: none */
  constructor(ground: Ground, fuelBurns: readonly boolean[], burnt: Uint8Array | null) {
    this.#ground = ground;
    this.#fuelBurns = fuelBurns;
    this.#burnt = burnt;
    this.#across = Math.ceil((ground.columns + 2) / SIDE);
    this.#made = new Int32Array(this.#across * Math.ceil((ground.rows + 2) / SIDE));
  }

  /**
   * The values of the cells. The first is the arrival time in minutes; infinity: not yet; NaN: the cell does not burn, so that comparisons
   * are false. The others are listed above.
   */
  get numbers(): Float32Array {
    return this.#room.numbers;
  }

  /** The ignited cell from which the fire came. */
  get origin(): Int32Array {
    return this.#room.origin;
  }

  get fuel(): Uint8Array {
    return this.#room.fuel;
  }

  /** Leaves the arrays to the next run of this thread; the object must not be used afterwards. */
  release(): void {
    if (this.#room.squareOf.length <= MOST_SPARE_SQUARES) spare = this.#room;
    this.#room = NO_ROOM;
  }

  /** Whether a cell of the ground is blocked by a barrier or by its fuel. */
  isSuppressed(plain: number): boolean {
    const { barrier, fuel } = this.#ground;
    return (barrier?.[plain] ?? 0) !== 0 || !this.#fuelBurns[fuel[plain] as number];
  }

  /** The cell for a cell number of the ground; it is created if necessary, with the same effect on the arrays as `around`. */
  of(plain: number): number {
    const { columns } = this.#ground;
    const [column, row] = [(plain % columns) + 1, Math.floor(plain / columns) + 1];
    const square = (row >> SIDE_BITS) * this.#across + (column >> SIDE_BITS);
    return SQUARE * this.#square(square) + SIDE * (row % SIDE) + (column % SIDE);
  }

  /** The cell number of the ground for a cell. */
  plainOf(cell: number): number {
    const { left, top } = this.#cornerOf(cell >> SQUARE_BITS);
    const place = cell % SQUARE;
    return (top + (place >> SIDE_BITS)) * this.#ground.columns + left + (place % SIDE);
  }

  /**
   * Writes where the numbers of each neighbour of a cell begin, by direction. The call may replace the arrays `numbers`, `origin` and
   * `fuel`.
   */
  around(cell: number, into: Int32Array): void {
    const block = BLOCK * (cell >> SQUARE_BITS);
    if ((this.#room.blocks[block + MIDDLE_OF_BLOCK] as number) < 0) this.#surround(cell >> SQUARE_BITS);
    const { blocks } = this.#room;
    const first = (cell % SQUARE) * WAYS.length;
    for (let way = 0; way < 8; way++)
      into[way] = (blocks[block + (SQUARE_OF_NEIGHBOUR[first + way] as number)] as number) + (AT_OF_NEIGHBOUR[first + way] as number);
  }

  /** When the fire reaches each cell of the ground, and how many cells it reaches. */
  arrivals(): { readonly arrivalMinutes: Float32Array; readonly cellsReached: number } {
    const { columns, rows } = this.#ground;
    const arrivalMinutes = new Float32Array(columns * rows).fill(Number.POSITIVE_INFINITY);
    let cellsReached = 0;
    for (let made = 0; made < this.#count; made++) {
      const { left, top } = this.#cornerOf(made);
      for (let row = Math.max(top, 0); row < Math.min(top + SIDE, rows); row++)
        for (let column = Math.max(left, 0); column < Math.min(left + SIDE, columns); column++) {
          const minutes = this.numbers[NUMBERS * (SQUARE * made + SIDE * (row - top) + column - left)] as number;
          // Also skips NaN: the cell does not burn.
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
      // No square is needed beyond the rim.
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
      // Overwrites the values of an earlier run.
      numbers[at] = Number.NaN;
      numbers[at + DISTANCE] = 0;
      numbers[at + PERIOD] = 0;
      if (column < 0 || row < 0 || column >= columns || row >= rows) continue;
      const plain = row * columns + column;
      if (!this.isSuppressed(plain) && (burnt === null || burnt[plain] === 0)) numbers[at] = Number.POSITIVE_INFINITY;
      room.fuel[cell] = fuel[plain] as number;
      numbers[at + SLOPE_EAST] = slope === null ? 0 : (slope.east[plain] as number);
      numbers[at + SLOPE_NORTH] = slope === null ? 0 : (slope.north[plain] as number);
    }
  }

  /** The first cell of a created square on the ground. */
  #cornerOf(made: number): { readonly left: number; readonly top: number } {
    const square = this.#room.squareOf[made] as number;
    return { left: (square % this.#across) * SIDE - 1, top: Math.floor(square / this.#across) * SIDE - 1 };
  }
}
