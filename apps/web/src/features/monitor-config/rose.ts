// Angles on the compass rose: clockwise from the top, as a camera reports them. Pure; units of the picture, whose middle is 0, 0.
import type { Sector } from '@lookout/domain';

export interface RosePoint {
  readonly x: number;
  readonly y: number;
}

type Span = Pick<Sector, 'fromHorizontal' | 'toHorizontal'>;

const WHOLE = 360;
const RADIANS = Math.PI / 180;
const around = (degrees: number): number => ((degrees % WHOLE) + WHOLE) % WHOLE;

export const rosePoint = (degrees: number, radius: number): RosePoint => ({
  x: radius * Math.sin(degrees * RADIANS),
  y: -radius * Math.cos(degrees * RADIANS),
});

/** Degrees, 0 < … ≤ 360: clockwise from … to …, also over north; from and to the same is the whole circle (as `isInSector` has it). */
export const spanOf = ({ fromHorizontal, toHorizontal }: Span): number => around(toHorizontal - fromHorizontal) || WHOLE;

/** The SVG path of a sector between two radii. */
export function sectorPath(sector: Span, inner: number, outer: number): string {
  const span = spanOf(sector);
  const { fromHorizontal: from } = sector;
  if (span === WHOLE) return `${circle(outer, 1)} ${circle(inner, 0)}`;
  const far = span > WHOLE / 2 ? 1 : 0;
  const to = from + span;
  return `M ${at(from, outer)} A ${outer} ${outer} 0 ${far} 1 ${at(to, outer)} L ${at(to, inner)} A ${inner} ${inner} 0 ${far} 0 ${at(from, inner)} Z`;
}

/** One arc cannot come back to where it began: two halves. */
const circle = (radius: number, sweep: 0 | 1): string =>
  `M ${at(0, radius)} A ${radius} ${radius} 0 1 ${sweep} ${at(180, radius)} A ${radius} ${radius} 0 1 ${sweep} ${at(0, radius)} Z`;

function at(degrees: number, radius: number): string {
  const { x, y } = rosePoint(degrees, radius);
  return `${fixed(x)} ${fixed(y)}`;
}

/** Two decimals, never "-0". */
const fixed = (value: number): number => Number(value.toFixed(2)) + 0;
