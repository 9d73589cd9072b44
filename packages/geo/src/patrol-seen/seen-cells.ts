// The cells that patrols see: one around each elevation post of level 12 (76.4 m from north to south), numbered over the whole earth so that
// days, rangers and grids share them. A day's cells are stored as runs along the rows.
import type { LngLat } from '../coordinates/geodesic.ts';
import { cellDegrees, TILE_CELLS, tilesAcross, tilesDown } from '../elevation/lattice.ts';

/** All terrain has posts at this level (`BASE_LEVEL`). */
export const SEEN_LEVEL = 12;
export const SEEN_DEGREES = cellDegrees(SEEN_LEVEL);
/** Cells of a row. */
export const SEEN_COLUMNS = tilesAcross(SEEN_LEVEL) * TILE_CELLS;
export const SEEN_ROWS = tilesDown(SEEN_LEVEL) * TILE_CELLS;

/** Mean metres of a degree of latitude. */
const METRES_PER_DEGREE = 111_195;
/** From one row of cells to the next. */
export const SEEN_NORTH_METRES = SEEN_DEGREES * METRES_PER_DEGREE;

/** The column of a longitude and the row of a latitude, as fractions. */
export const seenColumnAt = (lng: number): number => (lng + 180) / SEEN_DEGREES;
export const seenRowAt = (lat: number): number => (90 - lat) / SEEN_DEGREES;

/** Metres between two columns in a row. */
export const seenEastMetres = (row: number): number => SEEN_NORTH_METRES * Math.cos(((90 - row * SEEN_DEGREES) * Math.PI) / 180);

export const seenHectaresOfRow = (row: number): number => (SEEN_NORTH_METRES * seenEastMetres(row)) / 10_000;

/** The post in the middle of a cell. */
export const placeOfSeenCell = (cell: number): LngLat => ({
  lng: (cell % SEEN_COLUMNS) * SEEN_DEGREES - 180,
  lat: 90 - Math.floor(cell / SEEN_COLUMNS) * SEEN_DEGREES,
});

/** @param cells numbers of cells, each row × `SEEN_COLUMNS` + column, ascending, none twice */
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
    hectares += length * seenHectaresOfRow(Math.floor(first / SEEN_COLUMNS));
  });
  return hectares;
}
