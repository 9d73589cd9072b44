// Data for the chart and the list of fire-risk levels. Pure functions.

import type { FireLevel } from '../fire-level.ts';
import type { GridFireLevel } from '../fire-weather.ts';

type RiskLevel = FireLevel;

export const RISK_LEVELS = [1, 2, 3, 4, 5] as const satisfies readonly RiskLevel[];

interface ChartPoint {
  readonly x: number;
  readonly y: number;
  readonly row: GridFireLevel;
}

interface ChartSize {
  readonly width: number;
  readonly height: number;
  /** Space at the edges for dots and labels. */
  readonly margin: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
}

/** The lowest upper end of the scale, so that a calm month does not look dangerous. The fifth level begins at 38. */
const LEAST_TOP = 40;

export const topOf = (rows: readonly GridFireLevel[]): number =>
  Math.max(LEAST_TOP, Math.ceil(Math.max(0, ...rows.map(({ fwi }) => fwi)) / 10) * 10);

/** Evenly spaced days from left to right, the index upwards from 0. A single day is centred. */
export function chartPoints(rows: readonly GridFireLevel[], { width, height, margin }: ChartSize): ChartPoint[] {
  const top = topOf(rows);
  const [across, up] = [width - margin.left - margin.right, height - margin.top - margin.bottom];
  return rows.map((row, index) => ({
    row,
    x: margin.left + (rows.length === 1 ? across / 2 : (across * index) / (rows.length - 1)),
    y: margin.top + up * (1 - Math.min(row.fwi, top) / top),
  }));
}

/** Highest danger first; among equals the higher index. */
export const byDanger = (a: GridFireLevel, b: GridFireLevel): number => b.level - a.level || b.fwi - a.fwi;

export const tallyLevels = (rows: readonly GridFireLevel[]): readonly (readonly [RiskLevel, number])[] =>
  RISK_LEVELS.map((level) => [level, rows.filter((row) => row.level === level).length] as const);
