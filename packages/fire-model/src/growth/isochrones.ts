// Lines of equal time of arrival, as areas: what has burned by a minute.
import type { Offset } from '@lookout/geo';
import { contours } from 'd3-contour';
import type { CellGrid } from './ground.ts';
import type { Growth } from './grow.ts';

/** Ground in its plane, as areas. */
export interface GroundArea {
  /** On the map. */
  readonly areaHectares: number;
  /** Areas, each as its outline (counterclockwise) and its holes (clockwise); rings end where they begin. */
  readonly polygons: readonly (readonly (readonly Offset[])[])[];
}

/** What has burned by a minute. */
export interface Isochrone extends GroundArea {
  readonly minutes: number;
}

const SQUARE_METRES_PER_HECTARE = 10_000;

/** @param minutes from the beginning of the growth */
export function isochronesOf({ grid, arrivalMinutes }: Pick<Growth, 'grid' | 'arrivalMinutes'>, minutes: readonly number[]): Isochrone[] {
  return areasWithin(grid, arrivalMinutes, minutes).map((area, i) => ({ minutes: minutes[i] as number, ...area }));
}

/**
 * Where a value of the cells is at most so much, for each of several levels. Between two cells of finite value the line lies where the level is between their
 * middles; towards one of infinite value (water, a road, beyond the hours), on the edge between them.
 */
export function areasWithin(ground: CellGrid, all: Float32Array, levels: readonly number[]): GroundArea[] {
  const { grid, values } = finitePart(ground, all);
  // Contours are drawn around what is above a value: what is less must be more.
  const negated = Array.from(values, (value) => -value);
  const blocks = contours().size([grid.columns, grid.rows]).smooth(false);
  return levels.map((level) => {
    const polygons = blocks.contour(negated, -level).coordinates.map((rings) =>
      rings.map((ring, i) =>
        turned(
          ring.map((at) => placeOf(grid, values, level, at)),
          i === 0,
        ),
      ),
    );
    const squareMetres = polygons.flat().reduce((sum, ring) => sum + signedArea(ring), 0);
    return { areaHectares: squareMetres / SQUARE_METRES_PER_HECTARE, polygons };
  });
}

/** The box of all cells of finite value, with a rim where there is room: of a ground of a million cells most do not burn. */
function finitePart(grid: CellGrid, values: Float32Array): { readonly grid: CellGrid; readonly values: Float32Array } {
  const { columns, rows, cellMetres, westMetres, northMetres } = grid;
  let [left, right, top, bottom] = [columns, -1, rows, -1];
  for (let row = 0, cell = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, cell++) {
      if (values[cell] === Number.POSITIVE_INFINITY) continue;
      left = Math.min(left, column);
      right = Math.max(right, column);
      top = Math.min(top, row);
      bottom = row;
    }
  if (bottom < 0) return { grid, values };
  [left, top] = [Math.max(left - 1, 0), Math.max(top - 1, 0)];
  [right, bottom] = [Math.min(right + 1, columns - 1), Math.min(bottom + 1, rows - 1)];
  const wide = right - left + 1;
  const part = new Float32Array(wide * (bottom - top + 1));
  for (let row = top; row <= bottom; row++) part.set(values.subarray(row * columns + left, row * columns + right + 1), (row - top) * wide);
  return {
    grid: {
      columns: wide,
      rows: bottom - top + 1,
      cellMetres,
      westMetres: westMetres + left * cellMetres,
      northMetres: northMetres - top * cellMetres,
    },
    values: part,
  };
}

/** From a point on the edge of two cells, counted in cells from the first corner, to where between their middles the level is. */
function placeOf(grid: CellGrid, values: Float32Array, level: number, [x = 0, y = 0]: readonly number[]): Offset {
  const { columns, rows, cellMetres, westMetres, northMetres } = grid;
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const valueAt = (c: number, r: number): number => values[r * columns + c] as number;
  const shift = (before: number, after: number): number => {
    const share = (level - before) / (after - before);
    return Number.isFinite(before) && Number.isFinite(after) ? share - 0.5 : 0;
  };
  const shiftX = column === x && x > 0 && x < columns ? shift(valueAt(column - 1, row), valueAt(column, row)) : 0;
  const shiftY = row === y && y > 0 && y < rows ? shift(valueAt(column, row - 1), valueAt(column, row)) : 0;
  return { east: westMetres + (x + shiftX) * cellMetres, north: northMetres - (y + shiftY) * cellMetres };
}

const turned = (ring: readonly Offset[], isOutline: boolean): readonly Offset[] =>
  signedArea(ring) > 0 === isOutline ? ring : ring.toReversed();

/** Of a closed ring, m²; positive: counterclockwise. */
const signedArea = (ring: readonly Offset[]): number =>
  ring.reduce((sum, { east, north }, i) => {
    const next = ring[(i + 1) % ring.length] as Offset;
    return sum + (east * next.north - next.east * north) / 2;
  }, 0);
