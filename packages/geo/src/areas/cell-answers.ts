// What an index has answered, by cell: where no border runs through a cell its whole inside has one answer, and needs to be asked for once.
import type { Polygon } from 'geojson';
import type { Bounds } from './bounds.ts';

/** Plain data over shared memory: what one thread has learnt all know. */
export interface CellAnswers extends Bounds {
  readonly columns: number;
  readonly rows: number;
  readonly cellsPerDegree: number;
  /** UNASKED, BORDER, or 1 + the answer; row after row from the south. */
  readonly answers: Int16Array;
}

/** Eleven kilometres: a prefecture is ten cells wide and more. */
const MOST_CELLS_PER_DEGREE = 10;
const MOST_CELLS = 1 << 20;
export const UNASKED = 0;
const BORDER = -1;
/** Beyond it an answer would not fit. */
const MOST_ANSWERS = 0x7ffe;

/**
 * @param rings all borders there are, in degrees
 * @param bounds around them
 * @param most the greatest answer
 * @returns null when there are too many answers to write them down
 */
export function cellAnswers(rings: Iterable<Polygon['coordinates'][number]>, bounds: Bounds, most: number): CellAnswers | null {
  if (most > MOST_ANSWERS) return null;
  const { west, south, east, north } = bounds;
  const cellsPerDegree = Math.min(MOST_CELLS_PER_DEGREE, Math.sqrt(MOST_CELLS / ((east - west) * (north - south))));
  const columns = Math.floor((east - west) * cellsPerDegree) + 1;
  const rows = Math.floor((north - south) * cellsPerDegree) + 1;
  const answers = new Int16Array(new SharedArrayBuffer(columns * rows * Int16Array.BYTES_PER_ELEMENT));
  const cells = { ...bounds, columns, rows, cellsPerDegree, answers };
  for (const ring of rings) {
    let from = (ring.at(-1) ?? []) as [number, number];
    for (const to of ring as [number, number][]) {
      markBorder(cells, from, to);
      from = to;
    }
  }
  return cells;
}

/** Every cell that the box around an edge touches: more than the edge itself, and edges are short. */
function markBorder({ west, south, columns, cellsPerDegree, answers }: CellAnswers, a: readonly number[], b: readonly number[]): void {
  const [fromLng = 0, fromLat = 0] = a;
  const [toLng = 0, toLat = 0] = b;
  const first = Math.floor((Math.min(fromLng, toLng) - west) * cellsPerDegree);
  const last = Math.floor((Math.max(fromLng, toLng) - west) * cellsPerDegree);
  const top = Math.floor((Math.max(fromLat, toLat) - south) * cellsPerDegree);
  for (let row = Math.floor((Math.min(fromLat, toLat) - south) * cellsPerDegree); row <= top; row++)
    answers.fill(BORDER, row * columns + first, row * columns + last + 1);
}

/** The cell of a position; -1 outside of all, and when it is no position. */
export function cellAt({ west, south, columns, rows, cellsPerDegree }: CellAnswers, lng: number, lat: number): number {
  const column = Math.floor((lng - west) * cellsPerDegree);
  const row = Math.floor((lat - south) * cellsPerDegree);
  return column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : -1;
}
