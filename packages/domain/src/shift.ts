// Duty shifts (值班): who has the desk of a grid. A desk has one officer at a time.
import type { GridNo } from './grid.ts';

/** The work open at a desk. */
export interface ShiftLoad {
  readonly openAlarms: number;
  readonly firesInProgress: number;
}

export interface Shift {
  readonly id: string;
  readonly gridNo: GridNo;
  readonly accountId: string;
  readonly fullName: string;
  readonly beganAt: Date;
  /** null: not ended. */
  readonly endedAt: Date | null;
  readonly note: string | null;
  /** Counts at handover; null until it ends. */
  readonly openAlarms: number | null;
  readonly firesInProgress: number | null;
  readonly nextName: string | null;
  /** The next officer took the desk without a handover. */
  readonly relieved: boolean;
}
