// The combined result of the members of an ensemble: counts of them by cell and time step. Counts are integers, so tallies of several
// workers add up to the same sum in whatever order.
import { ok, type Result, refuse } from '@lookout/domain';
import { boxAround, boxWithout, type CellBox, EMPTY_BOX, gridOfBox, isEmptyBox } from '../growth/cell-box.ts';
import type { CellGrid } from '../growth/ground.ts';
import { areasWithin, type GroundArea } from '../growth/isochrones.ts';
import type { GrowthRefusal } from '../growth/request.ts';
import { type MemberArrivals, NEVER, QUARTERS_PER_MINUTE } from './arrivals.ts';

export interface EnsembleTally {
  readonly grid: CellGrid;
  readonly stepMinutes: number;
  /** Number of whole time steps in the hours of the members. */
  readonly steps: number;
  members: number;
  /** Total of all members: their number, or the sum of their weights. */
  weight: number;
  /** Cells that the fire of any member reaches: nothing is counted outside. */
  box: CellBox;
  /**
   * Weight of the members whose fire reaches a cell in a step: for each cell first the members there at minute 0, then by step. 2 × (steps
   * + 1) bytes a cell: 22 MB for 20 km × 20 km at 30 m over 6 hours by the quarter, as much for 24 hours by the hour.
   */
  readonly counts: Uint16Array;
}

/** A count of all members must fit into 16 bits. */
export const GREATEST_WEIGHT = 0xffff;

/** Quarters of an hour up to six hours, then half hours, then hours: at most 25 counts a cell. */
export const stepMinutesFor = (hours: number): number => (hours <= 6 ? 15 : hours <= 12 ? 30 : 60);

/** @param stepMinutes whole quarters of a minute; the last step may reach beyond the limit */
export function createTally(grid: CellGrid, limitMinutes: number, stepMinutes: number): EnsembleTally {
  const steps = Math.ceil(limitMinutes / stepMinutes);
  return {
    grid,
    stepMinutes,
    steps,
    members: 0,
    weight: 0,
    box: EMPTY_BOX,
    counts: new Uint16Array(grid.columns * grid.rows * (steps + 1)),
  };
}

const refused = (zh: string, en: string): Result<never, GrowthRefusal> =>
  refuse({ field: 'members', zh: `members：${zh}`, en: `members: ${en}` });
const DIFFERENT = ['格网、时长或时段与汇总不同', 'their cells, hours or steps are not those of the tally'] as const;
const TOO_MANY = [`权重之和不能超过 ${GREATEST_WEIGHT}`, `their weights may add up to ${GREATEST_WEIGHT} at most`] as const;

const NOT_WHOLE = ['权重须为不小于 0 的整数', 'a weight must be a whole number of at least 0'] as const;

const isSameGrid = (a: CellGrid, b: CellGrid): boolean =>
  a.columns === b.columns &&
  a.rows === b.rows &&
  a.cellMetres === b.cellMetres &&
  a.westMetres === b.westMetres &&
  a.northMetres === b.northMetres;

/**
 * Counts one member.
 * @param weight a whole number; all members of a tally together at most 65,535
 */
export function addMember(tally: EnsembleTally, { grid, limitMinutes, quarters }: MemberArrivals, weight = 1): Result<void, GrowthRefusal> {
  const { counts, steps, stepMinutes } = tally;
  if (!isSameGrid(tally.grid, grid) || Math.ceil(limitMinutes / stepMinutes) !== steps) return refused(...DIFFERENT);
  if (!Number.isInteger(weight) || weight < 0) return refused(...NOT_WHOLE);
  if (tally.weight + weight > GREATEST_WEIGHT) return refused(...TOO_MANY);
  const stepQuarters = stepMinutes * QUARTERS_PER_MINUTE;
  const box = boxWithout(grid, quarters, NEVER);
  for (let row = box.top; row <= box.bottom; row++)
    for (let column = box.left, cell = row * grid.columns + column; column <= box.right; column++, cell++) {
      const arrival = quarters[cell] as number;
      if (arrival === NEVER) continue;
      const at = cell * (steps + 1) + Math.ceil(arrival / stepQuarters);
      counts[at] = (counts[at] as number) + weight;
    }
  tally.box = boxAround(tally.box, box);
  tally.members += 1;
  tally.weight += weight;
  return ok(undefined);
}

