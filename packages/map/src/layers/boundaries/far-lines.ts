// Lines for the far view: on a grid of about a kilometre, and every stretch once. A prefecture's outline is its neighbour's and its
// province's too; drawn three times it would be three times as strong, and the country has 650,000 points.
import type { BoundaryLevel } from '../../bands.ts';
import type { BoundaryLine } from './lines.ts';

/** Steps of the grid in a degree: 0.01°, about 1.1 km. */
const STEPS = 100;
const ROW = 36_001;
/** Coarsest first: a stretch belongs to the coarsest boundary it is part of. */
const ORDER = ['province', 'prefecture', 'county', 'village'] as const satisfies readonly BoundaryLevel[];

export interface FarLine {
  readonly level: BoundaryLevel;
  /** lng, lat, lng, lat … degrees, on the grid. */
  readonly degrees: readonly number[];
}

export function farLines(lines: readonly BoundaryLine[]): FarLine[] {
  const drawn = new Map<number, number[]>();
  return ORDER.flatMap((level) =>
    lines
      .filter((line) => line.level === level)
      .flatMap(({ degrees }) => undrawn(degrees, drawn).map((piece) => ({ level, degrees: piece }))),
  );
}

/** The pieces of one line that no earlier line has drawn. */
function undrawn(degrees: readonly number[], drawn: Map<number, number[]>): number[][] {
  const pieces: number[][] = [];
  let piece: number[] | null = null;
  let before = -1;
  for (let index = 0; index + 1 < degrees.length; index += 2) {
    const at = Math.round(((degrees[index + 1] ?? 0) + 90) * STEPS) * ROW + Math.round(((degrees[index] ?? 0) + 180) * STEPS);
    if (at === before) continue;
    if (before >= 0 && !isDrawn(before, at, drawn)) {
      if (!piece) {
        piece = [...placeOf(before)];
        pieces.push(piece);
      }
      piece.push(...placeOf(at));
    } else {
      piece = null;
    }
    before = at;
  }
  return pieces;
}

/** Was this stretch, in either direction, drawn already? From now on it is. */
function isDrawn(a: number, b: number, drawn: Map<number, number[]>): boolean {
  const low = Math.min(a, b);
  const high = Math.max(a, b);
  const others = drawn.get(low);
  if (!others) drawn.set(low, [high]);
  else if (others.includes(high)) return true;
  else others.push(high);
  return false;
}

const placeOf = (at: number): readonly [number, number] => [(at % ROW) / STEPS - 180, Math.floor(at / ROW) / STEPS - 90];
