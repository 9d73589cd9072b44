// The order of the figures of coverage, those of one height, and when incomplete ones are requested again. Pure.

import type { GridNo } from '@lookout/domain';
import type { GridCoverage, MastCoverage, SeenForest, TargetMetres } from '../coverage.ts';

export const seenAt = ({ byHeight }: Pick<GridCoverage, 'byHeight'>, metres: TargetMetres): SeenForest | undefined =>
  byHeight.find(({ targetMetres }) => targetMetres === metres);

type Ordered = Pick<GridCoverage, 'gridNo' | 'byHeight'>;

/** Grids without forest come last. */
const weightedOf = (row: Ordered, metres: TargetMetres): number => seenAt(row, metres)?.blindWeightedShare ?? -1;

/** The whole grid first, then those below it, the highest weighted blind share first. */
export const byWeightedBlind = <T extends Ordered>(rows: readonly T[], whole: GridNo | null, metres: TargetMetres): T[] =>
  rows.toSorted(
    (a, b) =>
      Number(b.gridNo === whole) - Number(a.gridNo === whole) ||
      weightedOf(b, metres) - weightedOf(a, metres) ||
      a.gridNo.localeCompare(b.gridNo),
  );

/** Pauses between two requests while counties or masts are still being computed, the last one repeated. */
const PENDING_PAUSES_MS = [2_000, 4_000, 8_000, 15_000] as const;

/** @param replies how many replies have arrived so far @returns false: complete, nothing more is requested */
export const pendingPauseMs = (pending: number, replies: number): number | false =>
  pending === 0 ? false : (PENDING_PAUSES_MS[Math.min(Math.max(replies, 1), PENDING_PAUSES_MS.length) - 1] as number);

/** A mast that counts, and what it sees is not known yet. */
export const isBeingComputed = ({ uncounted, seenHectares }: Pick<MastCoverage, 'uncounted' | 'seenHectares'>): boolean =>
  uncounted === null && seenHectares.length === 0;