/** Adds the counts of another tally of the same fire. */
export function mergeTally(into: EnsembleTally, other: EnsembleTally): Result<void, GrowthRefusal> {
  if (!isSameGrid(into.grid, other.grid) || into.steps !== other.steps || into.stepMinutes !== other.stepMinutes)
    return refused(...DIFFERENT);
  if (into.weight + other.weight > GREATEST_WEIGHT) return refused(...TOO_MANY);
  const perCell = into.steps + 1;
  const { left, right, top, bottom } = other.box;
  for (let row = top; row <= bottom; row++) {
    const begins = row * into.grid.columns;
    for (let at = (begins + left) * perCell; at < (begins + right + 1) * perCell; at++)
      into.counts[at] = (into.counts[at] as number) + (other.counts[at] as number);
  }
  into.box = boxAround(into.box, other.box);
  into.members += other.members;
  into.weight += other.weight;
  return ok(undefined);
}

/** The probability that a cell has burned by a minute, 0 … 1, one a cell; arrivals are taken to be spread evenly within a step. */
export function probabilityBy(tally: EnsembleTally, minutes: number): Float32Array {
  const { grid, box } = tally;
  const probability = new Float32Array(grid.columns * grid.rows);
  if (isEmptyBox(box)) return probability;
  const within = probabilityInBox(tally, minutes);
  const wide = box.right - box.left + 1;
  for (let row = box.top, from = 0; row <= box.bottom; row++, from += wide)
    probability.set(within.subarray(from, from + wide), row * grid.columns + box.left);
  return probability;
}

/** The same for the cells of the tally's box only, which is not empty. */
function probabilityInBox({ counts, grid, box, steps, stepMinutes, weight }: EnsembleTally, minutes: number): Float32Array {
  const wide = box.right - box.left + 1;
  const probability = new Float32Array(wide * (box.bottom - box.top + 1));
  if (weight === 0 || minutes < 0) return probability;
  const whole = Math.min(Math.floor(minutes / stepMinutes), steps);
  const rest = whole < steps ? minutes / stepMinutes - whole : 0;
  for (let at = 0; at < probability.length; at++) {
    const cell = (box.top + Math.floor(at / wide)) * grid.columns + box.left + (at % wide);
    const first = cell * (steps + 1);
    let sum = 0;
    for (let step = 0; step <= whole; step++) sum += counts[first + step] as number;
    if (rest > 0) sum += rest * (counts[first + whole + 1] as number);
    probability[at] = sum / weight;
  }
  return probability;
}

/**
 * The time by which the fire has reached a cell in a share of the members: the quantile of its arrival.
 * @param share 0 < share ≤ 1: 0.1 is early and cautious for people, 0.5 the median
 * @returns minutes, interpolated evenly within a step; infinity: fewer members arrive within the hours
 */
export function arrivalQuantileAt({ counts, steps, stepMinutes, weight }: EnsembleTally, cell: number, share: number): number {
  const wanted = share * weight;
  const first = cell * (steps + 1);
  let sum = counts[first] as number;
  if (sum >= wanted && sum > 0) return 0;
  for (let step = 1; step <= steps; step++) {
    const count = counts[first + step] as number;
    if (count > 0 && sum + count >= wanted) return (step - 1 + (wanted - sum) / count) * stepMinutes;
    sum += count;
  }
  return Number.POSITIVE_INFINITY;
}

/** The same for several cells, by cell and share. */
export const arrivalQuantilesAt = (tally: EnsembleTally, cells: readonly number[], shares: readonly number[]): number[][] =>
  cells.map((cell) => shares.map((share) => arrivalQuantileAt(tally, cell, share)));

/** The same for all cells. */
export function arrivalQuantiles(tally: EnsembleTally, share: number): Float32Array {
  const { grid, box } = tally;
  const minutes = new Float32Array(grid.columns * grid.rows).fill(Number.POSITIVE_INFINITY);
  for (let row = box.top; row <= box.bottom; row++)
    for (let column = box.left, cell = row * grid.columns + column; column <= box.right; column++, cell++)
      minutes[cell] = arrivalQuantileAt(tally, cell, share);
  return minutes;
}

/** Ground that burns by a minute with at least a given probability, in the plane of the ground. */
export interface ProbabilityArea extends GroundArea {
  readonly probability: number;
}

/** @param probabilities 0 < … ≤ 1, for example 0.1, 0.5, 0.9 */
export function probabilityAreas(tally: EnsembleTally, minutes: number, probabilities: readonly number[]): ProbabilityArea[] {
  const { grid, box } = tally;
  if (isEmptyBox(box)) return probabilities.map((probability) => ({ probability, areaHectares: 0, polygons: [] }));
  // Cells that no member reaches keep the contour on their edge, as water does for isochrones.
  const improbability = probabilityInBox(tally, minutes).map((value) => (value === 0 ? Number.POSITIVE_INFINITY : 1 - value));
  return areasWithin(
    gridOfBox(grid, box),
    improbability,
    probabilities.map((level) => 1 - level),
  ).map((area, i) => ({ probability: probabilities[i] as number, ...area }));
}
