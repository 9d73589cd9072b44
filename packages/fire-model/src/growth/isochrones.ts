// Isochrones, as areas: what has burned by a minute.
import type { Offset } from '@lookout/geo';
import { finiteBox, gridOfBox, isEmptyBox } from './cell-box.ts';
import type { CellGrid } from './ground.ts';
import type { Growth } from './grow.ts';

/** A part of the ground in its plane, as areas. */
export interface GroundArea {
  /** Area on the map, not along the slope. */
  readonly areaHectares: number;
  /** Each polygon is its outline (counterclockwise) and its holes (clockwise); rings end where they begin. */
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
 * Areas where the value of the cells is at most a level, for each of several levels. Between two cells of finite value the contour is
 * interpolated between their middles; towards a cell of infinite value (water, a road, beyond the hours), it is on the edge between them.
 * Two cells that touch only by their corners are two areas.
 *
 * Marching squares (W. E. Lorensen and H. E. Cline, Marching cubes, SIGGRAPH 1987, in the plane) over all levels in one pass: in a ground
 * of a million cells the contours of a day's ninety-six quarters cross few cells.
 * @param levels in any order
 */
export function areasWithin(ground: CellGrid, all: Float32Array, levels: readonly number[]): GroundArea[] {
  const part = finitePart(ground, all);
  const order = levels.map((_, i) => i).sort((a, b) => (levels[a] as number) - (levels[b] as number));
  const lines = linesOf(
    part,
    Float64Array.from(order, (i) => levels[i] as number),
  );
  const next = new Int32Array(EDGES * part.values.length);
  const areas: GroundArea[] = [];
  for (const [place, i] of order.entries()) areas[i] = areaOf(part, levels[i] as number, lines[place] as number[], next);
  return areas;
}

/** The cells to process, with a rim of infinite value that no contour crosses. */
interface Part {
  readonly grid: CellGrid;
  readonly values: Float32Array;
}

/** The edges of a square between the middles of four cells, counterclockwise from its south, each between a corner and the next. */
const [SOUTH, EAST, NORTH, WEST] = [0, 1, 2, 3];
/**
 * The edges where the contours of a square begin and end, with the inside on their left, by which corners are within a level (1:
 * south-west, 2: south-east, 4: north-east, 8: north-west). Each run of corners within has a separate contour.
 */
const LINES_OF_SQUARE = Array.from({ length: 16 }, (_, corners) => {
  const isWithin = (corner: number): boolean => (corners & (1 << ((corner + 4) % 4))) !== 0;
  return [SOUTH, EAST, NORTH, WEST].flatMap((last) => {
    if (!isWithin(last) || isWithin(last + 1)) return [];
    let first = last;
    while (isWithin(first - 1)) first -= 1;
    return [last, (first + 3) % 4];
  });
});

/**
 * An edge between cells is numbered by its cell further west or north: twice the cell's number for the edge to the east, plus one for the
 * edge to the south.
 */
const EDGES = 2;
const NONE = -1;

/** @param levels ascending @returns for each level the edges where its contours begin and end, alternating */
function linesOf({ grid: { columns, rows }, values }: Part, levels: Float64Array): number[][] {
  const ranks = ranksOf(values, levels);
  const lines: number[][] = Array.from(levels, () => []);
  for (let row = 0; row < rows - 1; row++)
    for (let column = 0, cell = row * columns; column < columns - 1; column++, cell++) {
      const northWest = ranks[cell] as number;
      const northEast = ranks[cell + 1] as number;
      const southWest = ranks[cell + columns] as number;
      const southEast = ranks[cell + columns + 1] as number;
      if (northWest === northEast && northWest === southWest && northWest === southEast) continue;
      const edges = [EDGES * (cell + columns), EDGES * (cell + 1) + 1, EDGES * cell, EDGES * cell + 1];
      const last = Math.max(northWest, northEast, southWest, southEast);
      for (let level = Math.min(northWest, northEast, southWest, southEast); level < last; level++) {
        const corners =
          Number(southWest <= level) + 2 * Number(southEast <= level) + 4 * Number(northEast <= level) + 8 * Number(northWest <= level);
        for (const edge of LINES_OF_SQUARE[corners] as number[]) (lines[level] as number[]).push(edges[edge] as number);
      }
    }
  return lines;
}

/** The index of the first level that contains each cell; the number of levels: none. */
function ranksOf(values: Float32Array, levels: Float64Array): Uint32Array {
  const ranks = new Uint32Array(values.length);
  // Most cells have a rank near that of the previous cell.
  let rank = 0;
  for (let cell = 0; cell < values.length; cell++) {
    const value = values[cell] as number;
    while (rank > 0 && value <= (levels[rank - 1] as number)) rank -= 1;
    while (rank < levels.length && value > (levels[rank] as number)) rank += 1;
    ranks[cell] = rank;
  }
  return ranks;
}

interface Ring {
  /** The edges that the ring crosses. */
  readonly edges: readonly number[];
  readonly places: readonly Offset[];
  /** Enclosed area; negative: a hole. */
  readonly squareMetres: number;
}

/**
 * @param next for each edge the index plus one of the following edge; 0: none (memory without a contour is not touched). It is cleared on
 * return.
 */
function areaOf(part: Part, level: number, lines: readonly number[], next: Int32Array): GroundArea {
  for (let i = 0; i < lines.length; i += 2) next[lines[i] as number] = (lines[i + 1] as number) + 1;
  const [outlines, holes]: [Ring[], Ring[]] = [[], []];
  for (let i = 0; i < lines.length; i += 2) {
    const ring = ringFrom(part, level, lines[i] as number, next);
    if (ring !== null) (ring.squareMetres < 0 ? holes : outlines).push(ring);
  }
  const polygons = outlines.map(({ places }) => [places]);
  const isAround = outlines.length > 1 && holes.length > 0 ? outlines.map((ring) => around(part.grid, ring)) : [];
  for (const hole of holes) {
    // The smallest outline around the hole: an area may be in the hole of another.
    let owner = outlines.length > 1 ? NONE : 0;
    for (const [i, { squareMetres }] of outlines.entries())
      if (isAround[i]?.(hole) && !(squareMetres >= (outlines[owner]?.squareMetres ?? Number.POSITIVE_INFINITY))) owner = i;
    polygons[owner]?.push(hole.places);
  }
  const squareMetres = [...outlines, ...holes].reduce((sum, ring) => sum + ring.squareMetres, 0);
  return { areaHectares: squareMetres / SQUARE_METRES_PER_HECTARE, polygons };
}

/** null: the ring has been followed already. */
function ringFrom(part: Part, level: number, first: number, next: Int32Array): Ring | null {
  const [edges, places]: [number[], Offset[]] = [[], []];
  let squareMetres = 0;
  for (let edge = first; next[edge] !== 0; ) {
    const place = placeOf(part, level, edge);
    const before = places.at(-1) ?? place;
    squareMetres += (before.east * place.north - place.east * before.north) / 2;
    edges.push(edge);
    places.push(place);
    const following = (next[edge] as number) - 1;
    next[edge] = 0;
    edge = following;
  }
  const [begin, end] = [places[0], places.at(-1)];
  if (begin === undefined || end === undefined) return null;
  places.push(begin);
  return { edges, places, squareMetres: squareMetres + (end.east * begin.north - begin.east * end.north) / 2 };
}

/**
 * Whether another ring of the same level is within this one. Tested with the middles of the edges, in doubled columns and rows: lines
 * through these never meet, wherever the level is between two cells.
 */
function around({ columns }: CellGrid, { edges }: Ring): (inner: Ring) => boolean {
  const xOf = (edge: number): number => 2 * ((edge >> 1) % columns) + 1 - (edge & 1);
  const yOf = (edge: number): number => 2 * Math.floor((edge >> 1) / columns) + (edge & 1);
  const [xs, ys] = [Int32Array.from(edges, xOf), Int32Array.from(edges, yOf)];
  const [left, right, top, bottom] = [xs, ys].flatMap((along) => [
    along.reduce((a, b) => Math.min(a, b)),
    along.reduce((a, b) => Math.max(a, b)),
  ]);
  return ({ edges: [edge = NONE] }) => {
    const [x, y] = [xOf(edge), yOf(edge)];
    if (x < (left as number) || x > (right as number) || y < (top as number) || y > (bottom as number)) return false;
    let isWithin = false;
    for (let i = 0, before = xs.length - 1; i < xs.length; before = i++) {
      const [x0, y0, x1, y1] = [xs[before] as number, ys[before] as number, xs[i] as number, ys[i] as number];
      if (y0 > y !== y1 > y && x < x0 + ((x1 - x0) * (y - y0)) / (y1 - y0)) isWithin = !isWithin;
    }
    return isWithin;
  };
}

/** The box of all cells of finite value, with a rim of infinite ones: in a ground of a million cells most do not burn. */
function finitePart(ground: CellGrid, values: Float32Array): Part {
  const { columns } = ground;
  const box = finiteBox(ground, values);
  if (isEmptyBox(box)) return { grid: { ...ground, columns: 0, rows: 0 }, values: new Float32Array(0) };
  const { left, right, top, bottom } = box;
  const grid = gridOfBox(ground, { left: left - 1, right: right + 1, top: top - 1, bottom: bottom + 1 });
  const part = new Float32Array(grid.columns * grid.rows).fill(Number.POSITIVE_INFINITY);
  for (let row = top; row <= bottom; row++)
    part.set(values.subarray(row * columns + left, row * columns + right + 1), (row - top + 1) * grid.columns + 1);
  return { grid, values: part };
}

/** The place of the level between the middles of the two cells of an edge; the middle of the edge where one of them has no finite value. */
function placeOf({ grid: { columns, cellMetres, westMetres, northMetres }, values }: Part, level: number, edge: number): Offset {
  const cell = edge >> 1;
  const isSouthern = (edge & 1) === 1;
  const [from, to] = [values[cell] as number, values[cell + (isSouthern ? columns : 1)] as number];
  const share = Number.isFinite(from) && Number.isFinite(to) ? (level - from) / (to - from) : 0.5;
  const [column, row] = [(cell % columns) + 0.5, Math.floor(cell / columns) + 0.5];
  return {
    east: westMetres + (column + (isSouthern ? 0 : share)) * cellMetres,
    north: northMetres - (row + (isSouthern ? share : 0)) * cellMetres,
  };
}
