// The picture at a third to a half of its resolution, and its sums over cells and their neighbours. The arrays belong to one size of
// picture and are shared by all cameras, because a frame is finished before the next one begins.
import type { Frame } from './frame.ts';
import { createProfiles, type Profiles } from './shift.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture along the side of a pixel of the working picture; of both along the side of a cell. */
  readonly factor: number;
  readonly columns: number;
  readonly rows: number;
  /** Cells of 2 × 2 pixels of the working picture. */
  readonly cellColumns: number;
  readonly cellRows: number;
}

const WORKING_WIDTH = 320;

export function sizeOf(width: number, height: number): Size {
  const factor = Math.max(1, Math.round(width / WORKING_WIDTH));
  const [columns, rows] = [Math.floor(width / factor) & ~1, Math.floor(height / factor) & ~1];
  return { width, height, factor, columns, rows, cellColumns: columns >> 1, cellRows: rows >> 1 };
}

/** Values of each cell, summed over it and its eight neighbours. */
export interface CellSums {
  readonly luma: Float32Array;
  readonly background: Float32Array;
  /** Products of the gradients of picture and background, and squares of the background's. */
  readonly product: Float32Array;
  readonly square: Float32Array;
  /** Squares of the picture's gradients. */
  readonly energy: Float32Array;
}

export interface Scratch {
  readonly size: Size;
  readonly profiles: Profiles;
  readonly picture: Float32Array;
  readonly blue: Float32Array;
  readonly red: Float32Array;
  readonly heat: Float32Array;
  readonly sums: CellSums;
  readonly row: Float32Array;
  /** The excess of luma and the share of hidden texture, and both smoothed over a wide neighbourhood. */
  readonly lighter: Float32Array;
  readonly hidden: Float32Array;
  readonly wide: Float32Array;
  /** The mean excess of luma all around. */
  readonly around: Float32Array;
  readonly isCandidate: Uint8Array;
  /** 1: may be smoke, or its fringe; the background learns it slowly. */
  readonly isHeld: Uint8Array;
  readonly label: Int16Array;
  readonly queue: Int32Array;
}

export function createScratch(size: Size): Scratch {
  const cells = size.cellColumns * size.cellRows;
  const plane = () => new Float32Array(cells);
  return {
    size,
    profiles: createProfiles(size.width, size.height),
    picture: new Float32Array(size.columns * size.rows),
    blue: plane(),
    red: plane(),
    heat: plane(),
    sums: { luma: plane(), background: plane(), product: plane(), square: plane(), energy: plane() },
    row: new Float32Array(Math.max(size.cellColumns, size.cellRows) + 1),
    lighter: plane(),
    hidden: plane(),
    wide: plane(),
    around: plane(),
    isCandidate: new Uint8Array(cells),
    isHeld: new Uint8Array(cells),
    label: new Int16Array(cells),
    queue: new Int32Array(cells),
  };
}

/** Fills picture and chroma from a frame that is shifted by (dx, dy) pixels. Luma becomes levels above black. */
export function reduceFrame({ size, picture, blue, red, heat }: Scratch, frame: Frame, dx: number, dy: number): void {
  const { width, height, factor, columns, rows, cellColumns, cellRows } = size;
  reducePlane(picture, frame.y, { width, height, factor, columns, rows, dx, dy });
  for (let at = 0; at < picture.length; at++) picture[at] = (picture[at] as number) - 16;
  const half = {
    width: Math.ceil(width / 2),
    height: Math.ceil(height / 2),
    factor,
    columns: cellColumns,
    rows: cellRows,
    dx: dx >> 1,
    dy: dy >> 1,
  };
  reducePlane(blue, frame.u, half);
  reducePlane(red, frame.v, half);
  if (frame.heat) reducePlane(heat, frame.heat, { width, height, factor: factor * 2, columns: cellColumns, rows: cellRows, dx, dy });
}

interface Reduction {
  readonly width: number;
  readonly height: number;
  readonly factor: number;
  readonly columns: number;
  readonly rows: number;
  readonly dx: number;
  readonly dy: number;
}

/** Means of factor × factor values; beyond its border a plane repeats. */
function reducePlane(to: Float32Array, from: Uint8Array, { width, height, factor, columns, rows, dx, dy }: Reduction): void {
  const share = 1 / (factor * factor);
  // The columns of which all values lie inside.
  const first = Math.max(0, Math.ceil(-dx / factor));
  const last = Math.min(columns, Math.floor((width - dx) / factor));
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const isInside = column >= first && column < last;
      let sum = 0;
      for (let j = 0; j < factor; j++) {
        const y = Math.min(height - 1, Math.max(0, row * factor + j + dy)) * width;
        const x = column * factor + dx;
        if (isInside) for (let i = 0; i < factor; i++) sum += from[y + x + i] as number;
        else for (let i = 0; i < factor; i++) sum += from[y + Math.min(width - 1, Math.max(0, x + i))] as number;
      }
      to[row * columns + column] = sum * share;
    }
  }
}

/** Sums of picture, background and their gradients by cells, each then summed over 3 × 3 cells. */
export function sumCells({ size, picture, sums, row }: Scratch, background: Float32Array): void {
  const { columns, cellColumns, cellRows } = size;
  for (let j = 0; j < cellRows; j++)
    for (let i = 0; i < cellColumns; i++) {
      let [luma, behind, product, square, energy] = [0, 0, 0, 0, 0];
      for (let k = 0; k < 4; k++) {
        const at = (2 * j + (k >> 1)) * columns + 2 * i + (k & 1);
        const [value, before] = [picture[at] as number, background[at] as number];
        // The last column and row have no neighbour and compare with themselves.
        const right = 2 * i + (k & 1) + 1 < columns ? at + 1 : at;
        const below = at + columns < picture.length ? at + columns : at;
        const [across, down] = [(background[right] as number) - before, (background[below] as number) - before];
        luma += value;
        behind += before;
        const [acrossNow, downNow] = [(picture[right] as number) - value, (picture[below] as number) - value];
        product += acrossNow * across + downNow * down;
        energy += acrossNow * acrossNow + downNow * downNow;
        square += across * across + down * down;
      }
      const cell = j * cellColumns + i;
      sums.luma[cell] = luma;
      sums.background[cell] = behind;
      sums.product[cell] = product;
      sums.square[cell] = square;
      sums.energy[cell] = energy;
    }
  for (const plane of [sums.luma, sums.background, sums.product, sums.square, sums.energy]) boxSum(plane, row, size, 1);
}

/** Replaces each value by the sum of those within `reach` cells; beyond the border there are none. */
export function boxSum(plane: Float32Array, line: Float32Array, { cellColumns, cellRows }: Size, reach: number): void {
  for (let j = 0; j < cellRows; j++) slide(plane, line, j * cellColumns, 1, cellColumns, reach);
  for (let i = 0; i < cellColumns; i++) slide(plane, line, i, cellColumns, cellRows, reach);
}

function slide(plane: Float32Array, line: Float32Array, from: number, step: number, count: number, reach: number): void {
  let sum = 0;
  for (let at = 0; at < count; at++) line[at] = plane[from + at * step] as number;
  for (let at = 0; at < Math.min(reach, count); at++) sum += line[at] as number;
  for (let at = 0; at < count; at++) {
    if (at + reach < count) sum += line[at + reach] as number;
    if (at > reach) sum -= line[at - reach - 1] as number;
    plane[from + at * step] = sum;
  }
}
