// What can happen to a duty shift, and what it looks like afterwards.
import type { Shift, ShiftLoad } from '../shift.ts';
import { actorName, type OccurrencesOf } from './event.ts';

export interface ShiftPayloads {
  /** `relieved`: the colleague who had the desk; null: it was empty. */
  'shift.began': {
    readonly shift: Shift;
    readonly load: ShiftLoad;
    readonly relieved: { readonly shiftId: string; readonly fullName: string } | null;
  };
  'shift.handed-over': { readonly note: string | null; readonly load: ShiftLoad };
  /** The next officer took the desk without being handed it. */
  'shift.relieved': { readonly load: ShiftLoad };
  /** Somebody sat down at the desk that was left empty. */
  'shift.succeeded': Readonly<Record<never, never>>;
}
export type ShiftEvent = OccurrencesOf<ShiftPayloads>;

/** @returns the shift after the event */
export function applyToShift(shift: Shift | null, event: ShiftEvent): Shift | null {
  if (event.kind === 'shift.began') return event.payload.shift;
  if (shift === null) return null;
  switch (event.kind) {
    case 'shift.handed-over':
      return { ...shift, ...event.payload.load, endedAt: event.happenedAt, note: event.payload.note };
    case 'shift.relieved':
      return { ...shift, ...event.payload.load, endedAt: event.happenedAt, nextName: actorName(event.actor), relieved: true };
    case 'shift.succeeded':
      return { ...shift, nextName: actorName(event.actor) };
  }
}
