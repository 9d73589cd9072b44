// When each post of a grid's land was last seen by a patrol.
import type { PostBox } from '../elevation/post-box.ts';
import { eachSeenRun, SEEN_COLUMNS, SEEN_LEVEL } from './seen-cells.ts';

export interface SeenDay {
  /** A number that grows from day to day, 0 or more. */
  readonly day: number;
  /** As written by `encodeSeenCells`. */
  readonly cells: Uint8Array;
}

export const NEVER_SEEN = -1;

/**
 * For each post the newest day by which at least half of the cells around it had been seen since; `NEVER_SEEN`: there is none. On a box of
 * `SEEN_LEVEL` the post is its cell.
 * @param box of `SEEN_LEVEL` or a coarser level
 */
export function lastSeenDays(box: PostBox, days: readonly SeenDay[]): Int16Array {
  const step = 2 ** (SEEN_LEVEL - box.level);
  const [columns, rows] = [box.columns * step, box.rows * step];
  // The cells of a post begin half a step to the north-west of it.
  const west = box.west * step - Math.floor(step / 2);
  const north = box.north * step - Math.floor(step / 2);
  const fine = new Int16Array(columns * rows).fill(NEVER_SEEN);
  for (const { day, cells } of days) {
    eachSeenRun(cells, (first, length) => {
      const row = Math.floor(first / SEEN_COLUMNS) - north;
      if (row < 0 || row >= rows) return;
      const from = (first % SEEN_COLUMNS) - west;
      const end = Math.min(columns, from + length);
      for (let at = row * columns + Math.max(0, from); at < row * columns + end; at++) if ((fine[at] as number) < day) fine[at] = day;
    });
  }
  return step === 1 ? fine : halves(fine, columns, box, step);
}

function halves(fine: Int16Array, columns: number, box: PostBox, step: number): Int16Array {
  const found = new Int16Array(box.columns * box.rows);
  const own = new Int16Array(step * step);
  for (let row = 0, post = 0; row < box.rows; row++) {
    for (let column = 0; column < box.columns; column++, post++) {
      for (let line = 0; line < step; line++) {
        const from = (row * step + line) * columns + column * step;
        own.set(fine.subarray(from, from + step), line * step);
      }
      found[post] = own.sort()[Math.floor(own.length / 2)] as number;
    }
  }
  return found;
}

/** The cells of all encodings, each once. */
export function uniteSeenCells(encodings: readonly Uint8Array[]): number[] {
  const runs: (readonly [first: number, end: number])[] = [];
  for (const bytes of encodings) eachSeenRun(bytes, (first, length) => void runs.push([first, first + length]));
  runs.sort(([a], [b]) => a - b);
  const cells: number[] = [];
  let end = 0;
  for (const [first, last] of runs) {
    for (let cell = Math.max(first, end); cell < last; cell++) cells.push(cell);
    end = Math.max(end, last);
  }
  return cells;
}
