// What can happen to an application to burn, and what it looks like afterwards.
import type { Burning, BurningState } from '../burning.ts';
import { actorName, type OccurrencesOf } from './event.ts';

export interface BurningPayloads {
  'burning.applied': { readonly burning: Burning };
  'burning.reviewed': { readonly from: BurningState; readonly to: BurningState; readonly note: string | null };
}
export type BurningEvent = OccurrencesOf<BurningPayloads>;

/** @returns the application after the event */
export function applyToBurning(burning: Burning | null, event: BurningEvent): Burning | null {
  if (event.kind === 'burning.applied') return event.payload.burning;
  if (burning === null) return null;
  const { to, note } = event.payload;
  return { ...burning, state: to, reviewedBy: actorName(event.actor), reviewedAt: event.happenedAt, reviewNote: note };
}
