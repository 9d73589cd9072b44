// The geometry of a curve of readings. Pure functions.
import { HAZARD_WARNING_LEVELS, type ReadingSpan, type Thresholds } from '../hazard.ts';

/** The size of the drawing, in its own units. */
export const WIDTH = 480;
export const HEIGHT = 150;
/** A curve with a smaller spread is flat and is drawn in the middle of one unit. */
const LEAST_SPREAD = 1e-9;

export interface Chart {
  /** SVG paths: `line` through the last value of each span, `band` from lowest to highest. */
  readonly line: string;
  readonly band: string;
  readonly yOf: (value: number) => number;
  /** The values at the upper and the lower edge. */
  readonly top: number;
  readonly bottom: number;
}

/** @param readings oldest first, at least one. The next threshold above them is inside the drawing, to show how near it is */
export function chartOf(readings: readonly ReadingSpan[], thresholds: Thresholds): Chart {
  const highest = Math.max(...readings.map((one) => one.highest));
  const lowest = Math.min(...readings.map((one) => one.lowest));
  const next = HAZARD_WARNING_LEVELS.map((level) => thresholds[level]).find((from) => from !== null && from > highest) ?? highest;
  const spread = next - lowest;
  const [top, bottom] = spread < LEAST_SPREAD ? [highest + 0.5, lowest - 0.5] : [next + spread * 0.08, lowest - spread * 0.08];
  const times = readings.map(({ at }) => at.getTime());
  const [begin, end] = [times[0] ?? 0, times.at(-1) ?? 0];
  const round = (n: number) => Math.round(n * 10) / 10;
  const xOf = (time: number) => round(end === begin ? WIDTH / 2 : ((time - begin) / (end - begin)) * WIDTH);
  const yOf = (value: number) => round(((top - value) / (top - bottom)) * HEIGHT);
  const path = (points: readonly (readonly [number, number])[]) => points.map(([x, y], n) => `${n === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  const along = (value: (one: ReadingSpan) => number) => readings.map((one) => [xOf(one.at.getTime()), yOf(value(one))] as const);
  return {
    line: path(along(({ value }) => value)),
    band: `${path([...along((one) => one.highest), ...along((one) => one.lowest).toReversed()])}Z`,
    yOf,
    top,
    bottom,
  };
}
