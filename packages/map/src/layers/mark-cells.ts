// A spatial index of marks: cells of half a degree, updated mark by mark. Returns the marks in a box of longitude and latitude.
import type { GeoBox, Place } from '../engine/places.ts';

export const isInBox = ({ west, south, east, north }: GeoBox, { lng, lat }: Place): boolean =>
  lng >= west && lng <= east && lat >= south && lat <= north;

export interface Positioned {
  readonly id: string;
  readonly lng: number;
  readonly lat: number;
  readonly label?: string;
}

export interface MarkCells<M extends Positioned> {
  readonly put: (mark: M) => void;
  readonly remove: (id: string) => void;
  readonly get: (id: string) => M | undefined;
  readonly all: () => IterableIterator<M>;
  readonly size: () => number;
  /** At most `limit` marks inside the box. */
  readonly within: (box: GeoBox, limit: number) => M[];
}

const CELL_DEGREES = 0.5;
const CELLS_ROUND = 1024;
const cellAcross = (degrees: number): number => Math.floor(degrees / CELL_DEGREES);
const keyOf = (lng: number, lat: number): number => cellAcross(lng) * CELLS_ROUND + cellAcross(lat);

export function createMarkCells<M extends Positioned>(): MarkCells<M> {
  const marks = new Map<string, M>();
  const cells = new Map<number, Set<string>>();

  function leave(key: number, id: string): void {
    const cell = cells.get(key);
    cell?.delete(id);
    if (cell?.size === 0) cells.delete(key);
  }

  function* candidates(box: GeoBox): Iterable<M> {
    const count = (cellAcross(box.east) - cellAcross(box.west) + 1) * (cellAcross(box.north) - cellAcross(box.south) + 1);
    // The box covers more cells than are occupied: iterating all marks is faster than visiting empty cells.
    if (count > cells.size) return yield* marks.values();
    for (let x = cellAcross(box.west); x <= cellAcross(box.east); x++) {
      for (let y = cellAcross(box.south); y <= cellAcross(box.north); y++) {
        for (const id of cells.get(x * CELLS_ROUND + y) ?? []) {
          const mark = marks.get(id);
          if (mark) yield mark;
        }
      }
    }
  }

  return {
    put: (mark) => {
      const before = marks.get(mark.id);
      const key = keyOf(mark.lng, mark.lat);
      marks.set(mark.id, mark);
      // Most marks that move stay in their cell: people walk, and corrections move alarms by some hundred metres.
      if (before) {
        const left = keyOf(before.lng, before.lat);
        if (left === key) return;
        leave(left, mark.id);
      }
      const cell = cells.get(key);
      if (cell) cell.add(mark.id);
      else cells.set(key, new Set([mark.id]));
    },
    remove: (id) => {
      const mark = marks.get(id);
      if (!mark) return;
      leave(keyOf(mark.lng, mark.lat), id);
      marks.delete(id);
    },
    get: (id) => marks.get(id),
    all: () => marks.values(),
    size: () => marks.size,
    within: (box, limit) => {
      const found: M[] = [];
      for (const mark of candidates(box)) {
        if (found.length >= limit) break;
        if (isInBox(box, mark)) found.push(mark);
      }
      return found;
    },
  };
}
