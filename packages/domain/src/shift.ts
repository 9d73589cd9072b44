// Duty shifts (值班): who has the desk of a grid. A desk has one officer at a time.
import type { GridNo } from './grid.ts';

/** What a desk has before it. */
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
  /** null: it goes on. */
  readonly endedAt: Date | null;
  readonly note: string | null;
  /** What was handed over; null while it goes on. */
  readonly openAlarms: number | null;
  readonly firesInProgress: number | null;
  readonly nextName: string | null;
  /** The next one took the desk without being handed it. */
  readonly relieved: boolean;
}
