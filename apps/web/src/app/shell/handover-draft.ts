// The note an officer writes for the next one. Pure.
import { handoverLacks, type ShiftLoad } from '@lookout/features/shift/shift.ts';

export interface HandoverDraft {
  readonly successor: string;
  readonly note: string;
}

export const NOTHING_WRITTEN: HandoverDraft = { successor: '', note: '' };

export const handoverOf = ({ successor, note }: HandoverDraft) => ({ successor: successor.trim(), note: note.trim() || null });

/** The field that must be filled before the shift can end; the server requires the same. */
export function missingIn(draft: HandoverDraft, load: ShiftLoad): 'successor' | 'note' | null {
  const handover = handoverOf(draft);
  return handover.successor === '' ? 'successor' : handoverLacks(handover, load);
}
