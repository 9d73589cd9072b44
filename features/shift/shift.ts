// Duty shifts (值班): the officer in charge of a grid's desk. A desk has one officer at a time.
import { actorName, eventObject, type GridNo, type OccurrencesOf } from '@lookout/domain';

/** The open work of a desk, counted as in its queue. */
export interface ShiftLoad {
  /** Alarms that wait to be handled, without those that joined a fire in progress and those of an exercise. */
  readonly openAlarms: number;
  /** Fires, each counted once regardless of its alarms. */
  readonly firesInProgress: number;
}

export interface Handover {
  /** Account name or free text, because several persons may share a desk's account. */
  readonly successor: string;
  readonly note: string | null;
}

/** The missing part of a handover: while fires burn, the next officer needs a note. null: complete. */
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
  /** The person named in the handover to take the desk; null: no person was named (relieved, or before 2026-11-29). */
  readonly successor: string | null;
  /** The person who took the desk next. */
  readonly nextName: string | null;
  /** The next officer took the desk without a handover. */
  readonly relieved: boolean;
}

/** @returns the shift with the desk's current counts, unless it has ended and has stored ones */
export const withLoad = (shift: Shift, { openAlarms, firesInProgress }: ShiftLoad): Shift => ({
  ...shift,
  openAlarms: shift.openAlarms ?? openAlarms,
  firesInProgress: shift.firesInProgress ?? firesInProgress,
});

export interface ShiftPayloads {
  /** `relieved`: the colleague who had the desk; null: it was empty. */
  'shift.began': {
    readonly shift: Shift;
    readonly load: ShiftLoad;
    readonly relieved: { readonly shiftId: string; readonly fullName: string } | null;
  };
  'shift.handed-over': { readonly note: string | null; readonly load: ShiftLoad; readonly successor?: string };
  /** The next officer took the desk without a handover. */
  'shift.relieved': { readonly load: ShiftLoad };
  /** Another officer took the desk that had been left empty. */
  'shift.succeeded': Readonly<Record<never, never>>;
}
export type ShiftEvent = OccurrencesOf<ShiftPayloads>;

/** @returns the shift after the event */
export function applyToShift(shift: Shift | null, event: ShiftEvent): Shift | null {
  if (event.kind === 'shift.began') return event.payload.shift;
  if (shift === null) return null;
  switch (event.kind) {
    case 'shift.handed-over':
      return {
        ...{ ...shift, ...event.payload.load, endedAt: event.happenedAt, note: event.payload.note },
        successor: event.payload.successor ?? null,
      };
    case 'shift.relieved':
      return { ...shift, ...event.payload.load, endedAt: event.happenedAt, nextName: actorName(event.actor), relieved: true };
    case 'shift.succeeded':
      return { ...shift, nextName: actorName(event.actor) };
  }
}

export const shiftObject = eventObject<ShiftPayloads, Shift>()({
  apply: applyToShift,
  keeping: {
    'shift.began': 'while-open',
    'shift.handed-over': 'while-open',
    'shift.relieved': 'while-open',
    'shift.succeeded': 'while-open',
  },
  // A shift that was handed over stays open until the name of the next officer is stored.
  isOpen: ({ endedAt, nextName, relieved }) => endedAt === null || (nextName === null && !relieved),
  summaries: {
    'shift.began': ({ load, relieved }) => ({ load, relieved }),
  },
});
