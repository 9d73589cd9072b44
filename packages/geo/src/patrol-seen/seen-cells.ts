// The cells that patrols see: one around each elevation post of level 12 (76.4 m from north to south), numbered over the whole earth so that
// days, rangers and grids share them. A day's cells are stored as runs along the rows.
import { TILE_CELLS, tilesAcross } from '../elevation/lattice.ts';
import { hectaresByRow } from '../elevation/post-box.ts';

/** All terrain has posts at this level (`BASE_LEVEL`). */
export const SEEN_LEVEL = 12;
/** Cells of a row of the earth. A cell's number is row × `SEEN_COLUMNS` + column. */
export const SEEN_COLUMNS = tilesAcross(SEEN_LEVEL) * TILE_CELLS;

/** @param cells numbers of cells, ascending, none twice @throws RangeError when they are not */
export function encodeSeenCells(cells: ArrayLike<number>): Uint8Array {
  const bytes: number[] = [];
  const put = (value: number): void => {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  };
  let end = 0;
  for (let at = 0; at < cells.length; ) {
    const first = cells[at] as number;
    if (first < end) throw new RangeError('the cells are not in order');
    let length = 1;
    while (at + length < cells.length && cells[at + length] === first + length) length++;
    put(first - end);
    put(length);
    end = first + length;
    at += length;
  }
  return Uint8Array.from(bytes);
}

/** Calls `run` for each run of cells, in order. @throws RangeError for bytes that `encodeSeenCells` did not write */
export function eachSeenRun(bytes: Uint8Array, run: (first: number, length: number) => void): void {
  let at = 0;
  const take = (): number => {
    for (let value = 0, factor = 1; at < bytes.length; factor *= 128) {
      const byte = bytes[at++] as number;
      if (byte < 128) return value + byte * factor;
      value += (byte - 128) * factor;
    }
    throw new RangeError('the runs of cells are cut off');
  };
  for (let end = 0; at < bytes.length; ) {
    const first = end + take();
    const length = take();
    run(first, length);
    end = first + length;
  }
}

export function decodeSeenCells(bytes: Uint8Array): number[] {
  const cells: number[] = [];
  eachSeenRun(bytes, (first, length) => {
    for (let cell = first; cell < first + length; cell++) cells.push(cell);
  });
  return cells;
}

/** Land area of encoded cells. */
export function hectaresOfSeenCells(bytes: Uint8Array): number {
  let hectares = 0;
  eachSeenRun(bytes, (first, length) => {
    const north = Math.floor(first / SEEN_COLUMNS);
    const [one = 0] = hectaresByRow({ level: SEEN_LEVEL, west: 0, north, columns: 1, rows: 1 });
    hectares += length * one;
  });
  return hectares;
}
