// Ground to walk over: cells with a height and a drag, and the steps from one to another.
import { degreesAt, type GroundBox, type LngLat } from '@lookout/geo';
import { MAY_STOP } from './road-classes.ts';
import { EDGE_FLAGS, type RoadNet } from './road-net.ts';
import { OFF_PATH_FACTOR, secondsPerMetreAt } from './walking.ts';

/** Cells row by row from the north-west, of equal degrees. */
export interface GroundFrame {
  readonly columns: number;
  readonly rows: number;
  /** The north-western corner, WGS 84 degrees. */
  readonly west: number;
  readonly north: number;
  /** Size of a cell. */
  readonly lngDegrees: number;
  readonly latDegrees: number;
}

export interface WalkGround extends GroundFrame {
  /** Metres above sea level in the middle of each cell; NaN: unknown, and the slope there counts as level. */
  readonly heights: Float32Array;
  /** Walking time relative to Tobler's walker on a path: 1 / 0.6 on open ground; Infinity: impassable. */
  readonly drag: Float32Array;
}

/**
 * @param factors of each cell, from `walkingFactorsByClass`; 0: impassable
 * @param net whose roads and paths are walked without the drag of the ground, including bridges over water; tunnels and motorways are not
 * walked
 */
export function createWalkGround(
  frame: GroundFrame,
  { heights, factors, net }: { readonly heights: Float32Array; readonly factors: Float32Array; readonly net?: RoadNet },
): WalkGround {
  const drag = factors.map((factor) => (factor > 0 ? 1 / (OFF_PATH_FACTOR * factor) : Number.POSITIVE_INFINITY));
  const ground: WalkGround = { ...frame, heights, drag };
  if (net !== undefined) markPaths(ground, net);
  return ground;
}

/** −1: outside. */
export function cellAt({ columns, rows, west, north, lngDegrees, latDegrees }: GroundFrame, { lng, lat }: LngLat): number {
  const column = Math.floor((lng - west) / lngDegrees);
  const row = Math.floor((north - lat) / latDegrees);
  return column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : -1;
}

/** The box of all its cells, in degrees. */
export const boxOfFrame = ({ columns, rows, west, north, lngDegrees, latDegrees }: GroundFrame): GroundBox => ({
  west,
  north,
  east: west + columns * lngDegrees,
  south: north - rows * latDegrees,
});

/** The middle of a cell. */
export const placeOfCell = ({ columns, west, north, lngDegrees, latDegrees }: GroundFrame, cell: number): LngLat => ({
  lng: west + ((cell % columns) + 0.5) * lngDegrees,
  lat: north - (Math.floor(cell / columns) + 0.5) * latDegrees,
});

/** All cells that a straight line touches, each adjacent to the next by an edge (J. Amanatides and A. Woo, Eurographics 1987). */
export function cellsAlong(frame: GroundFrame, from: LngLat, to: LngLat): number[] {
  const { columns, rows, west, north, lngDegrees, latDegrees } = frame;
  const [x0, y0] = [(from.lng - west) / lngDegrees, (north - from.lat) / latDegrees];
  const [x1, y1] = [(to.lng - west) / lngDegrees, (north - to.lat) / latDegrees];
  const [dx, dy] = [x1 - x0, y1 - y0];
  let [x, y] = [Math.floor(x0), Math.floor(y0)];
  const steps = Math.abs(Math.floor(x1) - x) + Math.abs(Math.floor(y1) - y);
  const cells: number[] = [];
  let nextX = dx === 0 ? Number.POSITIVE_INFINITY : ((dx > 0 ? x + 1 : x) - x0) / dx;
  let nextY = dy === 0 ? Number.POSITIVE_INFINITY : ((dy > 0 ? y + 1 : y) - y0) / dy;
  for (let step = 0; ; step++) {
    if (x >= 0 && x < columns && y >= 0 && y < rows) cells.push(y * columns + x);
    if (step === steps) return cells;
    if (nextX < nextY) {
      x += Math.sign(dx);
      nextX += Math.abs(1 / dx);
    } else {
      y += Math.sign(dy);
      nextY += Math.abs(1 / dy);
    }
  }
}

