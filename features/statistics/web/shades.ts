// The shades of a count: five steps of one colour, so that the map is readable without distinguishing red from green. Pure.
import type { StatisticsReport } from '../statistics.ts';

export type ColouredPart = Pick<StatisticsReport['grids'][number], 'gridNo' | 'gridName' | 'total' | 'centre'>;

interface Shade {
  readonly fill: string;
  readonly ink: string;
}

export const SHADES: readonly Shade[] = [
  { fill: '#fde7c8', ink: '#2b1204' },
  { fill: '#fdba74', ink: '#2b1204' },
  { fill: '#f97316', ink: '#2b1204' },
  { fill: '#c2410c', ink: '#ffffff' },
  { fill: '#7c2d12', ink: '#ffffff' },
];

/** The lower bounds of the shades, in equal steps up to a highest number of alarms. A shade that would be empty is left out. */
export const shadeBegins = (most: number): readonly number[] =>
  [...new Set(SHADES.map((_, index) => 1 + Math.floor((index * most) / SHADES.length)))].filter((begin) => begin <= most);

export function shadeOf(count: number, most: number): Shade {
  const index = shadeBegins(most).findLastIndex((begin) => count >= begin);
  return SHADES[Math.max(0, index)] as Shade;
}
