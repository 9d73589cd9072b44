// Converts ignitions (places, lines and areas) to cells.
import type { Offset } from '@lookout/geo';
import { type CellGrid, cellAt } from './ground.ts';

/**
 * A part of the fire ignited at a minute of the growth: a place, a line, or an area with the rings of its holes. Metres in the ground's
 * plane.
 */
export type Ignition =
  | { readonly kind: 'point'; readonly atMinutes: number; readonly point: Offset }
  | { readonly kind: 'line'; readonly atMinutes: number; readonly points: readonly Offset[] }
  | { readonly kind: 'polygon'; readonly atMinutes: number; readonly rings: readonly (readonly Offset[])[] };

export const pointsOf = (ignition: Ignition): readonly Offset[] =>
  ignition.kind === 'point' ? [ignition.point] : ignition.kind === 'line' ? ignition.points : ignition.rings.flat();

/** The cells that an ignition ignites; parts outside the grid are ignored. A cell may occur more than once. */
export function cellsOf(grid: CellGrid, ignition: Ignition): number[] {
  const cells: number[] = [];
  const light = (cell: number): void => {
    if (cell >= 0) cells.push(cell);
  };
  if (ignition.kind === 'point') light(cellAt(grid, ignition.point));
  else if (ignition.kind === 'line') eachAlong(grid, ignition.points, light);
  else {
    // The outline is included: an area smaller than a cell burns too.
    for (const ring of ignition.rings) eachAlong(grid, [...ring, ...ring.slice(0, 1)], light);
    eachInside(grid, ignition.rings, light);
  }
  return cells;
}

/** Steps of half a cell: a cell is skipped only where the line cuts its corner. */
function eachAlong(grid: CellGrid, points: readonly Offset[], light: (cell: number) => void): void {
  points.forEach((to, i) => {
    const from = points[Math.max(i - 1, 0)] as Offset;
    const length = Math.hypot(to.east - from.east, to.north - from.north);
    // The part outside the grid is skipped: a line may come from the other side of the world.
    const clipped = clip(grid, from, to);
    if (clipped === null) return;
    const steps = Math.max(Math.ceil(((clipped.ends - clipped.begins) * length) / (grid.cellMetres / 2)), 1);
    for (let step = 0; step <= steps; step++) {
      const share = clipped.begins + ((clipped.ends - clipped.begins) * step) / steps;
      light(cellAt(grid, { east: from.east + (to.east - from.east) * share, north: from.north + (to.north - from.north) * share }));
    }
  });
}

/** The part of a line inside the grid, as shares of it (Liang and Barsky 1984); null: none. */
function clip({ columns, rows, cellMetres, westMetres, northMetres }: CellGrid, from: Offset, to: Offset) {
  let [begins, ends] = [0, 1];
  const sides = [
    [from.east - to.east, from.east - westMetres],
    [to.east - from.east, westMetres + columns * cellMetres - from.east],
    [to.north - from.north, northMetres - from.north],
    [from.north - to.north, from.north - (northMetres - rows * cellMetres)],
  ] as const;
  for (const [towards, room] of sides) {
    if (towards === 0 && room < 0) return null;
    if (towards < 0) begins = Math.max(begins, room / towards);
    if (towards > 0) ends = Math.min(ends, room / towards);
  }
  return begins <= ends ? { begins, ends } : null;
}

/** Not 0: cells whose middle is inside the rings, by the even-odd rule. */
export function maskOf(grid: CellGrid, rings: readonly (readonly Offset[])[]): Uint8Array {
  const mask = new Uint8Array(grid.columns * grid.rows);
  eachInside(grid, rings, (cell) => {
    mask[cell] = 1;
  });
  return mask;
}

/** Visits cells whose middle is inside by the even-odd rule, row by row. */
function eachInside(grid: CellGrid, rings: readonly (readonly Offset[])[], light: (cell: number) => void): void {
  const { columns, rows, cellMetres, westMetres, northMetres } = grid;
  const crossings = Array.from({ length: rows }, (): number[] => []);
  const rowBelow = (north: number): number => Math.ceil((northMetres - north) / cellMetres - 0.5);
  for (const ring of rings)
    ring.forEach((from, i) => {
      const to = ring[(i + 1) % ring.length] as Offset;
      const [upper, lower] = from.north > to.north ? [from, to] : [to, from];
      for (let row = Math.max(rowBelow(upper.north), 0); row < Math.min(rowBelow(lower.north), rows); row++) {
        const north = northMetres - (row + 0.5) * cellMetres;
        crossings[row]?.push(upper.east + ((lower.east - upper.east) * (upper.north - north)) / (upper.north - lower.north));
      }
    });
  crossings.forEach((easts, row) => {
    easts.sort((a, b) => a - b);
    for (let i = 0; i + 1 < easts.length; i += 2) {
      const columnFrom = (east: number): number => Math.ceil((east - westMetres) / cellMetres - 0.5);
      const last = Math.min(columnFrom(easts[i + 1] as number), columns);
      for (let column = Math.max(columnFrom(easts[i] as number), 0); column < last; column++) light(row * columns + column);
    }
  });
}
