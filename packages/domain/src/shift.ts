// Duty shifts (值班): who has the desk of a grid. A desk has one officer at a time.
import type { GridNo } from './grid.ts';

/** The work open at a desk, as its queue counts it. */
export interface ShiftLoad {
  /** Alarms that wait for an answer: not those that joined a fire in progress, none of an exercise. */
  readonly openAlarms: number;
  /** Fires, however many alarms are of each. */
  readonly firesInProgress: number;
}

export interface Handover {
  /** Account name or plain name: several persons may share a desk's account. */
  readonly successor: string;
  readonly note: string | null;
}

/** What a handover lacks: while fires burn, the next officer needs a note. null: nothing. */
export const handoverLacks = ({ note }: Handover, { firesInProgress }: ShiftLoad): 'note' | null =>
  firesInProgress > 0 && note === null ? 'note' : null;

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
  /** Who is to take the desk, as the handover names him; null: nobody was named (relieved, or before 2026-11-29). */
  readonly successor: string | null;
  /** Who took it next. */
  readonly nextName: string | null;
  /** The next officer took the desk without a handover. */
  readonly relieved: boolean;
}
