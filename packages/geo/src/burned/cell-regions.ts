// Regions of equal cells in a raster, and their outlines along the borders of the cells: the area of an outline is exactly that of its
// cells.

/** A raster of small integers, row by row from the top; 0 belongs to no region. */
export interface CellRaster {
  readonly columns: number;
  readonly rows: number;
  readonly values: Uint8Array;
}

/** Corners of cells, [x, y] with y downwards: cell (column, row) spans from [column, row] to [column + 1, row + 1]. Open: the first is not repeated. */
export type CellRing = readonly (readonly [x: number, y: number])[];

export interface CellRegion {
  readonly value: number;
  /** Number of cells. */
  readonly cells: number;
  /** First cell of the region: `row * columns + column`. */
  readonly firstCell: number;
}

export interface CellRegions {
  /** Regions connected by edges; corners do not connect. In the order of their first cells. */
  readonly regions: readonly CellRegion[];
  /** For each cell the index of its region + 1; 0: none. */
  readonly labels: Int32Array;
}

/** Connected cells of equal value. */
export function cellRegions({ columns, rows, values }: CellRaster): CellRegions {
  const labels = new Int32Array(columns * rows);
  const regions: CellRegion[] = [];
  let stack = new Int32Array(1_024);
  for (let start = 0; start < values.length; start++) {
    const value = values[start] as number;
    if (value === 0 || labels[start] !== 0) continue;
    const label = regions.length + 1;
    let cells = 0;
    let height = 1;
    stack[0] = start;
    labels[start] = label;
    const push = (cell: number): void => {
      if (values[cell] !== value || labels[cell] !== 0) return;
      labels[cell] = label;
      if (height === stack.length) {
        const larger = new Int32Array(stack.length * 2);
        larger.set(stack);
        stack = larger;
      }
      stack[height++] = cell;
    };
    while (height > 0) {
      const cell = stack[--height] as number;
      cells += 1;
      const column = cell % columns;
      if (column > 0) push(cell - 1);
      if (column < columns - 1) push(cell + 1);
      if (cell >= columns) push(cell - columns);
      if (cell < values.length - columns) push(cell + columns);
    }
    regions.push({ value, cells, firstCell: start });
  }
  return { regions, labels };
}

/** Right, down, left, up. */
const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;
/** From a corner, by direction: the cell ahead on the right, and that on the left, relative to the corner. */
const AHEAD_RIGHT = [
  [0, 0],
  [-1, 0],
  [-1, -1],
  [0, -1],
] as const;
const AHEAD_LEFT = [
  [0, -1],
  [0, 0],
  [-1, 0],
  [-1, -1],
] as const;

/**
 * The outlines of regions: for each the outer ring, then its holes. No ring touches itself; only corners where a ring turns are stored.
 * @param wanted by the index of the region; the outlines of others are not followed
 * @returns by the index of the region; empty for those not wanted
 */
export function cellOutlines(
  { columns, rows }: Pick<CellRaster, 'columns' | 'rows'>,
  { regions, labels }: CellRegions,
  wanted: (region: number) => boolean,
): readonly (readonly CellRing[])[] {
  const outlines: CellRing[][] = regions.map(() => []);
  // Every ring has an edge with its region below; each such edge belongs to one ring.
  const followed = new Uint8Array(columns * rows);
  const labelAt = (x: number, y: number): number => (x < 0 || y < 0 || x >= columns || y >= rows ? 0 : (labels[y * columns + x] as number));

  /** Follows a ring with the region on the right. */
  function follow(startX: number, startY: number, label: number): (readonly [number, number])[] {
    const corners: (readonly [number, number])[] = [[startX, startY]];
    let [x, y, direction] = [startX, startY, 0];
    for (;;) {
      if (direction === 0) followed[y * columns + x] = 1;
      x += STEPS[direction]?.[0] ?? 0;
      y += STEPS[direction]?.[1] ?? 0;
      const [rightX, rightY] = AHEAD_RIGHT[direction] ?? [0, 0];
      const [leftX, leftY] = AHEAD_LEFT[direction] ?? [0, 0];
      // Cells that meet only in a corner are not connected: turn right between them.
      const turn = labelAt(x + rightX, y + rightY) !== label ? 1 : labelAt(x + leftX, y + leftY) === label ? 3 : 0;
      direction = (direction + turn) % 4;
      if (x === startX && y === startY && direction === 0) return corners;
      if (turn !== 0) corners.push([x, y]);
    }
  }

  for (let cell = 0; cell < labels.length; cell++) {
    const label = labels[cell] as number;
    if (label === 0 || followed[cell] === 1 || !wanted(label - 1)) continue;
    const [x, y] = [cell % columns, Math.floor(cell / columns)];
    if (labelAt(x, y - 1) === label) continue;
    // A ring is started where it turns: at the first edge of a region's first row, or of a run of cells below a hole.
    if (labelAt(x - 1, y) === label && labelAt(x - 1, y - 1) !== label) continue;
    outlines[label - 1]?.push(...withoutTouching(follow(x, y, label)));
  }
  for (const rings of outlines) rings.sort((a, b) => doubleArea(b) - doubleArea(a));
  return outlines;
}

/** Splits a ring that passes a corner twice into two rings. */
function withoutTouching(corners: readonly (readonly [number, number])[]): CellRing[] {
  const rings: CellRing[] = [];
  const way: (readonly [number, number])[] = [];
  const at = new Map<string, number>();
  for (const corner of corners) {
    const key = corner.join();
    const before = at.get(key);
    if (before === undefined) {
      at.set(key, way.length);
      way.push(corner);
      continue;
    }
    const loop = way.splice(before + 1);
    for (const passed of loop) at.delete(passed.join());
    rings.push([corner, ...loop]);
  }
  return [way, ...rings];
}

/** Twice the area in cells: positive for outer rings, negative for holes. */
export function doubleArea(ring: CellRing): number {
  let sum = 0;
  for (const [index, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
    sum += x * nextY - nextX * y;
  }
  return sum;
}