function markPaths(ground: WalkGround, { edges, shape, shapeStart, flags, classOf }: RoadNet): void {
  for (let edge = 0; edge < edges; edge++) {
    if (((flags[edge] as number) & EDGE_FLAGS.tunnel) !== 0 || !MAY_STOP[classOf[edge] as number]) continue;
    for (let point = shapeStart[edge] as number; point + 1 < (shapeStart[edge + 1] as number); point++) {
      const [from, to] = [point, point + 1].map((at) => ({ lng: shape[2 * at] as number, lat: shape[2 * at + 1] as number }));
      for (const cell of cellsAlong(ground, from as LngLat, to as LngLat)) ground.drag[cell] = 1;
    }
  }
}

/**
 * The nearest passable cell, at most `most` cells away in each direction; −1: none. For places drawn in a river or slightly outside the
 * ground.
 */
export function startCell(ground: WalkGround, place: LngLat, most = 2): number {
  const { columns, rows, drag } = ground;
  const middle = cellAt(ground, place);
  if (middle === -1 || Number.isFinite(drag[middle])) return middle;
  let best = -1;
  let bestSquared = Number.POSITIVE_INFINITY;
  const [column, row] = [middle % columns, Math.floor(middle / columns)];
  for (let y = Math.max(row - most, 0); y <= Math.min(row + most, rows - 1); y++)
    for (let x = Math.max(column - most, 0); x <= Math.min(column + most, columns - 1); x++) {
      const squared = (x - column) ** 2 + (y - row) ** 2;
      if (squared >= bestSquared || !Number.isFinite(drag[y * columns + x])) continue;
      [best, bestSquared] = [y * columns + x, squared];
    }
  return best;
}

/** The sixteen steps: straight, diagonal, and as a chess knight. */
const STEPS = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
  [1, -1],
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -2],
  [2, -1],
  [2, 1],
  [1, 2],
  [-1, 2],
  [-2, 1],
  [-2, -1],
  [-1, -2],
] as const;

export interface WalkStep {
  readonly columns: number;
  readonly rows: number;
  /** The step in the index of the cell. */
  readonly cells: number;
  readonly metres: number;
  /** The two cells next to a corner, or those crossed by a knight's move, as offsets; 0: none. */
  readonly sides: readonly [number, number];
  /** A knight's move goes through these cells, a diagonal step between them. */
  readonly isThrough: boolean;
}

/** Lengths apply in the middle of the ground: at its edges they are up to 0.2 % off for ground of 40 km. */
export function walkSteps({ columns, rows, north, lngDegrees, latDegrees }: GroundFrame): readonly WalkStep[] {
  const { eastMetresPerDegree, northMetresPerDegree } = degreesAt(north - (rows / 2) * latDegrees);
  return STEPS.map(([x, y]) => {
    const [halfX, halfY] = [Math.trunc(x / 2), Math.trunc(y / 2)];
    const isThrough = halfX !== 0 || halfY !== 0;
    const cellsOf = (across: number, down: number): number => down * columns + across;
    const beside = (): readonly [number, number] => {
      if (isThrough) return [cellsOf(halfX, halfY), cellsOf(x - halfX, y - halfY)];
      return x !== 0 && y !== 0 ? [cellsOf(x, 0), cellsOf(0, y)] : [0, 0];
    };
    return {
      columns: x,
      rows: y,
      cells: cellsOf(x, y),
      metres: Math.hypot(x * lngDegrees * eastMetresPerDegree, y * latDegrees * northMetresPerDegree),
      sides: beside(),
      isThrough,
    };
  });
}

/**
 * Seconds from a cell to the next, by Tobler's function of the slope in that direction. A corner can be passed unless both cells next to it
 * are closed, so a barrier of cells that touch by their corners blocks.
 * @returns Infinity: not possible
 */
export function stepSeconds({ heights, drag }: WalkGround, from: number, to: number, step: WalkStep): number {
  const [a, b] = step.sides;
  let slowness = (drag[from] as number) + (drag[to] as number);
  if (step.isThrough) slowness = (slowness + (drag[from + a] as number) + (drag[from + b] as number)) / 4;
  else if (a !== 0 && drag[from + a] === Number.POSITIVE_INFINITY && drag[from + b] === Number.POSITIVE_INFINITY)
    return Number.POSITIVE_INFINITY;
  else slowness /= 2;
  if (slowness === Number.POSITIVE_INFINITY) return slowness;
  const slope = ((heights[to] as number) - (heights[from] as number)) / step.metres;
  return step.metres * slowness * secondsPerMetreAt(Number.isNaN(slope) ? 0 : slope);
}
